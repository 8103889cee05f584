//! Runs of the packet simulator, reported like those of the flit simulator.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::report::doubt;
use super::{Report, State};
use engine::sim::packet::{Design, Outcome, Simulator, Span};
use engine::sim::{Measures, RunLength, Verdict, Warmup};

/// The measurements of one link.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LinkReport {
    /// The node it leaves, as scenarios write it.
    pub from: String,
    /// The node it leads to.
    pub to: String,
    /// `λ_i`, messages that join its queue [messages/unit of time].
    pub rate: f64,
    /// ρ, the share of time during which it is busy.
    pub utilization: f64,
    /// Mean time from joining the queue to having crossed the link; `None` beyond saturation.
    pub delay: Option<f64>,
}

impl LinkReport {
    /// Every link of a network.
    pub(super) fn all(design: &Design, outcome: &Outcome) -> Vec<Self> {
        let links = outcome.links.iter().zip(design.network.channel_ids());
        let links = links.map(|(link, channel)| Self {
            from: design.topology.label(design.network.from(channel)),
            to: design.topology.label(design.network.to(channel)),
            rate: link.rate,
            utilization: link.utilization,
            delay: link.delay,
        });
        links.collect()
    }
}

/// Simulates a run with this seed in which a cycle is a unit of time.
pub(super) fn run(
    design: &Arc<Design>,
    seed: u64,
    length: RunLength,
    progress: impl FnMut(f64),
) -> Outcome {
    let span = Span {
        warmup: warmup(length) as f64,
        measured: length.cycles as f64,
    };
    Simulator::seeded(design.clone(), seed).run(span, progress)
}

fn warmup(length: RunLength) -> u64 {
    match length.warmup {
        Warmup::Cycles(cycles) => cycles,
        Warmup::Auto => unreachable!("of packets, a scenario has a warm-up by number"),
    }
}

/// A run that is long enough for a point of a curve and short enough to wait for: about two million
/// events, but at least as much time as queues need to settle.
pub(super) fn quick_run(design: &Design, load: f64) -> RunLength {
    const EVENTS: f64 = 2e6;
    let terminals = design.network.terminals().count();
    let events = f64::from(terminals) * load * (1.0 + design.topology.mean_distance());
    let least = (500.0 / design.mu).max(1.0);
    let time = (EVENTS / events.max(1e-9)).clamp(least, least.max(1e6)) as u64;
    RunLength::new(time / 4, time)
}

impl Report {
    /// Reports a run of packets in the terms of flits: a message is one flit that takes 1/μ units
    /// of time, and a cycle is a unit of time. There is no injection queue, hence no latency from
    /// its head. The report does not tell whether the delay has settled.
    pub(super) fn of_packets(
        design: &Design,
        load: f64,
        length: RunLength,
        replications: usize,
        outcome: &Outcome,
    ) -> Self {
        let measures = &outcome.measures;
        let verdict = match outcome.verdict {
            Verdict::Saturated => {
                "saturated: the queue of some link grows without bound, so delays have no mean"
            }
            Verdict::Drained => "nothing is sent",
            _ if measures.messages == 0 => "steady, but no message arrived: simulate more cycles",
            _ => "steady: all offered traffic is accepted",
        };
        let named = [
            ("latency", measures.latency),
            ("delay per hop", measures.links.delay),
        ];
        let doubts = named.iter().filter_map(|(name, found)| doubt(name, found));
        let in_flits = Measures {
            latency: measures.latency,
            hops: measures.hops,
            offered: measures.offered,
            accepted: measures.accepted,
            messages: measures.messages,
            cycles: measures.measured as u64,
            started: warmup(length),
            precision: measures.latency.relative(),
            replications: replications as u32,
            flit_hops: measures.crossings,
            digest: format!("{:016x}", measures.digest),
            ..Measures::nothing()
        };
        Self {
            links: Some(measures.links),
            dimension_rates: dimension_rates(design, outcome),
            warnings: doubts.collect(),
            ..Self::bare(load, in_flits, State::of(&outcome.verdict), verdict)
        }
    }
}

/// `λ_i` of an average link of each dimension.
fn dimension_rates(design: &Design, outcome: &Outcome) -> Vec<f64> {
    let network = &design.network;
    let mut sums = Vec::new();
    for (link, channel) in outcome.links.iter().zip(network.channel_ids()) {
        let dimension = usize::from(network.dimension(channel));
        if sums.len() <= dimension {
            sums.resize(dimension + 1, (0.0, 0.0));
        }
        sums[dimension].0 += link.rate;
        sums[dimension].1 += 1.0;
    }
    let means = sums.into_iter().map(|(rate, links)| rate / links);
    means.collect()
}
