//! The verdicts *steady*, *saturated* and *not settled* are correct: near the exact bound of
//! oblivious routing functions, and with many sources.

use std::collections::BTreeMap;

use flitscope::scenario::{Bounds, Scenario};
use flitscope::sim::{Outcome, Verdict, seed_of};
use flitscope::sweep::{Point, Report, State, simulate};
use flitscope::traffic::Length;

use crate::common::effort;

/// Networks, functions and patterns that are combined where they are compatible.
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

/// A random number below `most`.
fn below(random: &mut impl FnMut() -> u64, most: usize) -> usize {
    (random() % most as u64) as usize
}

/// A random scenario with a known bound, at a fraction of it.
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

/// The report on a scenario after this many cycles, which uses the bound, and the outcome without
/// it.
fn judged(scenario: &Scenario, cycles: i64) -> (Report, Outcome) {
    let mut scenario = scenario.clone();
    (scenario.run.warmup, scenario.run.cycles) = ((cycles / 4).into(), cycles);
    let point = Point::new(&scenario).expect("it is in range");
    let sample = point.run_replication(0, |_| ());
    let replication = sample.flits().expect("flits").clone();
    let outcome = Outcome::of(&[replication], None);
    (point.report(&[sample]), outcome)
}

/// A run is never steady above the bound, and never saturated where a run fifty times as long is
/// steady.
#[test]
fn verdicts_near_the_bound_hold_in_longer_runs() {
    let (cases, long) = effort::quick_or((12, 100_000), (200, 1_000_000));
    // Seeds of replications are as good as random.
    let mut random = (1..).map(|index| seed_of(1, index));
    let mut random = || random.next().expect("they do not end");
    let mut counts = BTreeMap::new();
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
        // Without the bound, too, a run that appears steady at the end never appeared saturated.
        if plain_long.verdict == Verdict::Steady {
            assert_ne!(plain_short.verdict, Verdict::Saturated, "{share} {link}");
        }
        let side = if share < 1.0 { "below" } else { "above" };
        let of = |outcome: &Outcome| format!("{:?}", outcome.verdict);
        let key = format!(
            "{side}: {:?} then {:?}; by the run alone {} then {}",
            short.state,
            long.state,
            of(&plain_short),
            of(&plain_long)
        );
        *counts.entry(key).or_insert(0) += 1;
    }
    for (key, count) in counts {
        eprintln!("{count:4} {key}");
    }
}

/// The offered load is 3.6 % more than dimension order can carry. With a latency between 280 and
/// 1,600 cycles, depending on the length of the run, it was once reported as steady.
#[test]
fn a_load_beyond_the_limit_of_dimension_order_is_saturated_in_runs_of_any_length() {
    let link = "t=mesh:8x8&tr=transpose&M=8&vc=2&buf=4&lam=0.0185";
    let opened = Scenario::from_link(link).scenario;
    let built = opened.build().expect("it is in range");
    let limit = Bounds::limit(&opened, &built).expect("it is known");
    assert!((limit.rate - 1.0 / 56.0).abs() < 1e-12, "{}", limit.rate);
    for cycles in [1_000, 20_000, 100_000] {
        let (report, _) = judged(&opened, cycles);
        assert_eq!(report.state, State::Saturated, "{cycles}");
        assert_eq!(report.measures.latency.mean, None);
        assert_eq!(report.measures.so_far, None);
    }
    // Just below the limit, a queue has a memory of 8/(1 − ρ)² = 700,000 cycles.
    let mut below = opened;
    below.traffic.rate = 0.0178;
    for cycles in [20_000, 200_000] {
        let (report, _) = judged(&below, cycles);
        assert_eq!(
            report.state,
            State::NotSettled,
            "{cycles}: {}",
            report.verdict
        );
        let so_far = report.measures.so_far.expect("messages arrived");
        assert!(so_far.latency.is_some_and(|mean| mean > 50.0));
        let json = report.to_json();
        assert_eq!(json["state"], "not settled");
        assert_eq!(json["saturated"], false);
        assert!(json["latency"]["mean"].is_null() && json["so_far"]["latency"].is_f64());
        assert!(report.verdict.starts_with("not settled: simulate longer; "));
    }
}

/// All of the 1,024 sources are nine tenths busy, and the longest of so many queues has dozens of
/// messages.
#[test]
fn a_thousand_sources_that_keep_up_are_steady_at_nine_tenths_of_their_bound() {
    for link in [
        "t=torus-uni:1024&tr=neighbor&M=16&vc=2&buf=2",
        "t=hypercube:10&tr=neighbor&M=8&vc=2&buf=4",
    ] {
        let mut scenario = Scenario::from_link(link).scenario;
        let built = scenario.build().expect("it is in range");
        let limit = Bounds::limit(&scenario, &built).expect("it is known");
        scenario.traffic.rate = 0.9 * limit.rate;
        let (report, outcome) = judged(&scenario, 40_000);
        assert_eq!(report.state, State::Steady, "{link}: {}", report.verdict);
        assert_eq!(outcome.verdict, Verdict::Steady, "{link}");
    }
}

/// Sources that send in bursts of many messages are steady where Poisson sources are, in runs that
/// have enough bursts; shorter runs do not decide, and overload is recognized.
#[test]
fn bursts_are_not_taken_for_saturation() {
    let bursty = |share: f64, on: f64, seed: u64| {
        let mut scenario = Scenario::from_link("t=mesh:4x4&vc=4&buf=4&M=4").scenario;
        let built = scenario.build().expect("it is in range");
        let limit = Bounds::limit(&scenario, &built).expect("it is known");
        scenario.traffic.rate = share * limit.rate;
        scenario.traffic.burst.on = Some(on);
        scenario.seed = seed;
        scenario
    };
    let verdict = |scenario: &Scenario, cycles| judged(scenario, cycles).1.verdict;
    let mut steady = 0;
    for seed in 1..=20 {
        let scenario = bursty(0.4, 200.0, seed);
        let found = verdict(&scenario, 40_000);
        assert_ne!(found, Verdict::Saturated, "{seed}");
        steady += u32::from(found == Verdict::Steady);
        assert_eq!(verdict(&scenario, 8_000), Verdict::NotSettled, "{seed}");
    }
    assert!(steady >= 18, "{steady}");
    let overloaded = bursty(1.5, 200.0, 1);
    assert_eq!(verdict(&overloaded, 100_000), Verdict::Saturated);
}

/// Bursts leave the mean load as it is and make messages wait.
#[test]
fn bursts_raise_the_latency_at_the_same_load() {
    let mut scenario = Scenario::from_link("t=mesh:4x4&vc=4&buf=4&M=4&lam=0.03").scenario;
    let (poisson, _) = judged(&scenario, 200_000);
    scenario.traffic.burst.on = Some(100.0);
    let (bursty, _) = judged(&scenario, 200_000);
    let loads = [&poisson, &bursty].map(|report| report.measures.offered);
    assert!((loads[1] / loads[0] - 1.0).abs() < 0.03, "{loads:?}");
    let means = [&poisson, &bursty].map(|report| report.measures.latency.mean.expect("steady"));
    assert!(means[1] > 1.1 * means[0], "{means:?}");
}

/// Adaptive routing with one escape channel: at one load there are two steady states, one with free
/// channels and one in which nearly every header takes the escape, which accepts less.
#[test]
fn a_surge_leads_to_another_answer_at_the_same_load() {
    let report = |rate: f64, surge: bool| {
        let mut scenario = Scenario::from_link("t=hypercube:6&r=duato&vc=2&M=16&pi=6").scenario;
        scenario.traffic.rate = rate;
        scenario.traffic.surge.rate = surge.then_some(0.136);
        scenario.traffic.surge.cycles = 1000;
        scenario.run.warmup = 10_000.into();
        scenario.run.cycles = 20_000;
        simulate(&scenario, |_| ()).expect("it can be run")
    };
    let (before, after) = (report(0.068, false), report(0.068, true));
    assert_eq!(before.state, State::Steady, "{}", before.verdict);
    assert_eq!(after.state, State::Saturated, "{}", after.verdict);
    let accepted = |report: &Report| report.measures.accepted / 16.0;
    assert!((accepted(&before) / 0.068 - 1.0).abs() < 0.02);
    assert!(accepted(&after) < 0.066, "{}", accepted(&after));
    let escapes = [&before, &after].map(|report| report.measures.escape_share);
    assert!(
        escapes[1] > escapes[0].map(|share| 1.4 * share),
        "{escapes:?}"
    );
    // Below the range of loads with two states the crowd dissolves.
    let below = report(0.055, true);
    assert_eq!(below.state, State::Steady, "{}", below.verdict);
    assert!((accepted(&below) / 0.055 - 1.0).abs() < 0.02);
}
