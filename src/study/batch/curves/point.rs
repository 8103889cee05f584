//! One point of several runs.

use crate::sweep::{Ending, ShortMeasures, ShortPoint};
use engine::sim::Estimate;

/// Combines runs of the same scenario with different seeds, at least one.
///
/// The mean of those that are steady while others are saturated would be that of the fortunate ones. So a load at which
/// half of the runs are saturated is saturated; otherwise, unless all are steady, the point has a mean so far.
pub(super) fn together<'a>(runs: impl Iterator<Item = &'a ShortPoint>) -> ShortPoint {
    let runs: Vec<_> = runs.collect();
    let load = runs.first().map_or(0.0, |run| run.load);
    let measured: Vec<_> = runs
        .iter()
        .filter_map(|run| run.measured.as_ref())
        .collect();
    let [first, _, ..] = *measured else {
        let measured = measured.into_iter().next().cloned();
        return ShortPoint { load, measured };
    };
    let count = |ending| measured.iter().filter(|run| run.ending == ending).count();
    let all = measured.len();
    let ending = if count(Ending::Deadlocked) > 0 {
        Ending::Deadlocked
    } else if 2 * count(Ending::Saturated) >= all {
        Ending::Saturated
    } else if count(Ending::Steady) == all {
        Ending::Steady
    } else {
        Ending::NotSettled
    };
    let mean = |of: fn(&ShortMeasures) -> Option<f64>| {
        let means: Vec<_> = measured.iter().filter_map(|run| of(run)).collect();
        let estimate = Estimate::from_replications(&means);
        (estimate.mean, estimate.ci95)
    };
    let latency = match ending {
        Ending::Saturated => (None, None),
        _ => mean(|run| run.latency.0),
    };
    ShortPoint {
        load,
        measured: Some(ShortMeasures {
            ending,
            latency,
            network_latency: mean(|run| run.network_latency.0),
            accepted: measured.iter().map(|run| run.accepted).sum::<f64>() / all as f64,
            has_multicasts: first.has_multicasts,
            // The interval of several runs relies on none of their own.
            is_doubtful: false,
            is_dead_end: ending == Ending::Deadlocked
                && measured
                    .iter()
                    .all(|run| run.ending != Ending::Deadlocked || run.is_dead_end),
        }),
    }
}
