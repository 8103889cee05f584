//! Results combined from independent runs of one scenario.
//!
//! Delays are estimated from the means of the runs; rates are means over the total measured time;
//! counts and digests are sums. A load is beyond saturation if it is in any of the runs; then there
//! are no delays.

use super::measure::{LinkMeasures, Links, Measures};
use super::run::Outcome;
use crate::sim::measure::{Estimate, Verdict};

impl Outcome {
    /// Combines the runs of one scenario, at least one, in order.
    pub fn of(runs: &[Self]) -> Self {
        if let [alone] = runs {
            return alone.clone();
        }
        let saturated = runs.iter().find(|run| run.verdict == Verdict::Saturated);
        let verdict = saturated.unwrap_or(&runs[0]).verdict.clone();
        let is_steady = saturated.is_none();
        let links: Vec<_> = (0..runs[0].links.len())
            .map(|index| link(runs, index, is_steady))
            .collect();
        let measures = || runs.iter().map(|run| &run.measures);
        let messages = measures().map(|m| m.messages).sum();
        let hops = measures().map(|m| m.hops.unwrap_or(0.0) * m.messages as f64);
        let estimate = |of: fn(&Measures) -> Estimate| {
            if !is_steady {
                return Estimate::NONE;
            }
            let means = measures().filter_map(|m| of(m).mean);
            Estimate::from_replications(&means.collect::<Vec<_>>())
        };
        let digests = measures().map(|m| m.digest);
        Self {
            verdict,
            measures: Measures {
                latency: estimate(|m| m.latency),
                hops: (messages > 0).then(|| hops.sum::<f64>() / messages as f64),
                offered: over_time(runs, |run| run.measures.offered),
                accepted: over_time(runs, |run| run.measures.accepted),
                messages,
                measured: measures().map(|m| m.measured).sum(),
                crossings: measures().map(|m| m.crossings).sum(),
                links: Links::of(&links, estimate(|m| m.links.delay), is_steady),
                digest: digests.fold(0, u64::wrapping_add),
            },
            links,
        }
    }
}

/// The measures of one link over all runs.
fn link(runs: &[Outcome], index: usize, is_steady: bool) -> LinkMeasures {
    let links = || runs.iter().map(|run| &run.links[index]);
    let crossings = links().map(|link| link.crossings).sum();
    let delays = links().map(|link| link.delay.unwrap_or(0.0) * link.crossings as f64);
    LinkMeasures {
        rate: over_time(runs, |run| run.links[index].rate),
        utilization: over_time(runs, |run| run.links[index].utilization),
        crossings,
        delay: (is_steady && crossings > 0).then(|| delays.sum::<f64>() / crossings as f64),
        queue: is_steady.then(|| over_time(runs, |run| run.links[index].queue.unwrap_or(0.0))),
    }
}

/// The mean of a rate over the total measured time.
fn over_time(runs: &[Outcome], rate: impl Fn(&Outcome) -> f64) -> f64 {
    let time: f64 = runs.iter().map(|run| run.measures.measured).sum();
    let sum: f64 = runs.iter().map(|r| rate(r) * r.measures.measured).sum();
    if time > 0.0 { sum / time } else { 0.0 }
}
