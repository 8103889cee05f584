//! A complete run: its length and its outcome.

use super::meter::Meter;
use super::replication::{End, Outcome, Replication};
use super::warmup::Warmup;
use crate::sim::Simulator;
use crate::sim::backlog::Lost;
use crate::sim::observe::Carried;

/// Number of measured cycles after which a run is first tested for precision.
const FIRST_TEST: u64 = 4096;

/// The same for saturation, which is clear earlier if it is severe.
const FIRST_SATURATION_TEST: u64 = 1024;

/// Number of successive tests that a run must pass.
const ENOUGH_TESTS: u32 = 2;

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RunLength {
    /// The part discarded at the beginning.
    pub warmup: Warmup,
    /// Number of cycles after a warm-up of fixed length: exact, or a maximum if the run may end
    /// early.
    pub cycles: u64,
    /// Half-width of the 95 % interval of the mean latency, as a fraction of the mean, at which a
    /// run may end early; between 0 and 1.
    pub precision: Option<f64>,
    /// Whether a run also ends once the network is certainly saturated and the accepted load known.
    pub ends_saturated: bool,
    /// Whether the load is known to exceed a bound, so that the network is certainly saturated from
    /// the beginning.
    pub is_beyond_bound: bool,
}

impl RunLength {
    /// Creates a run length with a fixed warm-up and a fixed number of cycles.
    pub const fn new(warmup: u64, cycles: u64) -> Self {
        Self {
            warmup: Warmup::Cycles(warmup),
            cycles,
            precision: None,
            ends_saturated: false,
            is_beyond_bound: false,
        }
    }
}

/// Successive cycles in which a run is tested, each time after half as many more.
struct Tests {
    ignored: u64,
    next: u64,
    count: u32,
    /// Number of successive tests that it has passed.
    passed: u32,
}

impl Tests {
    /// The first test is `first` cycles after those that are ignored; there is none unless `is_asked`.
    fn new(is_asked: bool, ignored: u64, first: u64) -> Self {
        Self {
            ignored,
            next: if is_asked {
                ignored.saturating_add(first)
            } else {
                u64::MAX
            },
            count: 0,
            passed: 0,
        }
    }

    /// Tests if that is due, and returns whether the run has passed enough tests.
    fn have_passed(&mut self, cycle: u64, is_passed: impl FnOnce(u32) -> bool) -> bool {
        if cycle != self.next {
            return false;
        }
        self.next += (self.next - self.ignored) / 2;
        self.count += 1;
        self.passed = if is_passed(self.count) {
            self.passed + 1
        } else {
            0
        };
        self.passed == ENOUGH_TESTS
    }
}

impl Simulator {
    /// Simulates and measures until the cycles are over, nothing is left to do, a deadlock has
    /// formed, or the run is overrun and 4096 cycles are measured. Calls `progress` about a hundred
    /// times with the completed fraction.
    ///
    /// If a precision is given, a run of random traffic ends when it is reached. It is tested after
    /// 4096 measured cycles and whenever their number has grown by half, and must be reached twice
    /// in succession: stopping at the first lucky test would favor intervals that are too narrow.
    ///
    /// If saturation ends the run, it is tested in the same way, for the first time after 1024
    /// cycles: it must be certain ([`Drift::is_certainly_saturated`](super::Drift), or a bound), and
    /// the accepted load and the network latency must be known
    /// ([`Record::is_measured_beyond_saturation`](super::Record)).
    ///
    /// Only random traffic has a warm-up: ordered messages are measured from the beginning. A run
    /// that has to end before 4096 measured cycles is also measured from the beginning.
    pub fn replicate(mut self, length: RunLength, mut progress: impl FnMut(f64)) -> Replication {
        let is_random = self.design().is_random();
        let warmup = if is_random {
            length.warmup
        } else {
            Warmup::Cycles(0)
        };
        let mut meter = Meter::new(warmup).of_sources(self.design());
        let ignored = meter.skipped();
        let end = ignored.saturating_add(length.cycles);
        let report_every = (end / 100).max(1);
        let mut report_at = report_every;
        let asks_precision = is_random && length.precision.is_some();
        let mut precision_tests = Tests::new(asks_precision, ignored, FIRST_TEST);
        let ends_saturated = is_random && length.ends_saturated;
        let mut saturation_tests = Tests::new(ends_saturated, ignored, FIRST_SATURATION_TEST);
        let mut is_certainly_saturated = false;
        let mut crossed_before = Vec::new();
        let has_more = |run: &Self| {
            let is_enough = match run.lost {
                Lost::None => false,
                Lost::Surplus => run.cycle() >= ignored.saturating_add(FIRST_TEST),
                Lost::Needed => true,
            };
            !run.is_drained() && run.deadlock().is_none() && !is_enough
        };
        while self.cycle() < end && has_more(&self) {
            let test_at = precision_tests.next.min(saturation_tests.next);
            let wanted = end.min(test_at).min(report_at) - 1;
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
            if self.cycle() == test_at {
                let record = meter.record(self.counters());
                let is_precise = |_| length.precision.is_some_and(|p| record.is_precise(p));
                if precision_tests.have_passed(test_at, is_precise) {
                    break;
                }
                let is_saturated = |test| {
                    let is_certain = || {
                        let drift = meter.whole_drift(self.counters());
                        drift.is_certainly_saturated(test)
                    };
                    record.is_measured_beyond_saturation()
                        && (length.is_beyond_bound || is_certain())
                };
                is_certainly_saturated = saturation_tests.have_passed(test_at, is_saturated);
                if is_certainly_saturated {
                    break;
                }
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
        } else if is_certainly_saturated {
            End::Saturated {
                cycle: self.cycle(),
            }
        } else {
            End::Passed
        };
        let (mut record, mut since) = (meter.record(self.counters()), ignored);
        if self.lost == Lost::Needed && record.total.cycles < FIRST_TEST {
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

    /// Same as [`Simulator::replicate`], but returns the full outcome.
    pub fn run(self, length: RunLength, progress: impl FnMut(f64)) -> Outcome {
        Outcome::of(&[self.replicate(length, progress)], length.precision)
    }
}
