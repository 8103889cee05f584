//! Runs that end early because the network is certainly saturated: never below its limit, and with
//! the same measures as a longer run above.

use flitscope::scenario::Scenario;
use flitscope::sim::{Measures, RunLength, Verdict, Warmup};
use flitscope::sweep::Point;

use super::statistics::{FLITS, SEEDS, SERVICE, queue, run};
use crate::common::effort;

/// A run that ends once it is certainly saturated must not be misled by chance: not at ρ = .98, where
/// every eighth run of 20 000 cycles appears saturated at its end.
#[test]
fn no_queue_that_keeps_up_ends_as_certainly_saturated() {
    const CYCLES: u64 = 100_000;
    let length = RunLength {
        ends_saturated: true,
        ..RunLength::new(0, CYCLES)
    };
    for &load in effort::quick_or(&[0.98][..], &[0.9, 0.98]) {
        for seed in 1..=effort::quick_or(40, SEEDS) {
            let measures = run(&queue(load, seed), length).measures;
            assert_eq!(measures.cycles, CYCLES, "ρ = {load}, seed {seed}");
        }
    }
}

#[test]
fn a_run_that_ends_as_certainly_saturated_reports_the_same_as_a_longer_one() {
    for link in [
        "t=torus:4x4&buf=2&M=16&lam=0.08",
        "t=mesh:4x4&M=8&lam=0.11",
        "t=hypercube:4&vc=1&M=16&lam=0.1",
    ] {
        let whole = RunLength {
            warmup: Warmup::Auto,
            ..RunLength::new(0, 160_000)
        };
        let ends_saturated = true;
        let soon = RunLength {
            ends_saturated,
            ..whole
        };
        let scenario = Scenario::from_link(link).scenario;
        let [whole, soon] = [whole, soon].map(|length| run(&scenario, length));
        assert_eq!(soon.verdict, Verdict::Saturated, "{link}");
        assert_eq!(whole.verdict, Verdict::Saturated, "{link}");
        let [whole, soon] = [whole, soon].map(|outcome| outcome.measures);
        assert!(2 * soon.cycles < whole.cycles, "{link}: {}", soon.cycles);
        let near = |of: fn(&Measures) -> f64| (of(&soon) / of(&whole) - 1.0).abs() < 0.05;
        assert!(near(|m| m.accepted), "{link}");
        assert!(
            near(|m| m.network_latency.mean.expect("messages arrived")),
            "{link}"
        );
    }
}

/// 64 such queues: in a hypercube, messages between opposite nodes share no channel.
fn queues(load: f64, seed: u64) -> Scenario {
    let mut scenario = queue(load, seed);
    "hypercube:6".clone_into(&mut scenario.network);
    "bit-complement".clone_into(&mut scenario.traffic.pattern);
    scenario
}

#[test]
fn a_network_ends_as_certainly_saturated_above_its_limit_and_never_below() {
    let ended = |load, seed, warmup, cycles| {
        let length = RunLength {
            warmup,
            ends_saturated: true,
            ..RunLength::new(0, cycles)
        };
        run(&queues(load, seed), length).measures
    };
    for seed in 1..=effort::quick_or(8, SEEDS) {
        for warmup in [Warmup::Cycles(2_000), Warmup::Auto] {
            for below in [0.95, 0.99] {
                let measures = ended(below, seed, warmup, 20_000);
                assert_eq!(measures.saturated_at, None, "ρ = {below}, seed {seed}");
            }
            let measures = ended(1.3, seed, warmup, 20_000);
            let end = measures.saturated_at.expect("it is certain");
            assert!(end < 6_000, "seed {seed}: {end}");
            // Each of them carries M flits every D cycles.
            let carried = f64::from(FLITS) / SERVICE;
            assert!(
                (measures.accepted / carried - 1.0).abs() < 0.02,
                "seed {seed}"
            );
        }
    }
}

#[test]
fn a_point_above_the_exact_bound_ends_as_soon_as_it_is_measured() {
    let end = |load: f64| {
        let mut scenario = queues(load, 1);
        (scenario.run.warmup, scenario.run.cycles) = (2_000.into(), 100_000);
        let point = Point::new(&scenario).expect("a valid scenario");
        let report = point.ending_saturated().simulate(|_| ());
        assert!(report.saturated, "{load}");
        report.measures.saturated_at.expect("it ends early")
    };
    // Channels are known to move at most a flit per cycle; these queues only M in D cycles, so that
    // both loads are too high for them.
    let bound = SERVICE / f64::from(FLITS);
    let [above, below] = [0.001, -0.001].map(|more| end(bound + more));
    assert!(above < 4_000, "{above}");
    assert!(below > above, "{below}");
}

/// On a ring, messages may wait for each other unless there are two virtual channels.
#[test]
fn a_saturated_point_that_might_deadlock_does_not_end_early() {
    let measured = |vcs| {
        let mut scenario = queue(8.0, 1);
        "ring:8".clone_into(&mut scenario.network);
        scenario.vcs = vcs;
        (scenario.run.warmup, scenario.run.cycles) = (2_000.into(), 40_000);
        let point = Point::new(&scenario).expect("a valid scenario");
        point.ending_saturated().simulate(|_| ())
    };
    let [one, two] = [1, 2].map(measured);
    assert!(
        one.deadlocked && one.measures.saturated_at.is_none(),
        "{}",
        one.verdict
    );
    assert!(two.measures.saturated_at.is_some(), "{}", two.verdict);
}
