//! The statistics that a run reports are correct: intervals, warm-up, precision, saturation.
//!
//! On `mesh:2` with one virtual channel, a source queue with its channel is a queue with a known
//! solution. Suppose that a header claims the channel in cycle c. Its flits leave the injection
//! lane in cycles c to c + M − 1 and the channel's lane in c + 1 to c + M, when the tail arrives.
//! The lane can be claimed again in the next cycle, so messages are served one after another, D =
//! M + 1 cycles each: of messages generated in cycles a₁ ≤ a₂ ≤ …
//!
//! 1. cᵢ = max(aᵢ, cᵢ₋₁ + D), the latency is cᵢ − aᵢ + M
//!
//! Arrivals are Poisson in continuous time, aᵢ = ⌊tᵢ⌋. With vᵢ = max(tᵢ, vᵢ₋₁ + D), the M/D/1 queue
//! in continuous time, cᵢ = ⌊vᵢ⌋ because D is an integer. The fractional parts of tᵢ are uniform,
//! and so are those of vᵢ, each of which equals that of the arrival that began its busy period. The
//! mean wait ⌊vᵢ⌋ − ⌊tᵢ⌋ is therefore exactly that of M/D/1; with ρ = λ·D
//!
//! 2. L = M + ρ·D / 2(1 − ρ)
//!
//! A message that waits reaches the head of its queue in the cycle before its service, when the
//! previous tail has left the injection lane; its network latency is M + 1, and that of the others
//! is M. A message that does not wait finds nothing in service and is the first generated in its
//! cycle. The queue is empty at the beginning of a fraction P₀ of the cycles, and in a fraction 1 −
//! ρ it has nothing to serve, that is, it is empty and sees no arrival: P₀·e^{−λ} = 1 − ρ. Hence
//!
//! 3. P(no wait) = P₀·(1 − e^{−λ})/λ = (1 − ρ)·(e^λ − 1)/λ
//! 4. network latency = M + 1 − (1 − ρ)·(e^λ − 1)/λ

use flitscope::scenario::{Scenario, Warmup as Chosen};
use flitscope::sim::{
    Counters, Delivery, Estimate, MessageId, Meter, Outcome, RunLength, Simulator, Verdict, Warmup,
};
use flitscope::sweep::{Point, Sample, simulate};
use flitscope::topology::NodeId;
use flitscope::traffic::Length;

use crate::common::effort;

/// The length M of messages.
pub(super) const FLITS: u32 = 15;

/// The service time D.
pub(super) const SERVICE: f64 = 16.0;

pub(super) const SEEDS: u64 = 200;

/// Three standard deviations below .95 for [`SEEDS`] tries: .95 − 3·√(.95·.05/200) = .904. If the
/// coverage is .95, fewer intervals contain the mean once in 200 such tests.
const FEWEST_COVERED: u32 = 181;

#[test]
fn of_100_intervals_95_contain_the_mean_latency_of_a_known_queue() {
    let fixed = Warmup::Cycles(20_000);
    let quick = [(0.5, 200_000, fixed), (0.8, 400_000, Warmup::Auto)];
    let long = [
        (0.5, 200_000, fixed),
        (0.5, 200_000, Warmup::Auto),
        (0.8, 400_000, Warmup::Auto),
    ];
    for &(load, cycles, warmup) in effort::quick_or(&quick[..], &long) {
        let rate = load / SERVICE;
        let latency = f64::from(FLITS) + load * SERVICE / (2.0 * (1.0 - load)); // (2)
        let no_wait = (1.0 - load) * (rate.exp() - 1.0) / rate; // (3)
        let network = f64::from(FLITS) + 1.0 - no_wait; // (4)
        let length = RunLength {
            warmup,
            ..RunLength::new(0, cycles)
        };
        let outcomes: Vec<_> = (1..=SEEDS)
            .map(|seed| run(&queue(load, seed), length))
            .collect();
        let measured = |of: fn(&Outcome) -> Estimate| outcomes.iter().map(of).collect::<Vec<_>>();
        assert_covered(&measured(|o| o.measures.latency), latency);
        assert_covered(&measured(|o| o.measures.network_latency), network);
        let settled = outcomes.iter().filter(|o| o.measures.settled == Some(true));
        assert!(settled.count() > 190, "{load} {warmup:?}");
    }
}

/// Asserts that intervals contain the true value as often as they should, and that their centers
/// agree with it on average.
fn assert_covered(estimates: &[Estimate], truth: f64) {
    let mean_of = |e: &Estimate| e.mean.expect("messages arrived");
    let contains = |e: &&Estimate| (mean_of(e) - truth).abs() <= e.ci95.expect("messages arrived");
    let covered = estimates.iter().filter(contains).count() as u32;
    let trusted = estimates.iter().filter(|e| e.trusted).count();
    let means = Estimate::from_replications(&estimates.iter().map(mean_of).collect::<Vec<_>>());
    let mean = means.mean.expect("there are seeds");
    let error = means.ci95.expect("there are seeds") / 1.97;
    assert!(covered >= FEWEST_COVERED, "{covered} hold {truth}");
    assert!(
        (mean - truth).abs() < 3.0 * error,
        "{mean}, not {truth} ± {error}"
    );
    assert!(trusted > 180, "{trusted} of {truth} are trusted");
}

/// Stopping when the interval is narrow prefers runs in which it is narrow by chance: 91 of 100
/// intervals contain the mean, not 95. The bound is three standard deviations below that.
#[test]
fn a_run_that_may_end_early_reports_its_precision() {
    let mut covered = 0;
    for seed in 1..=SEEDS {
        let length = RunLength {
            precision: Some(0.05),
            ..RunLength::new(5_000, 5_000_000)
        };
        let measures = run(&queue(0.5, seed), length).measures;
        assert_eq!(measures.precision_reached, Some(true), "{seed}");
        assert!(measures.precision.is_some_and(|p| p <= 0.05), "{seed}");
        assert!(measures.latency.trusted, "{seed}");
        assert!(measures.cycles < 1_000_000, "{seed}: {}", measures.cycles);
        let mean = measures.latency.mean.expect("messages arrived");
        let ci95 = measures.latency.ci95.expect("messages arrived");
        covered += u32::from((mean - 23.0).abs() <= ci95); // (2)
    }
    assert!(covered >= 170, "{covered}");
}

#[test]
fn a_run_that_is_too_short_for_its_precision_is_reported() {
    let mut scenario = queue(0.8, 1);
    scenario.run.cycles = 10_000;
    scenario.run.precision = Some(0.001);
    let report = simulate(&scenario, |_| ()).expect("it is in range");
    assert_eq!(report.measures.precision_reached, Some(false));
    assert_eq!(report.measures.cycles, 10_000);
    let is_warned = |part: &str| report.warnings.iter().any(|w| w.contains(part));
    assert!(
        is_warned("requested precision was not reached"),
        "{:?}",
        report.warnings
    );
    assert!(is_warned("unreliable"), "{:?}", report.warnings);
}

/// The queue fluctuates over about D / (1 − ρ)² = 6400 cycles at ρ = .95, and 40 000 at .98.
#[test]
fn a_queue_is_reported_as_steady_or_saturated_where_it_is_and_as_not_settled_in_between() {
    const TRIES: usize = 20;
    let verdicts = |load, cycles| {
        let length = RunLength::new(cycles / 4, cycles);
        let runs = (1..=TRIES as u64).map(|seed| run(&queue(load, seed), length).verdict);
        let all: Vec<_> = runs.collect();
        let count = |verdict| all.iter().filter(|of| **of == verdict).count();
        [Verdict::Steady, Verdict::NotSettled, Verdict::Saturated].map(count)
    };
    assert_eq!(verdicts(0.8, 100_000), [TRIES, 0, 0]);
    assert_eq!(verdicts(1.05, 400_000), [0, 0, TRIES]);
    for (load, cycles) in [(0.95, 20_000), (0.95, 100_000), (0.98, 400_000)] {
        let [_, _, saturated] = verdicts(load, cycles);
        assert_eq!(saturated, 0, "{load}");
    }
    let [steady, ..] = verdicts(0.95, 400_000);
    assert!(steady >= 19, "{steady}");
    for (load, cycles) in [(1.01, 400_000), (1.02, 100_000), (1.05, 20_000)] {
        let [steady, ..] = verdicts(load, cycles);
        assert!(steady <= 2, "{load}: {steady}");
    }
}

/// A thousand such queues in parallel fluctuate little, and at ρ = .9 they take a few thousand
/// cycles to fill: the initial transient is clearly visible.
#[test]
fn the_initial_transient_of_a_run_is_detected_and_excluded() {
    let mut scenario = queue(0.9, 1);
    scenario.network = "torus-uni:1000".to_owned();
    scenario.traffic.pattern = "neighbor".to_owned();
    (scenario.run.warmup, scenario.run.cycles) = (0.into(), 20_000);
    let measured = |scenario: &Scenario| {
        let report = simulate(scenario, |_| ()).expect("it is in range");
        let mean = report.measures.latency.mean.expect("messages arrived");
        (report, (mean - 87.0).abs()) // (2)
    };
    let (from_empty, error) = measured(&scenario);
    let is_warning = |w: &String| w.contains("with a longer warm-up");
    assert!(from_empty.warnings.iter().any(is_warning), "{from_empty:?}");
    assert_eq!(from_empty.measures.settled, Some(false));
    scenario.run.warmup = Chosen::Auto;
    let (found, least) = measured(&scenario);
    let measures = found.measures;
    assert_eq!(measures.settled, Some(true));
    assert_eq!(Some(measures.started), from_empty.measures.settled_at);
    assert_eq!(measures.started + measures.cycles, 20_000);
    assert_eq!(measures.digest, from_empty.measures.digest);
    assert!((1_500..8_000).contains(&measures.started), "{measures:?}");
    assert!(4.0 * least < error, "{least} and {error}");
}

#[test]
fn idle_cycles_can_be_counted_at_once() {
    let delivery = |arrived| Delivery {
        message: MessageId(0),
        multicast: None,
        from: NodeId(0),
        to: NodeId(1),
        generated: arrived - 20,
        headed: arrived - 18,
        arrived,
        hops: 1,
        length: FLITS,
        round_trip: None,
    };
    for warmup in [Warmup::Auto, Warmup::Cycles(0), Warmup::Cycles(777)] {
        let (mut at_once, mut one_by_one) = (Meter::new(warmup), Meter::new(warmup));
        let mut counters = Counters::default();
        let mut cycle = 0;
        for idle in (1..300).chain([20_000, 3, 100_000]) {
            counters.generated += 2;
            counters.delivered += 1;
            for meter in [&mut at_once, &mut one_by_one] {
                meter.count(&delivery(cycle + 20));
                meter.pass(1, counters);
            }
            at_once.pass(idle, counters);
            for _ in 0..idle {
                one_by_one.pass(1, counters);
            }
            cycle += 1 + idle;
            assert_eq!(at_once.record(counters), one_by_one.record(counters));
        }
    }
}

#[test]
fn replications_are_combined_and_the_first_is_the_run_itself() {
    let mut scenario = queue(0.5, 7);
    (scenario.run.warmup, scenario.run.cycles) = (1_000.into(), 20_000);
    let alone = simulate(&scenario, |_| ())
        .expect("it is in range")
        .measures;
    assert_eq!(alone.replications, 1);
    scenario.run.replications = 5;
    let point = Point::new(&scenario).expect("it is in range");
    let samples: Vec<_> = (0..5)
        .map(|index| point.run_replication(index, |_| ()))
        .collect();
    let replications: Vec<_> = samples.iter().filter_map(Sample::flits).collect();
    assert_eq!(format!("{:016x}", replications[0].digest), alone.digest);
    let together = point.report(&samples).measures;
    let digest = replications
        .iter()
        .fold(0, |sum: u64, r| sum.wrapping_add(r.digest));
    assert_eq!(together.digest, format!("{digest:016x}"));
    let messages = replications
        .iter()
        .map(|r| r.record.total.messages)
        .sum::<u64>();
    assert_eq!((together.messages, together.cycles), (messages, 100_000));
    assert_eq!((together.replications, together.latency.batches), (5, 5));
    let means: Vec<_> = replications
        .iter()
        .filter_map(|r| r.record.latency.mean)
        .collect();
    assert_eq!(together.latency, Estimate::from_replications(&means));
    assert_eq!(
        simulate(&scenario, |_| ()).map(|r| r.measures),
        Ok(together)
    );
}

/// Replications are exactly independent, so the only error is the skewness of their means.
#[test]
fn of_100_intervals_from_replications_95_contain_the_mean() {
    let mut covered = 0;
    for seed in 1..=SEEDS {
        let mut scenario = queue(0.5, seed);
        (scenario.run.warmup, scenario.run.cycles) = (1_000.into(), 5_000);
        scenario.run.replications = 8;
        let latency = simulate(&scenario, |_| ())
            .expect("it is in range")
            .measures
            .latency;
        let mean = latency.mean.expect("messages arrived");
        covered += u32::from((mean - 23.0).abs() <= latency.ci95.expect("eight replications")); // (2)
    }
    assert!(covered >= FEWEST_COVERED, "{covered}");
}

#[test]
fn replications_share_the_work_of_a_precision() {
    let mut scenario = queue(0.5, 3);
    (scenario.run.cycles, scenario.run.replications) = (1_000_000, 4);
    scenario.run.precision = Some(0.05);
    let together = simulate(&scenario, |_| ())
        .expect("it is in range")
        .measures;
    assert!(together.cycles < 1_000_000, "{}", together.cycles);
    assert!(together.precision_reached.is_some());
}

#[test]
fn ordered_messages_are_not_a_random_sample() {
    let opened = Scenario::from_link("t=mesh:2&rep=9&prec=0.1&msg=0:0>1;3:0>1;9:1>0");
    let report = simulate(&opened.scenario, |_| ()).expect("it is in range");
    assert_eq!(report.measures.replications, 1);
    assert_eq!(report.measures.messages, 3);
    assert_eq!(report.measures.latency.ci95, None);
    assert_eq!(report.measures.precision_reached, None);
    assert_eq!(report.warnings, [""; 0]);
}

pub(super) fn queue(load: f64, seed: u64) -> Scenario {
    let mut scenario = Scenario::on("mesh:2");
    scenario.vcs = 1;
    scenario.length = Length::Fixed(FLITS);
    scenario.traffic.rate = load / SERVICE;
    scenario.seed = seed;
    scenario
}

pub(super) fn run(scenario: &Scenario, length: RunLength) -> Outcome {
    let study = scenario.build().expect("it is in range");
    Simulator::new(study.design).run(length, |_| ())
}
