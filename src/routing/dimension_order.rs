//! Dimension-order routing: correct the lowest dimension first, then the next.
//!
//! On a mesh this is XY routing, on a hypercube e-cube: every path visits dimensions in
//! one order, so the channel dependency graph has no cycle and one VC suffices.
//!
//! A ring of a torus is a cycle by itself. There the VCs are split into two classes (Dally
//! & Seitz 1987): a worm that has yet to cross the wrap-around channel uses the first
//! class, up to and including that channel, and the second one from then on; a worm that
//! need not cross it uses the second throughout. Within each class the channels of a ring
//! are then taken in ascending order of position, so no cycle remains.
//!
//! In a bidirectional ring of even radix the node half-way around is equally far both ways.
//! Even coordinates start upwards and odd ones downwards, which loads both directions alike.

use super::coordinates::Coordinates;
use super::folded::FoldedOrder;
use super::level_order::LevelOrder;
use super::{Candidates, Hop, RoutingFamily, RoutingFunction, VcSet, Vcs, unsupported};
use crate::catalog::{Entry, Family, Source};
use crate::topology::{
    Direction, FoldedHypercube, Hypercube, Mesh, MeshHypercube, Network, Port, Torus,
};

pub(super) const FAMILY: RoutingFamily = Family {
    entry: Entry {
        id: "dimension-order",
        name: "Dimension order",
        summary: "one path: correct dimension 0, then 1, and so on (XY, e-cube)",
        help: "Deterministic and minimal. Meshes and hypercubes need one virtual channel; \
               longer rings need two, because a ring is a cycle by itself. \
               The folded hypercube takes its complement link first where that is shorter; \
               the mesh-hypercube goes to the right level first.",
        sources: &[
            Source {
                cite: "Sullivan & Bashkow 1977",
                work: "A large scale, homogeneous, fully distributed parallel machine, ISCA",
            },
            Source {
                cite: "Dally & Seitz 1987",
                work: "Deadlock-free message routing in multiprocessor interconnection \
                       networks, IEEE ToC 36(5)",
            },
        ],
        params: &[],
    },
    build: |topology, vcs| {
        if let Some(mesh) = topology.as_a::<Mesh>() {
            Ok(Box::new(MeshOrder {
                coordinates: Coordinates::of(mesh.lattice()),
                all: VcSet::range(0, vcs.count),
            }))
        } else if let Some(torus) = topology.as_a::<Torus>() {
            Ok(Box::new(TorusOrder::new(torus, vcs)))
        } else if topology.as_a::<Hypercube>().is_some() {
            let all = VcSet::range(0, vcs.count);
            Ok(Box::new(ECube { all }))
        } else if let Some(folded) = topology.as_a::<FoldedHypercube>() {
            Ok(Box::new(FoldedOrder::new(folded, vcs.count)))
        } else if let Some(levels) = topology.as_a::<MeshHypercube>() {
            Ok(Box::new(LevelOrder::new(levels, vcs.count)))
        } else {
            unsupported(
                "dimension-order routing",
                topology,
                "choose a mesh, torus or hypercube",
            )
        }
    },
};

/// XY routing, in any number of dimensions.
#[derive(Debug)]
struct MeshOrder {
    coordinates: Coordinates,
    all: VcSet,
}

impl RoutingFunction for MeshOrder {
    fn min_vcs(&self) -> Option<u8> {
        Some(1)
    }

    fn candidates(&self, network: &Network, hop: Hop, out: &mut Candidates) {
        let (dimension, here, to) = self.coordinates.first_differing(hop);
        let port = Port(2 * dimension + u8::from(to < here));
        out.offer(network.channel(hop.here, port), self.all);
    }
}

/// Dimension order with dateline classes.
#[derive(Debug)]
struct TorusOrder {
    coordinates: Coordinates,
    radices: Vec<u32>,
    direction: Direction,
    /// VCs before the wrap-around channel, and after it.
    classes: [VcSet; 2],
    needs_classes: bool,
    dateline: bool,
}

impl TorusOrder {
    fn new(torus: &Torus, vcs: Vcs) -> Self {
        // In shorter rings no channel waits for one that waits for it in the end: no path
        // has two hops, or, in a two-way ring of four, only those from even coordinates
        // upwards and from odd ones downwards.
        let shortest_cycle = match torus.direction() {
            Direction::Up => 3,
            Direction::Both => 5,
        };
        let needs_classes = torus
            .lattice()
            .radices()
            .iter()
            .any(|&k| k >= shortest_cycle);
        let Vcs { count, dateline } = vcs;
        let classes = if count >= 2 && needs_classes && dateline {
            [VcSet::range(0, count / 2), VcSet::range(count / 2, count)]
        } else {
            // One class: rings can lock, which the simulator then shows.
            [VcSet::range(0, count); 2]
        };
        Self {
            coordinates: Coordinates::of(torus.lattice()),
            radices: torus.lattice().radices().to_vec(),
            direction: torus.direction(),
            classes,
            needs_classes,
            dateline,
        }
    }
}

impl RoutingFunction for TorusOrder {
    fn min_vcs(&self) -> Option<u8> {
        match (self.needs_classes, self.dateline) {
            (false, _) => Some(1),
            (true, true) => Some(2),
            (true, false) => None,
        }
    }

    fn candidates(&self, network: &Network, hop: Hop, out: &mut Candidates) {
        let (dimension, here, to) = self.coordinates.first_differing(hop);
        let k = self.radices[usize::from(dimension)];
        let ahead = if to >= here { to - here } else { to + k - here };
        let (port, up) = match self.direction {
            Direction::Up => (Port(dimension), true),
            Direction::Both => {
                let up = match (2 * ahead).cmp(&k) {
                    std::cmp::Ordering::Less => true,
                    std::cmp::Ordering::Equal => k == 2 || here % 2 == 0,
                    std::cmp::Ordering::Greater => false,
                };
                (Port(2 * dimension + u8::from(!up)), up)
            }
        };
        let will_wrap = if up { to < here } else { to > here };
        let class = self.classes[usize::from(!will_wrap)];
        out.offer(network.channel(hop.here, port), class);
    }
}

/// E-cube: correct the address bits in ascending order.
#[derive(Debug)]
struct ECube {
    all: VcSet,
}

impl RoutingFunction for ECube {
    fn min_vcs(&self) -> Option<u8> {
        Some(1)
    }

    fn candidates(&self, network: &Network, hop: Hop, out: &mut Candidates) {
        let differing = hop.here.0 ^ hop.to.0;
        let lowest = Port(differing.trailing_zeros() as u8);
        out.offer(network.channel(hop.here, lowest), self.all);
    }
}
