//! A random permutation: every node sends all its messages to one other node, drawn once.

use rand_core::SeedableRng;

use super::permutation::permutation;
use super::{PatternFamily, Random, TEXTS, below, two_nodes};
use crate::catalog::{Entry, Family};
use crate::topology::{NodeId, Terminals};

/// The id of the pattern.
pub(super) const ID: &str = "random-permutation";

pub(super) const FAMILY: PatternFamily = Family {
    entry: Entry::new(TEXTS, ID, &[]),
    build: |topology, seed| {
        two_nodes(topology)?;
        // Far from the streams of the nodes, which begin at the same seed.
        let mut random = Random::seed_from_u64(seed);
        random.long_jump();
        let to = derangement(Terminals::of(topology).count(), &mut random);
        Ok(permutation(topology, |node| NodeId(to[node.0 as usize])))
    },
};

/// Draws a permutation without fixed points, all equally likely: shuffles (Fisher & Yates) until there is none,
/// after e attempts on average.
fn derangement(count: u32, random: &mut Random) -> Vec<u32> {
    let mut to: Vec<u32> = (0..count).collect();
    loop {
        for last in (1..count).rev() {
            to.swap(last as usize, below(random, last + 1) as usize);
        }
        if (0..count).zip(&to).all(|(from, &to)| from != to) {
            return to;
        }
    }
}
