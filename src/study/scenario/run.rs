//! Length of a run, number of replications and warm-up.

use serde::Serialize;

use super::error::{ScenarioError, refuse};
use super::text::{CyclesOrAuto, whole};
use engine::sim::{self, RunLength};

/// Length and number of the runs. In the packet simulator, cycles are units of time.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Run {
    /// The beginning of a run, which is not measured.
    pub warmup: Warmup,
    /// Cycles after a warm-up given as a number; with `auto`, all cycles. If a precision is
    /// requested, this is the maximum.
    pub cycles: i64,
    /// R, independent runs of this length.
    pub replications: i64,
    /// The half-width of the 95 % confidence interval of the mean latency, relative to the mean,
    /// at which a run is long enough.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub precision: Option<f64>,
}

/// The part of a run that is left out: a number of cycles before the measured ones, or with `auto`
/// the first part of the measured cycles that has not settled, at most half.
pub type Warmup = CyclesOrAuto;

impl Run {
    /// Checks the fields and returns the length of a single run; [`Scenario::replication`] makes
    /// the replications.
    pub(crate) fn checked(self) -> Result<RunLength, ScenarioError> {
        let warmup = match self.warmup {
            Warmup::Auto => sim::Warmup::Auto,
            Warmup::Cycles(cycles) => sim::Warmup::Cycles(whole("run.warmup", cycles)? as u64),
        };
        if let Some(share) = self.precision
            && !(share > 0.0 && share < 1.0)
        {
            let allowed = "a number above 0 and below 1";
            return refuse("run.precision", allowed, share.to_string());
        }
        Ok(RunLength {
            warmup,
            cycles: whole("run.cycles", self.cycles)? as u64,
            precision: self.precision,
            ends_saturated: false,
            is_beyond_bound: false,
        })
    }

    /// Checks and returns R.
    pub(super) fn checked_replications(self) -> Result<u32, ScenarioError> {
        whole("run.replications", self.replications).map(|r| r as u32)
    }
}

impl Default for Run {
    fn default() -> Self {
        Self {
            warmup: Warmup::Cycles(20_000),
            cycles: 200_000,
            replications: 1,
            precision: None,
        }
    }
}
