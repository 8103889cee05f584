//! Laws of traffic patterns, over every registered one and every topology that it accepts.

use std::collections::BTreeMap;

use flitscope::topology::{NodeId, Topology};
use flitscope::traffic::{self, FAMILIES, Pattern, Random, streams};
use statrs::distribution::{ChiSquared, ContinuousCDF as _};

use crate::common::networks::{self, build};

fn random() -> Random {
    streams(20_261_121, 1).remove(0)
}

/// Every pattern on every network that it accepts.
fn every_pair() -> impl Iterator<Item = (&'static str, Box<dyn Topology>, Box<dyn Pattern>)> {
    networks::up_to(64).flat_map(|spec| {
        FAMILIES.iter().filter_map(move |family| {
            let topology = build(spec);
            let pattern = (family.build)(&*topology, 1).ok()?;
            Some((family.entry.id, topology, pattern))
        })
    })
}

#[test]
fn destinations_are_other_nodes_of_the_network() {
    let mut random = random();
    for (id, topology, pattern) in every_pair() {
        for from in topology.node_ids() {
            for _ in 0..20 {
                if let Some(to) = pattern.destination(from, &mut random) {
                    assert!(
                        to.0 < topology.nodes() && to != from,
                        "{id} on {topology:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn permutations_reach_every_node_at_most_once_and_always_the_same() {
    let mut random = random();
    for (id, topology, pattern) in every_pair() {
        let drawn = [
            "uniform",
            "clustered",
            "hotspot",
            "neighbor",
            "neighbor-group",
            "quadrant",
        ];
        let is_permutation = |id| !drawn.contains(&id);
        if !is_permutation(id) {
            continue;
        }
        let mut draw = |from| pattern.destination(from, &mut random);
        let first: Vec<_> = topology.node_ids().map(&mut draw).collect();
        let second: Vec<_> = topology.node_ids().map(&mut draw).collect();
        assert_eq!(first, second, "{id} on {topology:?}");
        let mut reached: Vec<_> = first.into_iter().flatten().collect();
        reached.sort_unstable();
        assert!(reached.is_sorted_by(|a, b| a < b), "{id} on {topology:?}");
    }
}

#[test]
fn permutations_match_the_textbook() {
    let to = |pattern: &str, spec: &str, from: &str| {
        let topology = build(spec);
        let pattern = traffic::from_id(pattern, &*topology, 1).expect("defined there");
        let from = topology.parse_label(from).expect("a node");
        let to = pattern.destination(from, &mut random());
        to.map(|to| topology.label(to))
    };
    assert_eq!(to("transpose", "mesh:5x5", "1,3").as_deref(), Some("3,1"));
    assert_eq!(to("transpose", "mesh:5x5", "2,2"), None);
    // 0110 → 1001: the halves are swapped.
    assert_eq!(to("transpose", "hypercube:4", "6").as_deref(), Some("9"));
    assert_eq!(
        to("bit-complement", "mesh:5x4", "1,0").as_deref(),
        Some("3,3")
    );
    assert_eq!(
        to("bit-complement", "hypercube:4", "6").as_deref(),
        Some("9")
    );
    // 0001 → 1000.
    assert_eq!(to("bit-reverse", "hypercube:4", "1").as_deref(), Some("8"));
    assert_eq!(to("bit-reverse", "hypercube:4", "6"), None);
    // 1011 → 0111, and back.
    assert_eq!(to("shuffle", "hypercube:4", "11").as_deref(), Some("7"));
    assert_eq!(
        to("bit-rotation", "hypercube:4", "7").as_deref(),
        Some("11")
    );
    assert_eq!(to("shuffle", "hypercube:4", "15"), None);
    // ⌈8/2⌉ − 1 = 3 and ⌈5/2⌉ − 1 = 2, around the edge.
    assert_eq!(to("tornado", "torus:8x5", "6,4").as_deref(), Some("1,1"));
    assert_eq!(to("tornado", "ring:4", "3").as_deref(), Some("0"));
}

#[test]
fn a_random_permutation_depends_on_the_seed_only() {
    let topology = build("mesh:4x4");
    let drawn = |seed| {
        let pattern = traffic::from_id("random-permutation", &*topology, seed).expect("defined");
        let to = topology
            .node_ids()
            .map(|from| pattern.destination(from, &mut random()));
        to.collect::<Option<Vec<_>>>().expect("every node sends")
    };
    assert_eq!(drawn(3), drawn(3));
    assert_ne!(drawn(3), drawn(4));
    // There are nine derangements of four nodes, each drawn by a ninth of the seeds; χ² with 8
    // degrees of freedom exceeds 26.1 once in a thousand cases.
    let four = build("ring:4");
    let mut counts = BTreeMap::<_, u32>::new();
    for seed in 0..9_000 {
        let pattern = traffic::from_id("random-permutation", &*four, seed).expect("defined");
        let to = four
            .node_ids()
            .map(|from| pattern.destination(from, &mut random()));
        *counts.entry(to.collect::<Vec<_>>()).or_default() += 1;
    }
    assert_eq!(counts.len(), 9);
    let excess = counts
        .values()
        .map(|&n| (f64::from(n) - 1000.0).powi(2) / 1000.0);
    assert!(excess.sum::<f64>() < 26.1, "{counts:?}");
}

#[test]
fn a_pattern_is_refused_where_it_is_not_defined() {
    for (pattern, spec) in [
        ("transpose", "mesh:5x4"),
        ("transpose", "hypercube:5"),
        ("bit-reverse", "mesh:3x3"),
        ("shuffle", "mesh:3x3"),
        ("bit-rotation", "ring:6"),
        ("tornado", "hypercube:4"),
        ("tornado", "complete:5"),
        ("quadrant", "mesh:3x3"),
    ] {
        let error = traffic::from_id(pattern, &*build(spec), 1).expect_err("not defined");
        let sentence = error.to_string();
        assert!(
            sentence.contains(pattern) && sentence.contains(spec),
            "{sentence}"
        );
    }
}

/// Draws from one node, and compares the counts with expected shares by χ².
fn chi_square(pattern: &str, spec: &str, from: NodeId, share: impl Fn(NodeId) -> f64) -> f64 {
    const DRAWS: u32 = 60_000;
    let topology = build(spec);
    let pattern = traffic::from_id(pattern, &*topology, 1).expect("defined there");
    let mut random = random();
    let mut counts = BTreeMap::new();
    for _ in 0..DRAWS {
        let to = pattern.destination(from, &mut random).expect("it sends");
        *counts.entry(to).or_insert(0_u32) += 1;
    }
    let others = topology.node_ids().filter(|&to| to != from);
    let shares: Vec<_> = others.map(|to| (to, share(to))).collect();
    let total: f64 = shares.iter().map(|(_, share)| share).sum();
    let excess = shares.iter().map(|(to, share)| {
        let found = f64::from(counts.remove(to).unwrap_or(0));
        if *share == 0.0 {
            assert!(found == 0.0, "{to:?} must not be reached");
            return 0.0;
        }
        let expected = f64::from(DRAWS) * share / total;
        (found - expected).powi(2) / expected
    });
    excess.sum()
}

#[test]
fn random_patterns_have_the_distributions_they_claim() {
    // At most 14 degrees of freedom; 37.7 is exceeded by fewer than one seed in a thousand, and the
    // seed is fixed.
    const LIMIT: f64 = 37.7;
    let cube = build("hypercube:4");
    let from = NodeId(5);
    let distance = |to: NodeId| f64::from(cube.distance(from, to));
    let uniform = chi_square("uniform", "hypercube:4", from, |_| 1.0);
    assert!(uniform < LIMIT, "{uniform}");
    let clustered = chi_square("clustered", "hypercube:4", from, |to| 1.0 / distance(to));
    assert!(clustered < LIMIT, "{clustered}");
    let adjacent = |to| {
        if cube.distance(from, to) == 1 {
            1.0
        } else {
            0.0
        }
    };
    let neighbor = chi_square("neighbor", "hypercube:4", from, adjacent);
    assert!(neighbor < LIMIT, "{neighbor}");
    let quarter = |to: NodeId| f64::from(u8::from([0, 1, 4].contains(&to.0)));
    let quadrant = chi_square("quadrant", "mesh:4x4", from, quarter);
    assert!(quadrant < LIMIT, "{quadrant}");
    // Node 8 gets a tenth, and its share of the other nine tenths.
    let hot = |to: NodeId| 0.9 / 15.0 + if to == NodeId(8) { 0.1 } else { 0.0 };
    let hot = chi_square("hotspot", "hypercube:4", from, hot);
    assert!(hot < LIMIT, "{hot}");
}

#[test]
fn destinations_are_drawn_in_proportion_to_their_weights() {
    const DRAWS: u32 = 20_000;
    // Probability that Pearson's χ² exceeds its limit for one network and pattern, with one degree
    // of freedom fewer than destinations. There are some hundreds of such pairs, all drawn from one
    // seed.
    const EXCEEDED: f64 = 1e-5;
    let mut random = random();
    for (id, topology, pattern) in every_pair() {
        let from = NodeId(topology.nodes() / 3);
        let mut counts: BTreeMap<_, u32> = BTreeMap::new();
        for _ in 0..DRAWS {
            if let Some(to) = pattern.destination(from, &mut random) {
                *counts.entry(to).or_default() += 1;
            }
        }
        let others = topology.node_ids().filter(|&to| to != from);
        let weights: Vec<_> = others.map(|to| (to, pattern.weight(from, to))).collect();
        let all: f64 = weights.iter().map(|(_, weight)| weight).sum();
        let reached = weights.iter().filter(|(_, weight)| *weight > 0.0).count();
        let mut chi_square = 0.0;
        for (to, weight) in weights {
            let count = counts.get(&to).copied().unwrap_or(0);
            if weight > 0.0 {
                let expected = f64::from(DRAWS) * weight / all;
                chi_square += (f64::from(count) - expected).powi(2) / expected;
            } else {
                assert_eq!(count, 0, "{id} on {topology:?}: {from:?} to {to:?}");
            }
        }
        // One destination, or none, leaves nothing to chance.
        let most = if reached > 1 {
            let law = ChiSquared::new((reached - 1) as f64).expect("it is positive");
            law.inverse_cdf(1.0 - EXCEEDED)
        } else {
            1e-9
        };
        assert!(
            chi_square < most,
            "{id} on {topology:?}: {chi_square}, not below {most}"
        );
    }
}
