//! One run from beginning to end: how long, and how it ended.

use super::meter::Meter;
use super::replication::{End, Outcome, Replication};
use super::warmup::Warmup;
use crate::sim::Simulator;
use crate::sim::observe::Carried;

/// Measured cycles after which a run is first tested for its precision.
const FIRST_LOOK: u64 = 4096;

/// Successive tests that it must pass.
const ENOUGH_LOOKS: u32 = 2;

/// How long to simulate.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RunLength {
    /// What is left out at the beginning.
    pub warmup: Warmup,
    /// Cycles after those that the warm-up asks for by number: all of them, or the most if
    /// there is a precision.
    pub cycles: u64,
    /// Half-width of the 95 % interval of the mean latency, as a share of it, with which a run
    /// may end early; between 0 and 1.
    pub precision: Option<f64>,
    /// Whether a run also ends once it is clear that the network is saturated
    /// ([`Growth::is_clearly_saturated`](super::Growth::is_clearly_saturated)).
    pub ends_saturated: bool,
}

impl RunLength {
    /// A run of given length.
    pub const fn new(warmup: u64, cycles: u64) -> Self {
        Self {
            warmup: Warmup::Cycles(warmup),
            cycles,
            precision: None,
            ends_saturated: false,
        }
    }
}

impl Simulator {
    /// Simulates and measures, until the cycles are over, nothing is left to do, a deadlock has
    /// formed, or the run is overrun. `progress` gets the fraction done, about a hundred times.
    ///
    /// With a precision, a run of random traffic is over when that is reached. It is tested
    /// after 4096 measured cycles and whenever their number has grown by half, and must be
    /// reached twice in succession: stopping at the first lucky test would favor intervals that
    /// are too narrow. A run that ends when it is clearly saturated is tested for that likewise.
    ///
    /// Only random traffic has a warm-up: what was ordered is measured from the beginning. A run
    /// that is overrun before 4096 cycles were measured is measured from the beginning, too.
    pub fn replicate(mut self, length: RunLength, mut progress: impl FnMut(f64)) -> Replication {
        let is_random = self.design().is_random();
        let warmup = if is_random {
            length.warmup
        } else {
            Warmup::Cycles(0)
        };
        let ignored = match warmup {
            Warmup::Cycles(cycles) => cycles,
            Warmup::Auto => 0,
        };
        let mut meter = Meter::new(warmup);
        let end = ignored.saturating_add(length.cycles);
        let report_every = (end / 100).max(1);
        let mut report_at = report_every;
        let may_end_early = length.precision.is_some() || length.ends_saturated;
        let mut look_at = if is_random && may_end_early {
            ignored.saturating_add(FIRST_LOOK)
        } else {
            u64::MAX
        };
        let (mut precise_looks, mut saturated_looks) = (0, 0);
        let mut crossed_before = Vec::new();
        let has_more =
            |run: &Self| !run.is_drained() && run.deadlock().is_none() && !run.is_overrun();
        while self.cycle() < end && has_more(&self) {
            let wanted = end.min(look_at).min(report_at) - 1;
            let most = wanted.saturating_sub(self.cycle());
            let idle = self.skip_idle(most.min(meter.cycles_until_sample()));
            meter.skip(idle, self.backlog());
            if idle > 0 {
                continue;
            }
            self.step();
            meter.observe(&self);
            if self.cycle() == ignored {
                crossed_before = self.crossings();
            }
            if self.cycle() >= report_at {
                progress(self.cycle() as f64 / end as f64);
                report_at += report_every;
            }
            if self.cycle() == look_at {
                let record = meter.record(self.counters());
                let is_precise = length.precision.is_some_and(|p| record.is_precise(p));
                precise_looks = if is_precise { precise_looks + 1 } else { 0 };
                let is_saturated = length.ends_saturated && record.is_clearly_saturated();
                saturated_looks = if is_saturated { saturated_looks + 1 } else { 0 };
                if precise_looks.max(saturated_looks) == ENOUGH_LOOKS {
                    break;
                }
                look_at += (look_at - ignored) / 2;
            }
        }
        let end = if let Some(deadlock) = self.deadlock() {
            End::Deadlocked(deadlock.clone())
        } else if self.is_drained() {
            End::Drained
        } else if self.is_overrun() {
            End::Overrun {
                cycle: self.cycle(),
            }
        } else {
            End::Passed
        };
        let (mut record, mut since) = (meter.record(self.counters()), ignored);
        if self.is_overrun() && record.total.cycles < FIRST_LOOK {
            (record, since) = (meter.record_of_all(self.cycle(), self.counters()), 0);
            crossed_before.clear();
        }
        Replication {
            end,
            is_random,
            nodes: self.design().network.terminals().count(),
            has_escapes: !self.escapes.is_empty(),
            record,
            carried: Carried::since(since, &crossed_before, &self),
            flit_hops: self.counters().flit_hops,
            digest: self.digest(),
        }
    }

    /// As [`Simulator::replicate`], with the result in full.
    pub fn run(self, length: RunLength, progress: impl FnMut(f64)) -> Outcome {
        Outcome::of(&[self.replicate(length, progress)], length.precision)
    }
}
