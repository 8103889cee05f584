//! Collects the measurements of a run cycle by cycle.

use serde::{Deserialize, Serialize};

use super::batches::{Batch, Series};
use super::drift::Drift;
use super::estimate::Estimate;
use super::saturation::Growth;
use super::sources::Sources;
use super::warmup::{Settling, Warmup, settling};
use crate::sim::Simulator;
use crate::sim::design::Design;
use crate::sim::records::{Counters, Delivery};
use crate::traffic::Burst;

/// Number of bursts of a source, with the pauses after them, before its backlog is judged: over fewer
/// of them it may grow all the time by chance.
const PERIODS: f64 = 20.0;

/// Collects measurements after a warm-up, which is either given or determined from the data.
///
/// A message counts in the batch in which it arrives. In a steady network as many messages arrive
/// as are generated, so those still in flight at the end need not be followed.
#[derive(Debug, Clone)]
pub struct Meter {
    warmup: Warmup,
    /// Number of cycles ignored at the beginning, before those that an automatic warm-up leaves out.
    skipped: u64,
    /// Number of them still to come.
    ignored: u64,
    series: Series,
    /// The batch being filled, and the number of cycles until it is full.
    open: Batch,
    left: u64,
    /// The counters at the beginning of the open batch.
    at_opening: Counters,
    before: Batch,
    /// Samples of the messages waiting at every source.
    sources: Sources,
    burst: Option<Burst>,
    /// The index of dispersion of the messages of a source.
    dispersion: f64,
}

/// The measurements of a [`Meter`]. Latencies are in cycles.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The cycle at which measurement starts.
    pub started: u64,
    /// Whether the latency has settled by then; `None` if too few messages arrived to tell.
    pub settled: Option<bool>,
    /// The cycle from which on the latency has settled, unless that is in the second half of the
    /// observed cycles.
    pub settled_at: Option<u64>,
    /// Latency from generation to the arrival of the tail flit, including the source queue. If
    /// every message is a multicast, that of the multicasts.
    pub latency: Estimate,
    /// Latency from the head of the injection queue to the arrival of the tail flit.
    pub network_latency: Estimate,
    /// Latency of messages to one node, from generation to the arrival of the tail flit.
    pub unicast_latency: Estimate,
    /// Latency of multicasts, from generation to the arrival of the last tail flit.
    pub multicast_latency: Estimate,
    /// Time from the generation of a request to the arrival of the tail flit of its reply.
    pub round_trip: Estimate,
    /// Accepted load of the network \[flits/cycle\].
    pub accepted: Estimate,
    /// Sum of all measured batches.
    pub total: Batch,
    /// Growth of the total backlog.
    pub growth: Growth,
    /// Growth of the backlog at every source.
    pub drift: Drift,
    /// The same, excluding a beginning in which the latency has not settled: a queue that is merely
    /// filling up should not count as growing.
    pub settled_drift: Drift,
}

impl Meter {
    /// Creates a meter for a run that begins now.
    pub fn new(warmup: Warmup) -> Self {
        let series = Series::new();
        let ignored = match warmup {
            Warmup::Cycles(cycles) => cycles,
            Warmup::Auto => 0,
        };
        Self {
            warmup,
            skipped: ignored,
            ignored,
            sources: Sources::from(ignored),
            left: series.width(),
            series,
            open: Batch::default(),
            at_opening: Counters::default(),
            before: Batch::default(),
            burst: None,
            dispersion: 1.0,
        }
    }

    /// Returns the meter for a run of `design`, whose sources may be bursty. A surge is ignored.
    #[must_use]
    pub fn of_sources(self, design: &Design) -> Self {
        let surge = design.surge.map_or(0, |surge| surge.cycles);
        let skipped = self.skipped.max(surge);
        Self {
            skipped,
            ignored: skipped,
            sources: Sources::from(skipped),
            burst: design.burst,
            dispersion: design.dispersion(),
            ..self
        }
    }

    /// Number of cycles ignored at the beginning, before those that an automatic warm-up leaves out.
    pub(super) fn skipped(&self) -> u64 {
        self.skipped
    }

    /// Observes the cycle that was just simulated.
    pub fn observe(&mut self, simulator: &Simulator) {
        let batch = if self.ignored == 0 {
            &mut self.open
        } else {
            &mut self.before
        };
        for delivery in simulator.deliveries() {
            batch.count(delivery);
        }
        for multicast in simulator.completions() {
            batch.complete(multicast);
        }
        self.sources.observe(simulator);
        if self.cycles_until_sample() > 0 {
            self.skip(1, simulator.backlog());
        } else {
            self.pass(1, simulator.counters());
        }
    }

    /// Number of cycles that may pass before the counters must be sampled again.
    pub fn cycles_until_sample(&self) -> u64 {
        let until_sample = if self.ignored > 0 {
            self.ignored
        } else {
            self.left
        };
        until_sample - 1
    }

    /// Counts cycles at the end of each of which the backlog had the given value and whose arrivals
    /// are already counted, at most [`Meter::cycles_until_sample`].
    pub fn skip(&mut self, cycles: u64, backlog: u64) {
        debug_assert!(cycles <= self.cycles_until_sample());
        if self.ignored > 0 {
            self.ignored -= cycles;
        } else {
            self.open.cycles += cycles;
            self.open.backlog += backlog * cycles;
            self.left -= cycles;
        }
    }

    /// Counts a message that arrived in the cycle to be passed next.
    pub fn count(&mut self, delivery: &Delivery) {
        if self.ignored == 0 {
            self.open.count(delivery);
        }
    }

    /// Counts cycles at the end of each of which the counters had the given values: one cycle, or
    /// several in which nothing was generated and nothing arrived. The cost does not depend on
    /// their number, except for a constant per batch filled.
    pub fn pass(&mut self, mut cycles: u64, counters: Counters) {
        if self.ignored > 0 {
            let ignored = cycles.min(self.ignored);
            self.ignored -= ignored;
            cycles -= ignored;
            self.at_opening = counters;
        }
        let backlog = counters.generated - counters.delivered;
        while cycles > 0 {
            let passed = cycles.min(self.left);
            self.open.cycles += passed;
            self.open.backlog += backlog * passed;
            self.left -= passed;
            cycles -= passed;
            if self.left == 0 {
                let full = self.opened(counters);
                self.series.push(full);
                self.open = Batch::default();
                self.left = self.series.width();
                self.at_opening = counters;
            }
        }
    }

    /// The measurements up to now, given the current counters.
    pub fn record(&self, counters: Counters) -> Record {
        let mut batches = self.series.as_slice().to_vec();
        batches.extend(Some(self.opened(counters)).filter(|open| open.cycles > 0));
        let unicasts = |batch: &Batch| (batch.latency, batch.messages);
        let multicasts = |batch: &Batch| (batch.multicast_latency, batch.multicasts);
        let has_unicasts = batches.iter().any(|batch| batch.messages > 0);
        let latencies = if has_unicasts {
            sums(&batches, unicasts)
        } else {
            sums(&batches, multicasts)
        };
        let settling = settling(&latencies);
        let cycles = |batches: &[Batch]| Batch::total(batches).cycles;
        let ignored = self.skipped;
        let left_out = match self.warmup {
            Warmup::Cycles(_) => 0,
            Warmup::Auto => settling.left_out(batches.len()),
        };
        let kept = &batches[left_out..];
        let latency = Estimate::from_series(&latencies[left_out..]);
        let settled = match (settling, self.warmup) {
            (Settling::Unknown, _) => None,
            (Settling::TooShort, _) => Some(false),
            (Settling::After(_), Warmup::Auto) => Some(true),
            (Settling::After(late), Warmup::Cycles(_)) => {
                Some(!biases_the_mean(late, &latencies, &latency))
            }
        };
        let started = ignored + cycles(&batches[..left_out]);
        let total = Batch::total(kept);
        let rate = self.rate(&total);
        let settled_at = match settling {
            Settling::After(late) => Some(ignored + cycles(&batches[..late])),
            Settling::Unknown | Settling::TooShort => None,
        };
        let settled_from = settled_at.unwrap_or(started).max(started);
        Record {
            started,
            settled,
            settled_at,
            latency,
            network_latency: Estimate::from_series(&sums(kept, |b| (b.network, b.messages))),
            unicast_latency: Estimate::from_series(&sums(kept, unicasts)),
            multicast_latency: Estimate::from_series(&sums(kept, multicasts)),
            round_trip: Estimate::from_series(&sums(kept, |b| (b.round_trips, b.replies))),
            accepted: Estimate::from_series(&sums(kept, |b| (b.accepted_flits, b.cycles))),
            total,
            growth: Growth::of(kept),
            drift: self.drift(started, rate),
            settled_drift: self.drift(settled_from, rate),
        }
    }

    /// Growth of the backlog at every source, including a beginning that
    /// [`Warmup::Auto`] leaves out, given the current counters. What it leaves out depends on
    /// chance, which a test of certainty must not.
    pub(super) fn whole_drift(&self, counters: Counters) -> Drift {
        let full = self.series.as_slice();
        let rate = self.rate(&Batch::total(full.iter().chain([&self.opened(counters)])));
        self.drift(0, rate)
    }

    /// Growth of the backlog at every source after `cycle`, for sources that each generate messages
    /// at `rate` [messages/cycle].
    fn drift(&self, cycle: u64, rate: f64) -> Drift {
        let shortest = self.burst.map_or(0.0, |burst| PERIODS * burst.period());
        let drift = Drift::since(cycle, &self.sources, rate * self.dispersion);
        if self.sources.time_since(cycle) as f64 >= shortest {
            drift
        } else {
            drift.inconclusive()
        }
    }

    /// Mean number of messages that a source generates per cycle.
    fn rate(&self, total: &Batch) -> f64 {
        let node_cycles = self.sources.count() as f64 * total.cycles as f64;
        total.generated as f64 / node_cycles.max(1.0)
    }

    /// The measurements since cycle 0, including the warm-up, given the number of cycles and the
    /// current counters.
    pub fn record_of_all(&self, cycles: u64, counters: Counters) -> Record {
        let measured = self
            .series
            .as_slice()
            .iter()
            .chain([&self.open, &self.before]);
        let mut all = Self::new(Warmup::Cycles(0));
        all.sources = self.sources.clone();
        (all.burst, all.dispersion) = (self.burst, self.dispersion);
        all.open = Batch {
            cycles,
            ..Batch::total(measured)
        };
        all.record(counters)
    }

    /// The open batch, completed with the changes of the counters since it was opened.
    fn opened(&self, counters: Counters) -> Batch {
        let before = self.at_opening;
        Batch {
            generated: counters.generated - before.generated,
            offered_flits: counters.offered_flits - before.offered_flits,
            accepted_flits: counters.accepted_flits - before.accepted_flits,
            undeliverable: counters.undeliverable - before.undeliverable,
            claims: counters.hops - before.hops,
            escapes: counters.escapes - before.escapes,
            ..self.open
        }
    }
}

impl Record {
    /// Whether the half-width of the latency is at most a fraction `precision` of its mean: its
    /// interval is trusted and narrow enough, the latency is not known to be unsettled, and every
    /// source keeps up.
    pub fn is_precise(&self, precision: f64) -> bool {
        self.latency.trusted
            && self.settled != Some(false)
            && !self.growth.is_saturated()
            && self.settled_drift.is_steady()
            && self.latency.relative().is_some_and(|p| p <= precision)
    }

    /// Whether what can be measured beyond saturation is known: the accepted load to two per cent
    /// and the network latency to five.
    ///
    /// The interval of the accepted load must be trusted, as it is not while the load still rises or
    /// falls, unless it is so narrow that ten batches lie within 2.5 % of each other: saturated
    /// channels that carry messages at equal intervals correlate without end. That of the network
    /// latency is rarely trusted, because the messages of a congested region are correlated over
    /// thousands of cycles.
    pub fn is_measured_beyond_saturation(&self) -> bool {
        let within = |estimate: &Estimate, share| estimate.relative().is_some_and(|p| p <= share);
        let trusted = if self.accepted.trusted { 0.02 } else { 0.005 };
        within(&self.accepted, trusted) && within(&self.network_latency, 0.05)
    }
}

/// (Sum, count) of every batch.
fn sums(batches: &[Batch], of: impl Fn(&Batch) -> (u64, u64)) -> Vec<(f64, f64)> {
    let sums = batches.iter().map(of);
    sums.map(|(sum, count)| (sum as f64, count as f64))
        .collect()
}

/// Whether the first batches, which have not settled, bias the mean of all: they are more than a
/// tenth of the batches, and the mean with them lies outside the interval without them.
fn biases_the_mean(late: usize, latencies: &[(f64, f64)], all: &Estimate) -> bool {
    let settled = Estimate::from_series(&latencies[late..]);
    let (Some(mean), Some(rest), Some(ci95)) = (all.mean, settled.mean, settled.ci95) else {
        return false;
    };
    10 * late > latencies.len() && (mean - rest).abs() > ci95
}
