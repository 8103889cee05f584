//! Adaptive unicast in the mesh-hypercube: levels and labels, in three orders.
//!
//! Nodes of a level are labeled by their rank in the Gray code. Towards a higher label a message
//! takes an up-path: any neighbor on a shortest path whose label is above the present one and not
//! above the destination's. Towards a lower label it takes a down-path. Channels thus fall into
//! four classes: within a cube to higher (CH) and lower labels (CL), and along the mesh to higher
//! (MH) and lower levels (ML). A message uses at most one of the former two and at most one of the
//! latter two.
//!
//! - *Mesh first*: to the level, then within the cube. The classes are used in a fixed order and
//!   each is acyclic, so one VC suffices.
//! - *Cube first*: the reverse order, with the same argument.
//! - *Hybrid*: both in any order. All turns between cube and mesh are then allowed, and messages
//!   can deadlock as in a two-dimensional mesh.

use std::cmp::Ordering;

use super::one_channel::{lowest_bit, one_channel};
use crate::catalog::{BuildError, Entry, Family};
use crate::routing::function::TEXTS;
use crate::routing::{
    Adaptivity, Build, Candidates, Hop, Least, RoutingFamily, RoutingFunction, VcSet, Vcs,
};
use crate::topology::{ChannelId, MeshHypercube, Network, Port, Topology, each_bit};

pub(super) const MESH_FIRST: RoutingFamily = Family {
    entry: Entry::new(TEXTS, "mh-mesh-first", &[]),
    build: Build::new(|topology, vcs, _| build(topology, vcs, Order::MeshFirst)),
};

pub(super) const CUBE_FIRST: RoutingFamily = Family {
    entry: Entry::new(TEXTS, "mh-cube-first", &[]),
    build: Build::new(|topology, vcs, _| build(topology, vcs, Order::CubeFirst)),
};

pub(super) const HYBRID: RoutingFamily = Family {
    entry: Entry::new(TEXTS, "mh-hybrid", &[]),
    build: Build::new(|topology, vcs, _| build(topology, vcs, Order::Hybrid)),
};

fn build(
    topology: &dyn Topology,
    vcs: Vcs,
    order: Order,
) -> Result<Box<dyn RoutingFunction>, BuildError> {
    let Some(levels) = topology.as_a::<MeshHypercube>() else {
        let what = "routing by levels and labels";
        return topology.refuse(what, "choose a mesh-hypercube");
    };
    // A single level is a plain cube, which cannot deadlock; two levels of two nodes form a ring.
    let is_plain = levels.levels() == 1;
    Ok(Box::new(Levels {
        order,
        labels: (0..1 << levels.bits())
            .map(|address| levels.label_of(address))
            .collect(),
        bits: levels.bits(),
        up: levels.up(),
        down: levels.down(),
        all: VcSet::range(0, vcs.count),
        never_locks: order != Order::Hybrid || is_plain,
    }))
}

/// Dimension order: to the right level first, then e-cube. Level channels come before cube channels, and
/// bits are corrected in ascending order, so all paths visit dimensions in the same order.
pub(super) fn order(levels: &MeshHypercube, vcs: u8) -> Box<dyn RoutingFunction> {
    let (bits, up, down) = (levels.bits(), levels.up(), levels.down());
    one_channel(vcs, move |here, to| {
        match (here.0 >> bits).cmp(&(to.0 >> bits)) {
            Ordering::Less => up,
            Ordering::Greater => down,
            Ordering::Equal => lowest_bit(here.0 ^ to.0),
        }
    })
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Order {
    MeshFirst,
    CubeFirst,
    Hybrid,
}

#[derive(Debug)]
struct Levels {
    order: Order,
    /// The label of every address within a cube.
    labels: Vec<u32>,
    bits: u32,
    up: Port,
    down: Port,
    all: VcSet,
    never_locks: bool,
}

impl Levels {
    fn offer_levels(&self, network: &Network, hop: Hop, out: &mut Candidates) {
        let (level, to) = (hop.here.0 >> self.bits, hop.to.0 >> self.bits);
        if level != to {
            let port = if level < to { self.up } else { self.down };
            out.offer(network.channel(hop.here, port), self.all);
        }
    }

    fn offer_cube(&self, network: &Network, hop: Hop, out: &mut Candidates) {
        let inside = (1 << self.bits) - 1;
        let (here, to) = (hop.here.0 & inside, hop.to.0 & inside);
        let label = |address: u32| self.labels[address as usize];
        let (own, end) = (label(here), label(to));
        each_bit(here ^ to, |port| {
            let next = label(here ^ 1 << port.0);
            let is_between = if own < end {
                (own + 1..=end).contains(&next)
            } else {
                (end..own).contains(&next)
            };
            if is_between {
                out.offer(network.channel(hop.here, port), self.all);
            }
        });
    }
}

impl RoutingFunction for Levels {
    fn least(&self) -> Least<'_> {
        Least::Known(self.never_locks.then_some(1))
    }

    fn adaptivity(&self) -> Adaptivity {
        Adaptivity::Adaptive
    }

    fn is_label_based(&self) -> bool {
        true
    }

    fn class(&self, network: &Network, channel: ChannelId) -> Option<&'static str> {
        let port = network.port(channel);
        Some(if port == self.up {
            "MH"
        } else if port == self.down {
            "ML"
        } else {
            let inside = (1 << self.bits) - 1;
            let label = |address: u32| self.labels[(address & inside) as usize];
            let rises = label(network.from(channel).0) < label(network.to(channel).0);
            if rises { "CH" } else { "CL" }
        })
    }

    fn candidates(&self, network: &Network, hop: Hop, out: &mut Candidates) {
        match self.order {
            Order::MeshFirst => {
                self.offer_levels(network, hop, out);
                if out.as_slice().is_empty() {
                    self.offer_cube(network, hop, out);
                }
            }
            Order::CubeFirst => {
                self.offer_cube(network, hop, out);
                if out.as_slice().is_empty() {
                    self.offer_levels(network, hop, out);
                }
            }
            Order::Hybrid => {
                self.offer_levels(network, hop, out);
                self.offer_cube(network, hop, out);
            }
        }
    }
}
