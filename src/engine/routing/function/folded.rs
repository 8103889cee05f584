//! The rule of the folded hypercube: the complement link first, then e-cube.
//!
//! The complement link is taken only at the source and only if it shortens the path (h > ⌈n/2⌉). If
//! it counts as the lowest dimension, paths visit dimensions in ascending order as in e-cube, so
//! one VC suffices.

use crate::catalog::{Entry, Family};
use crate::routing::{Build, Candidates, Hop, Least, RoutingFamily, RoutingFunction, TEXTS, VcSet};
use crate::topology::{FoldedHypercube, Network, Port};

pub(super) const FAMILY: RoutingFamily = Family {
    entry: Entry::new(TEXTS, "folded", &[]),
    build: Build::new(
        |topology, vcs, _| match topology.as_a::<FoldedHypercube>() {
            Some(cube) => Ok(Box::new(FoldedOrder::new(cube, vcs.count))),
            None => topology.refuse("the folded rule", "choose a folded hypercube"),
        },
    ),
};

/// E-cube, preceded by the complement link.
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
    fn least(&self) -> Least<'_> {
        Least::Known(Some(1))
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
