//! A complete packet run and its outcome.

use serde::{Deserialize, Serialize};

use super::Simulator;
use super::measure::{LinkMeasures, Measures, Meter, Span};
use crate::sim::measure::Verdict;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// How it ended: steady, saturated, or drained because nothing is ever sent.
    pub verdict: Verdict,
    /// The measurements up to the end of the run.
    pub measures: Measures,
    /// Measures of every link, by channel.
    pub links: Vec<LinkMeasures>,
}

impl Simulator {
    /// Simulates and measures until the time is over or the backlog reaches its limit. Calls
    /// `progress` about a hundred times with the completed fraction. A run that ends before a slice
    /// is measured is measured from the beginning.
    pub fn run(mut self, span: Span, mut progress: impl FnMut(f64)) -> Outcome {
        /// Progress steps of the warm-up.
        const WARMUP_STEPS: u32 = 20;
        /// Measured slices per progress step after the warm-up.
        const SLICES: usize = 3;
        let end = span.warmup + span.measured;
        let mut is_within_bounds = true;
        for step in 1..=WARMUP_STEPS {
            let until = span.warmup * f64::from(step) / f64::from(WARMUP_STEPS);
            is_within_bounds = is_within_bounds && self.advance(until);
            progress(self.now() / end);
        }
        let mut meter = Meter::new(&self);
        for (slice, until) in Meter::slices(span).enumerate() {
            is_within_bounds = is_within_bounds && self.advance(until);
            if !is_within_bounds {
                break;
            }
            meter.observe(&self);
            if slice % SLICES == 0 {
                progress(self.now() / end);
            }
        }
        if !is_within_bounds && meter.is_empty() {
            meter = Meter::since_the_beginning(&self);
        }
        let verdict = if !is_within_bounds || meter.is_saturated(&self) {
            Verdict::Saturated
        } else if self.events.first().is_none() {
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
