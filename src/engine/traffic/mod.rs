//! Traffic: sources, destinations, lengths and times of messages.

mod arrival;
mod clustered;
mod hot_spot;
mod length;
mod neighbor;
mod neighbor_group;
mod permutation;
mod quadrant;
mod random_permutation;
mod tornado;
mod uniform;
pub mod worst_case;

use std::fmt;

use rand_core::Rng as _;
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::catalog::{self, BuildError, Family};
use crate::topology::{NodeId, Terminals, Topology};

pub use arrival::{ArrivalClock, Arrivals, Burst, Surge};
pub use length::Length;

/// The generator of all random choices. Its algorithm and version are part of what a URL means:
/// the same seed yields the same run forever.
pub type Random = Xoshiro256PlusPlus;

/// Independent streams for `count` nodes, each 2¹²⁸ draws after the previous one.
pub fn streams(seed: u64, count: u32) -> Vec<Random> {
    let mut stream = Random::seed_from_u64(seed);
    (0..count)
        .map(|_| {
            let this = stream.clone();
            stream.jump();
            this
        })
        .collect()
}

/// Draws an exponential time or length with mean 1/`rate`; the rate is positive.
pub fn exponential(rate: f64, random: &mut Random) -> f64 {
    -libm::log(open_unit(random)) / rate
}

/// Draws a uniform real in (0, 1], without zero so that the logarithm exists.
pub(crate) fn open_unit(random: &mut Random) -> f64 {
    const STEP: f64 = 1.0 / (1_u64 << 53) as f64;
    ((random.next_u64() >> 11) + 1) as f64 * STEP
}

/// Draws a uniform integer below `bound`, without bias (Lemire's method).
fn below(random: &mut Random, bound: u32) -> u32 {
    let threshold = bound.wrapping_neg() % bound;
    loop {
        let wide = u64::from(random.next_u32()) * u64::from(bound);
        if wide as u32 >= threshold {
            return (wide >> 32) as u32;
        }
    }
}

/// Draws a terminal other than `one`, all equally likely; `None` if `one` is a switch.
fn uniform_other(terminals: &Terminals, one: NodeId, random: &mut Random) -> Option<NodeId> {
    let one = terminals.place(one)?;
    let other = below(random, terminals.count() - 1);
    Some(terminals.nth(other + u32::from(other >= one)))
}

/// 1 for two terminals, 0 if either node is a switch.
fn weight_of_pair(terminals: &Terminals, from: NodeId, to: NodeId) -> f64 {
    f64::from(u8::from(terminals.contains(from) && terminals.contains(to)))
}

/// Draws `count` terminals other than `one`, all sets equally likely, in ascending order (Floyd's
/// method; Bentley & Floyd 1987).
pub fn others(terminals: &Terminals, one: NodeId, count: u32, random: &mut Random) -> Vec<NodeId> {
    let one = terminals.place(one).unwrap_or(0);
    let rest = terminals.count() - 1;
    let mut chosen: Vec<u32> = Vec::with_capacity(count as usize);
    for last in rest - count..rest {
        let drawn = below(random, last + 1);
        let taken = match chosen.binary_search(&drawn) {
            Ok(_) => last,
            Err(_) => drawn,
        };
        let place = chosen.partition_point(|&node| node < taken);
        chosen.insert(place, taken);
    }
    let chosen = chosen.into_iter();
    let chosen = chosen.map(|other| terminals.nth(other + u32::from(other >= one)));
    chosen.collect()
}

/// Returns true with the given probability.
pub fn chance(random: &mut Random, probability: f64) -> bool {
    open_unit(random) <= probability
}

/// Rejects networks with fewer than two terminals.
fn two_nodes(topology: &dyn Topology) -> Result<(), BuildError> {
    if Terminals::of(topology).count() >= 2 {
        return Ok(());
    }
    Err(BuildError::rejected(
        "network",
        "of at least two nodes for random traffic",
        topology.short_name(),
    ))
}

/// A traffic pattern, which chooses the destinations of messages.
pub trait Pattern: Send + Sync {
    /// Draws the destination of a new message, a terminal other than its source; always `None` for a
    /// node that sends nothing, such as a switch.
    fn destination(&self, from: NodeId, random: &mut Random) -> Option<NodeId>;

    /// Relative probability of another node as the destination of messages from a node, up to a
    /// factor common to all of its destinations; 0 for nodes to which it never sends.
    fn weight(&self, from: NodeId, to: NodeId) -> f64;
}

impl fmt::Debug for dyn Pattern + '_ {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a traffic pattern")
    }
}

/// Builds a pattern for a topology, from the seed of the scenario if it is drawn at random.
pub type BuildPattern = fn(&dyn Topology, u64) -> Result<Box<dyn Pattern>, BuildError>;

/// Names, help and sources of the patterns.
const TEXTS: &str = include_str!("catalog.md");

pub type PatternFamily = Family<BuildPattern>;

/// All traffic patterns, in menu order.
pub const FAMILIES: &[PatternFamily] = &[
    uniform::FAMILY,
    clustered::FAMILY,
    hot_spot::FAMILY,
    neighbor::FAMILY,
    neighbor_group::FAMILY,
    quadrant::FAMILY,
    tornado::FAMILY,
    permutation::TRANSPOSE,
    permutation::COMPLEMENT,
    permutation::REVERSE,
    permutation::SHUFFLE,
    permutation::ROTATION,
    random_permutation::FAMILY,
    worst_case::FAMILY,
];

/// Checks that a pattern with this id exists, on whichever networks.
pub fn check_id(id: &str) -> Result<(), BuildError> {
    if id.starts_with(permutation::PREFIX) {
        return Ok(());
    }
    catalog::find(FAMILIES, "traffic.pattern", id).map(|_| ())
}

/// The id of a pattern without its settings: `permutation`.
pub fn kind_of(id: &str) -> &str {
    id.split_once(':').map_or(id, |(kind, _)| kind)
}

/// The name of a permutation that is given as a list.
pub const GIVEN: &str = "Given permutation";

/// The name of a pattern in menus, by its id in a scenario.
pub fn name_of(id: &str) -> &str {
    if id.starts_with(permutation::PREFIX) {
        return GIVEN;
    }
    let mut families = FAMILIES.iter();
    let family = families.find(|family| family.entry.id == kind_of(id));
    family.map_or(id, |family| family.entry.name())
}

/// The id of a permutation that the seed of a scenario determines.
pub const RANDOM: &str = random_permutation::ID;

/// A permutation as an id that depends on nothing else: `permutation:1,0,2`.
pub fn listed(pattern: &dyn Pattern, topology: &dyn Topology) -> String {
    permutation::written(pattern, topology)
}

/// Builds the pattern with this id, or a permutation given as `permutation:2,0,1`, from the seed of the scenario if it is drawn at random.
pub fn from_id(
    id: &str,
    topology: &dyn Topology,
    seed: u64,
) -> Result<Box<dyn Pattern>, BuildError> {
    if let Some(list) = id.strip_prefix(permutation::PREFIX) {
        return permutation::listed(list, topology);
    }
    (catalog::find(FAMILIES, "traffic.pattern", id)?.build)(topology, seed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::topology;

    fn terminals_of(spec: &str) -> Terminals {
        Terminals::of(&*topology::from_spec(spec).expect("a network in range"))
    }

    #[test]
    fn bounded_draws_are_uniform() {
        // χ² with 6 degrees of freedom exceeds 22.46 once in a thousand seeds.
        let mut random = Random::seed_from_u64(7);
        let mut counts = [0_u32; 7];
        for _ in 0..70_000 {
            counts[below(&mut random, 7) as usize] += 1;
        }
        let excess = |&n: &u32| (f64::from(n) - 10_000.0).powi(2) / 10_000.0;
        let chi_square: f64 = counts.iter().map(excess).sum();
        assert!(chi_square < 22.46, "{counts:?}");
    }

    #[test]
    fn every_set_of_other_nodes_is_equally_likely() {
        // χ² with 9 degrees of freedom exceeds 27.88 once in a thousand seeds.
        let mut random = Random::seed_from_u64(11);
        let six = terminals_of("ring:6");
        let mut counts = std::collections::BTreeMap::<_, u32>::new();
        for _ in 0..10_000 {
            let set = others(&six, NodeId(2), 3, &mut random);
            assert!(set.is_sorted_by(|a, b| a < b) && !set.contains(&NodeId(2)));
            assert!(set.len() == 3 && set[2].0 < 6, "{set:?}");
            *counts.entry(set).or_default() += 1;
        }
        assert_eq!(counts.len(), 10);
        let excess = |&n: &u32| (f64::from(n) - 1_000.0).powi(2) / 1_000.0;
        let chi_square: f64 = counts.values().map(excess).sum();
        assert!(chi_square < 27.88, "{counts:?}");
    }

    #[test]
    fn all_other_terminals_can_be_drawn() {
        let mut random = Random::seed_from_u64(5);
        let all = others(&terminals_of("ring:5"), NodeId(3), 4, &mut random);
        assert_eq!(all, [0, 1, 2, 4].map(NodeId));
        let star = terminals_of("graph:a - s\ns - b\ns - c\nswitch s");
        let all = others(&star, NodeId(2), 2, &mut random);
        assert_eq!(all, [0, 3].map(NodeId));
    }

    #[test]
    fn chances_have_their_probability() {
        let mut random = Random::seed_from_u64(13);
        let hits = (0..10_000).filter(|_| chance(&mut random, 0.3)).count();
        // Five standard deviations.
        assert!((2771..=3229).contains(&hits), "{hits}");
        assert!((0..100).all(|_| chance(&mut random, 1.0)));
    }

    #[test]
    fn streams_of_different_nodes_differ() {
        let mut streams = streams(1, 3);
        let draws: Vec<_> = streams.iter_mut().map(Random::next_u64).collect();
        assert!(draws[0] != draws[1] && draws[1] != draws[2] && draws[0] != draws[2]);
    }
}
