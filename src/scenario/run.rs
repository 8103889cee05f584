//! How long to simulate, how often, and what to leave out.

use serde::Serialize;

use super::Scenario;
use super::error::{ScenarioError, refuse};
use super::text::{CyclesOrAuto, whole};
use crate::sim::{self, RunLength, seed_of};

/// How long to simulate. Where a scenario asks for packets, cycles are units of time.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Run {
    /// What is left out before anything is measured.
    pub warmup: Warmup,
    /// Cycles after a warm-up given by number; with `auto`, all cycles. The most, where a
    /// precision is asked for.
    pub cycles: i64,
    /// R, independent runs of this length.
    pub replications: i64,
    /// The half-width of the 95 % interval of the mean latency, as a share of the mean, with
    /// which a run is long enough.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub precision: Option<f64>,
}

/// What is left out at the beginning of a run: so many cycles, before those that are measured;
/// with `auto` as much of what is measured as has not settled, at most half.
pub type Warmup = CyclesOrAuto;

impl Run {
    /// Checks it; a single run, of which replications are made by [`Scenario::replication`].
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
        })
    }

    /// R, checked.
    pub(super) fn checked_replications(self) -> Result<u32, ScenarioError> {
        whole("run.replications", self.replications).map(|r| r as u32)
    }
}

impl Scenario {
    /// The scenario of a replication, which differs in its seed; replication 0 is the scenario
    /// itself.
    #[must_use]
    pub fn replication(&self, index: u32) -> Self {
        Self {
            seed: seed_of(self.seed, index),
            ..self.clone()
        }
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
