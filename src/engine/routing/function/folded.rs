//! The rule of the folded hypercube: the complement link first, then e-cube.
//!
//! The complement link is taken only at the source and only if it shortens the path (h > ⌈n/2⌉). If
//! it counts as the lowest dimension, paths visit dimensions in ascending order as in e-cube, so
//! one VC suffices.

use super::one_channel::{lowest_bit, one_channel};
use crate::catalog::{Entry, Family};
use crate::routing::function::TEXTS;
use crate::routing::{Build, RoutingFamily, RoutingFunction};
use crate::topology::FoldedHypercube;

pub(super) const FAMILY: RoutingFamily = Family {
    entry: Entry::new(TEXTS, "folded", &[]),
    build: Build::new(
        |topology, vcs, _| match topology.as_a::<FoldedHypercube>() {
            Some(cube) => Ok(order(cube, vcs.count)),
            None => topology.refuse("the folded rule", "choose a folded hypercube"),
        },
    ),
};

/// E-cube, preceded by the complement link.
pub(super) fn order(cube: &FoldedHypercube, vcs: u8) -> Box<dyn RoutingFunction> {
    let complement = cube.complement();
    let folds_above = (0..=cube.dimension())
        .take_while(|&differing| !cube.folds(differing))
        .count() as u32
        - 1;
    one_channel(vcs, move |here, to| {
        let differing = here.0 ^ to.0;
        if differing.count_ones() > folds_above {
            complement
        } else {
            lowest_bit(differing)
        }
    })
}
