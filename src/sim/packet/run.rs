//! A run of packets from beginning to end, and how it ended.

use super::measure::Meter;
use super::{LinkMeasures, Measures, Simulator};
use crate::sim::Verdict;

/// How long to simulate \[units of time\].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Span {
    /// Before anything is measured.
    pub warmup: f64,
    /// Measured after that; positive.
    pub measured: f64,
}

/// The end of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// How it ended: steady, saturated, or drained because nothing is ever sent.
    pub verdict: Verdict,
    /// What was measured until then.
    pub measures: Measures,
    /// What was measured at every link, by channel.
    pub links: Vec<LinkMeasures>,
}

impl Simulator {
    /// Simulates and measures until the time is over or the backlog too long. `progress` is
    /// told the share done about a hundred times.
    pub fn run(mut self, span: Span, mut progress: impl FnMut(f64)) -> Outcome {
        /// Steps of the warm-up, and measured slices per step of the rest.
        const WARMUP_STEPS: u32 = 20;
        const SLICES: usize = 3;
        let end = span.warmup + span.measured;
        let mut goes_on = true;
        for step in 1..=WARMUP_STEPS {
            let until = span.warmup * f64::from(step) / f64::from(WARMUP_STEPS);
            goes_on = goes_on && self.advance(until);
            progress(self.now() / end);
        }
        let mut meter = Meter::new(&self);
        for (slice, until) in Meter::slices(span).enumerate() {
            goes_on = goes_on && self.advance(until);
            if !goes_on {
                break;
            }
            meter.observe(&self);
            if slice % SLICES == 0 {
                progress(self.now() / end);
            }
        }
        let verdict = if !goes_on || meter.is_saturated(&self) {
            Verdict::Saturated
        } else if self.agenda.first().is_none() {
            Verdict::Drained
        } else {
            Verdict::Steady
        };
        let is_steady = verdict != Verdict::Saturated;
        Outcome {
            measures: meter.measures(&self, is_steady),
            links: meter.links(&self, is_steady),
            verdict,
        }
    }
}
