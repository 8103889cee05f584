//! Deterministic routing in the folded hypercube: the complement link first, then e-cube.
//!
//! The complement link is taken only from the source and only where it shortens the path
//! (h > ⌈n/2⌉). Counting it as the lowest dimension, paths visit dimensions in ascending
//! order as e-cube does, so one VC suffices.

use super::{Candidates, Hop, RoutingFunction, VcSet};
use crate::topology::{FoldedHypercube, Network, Port};

/// E-cube with the complement link in front.
#[derive(Debug)]
pub(super) struct FoldedOrder {
    complement: Port,
    folds_above: u32,
    all: VcSet,
}

impl FoldedOrder {
    pub(super) fn new(cube: &FoldedHypercube, vcs: u8) -> Self {
        let folds_above = (0..=cube.dimension())
            .take_while(|&differing| !cube.folds(differing))
            .count() as u32
            - 1;
        Self {
            complement: cube.complement(),
            folds_above,
            all: VcSet::range(0, vcs),
        }
    }
}

impl RoutingFunction for FoldedOrder {
    fn min_vcs(&self) -> u8 {
        1
    }

    fn candidates(&self, network: &Network, hop: Hop, out: &mut Candidates) {
        let differing = hop.here.0 ^ hop.to.0;
        let port = if differing.count_ones() > self.folds_above {
            self.complement
        } else {
            Port(differing.trailing_zeros() as u8)
        };
        out.offer(network.channel(hop.here, port), self.all);
    }
}
