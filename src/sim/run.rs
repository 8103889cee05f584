//! A run from beginning to end, and how it ended.

use super::{Deadlock, Measures, Meter, Simulator};

/// How long to simulate \[cycles\].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RunLength {
    /// Cycles before anything is measured.
    pub warmup: u64,
    /// Cycles measured after those.
    pub cycles: u64,
}

/// How a run ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// The network keeps up with what it is offered.
    Steady,
    /// All messages that were ordered have arrived.
    Drained,
    /// The backlog grows without end.
    Saturated,
    /// Worms wait for each other in a circle.
    Deadlocked(Deadlock),
    /// The cycles were over before all messages that were ordered had arrived.
    Unfinished,
}

/// The end of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// How it ended.
    pub verdict: Verdict,
    /// What was measured until then.
    pub measures: Measures,
}

impl Simulator {
    /// Simulates and measures, until the cycles are over, nothing is left to do, or a
    /// deadlock has formed. `progress` is told the share done about a hundred times.
    ///
    /// Only random traffic has a warm-up: what was ordered is measured from the beginning.
    pub fn run(mut self, length: RunLength, mut progress: impl FnMut(f64)) -> Outcome {
        let is_random = self.design.is_random();
        let warmup = if is_random { length.warmup } else { 0 };
        let mut meter = Meter::new(warmup, length.cycles);
        let end = warmup.saturating_add(length.cycles);
        let tell_every = (end / 100).max(1);
        while self.cycle() < end && !self.is_drained() && self.deadlock().is_none() {
            self.step();
            meter.observe(&self);
            if self.cycle().is_multiple_of(tell_every) {
                progress(self.cycle() as f64 / end as f64);
            }
        }
        let verdict = if let Some(deadlock) = self.deadlock() {
            Verdict::Deadlocked(deadlock.clone())
        } else if is_random && meter.is_saturated(&self) {
            Verdict::Saturated
        } else if is_random {
            Verdict::Steady
        } else if self.is_drained() {
            Verdict::Drained
        } else {
            Verdict::Unfinished
        };
        Outcome {
            measures: meter.measures(&self),
            verdict,
        }
    }
}
