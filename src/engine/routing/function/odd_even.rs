//! The odd-even turn model (Chiu 2000): adaptive and minimal, without cycles of turns.
//!
//! The turn models of Glass & Ni forbid the same turns everywhere, which leaves many paths to some
//! pairs of nodes and a single one to others. Here the forbidden turns depend on the column: in
//! even columns those from east to north or south, in odd columns those from north or south to
//! west. The rightmost column of a cycle would have to contain both a turn from east and a turn to
//! west, so it can be neither even nor odd.
//!
//! A header that arrives from the west may not leave an even column to north or south, but one that
//! starts there may, so the function asks how a header arrived. This is equivalent to Chiu's
//! `ROUTE`, which compares the column with that of the source: in an even column, only messages
//! that started in it can have arrived from north or south while going east.

use crate::catalog::{BuildError, Entry, Family};
use crate::routing::function::TEXTS;
use crate::routing::{
    Adaptivity, Build, Candidates, Hop, Least, RoutingFamily, RoutingFunction, VcSet, Vcs,
};
use crate::topology::{Coordinates, Network, Port, Topology};

pub(super) const FAMILY: RoutingFamily = Family {
    entry: Entry::new(TEXTS, "odd-even", &[]),
    build: Build::new(|topology, vcs, _| build(topology, vcs)).between_routers(),
};

fn build(topology: &dyn Topology, vcs: Vcs) -> Result<Box<dyn RoutingFunction>, BuildError> {
    let Some(mesh) = topology.mesh().filter(|mesh| mesh.dimensions() == 2) else {
        let instead = "choose a mesh of two dimensions";
        return topology.refuse("odd-even routing", instead);
    };
    Ok(Box::new(OddEven {
        coordinates: Coordinates::of(mesh),
        all: VcSet::range(0, vcs.count),
    }))
}

const EAST: Port = Port(0);
const WEST: Port = Port(1);

#[derive(Debug)]
struct OddEven {
    coordinates: Coordinates,
    all: VcSet,
}

impl RoutingFunction for OddEven {
    fn least(&self) -> Least<'_> {
        Least::Known(Some(1))
    }

    fn adaptivity(&self) -> Adaptivity {
        Adaptivity::Adaptive
    }

    fn asks_arrival(&self) -> bool {
        true
    }

    fn candidates(&self, network: &Network, hop: Hop, out: &mut Candidates) {
        let (here, to) = (self.coordinates.at(hop.here), self.coordinates.at(hop.to));
        let ([x, y], [to_x, to_y]) = ([here[0], here[1]], [to[0], to[1]]);
        let is_odd = |column: u32| !column.is_multiple_of(2);
        let mut offer = |port| out.offer(network.channel(hop.here, port), self.all);
        let vertical = Port(2 + u8::from(to_y < y));
        if to_x == x {
            return offer(vertical);
        }
        if to_x > x {
            // In the column before the last, continue east only if the last column allows a turn.
            if to_y == y || is_odd(to_x) || to_x - x > 1 {
                offer(EAST);
            }
            let came_from_west = hop
                .came
                .is_some_and(|lane| network.port(lane.channel) == EAST);
            if to_y != y && (is_odd(x) || !came_from_west) {
                offer(vertical);
            }
        } else {
            offer(WEST);
            if to_y != y && !is_odd(x) {
                offer(vertical);
            }
        }
    }
}
