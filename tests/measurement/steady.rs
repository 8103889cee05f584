//! Whether *steady*, *saturated* and *not settled* are true: near the exact bound of oblivious routing
//! functions, and at sources of which few are too busy.

use flitscope::scenario::{Bounds, Scenario};
use flitscope::sim::{Outcome, Verdict, seed_of};
use flitscope::sweep::{Point, Report, State};
use flitscope::traffic::Length;

use crate::common::effort;

/// Networks, functions and patterns that are each combined, if they fit.
const NETWORKS: [&str; 8] = [
    "mesh:4x4",
    "mesh:8x8",
    "mesh:3x3x3",
    "torus:5x5",
    "torus:8x4",
    "ring:7",
    "hypercube:4",
    "hypercube:6",
];
const FUNCTIONS: [&str; 4] = ["dimension-order", "valiant", "romm", "shortest"];
const PATTERNS: [&str; 5] = [
    "uniform",
    "transpose",
    "bit-complement",
    "bit-reverse",
    "neighbor",
];

/// Any number below one.
fn below(random: &mut impl FnMut() -> u64, most: usize) -> usize {
    (random() % most as u64) as usize
}

/// A scenario whose bound is known, at a share of it.
fn near_its_bound(random: &mut impl FnMut() -> u64) -> (Scenario, f64) {
    loop {
        let mut scenario = Scenario::on(NETWORKS[below(random, NETWORKS.len())]);
        FUNCTIONS[below(random, FUNCTIONS.len())].clone_into(&mut scenario.routing);
        PATTERNS[below(random, PATTERNS.len())].clone_into(&mut scenario.traffic.pattern);
        let length = [4, 8, 16, 32][below(random, 4)];
        scenario.length = Length::Fixed(length);
        scenario.vcs = [2, 4, 8][below(random, 3)];
        scenario.buffer = [1, 4, 16][below(random, 3)];
        scenario.seed = random();
        let Ok(built) = scenario.build() else {
            continue;
        };
        let design = &built.design;
        let is_free = design
            .routing
            .min_vcs()
            .is_some_and(|least| least <= design.vcs);
        let share = 0.9 + 0.2 * below(random, 1001) as f64 / 1000.0;
        match Bounds::limit(&scenario, &built) {
            Some(limit) if is_free && share * limit.rate <= 1.0 => {
                scenario.traffic.rate = share * limit.rate;
                return (scenario, share);
            }
            _ => {}
        }
    }
}

/// What is said of it after so many cycles, with the bound known, and without.
fn judged(scenario: &Scenario, cycles: i64) -> (Report, Outcome) {
    let mut scenario = scenario.clone();
    (scenario.run.warmup, scenario.run.cycles) = ((cycles / 4).into(), cycles);
    let point = Point::new(&scenario).expect("it is in range");
    let sample = point.run_replication(0, |_| ());
    let replication = sample.flits().expect("flits").clone();
    let outcome = Outcome::of(&[replication], None);
    (point.report(&[sample]), outcome)
}

/// Never steady above the bound, and never saturated where a run fifty times as long is steady.
#[test]
fn verdicts_near_the_bound_hold_in_longer_runs() {
    let (cases, long) = effort::quick_or((12, 100_000), (200, 1_000_000));
    // Seeds of replications are as good as random.
    let mut random = (1..).map(|index| seed_of(1, index));
    let mut random = || random.next().expect("they do not end");
    let mut counts = std::collections::BTreeMap::new();
    for _ in 0..cases {
        let (scenario, share) = near_its_bound(&mut random);
        let [(short, plain_short), (long, plain_long)] =
            [20_000, long].map(|cycles| judged(&scenario, cycles));
        let link = scenario.to_link();
        for report in [&short, &long] {
            let is_above = share >= 1.0;
            assert!(
                !(is_above && report.state == State::Steady),
                "{share} {link}"
            );
            assert_eq!(report.saturated, report.state == State::Saturated);
            let has_mean = report.measures.latency.mean.is_some();
            assert_eq!(has_mean, report.state == State::Steady, "{link}");
            let is_open = report.state == State::NotSettled;
            assert_eq!(report.measures.so_far.is_some(), is_open, "{link}");
        }
        if long.state == State::Steady {
            assert_ne!(short.state, State::Saturated, "{share} {link}");
        }
        // By the run alone, what looks steady in the end never looked saturated.
        if plain_long.verdict == Verdict::Steady {
            assert_ne!(plain_short.verdict, Verdict::Saturated, "{share} {link}");
        }
        let way = if share < 1.0 { "below" } else { "above" };
        let of = |outcome: &Outcome| format!("{:?}", outcome.verdict);
        let key = format!(
            "{way}: {:?} then {:?}; by the run alone {} then {}",
            short.state,
            long.state,
            of(&plain_short),
            of(&plain_long)
        );
        *counts.entry(key).or_insert(0) += 1;
    }
    for (key, count) in counts {
        println!("{count:4} {key}");
    }
}
