//! Collects what a run shows, cycle by cycle.

use super::batches::{Batch, Series};
use super::drift::Drift;
use super::estimate::Estimate;
use super::saturation::Growth;
use super::sources::Sources;
use super::warmup::{Settling, Warmup, settling};
use crate::sim::Simulator;
use crate::sim::records::{Counters, Delivery};

/// Collects measurements, after a warm-up that it ignores or finds by itself.
///
/// A message counts in the batch in which it arrives. In a steady network as many arrive
/// as are generated, so nothing is lost by not following the last ones to their end.
#[derive(Debug, Clone)]
pub struct Meter {
    warmup: Warmup,
    /// Cycles to be ignored from now on.
    ignored: u64,
    series: Series,
    /// The batch that is being filled, and the cycles until it is full.
    open: Batch,
    left: u64,
    /// The counters when that batch was opened.
    at_opening: Counters,
    /// What arrived while it was ignored.
    before: Batch,
    /// What waits at every source.
    sources: Sources,
}

/// What a [`Meter`] has measured. Latencies are in cycles.
#[derive(Debug, Clone, PartialEq)]
pub struct Record {
    /// The cycle with which measurement starts.
    pub started: u64,
    /// Whether the latency has settled when it does; `None` if too few messages arrived to
    /// tell.
    pub settled: Option<bool>,
    /// The cycle from which on it is settled, unless that lies in the second half of the
    /// cycles looked at.
    pub settled_at: Option<u64>,
    /// From generation to the arrival of the tail flit, the source queue included. Where every
    /// message is a multicast, that of the multicasts.
    pub latency: Estimate,
    /// From the head of the injection queue to the arrival of the tail flit.
    pub network_latency: Estimate,
    /// Of messages to one node: from generation to the arrival of the tail flit.
    pub unicast_latency: Estimate,
    /// Of multicasts: from generation to the arrival of the last tail flit.
    pub multicast_latency: Estimate,
    /// All batches that count.
    pub total: Batch,
    /// How the backlog grew.
    pub growth: Growth,
    /// The same at every source.
    pub drift: Drift,
    /// The same without a beginning in which the latency has not settled: a queue that fills up
    /// does not grow for that.
    pub settled_drift: Drift,
}

impl Meter {
    /// A meter for a run that begins now.
    pub fn new(warmup: Warmup) -> Self {
        let series = Series::new();
        let ignored = match warmup {
            Warmup::Cycles(cycles) => cycles,
            Warmup::Auto => 0,
        };
        Self {
            warmup,
            ignored,
            sources: Sources::from(ignored),
            left: series.width(),
            series,
            open: Batch::default(),
            at_opening: Counters::default(),
            before: Batch::default(),
        }
    }

    /// Looks at the cycle that was just simulated.
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

    /// How many cycles may pass before the counters are sampled again.
    pub fn cycles_until_sample(&self) -> u64 {
        let until_sample = if self.ignored > 0 {
            self.ignored
        } else {
            self.left
        };
        until_sample - 1
    }

    /// Counts cycles in which nothing was generated and nothing arrived, no more than
    /// [`Meter::cycles_until_sample`].
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

    /// Counts a message that arrived in the cycle that passes next.
    pub fn count(&mut self, delivery: &Delivery) {
        if self.ignored == 0 {
            self.open.count(delivery);
        }
    }

    /// Counts cycles at the end of each of which the counters were as given: one cycle, or as
    /// many as nothing was generated and nothing arrived in. The cost does not depend on their
    /// number, except for a constant per batch that they fill.
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

    /// What was measured until now, when the counters are as given.
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
        let (ignored, left_out) = match self.warmup {
            Warmup::Cycles(cycles) => (cycles, 0),
            Warmup::Auto => (0, settling.left_out(batches.len())),
        };
        let kept = &batches[left_out..];
        let latency = Estimate::from_series(&latencies[left_out..]);
        let settled = match (settling, self.warmup) {
            (Settling::Unknown, _) => None,
            (Settling::TooShort, _) => Some(false),
            (Settling::After(_), Warmup::Auto) => Some(true),
            (Settling::After(late), Warmup::Cycles(_)) => {
                Some(!matters(late, &latencies, &latency))
            }
        };
        let started = ignored + cycles(&batches[..left_out]);
        let total = Batch::total(kept);
        let node_cycles = self.sources.count() as f64 * total.cycles as f64;
        let rate = total.generated as f64 / node_cycles.max(1.0);
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
            total,
            growth: Growth::of(kept),
            drift: Drift::since(started, &self.sources, rate),
            settled_drift: Drift::since(settled_from, &self.sources, rate),
        }
    }

    /// What was measured since cycle 0, the warm-up included, in `cycles` cycles after which the
    /// counters are as given.
    pub fn record_of_all(&self, cycles: u64, counters: Counters) -> Record {
        let measured = self
            .series
            .as_slice()
            .iter()
            .chain([&self.open, &self.before]);
        let mut all = Self::new(Warmup::Cycles(0));
        all.sources = self.sources.clone();
        all.open = Batch {
            cycles,
            ..Batch::total(measured)
        };
        all.record(counters)
    }

    /// The open batch, with what the counters have counted since it was opened.
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
    /// Whether the latency is known to a share `precision` of its mean: its interval can be
    /// trusted and is narrow enough, nothing says that it has not settled, and every source keeps
    /// up.
    pub fn is_precise(&self, precision: f64) -> bool {
        self.latency.trusted
            && self.settled != Some(false)
            && !self.growth.is_saturated()
            && self.settled_drift.is_steady()
            && self.latency.relative().is_some_and(|p| p <= precision)
    }

    /// Whether the network is saturated beyond doubt and what messages to one node take inside
    /// of it is known to two per cent: all that there is to know of such a load.
    pub fn is_clearly_saturated(&self) -> bool {
        const PRECISION: f64 = 0.02;
        let within = self.network_latency;
        self.growth.is_clearly_saturated()
            && self.drift.is_saturated()
            && within.trusted
            && within.relative().is_some_and(|p| p <= PRECISION)
    }
}

/// (Sum, count) of every batch.
fn sums(batches: &[Batch], of: impl Fn(&Batch) -> (u64, u64)) -> Vec<(f64, f64)> {
    let sums = batches.iter().map(of);
    sums.map(|(sum, count)| (sum as f64, count as f64))
        .collect()
}

/// Whether it matters that the first batches, which have not settled, are measured too: they
/// are more than a tenth, and the mean with them lies outside the interval without them.
fn matters(late: usize, latencies: &[(f64, f64)], all: &Estimate) -> bool {
    let settled = Estimate::from_series(&latencies[late..]);
    let (Some(mean), Some(rest), Some(ci95)) = (all.mean, settled.mean, settled.ci95) else {
        return false;
    };
    10 * late > latencies.len() && (mean - rest).abs() > ci95
}
