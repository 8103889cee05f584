//! Tornado traffic: every message goes almost halfway around each ring, all in the same direction.

use super::permutation::permutation;
use super::{PatternFamily, TEXTS};
use crate::catalog::{Entry, Family};

pub(super) const FAMILY: PatternFamily = Family {
    entry: Entry::new(TEXTS, "tornado", &[]),
    build: |topology, _| {
        let lattice = topology
            .lattice()
            .filter(|lattice| lattice.radices().iter().any(|&radix| shift(radix) > 0));
        let Some(lattice) = lattice else {
            let instead = "a mesh or torus with at least three nodes in a dimension is needed";
            return topology.refuse("traffic.pattern tornado", instead);
        };
        Ok(permutation(topology, |node| {
            let coordinates = lattice.coordinates(node).zip(lattice.radices());
            let shifted = coordinates.map(|(x, &radix)| (x + shift(radix)) % radix);
            let shifted: Vec<_> = shifted.collect();
            lattice
                .node(&shifted)
                .expect("coordinates below the radices")
        }))
    },
};

/// ⌈k/2⌉ − 1.
fn shift(radix: u32) -> u32 {
    radix.div_ceil(2) - 1
}
