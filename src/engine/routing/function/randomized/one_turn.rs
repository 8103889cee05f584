//! XY or YX: one of the two minimal paths with at most one turn.
//!
//! XY routing loads some channels heavily, and YX routing others. Sending half of the messages over
//! each is near-optimal in the worst case among oblivious functions, and every path is a shortest
//! one (Seo et al. 2005). XY and YX use separate virtual channels, so that no message of one waits
//! for a message of the other.
//!
//! The arrival of a header determines its path: it continues in its dimension until that is
//! corrected, on the class of virtual channels with which it started.

use crate::catalog::{BuildError, Entry, Family};
use crate::routing::function::TEXTS;
use crate::routing::{
    Adaptivity, Build, Candidates, Hop, Least, RoutingFamily, RoutingFunction, VcSet, Vcs,
};
use crate::topology::{Coordinates, Network, Port, Topology};

pub(in crate::routing::function) const O1TURN: RoutingFamily = Family {
    entry: Entry::new(TEXTS, "o1turn", &[]),
    build: Build::new(|topology, vcs, _| build(topology, vcs, Adaptivity::Oblivious))
        .between_routers(),
};

pub(in crate::routing::function) const XY_YX: RoutingFamily = Family {
    entry: Entry::new(TEXTS, "xy-yx", &[]),
    build: Build::new(|topology, vcs, _| build(topology, vcs, Adaptivity::Adaptive))
        .between_routers(),
};

fn build(
    topology: &dyn Topology,
    vcs: Vcs,
    adaptivity: Adaptivity,
) -> Result<Box<dyn RoutingFunction>, BuildError> {
    let Some(mesh) = topology.mesh().filter(|mesh| mesh.dimensions() == 2) else {
        let instead = "choose a mesh of two dimensions";
        return topology.refuse("XY and YX routing", instead);
    };
    let half = vcs.count / 2;
    Ok(Box::new(OneTurn {
        coordinates: Coordinates::of(mesh),
        // A single VC serves both XY and YX, whose messages can then wait for each other.
        classes: [VcSet::range(0, half.max(1)), VcSet::range(half, vcs.count)],
        turns: mesh.radices().iter().all(|&radix| radix > 1),
        adaptivity,
    }))
}

#[derive(Debug)]
struct OneTurn {
    coordinates: Coordinates,
    /// The VCs of XY and of YX.
    classes: [VcSet; 2],
    /// Whether both dimensions have more than one coordinate, so that paths can turn.
    turns: bool,
    adaptivity: Adaptivity,
}

impl RoutingFunction for OneTurn {
    fn least(&self) -> Least<'_> {
        Least::Known(Some(if self.turns { 2 } else { 1 }))
    }

    fn adaptivity(&self) -> Adaptivity {
        self.adaptivity
    }

    fn asks_arrival(&self) -> bool {
        true
    }

    fn candidates(&self, network: &Network, hop: Hop, out: &mut Candidates) {
        let ports = self.coordinates.differing(hop.here, hop.to);
        let mut ports =
            ports.map(|(dimension, here, to)| Port(2 * dimension + u8::from(to < here)));
        let Some(x_first) = ports.next() else {
            return;
        };
        let y_first = ports.next().unwrap_or(x_first);
        let mut offer = |port, vcs| out.offer(network.channel(hop.here, port), vcs);
        let Some(came) = hop.came else {
            offer(x_first, self.classes[0]);
            offer(y_first, self.classes[1]);
            return;
        };
        let continues_in_x = network.dimension(came.channel) == 0;
        let port = if continues_in_x { x_first } else { y_first };
        let class = self.classes.iter().find(|class| class.contains(came.vc));
        offer(port, *class.unwrap_or(&self.classes[0]));
    }

    fn drawn(&self, network: &Network, hop: Hop, draw: u32, out: &mut Candidates) {
        let first = out.as_slice().len();
        self.candidates(network, hop, out);
        if self.adaptivity == Adaptivity::Oblivious {
            out.draw_one(first, draw);
        }
    }
}
