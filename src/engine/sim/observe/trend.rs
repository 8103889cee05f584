//! Recent trend of a run: differences between the counters at two cycles.
//!
//! The counters at a cycle do not depend on how it was reached, and so neither do these numbers:
//! going back and forth in time does not change them.

use crate::sim::records::Counters;

pub(in crate::sim) const SAMPLED_EVERY: u64 = 32;
/// Samples spanned by the window: 512 to 543 cycles.
const WINDOW: u64 = 16;
/// Number of spans between samples shown by the curves.
const SHOWN: usize = 64;

/// Rates and latencies of the most recent cycles.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Trend {
    /// Length of the window \[cycles\], up to 543.
    pub window: u64,
    /// Offered load in the window [flits/node/cycle].
    pub offered: f64,
    /// Accepted load in the window [flits/node/cycle].
    pub accepted: f64,
    /// Offered load since cycle 0 [flits/node/cycle].
    pub offered_ever: f64,
    /// Accepted load since cycle 0 [flits/node/cycle].
    pub accepted_ever: f64,
    /// Mean latency from generation of the messages that arrived in the window \[cycles\].
    pub latency: Option<f64>,
    /// Mean latency from the head of the queue of the messages that arrived in the
    /// window \[cycles\].
    pub network_latency: Option<f64>,
    /// Mean latency from generation since cycle 0 \[cycles\].
    pub latency_ever: Option<f64>,
    /// Mean latency from the head of the queue since cycle 0 \[cycles\].
    pub network_latency_ever: Option<f64>,
    /// Accepted load [flits/node/cycle] in each of the last spans of 32 cycles.
    pub throughput_curve: Vec<f64>,
    /// Mean network latency \[cycles\] in the same spans, `None` where nothing arrived.
    pub latency_curve: Vec<Option<f64>>,
}

impl Trend {
    /// Computes the trend from samples at multiples of [`SAMPLED_EVERY`], some possibly later than
    /// `cycle`, and the counters at `cycle`.
    pub(in crate::sim) fn new(
        samples: &[Counters],
        cycle: u64,
        now: &Counters,
        nodes: u32,
    ) -> Self {
        let newest = (cycle / SAMPLED_EVERY) as usize;
        let past = &samples[..=newest.min(samples.len() - 1)];
        let first = newest.saturating_sub(WINDOW as usize);
        let window = cycle - first as u64 * SAMPLED_EVERY;
        let rate =
            |flits: u64, cycles: u64| flits as f64 / (f64::from(nodes) * cycles.max(1) as f64);
        let before = &past[first];
        let arrivals = now.arrivals - before.arrivals;
        let curve = past[past.len().saturating_sub(SHOWN + 1)..].windows(2);
        Self {
            window,
            offered: rate(now.offered_flits - before.offered_flits, window),
            accepted: rate(now.accepted_flits - before.accepted_flits, window),
            offered_ever: rate(now.offered_flits, cycle),
            accepted_ever: rate(now.accepted_flits, cycle),
            latency: mean(now.latency - before.latency, arrivals),
            network_latency: mean(now.network_latency - before.network_latency, arrivals),
            latency_ever: mean(now.latency, now.arrivals),
            network_latency_ever: mean(now.network_latency, now.arrivals),
            throughput_curve: curve
                .clone()
                .map(|ends| {
                    rate(
                        ends[1].accepted_flits - ends[0].accepted_flits,
                        SAMPLED_EVERY,
                    )
                })
                .collect(),
            latency_curve: curve
                .map(|ends| {
                    let arrivals = ends[1].arrivals - ends[0].arrivals;
                    mean(ends[1].network_latency - ends[0].network_latency, arrivals)
                })
                .collect(),
        }
    }
}

fn mean(sum: u64, count: u64) -> Option<f64> {
    (count > 0).then(|| sum as f64 / count as f64)
}
