//! Sources of random messages that are not Poisson.

use serde::Serialize;

use super::Scenario;
use super::error::{ScenarioError, refuse};
use super::run::Run;
use super::text::whole;
use engine::catalog::quoted;
use engine::traffic;

/// Bursts of random messages: a source is on and off in turn ([`traffic::Burst`]).
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Burst {
    /// Mean time on \[cycles\]; absent: sources are Poisson.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on: Option<f64>,
    /// Fraction of time on. A source that is on generates `rate`/`share` messages per cycle, so
    /// that `rate` remains the mean.
    pub share: f64,
}

impl Default for Burst {
    fn default() -> Self {
        Self {
            on: None,
            share: 0.25,
        }
    }
}

impl Burst {
    pub(super) fn is_absent(&self) -> bool {
        *self == Self::default()
    }
}

/// Another rate at the beginning of a run ([`traffic::Surge`]).
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Surge {
    /// Rate [messages/node/cycle]; absent: there is no surge.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rate: Option<f64>,
    /// Its length \[cycles\].
    pub cycles: i64,
}

impl Default for Surge {
    fn default() -> Self {
        Self {
            rate: None,
            cycles: 3000,
        }
    }
}

impl Surge {
    pub(super) fn is_absent(&self) -> bool {
        *self == Self::default()
    }
}

impl Scenario {
    /// The surge of a scenario with random traffic at the rate `rate`.
    pub(super) fn checked_surge(&self, rate: f64) -> Result<Option<traffic::Surge>, ScenarioError> {
        const RATE: &str = "traffic.surge.rate";
        let cycles = whole("traffic.surge.cycles", self.traffic.surge.cycles)? as u64;
        let Some(surge) = self.traffic.surge.rate else {
            return Ok(None);
        };
        let given = || quoted(&surge.to_string());
        if !(surge > 0.0 && surge <= 1.0) {
            let allowed = "a number of messages/node/cycle above 0 and at most 1";
            return refuse(RATE, allowed, given());
        }
        if self.packet.is_some() {
            return refuse(RATE, "absent for packets", given());
        }
        if self.traffic.burst.on.is_some() {
            return refuse(RATE, "absent for sources that send in bursts", given());
        }
        Ok((rate > 0.0).then_some(traffic::Surge {
            rate: surge,
            cycles,
        }))
    }

    pub(super) fn checked_burst(&self) -> Result<Option<traffic::Burst>, ScenarioError> {
        const LONGEST: f64 = 1e6;
        const SMALLEST: f64 = 0.001;
        let Burst { on, share } = self.traffic.burst;
        if !(SMALLEST..=1.0).contains(&share) {
            let allowed = format!("a fraction of time from {SMALLEST} to 1");
            return refuse("traffic.burst.share", allowed, quoted(&share.to_string()));
        }
        let Some(on) = on else {
            return Ok(None);
        };
        if !(1.0..=LONGEST).contains(&on) {
            let allowed = format!("a mean from 1 to {LONGEST} cycles");
            return refuse("traffic.burst.on", allowed, quoted(&on.to_string()));
        }
        if self.packet.is_some() {
            return refuse("traffic.burst.on", "absent for packets", on.to_string());
        }
        Ok(Some(traffic::Burst { on, share }))
    }
}

/// A warning that a run has too few bursts to be judged.
pub(super) fn burst_warning(burst: traffic::Burst, run: &Run) -> Option<String> {
    const ENOUGH: f64 = 20.0;
    let needed = ENOUGH * burst.period();
    (needed > run.cycles as f64).then(|| {
        format!(
            "a burst and the pause after it take {:.0} cycles; a run of {} cycles has fewer than \
             {ENOUGH} of them, too few to tell whether the network keeps up",
            burst.period(),
            run.cycles
        )
    })
}
