//! Deterministic routing in the mesh-hypercube: to the right level first, then e-cube.
//!
//! Level channels come before cube channels, and bits are corrected in ascending order, so all
//! paths visit dimensions in the same order and one VC suffices.

use crate::routing::{Candidates, Hop, Least, RoutingFunction, VcSet};
use crate::topology::{MeshHypercube, Network, Port};

#[derive(Debug)]
pub(super) struct LevelOrder {
    bits: u32,
    up: Port,
    down: Port,
    all: VcSet,
}

impl LevelOrder {
    pub(super) fn new(levels: &MeshHypercube, vcs: u8) -> Self {
        Self {
            bits: levels.bits(),
            up: levels.up(),
            down: levels.down(),
            all: VcSet::range(0, vcs),
        }
    }
}

impl RoutingFunction for LevelOrder {
    fn least(&self) -> Least<'_> {
        Least::Known(Some(1))
    }

    fn candidates(&self, network: &Network, hop: Hop, out: &mut Candidates) {
        let level = |node: u32| node >> self.bits;
        let port = match level(hop.here.0).cmp(&level(hop.to.0)) {
            std::cmp::Ordering::Less => self.up,
            std::cmp::Ordering::Greater => self.down,
            std::cmp::Ordering::Equal => {
                let differing = hop.here.0 ^ hop.to.0;
                Port(differing.trailing_zeros() as u8)
            }
        };
        out.offer(network.channel(hop.here, port), self.all);
    }
}
