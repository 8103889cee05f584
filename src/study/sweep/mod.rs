//! Computes the points of curves from a scenario: one point per load, from one or more simulations.

mod curve;
mod deadlock;
mod facts;
mod kept;
mod length;
mod measured;
mod packet;
mod parts;
mod point;
mod points_link;
mod quantity;
mod question;
mod queue;
mod report;
mod short;
mod task;
mod terms;
mod trace;
mod why;
mod worker_queue;

use crate::scenario::{Bounds, BuiltScenario, Scenario, ScenarioError};
use engine::sim::{RunLength, Warmup};
use engine::traffic;

pub use curve::{Curve, MOST_COMPARED};
pub use deadlock::{
    Change, Cure, DeadlockQuestion, DeadlockReport, DeadlockStage, Judged, MOST_EDGES, Witness,
    cures,
};
pub use facts::{Fact, Limit, MOST_NODES_WITH_BOUNDS, facts, limits, links, senders, zero_load};
pub use kept::{KeptIndex, MOST_KEPT, POINT_FORMAT, PointKey, by_load, subject_of};
pub use length::{as_measured, measured_length};
pub use measured::{Ending, Measured, is_complete, knee_load};
pub use packet::LinkReport;
pub use parts::{Part, Simulated, SimulationEvent, SimulationQuestion, SimulationTask};
pub use point::{Point, Sample};
pub use points_link::{MOST_CHARACTERS, link_with_points};
pub use quantity::{ChartAxes, LoadUnit, Quantity};
pub use question::{Question, Reply, ReplyTo};
pub use queue::Queue;
pub use report::{REPORT_SCHEMA, Report, State};
pub use short::{ShortCurve, ShortMeasures, ShortPoint};
pub use task::{Answers, Message, SentScenario, Task};
pub use terms::{MeasuredTerms, Term, TermsQuestion};
pub use trace::TraceQuestion;
pub use why::{BusiestChannel, Diagnosis, Finding, FindingKind, WhyQuestion, in_two, why};
pub use worker_queue::{RequestedCurve, WorkerQueue};

/// Simulates all replications of a scenario in sequence; `progress` receives the fraction done.
pub fn simulate(scenario: &Scenario, progress: impl FnMut(f64)) -> Result<Report, ScenarioError> {
    Ok(Point::new(scenario)?.simulate(progress))
}

/// Returns the scenario at another load [messages/node/cycle, or unit of time].
pub fn at_load(scenario: &Scenario, load: f64) -> Result<Scenario, ScenarioError> {
    let mut scenario = scenario.clone();
    scenario.traffic.rate = scenario.check_rate("loads", load)?;
    Ok(scenario)
}

/// The load [messages/node/cycle, or unit of time] at which the average channel would always be
/// busy: λ = C / (N·d̄·M), or Cμ / (N·d̄) for packets, where d̄ counts all channels that a
/// multicast takes. No network accepts more under uniform traffic; most networks of flits
/// saturate at half of it.
pub fn capacity(built: &BuiltScenario) -> f64 {
    let network = &built.design.network;
    let hops = channels_per_message(built);
    let flit_hops = f64::from(network.terminals().count()) * hops * occupation(built);
    f64::from(network.channels()) / flit_hops
}

/// The mean number of channels that a random message takes. For multicasts it is estimated from a
/// few plans of a node in the middle of the numbering.
fn channels_per_message(built: &BuiltScenario) -> f64 {
    const SAMPLES: u32 = 8;
    let topology = &*built.topology;
    let to_one = topology.mean_distance();
    let Some(multicasts) = &built.design.multicasts else {
        return to_one;
    };
    let terminals = built.design.network.terminals();
    let from = terminals.nth(terminals.count() / 2);
    let mut random = traffic::streams(built.design.seed, 1).remove(0);
    let mut take = |count, nth| {
        let to = traffic::others(terminals, from, count, &mut random);
        f64::from(multicasts.algorithm.plan(from, &to, nth).channels(topology))
    };
    let to_all = if multicasts.broadcast > 0.0 {
        take(terminals.count() - 1, 0)
    } else {
        0.0
    };
    let to_some = if multicasts.share() > 0.0 {
        let all: f64 = (0..SAMPLES)
            .map(|nth| take(multicasts.destinations, u64::from(nth)))
            .sum();
        all / f64::from(SAMPLES)
    } else {
        0.0
    };
    multicasts.broadcast * to_all
        + multicasts.share() * to_some
        + multicasts.share_of_unicasts() * to_one
}

/// The mean time for which a message occupies a channel [cycles, or units of time].
fn occupation(built: &BuiltScenario) -> f64 {
    let of_packets = built.packet.as_ref().map(|design| 1.0 / design.mu);
    of_packets.unwrap_or_else(|| built.design.length.mean())
}

/// Loads [messages/node/cycle, or unit of time] that show the curves of one or more scenarios from
/// the flat part to the saturation of the best one.
///
/// Worms that visit several destinations hold many channels at once and saturate early, some far
/// earlier than others; for them, low loads are closer together. `saturation` is the load at which
/// a model saturates, if there is one.
pub fn suggested_loads(
    scenarios: &[(&Scenario, &BuiltScenario)],
    saturation: Option<f64>,
) -> Vec<f64> {
    const POINTS: u32 = 12;
    let lays_paths = |built: &BuiltScenario| {
        let multicasts = built.design.multicasts.as_ref();
        built.design.draws_several() && multicasts.is_some_and(|m| m.algorithm.base().is_some())
    };
    let end_of = |&(scenario, built): &(&Scenario, &BuiltScenario)| {
        let share = if lays_paths(built) { 0.5 } else { 1.0 };
        share * capacity(built).min(lowest_bound(scenario, built))
    };
    let end = saturation
        .unwrap_or(f64::INFINITY)
        .min(scenarios.iter().map(end_of).fold(0.0, f64::max));
    // The flit simulator accepts at most one message per node and cycle.
    let is_of_packets = scenarios.iter().any(|(_, built)| built.packet.is_some());
    let end = end.min(if is_of_packets { f64::INFINITY } else { 1.0 });
    let is_steep = scenarios.iter().any(|(_, built)| lays_paths(built));
    let loads = (1..=POINTS).map(|i| {
        let share = f64::from(i) / f64::from(POINTS);
        end * share * if is_steep { share } else { 1.0 }
    });
    loads.map(three_digits).collect()
}

/// The lowest bound on the load [messages/node/cycle, or unit of time]; infinite if it is unknown, or too much work
/// while a user waits.
pub fn lowest_bound(scenario: &Scenario, built: &BuiltScenario) -> f64 {
    const MOST_NODES: u32 = 1024;
    if built.topology.nodes() > MOST_NODES {
        return f64::INFINITY;
    }
    let bounds = Bounds::of(scenario, built).ok();
    let lowest = bounds.as_ref().and_then(Bounds::lowest);
    lowest.map_or(f64::INFINITY, |bound| bound.rate)
}

/// A run that is long enough for a point of a curve and short enough to wait for: about 20 million
/// flit-hops in at most 400,000 cycles, but at least as many cycles as the network needs to settle
/// with messages of this length. An additional quarter is left out as warm-up; with an automatic
/// warm-up it is the part that has not settled. A precision that the scenario requests may end the
/// run early.
pub fn quick_run(built: &BuiltScenario, load: f64) -> RunLength {
    const FLIT_HOPS: f64 = 2e7;
    const MOST_CYCLES: f64 = 400_000.0;
    if let Some(design) = &built.packet {
        return packet::quick_run(design, load);
    }
    let network = &built.design.network;
    let length = built.design.length.mean();
    let hops = channels_per_message(built).max(1.0);
    let per_cycle = f64::from(network.terminals().count()) * load * length * hops;
    let least = (20.0 * (length + f64::from(built.topology.diameter()))).max(2_000.0);
    let cycles = FLIT_HOPS / per_cycle.max(1e-9);
    let cycles = cycles.clamp(least, least.max(MOST_CYCLES)) as u64;
    let warmup = cycles / 4;
    let precision = built.run.precision;
    match built.run.warmup {
        Warmup::Cycles(_) => RunLength {
            precision,
            ..RunLength::new(warmup, cycles)
        },
        Warmup::Auto => RunLength {
            warmup: Warmup::Auto,
            precision,
            ..RunLength::new(0, warmup + cycles)
        },
    }
}

/// A run for a point of a curve while the user waits: half as long as [`quick_run`], and over
/// once the latency is known to within 1 %, or the network is certainly saturated. If the scenario
/// requests a precision, the run ends at that precision, and may last as long as [`quick_run`].
///
/// Runs with multicasts or possible deadlocks do not end early, because other measurements need more
/// time: the channel load of rare multicasts, and the formation of a deadlock.
pub fn curve_run(built: &BuiltScenario, load: f64) -> RunLength {
    const PRECISION: f64 = 0.01;
    let quick = quick_run(built, load);
    if built.packet.is_some() {
        return quick;
    }
    let may_end_early = cannot_deadlock(built);
    let length = RunLength {
        ends_saturated: may_end_early,
        ..quick
    };
    if length.precision.is_some() {
        return length;
    }
    let warmup = match length.warmup {
        Warmup::Cycles(cycles) => cycles,
        Warmup::Auto => 0,
    };
    RunLength {
        warmup: Warmup::Auto,
        cycles: warmup.midpoint(length.cycles),
        precision: may_end_early.then_some(PRECISION),
        ..length
    }
}

/// Whether a network without multicasts is known to have enough virtual channels.
fn cannot_deadlock(built: &BuiltScenario) -> bool {
    let design = &*built.design;
    let is_free = design.routing.need(design.vcs_of_class()).is_free;
    is_free == Some(true) && design.multicasts.is_none() && !design.may_refuse_requests()
}

/// Rounds to three significant digits, so that loads are easy to read and to enter.
fn three_digits(value: f64) -> f64 {
    format!("{value:.2e}")
        .parse()
        .expect("a number was written")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_long_enough_for_messages_of_any_length() {
        for (length, least) in [(8, 2_000), (20_000, 400_000), (100_000, 2_000_000)] {
            for load in [0.0, 5e-324, 1e-6, 1.0] {
                let link = format!("t=mesh:4x4&M={length}");
                let built = Scenario::from_link(&link).scenario.build();
                let run = quick_run(&built.expect("a valid scenario"), load);
                assert!(run.cycles >= least, "M={length}: {run:?}");
                assert!(run.cycles <= 2_100_000, "M={length}: {run:?}");
            }
        }
    }

    #[test]
    fn suggested_loads_go_by_the_pattern() {
        let last = |pattern: &str| {
            let link = format!("t=torus:8x8&vc=2&M=8&tr={pattern}");
            let scenario = Scenario::from_link(&link).scenario;
            let built = scenario.build().expect("a valid scenario");
            suggested_loads(&[(&scenario, &built)], None)
                .last()
                .copied()
        };
        // Tornado loads the channels of one direction with three messages each, uniform traffic on average with one.
        let (uniform, tornado) = (last("uniform"), last("tornado"));
        let ratio = uniform
            .zip(tornado)
            .map(|(uniform, tornado)| uniform / tornado);
        assert!(
            ratio.is_some_and(|ratio| (2.5..4.0).contains(&ratio)),
            "{ratio:?}"
        );
    }

    #[test]
    fn curve_runs_end_early_only_without_multicasts_and_deadlocks() {
        let of = |link: &str| {
            let built = Scenario::from_link(link).scenario.build();
            let built = built.expect("a valid scenario");
            (curve_run(&built, 0.01), quick_run(&built, 0.01))
        };
        let (curve, quick) = of("t=torus:8x8&M=16");
        assert!(curve.precision.is_some() && curve.ends_saturated);
        assert!(curve.cycles < quick.cycles && !quick.ends_saturated);
        for link in [
            "t=mesh:4x4&r=unrestricted&vc=1",
            "t=mesh:4x4&mc=dual-path&md=3",
        ] {
            let curve = of(link).0;
            assert_eq!(curve.precision, None, "{link}");
            assert!(!curve.ends_saturated, "{link}");
        }
        let (asked, quick) = of("t=mesh:4x4&prec=0.001");
        assert_eq!(asked.precision, Some(0.001));
        assert_eq!(asked.cycles, quick.cycles);
    }
}
