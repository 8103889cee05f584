//! The effort of simulations: run length, replications and random seed.

use super::{Measurand, Task};
use crate::scenario::{BuiltScenario, Run, Scenario, Warmup};
use crate::sweep::{capacity, quick_run};
use engine::sim;

/// The run length and random seed of simulations.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Terms {
    /// The run length: seconds or minutes for a table.
    pub effort: Effort,
    pub seed: u64,
    /// The half-width, as a fraction of the mean, at which a run may end; `None` for the default of
    /// the effort.
    pub precision: Option<f64>,
}

/// The run length of simulations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effort {
    Quick,
    Thorough,
}

/// The minimum length of a quick run, in latencies of a message alone in the network, unless the
/// precision is reached earlier.
const SETTLING: f64 = 300.0;
/// The minimum length of a run of packets at reduced precision, as a fraction of its usual length:
/// queues that have not settled yet are indistinguishable from queues that grow without bound.
const SHORTEST: f64 = 0.25;

/// The fraction of the usual length for runs that cannot end early.
const WITHOUT_EARLY_END: f64 = 0.35;

/// The minimum length of a quick run of packets that measures delays, in mean service times 1/μ of
/// a link: near saturation, queues take hundreds of them to settle.
const SHORTEST_FOR_DELAYS: f64 = 10_000.0;

impl Default for Terms {
    fn default() -> Self {
        Self {
            effort: Effort::Quick,
            seed: 1,
            precision: None,
        }
    }
}

impl Effort {
    /// Finds an effort by its name on the command line.
    pub fn from_id(id: &str) -> Option<Self> {
        [Self::Quick, Self::Thorough]
            .into_iter()
            .find(|effort| effort.id() == id)
    }

    /// The name on the command line.
    pub fn id(self) -> &'static str {
        match self {
            Self::Quick => "quick",
            Self::Thorough => "thorough",
        }
    }

    /// The number of replications. With only one, intervals come from batch means.
    fn replications(self) -> i64 {
        match self {
            Self::Quick => 1,
            Self::Thorough => 5,
        }
    }

    /// The maximum length of a run, in lengths of a quick run.
    fn factor(self) -> f64 {
        match self {
            Self::Quick => 1.0,
            Self::Thorough => 5.0,
        }
    }

    /// The half-width, as a fraction of the mean, at which a run may end.
    fn precision(self) -> f64 {
        match self {
            Self::Quick => 0.02,
            Self::Thorough => 0.005,
        }
    }
}

impl Task {
    /// The scenario on the given terms, ready to simulate.
    ///
    /// Explicitly listed messages are simulated until they have arrived, whatever the effort.
    pub fn on(&self, terms: &Terms) -> Scenario {
        let mut scenario = self.scenario.clone();
        scenario.seed = terms.seed;
        // The simulation reports the error of a scenario that cannot be built.
        let Ok(built) = scenario.build() else {
            return scenario;
        };
        if built.packet.is_none() && !built.design.is_random() {
            return scenario;
        }
        let quick = quick_run(&built, scenario.traffic.rate);
        let may_end_early = self.may_end_early(&built);
        let mut cycles = quick.cycles as f64 * terms.effort.factor();
        let mut settling = SETTLING;
        if !may_end_early {
            cycles *= WITHOUT_EARLY_END;
            settling *= 0.5;
        }
        let usual = terms.effort.precision();
        let asked = terms.precision.unwrap_or(usual);
        if built.packet.is_some() {
            // Runs of packets have no stopping rule, but half-widths shrink with the square root
            // of the time.
            cycles *= (usual / asked).powi(2).clamp(SHORTEST, 1.0);
            if self.measurand == Measurand::LinkDelay {
                cycles = cycles.max(SHORTEST_FOR_DELAYS * terms.effort.factor() / mu_of(&built));
            }
        } else {
            let design = &built.design;
            let alone = design.length.mean() + f64::from(built.topology.diameter());
            cycles = cycles.max(settling * alone * terms.effort.factor());
        }
        let cycles = cycles.max(1.0) as i64;
        scenario.run = Run {
            warmup: Warmup::Cycles(cycles / 4),
            cycles,
            replications: terms.effort.replications(),
            precision: may_end_early.then_some(asked),
        };
        scenario
    }

    /// Whether a run may end as soon as its latency is precise enough: not if the measurand is a
    /// rarer or a different quantity.
    fn may_end_early(&self, built: &BuiltScenario) -> bool {
        if built.packet.is_some() {
            return false;
        }
        let mixes = built.design.multicasts.as_ref();
        match self.measurand {
            Measurand::Latency | Measurand::Network => true,
            // Accepted throughput comes from the same run as the latency.
            Measurand::Accepted => mixes.is_none_or(|m| m.share_of_unicasts() == 0.0),
            // The other quantities of multicasts come from the same run as their latency.
            Measurand::Multicast
            | Measurand::ArrivalSpread
            | Measurand::Channels
            | Measurand::StartUps
            | Measurand::BusiestChannel => mixes.is_some_and(|m| m.share_of_unicasts() == 0.0),
            _ => false,
        }
    }
}

/// The rate μ of packets, 1 for other scenarios.
fn mu_of(built: &BuiltScenario) -> f64 {
    built.packet.as_ref().map_or(1.0, |design| design.mu)
}

/// Estimates the cost of simulating a scenario, as the number of flits that cross channels; a packet
/// that crosses a link counts as ten flits.
pub(super) fn cost(scenario: &Scenario) -> f64 {
    let Ok(built) = scenario.build() else {
        return 0.0;
    };
    let warmup = match built.run.warmup {
        sim::Warmup::Cycles(cycles) => cycles,
        sim::Warmup::Auto => 0,
    };
    let cycles = (warmup + built.run.cycles) as f64 * f64::from(built.replications);
    let used = (scenario.traffic.rate / capacity(&built)).min(1.0);
    // Processing one packet event takes as long as processing ten flits.
    let weight = if built.packet.is_some() { 10.0 } else { 1.0 };
    weight * used * f64::from(built.design.network.channels()) * cycles
}
