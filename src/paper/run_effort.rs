//! The effort of a simulation: how long, how often, and with which random numbers.

use super::{Measurand, Task};
use crate::scenario::{BuiltScenario, Run, Scenario, Warmup};
use crate::sim;
use crate::sweep::{capacity, quick_run};

/// How long to simulate, and with which random numbers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Terms {
    /// Seconds for a table, or minutes.
    pub effort: Effort,
    /// Seed of the random numbers.
    pub seed: u64,
    /// The half-width, as a fraction of the mean, at which a run may end; none: as suits the
    /// effort.
    pub precision: Option<f64>,
}

/// How long to simulate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effort {
    /// Seconds for a table.
    Quick,
    /// Minutes.
    Thorough,
}

/// Times that a message needs alone for which a quick run goes on at least, unless it is
/// precise enough before.
const SETTLING: f64 = 300.0;
/// What of its usual time a run of packets takes at least, whatever precision is enough: until
/// queues have settled, they look like queues without end.
const SHORTEST: f64 = 0.25;

/// The share of a quick run that suits what cannot end early.
const TO_THE_END: f64 = 0.35;

/// Mean times of crossing a link that a quick run of packets lasts at least, where delays are
/// asked for: queues that are nearly full take hundreds to settle.
const QUEUES_SETTLE: f64 = 10_000.0;

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
    /// Finds it by its name on the command line.
    pub fn from_id(id: &str) -> Option<Self> {
        [Self::Quick, Self::Thorough]
            .into_iter()
            .find(|effort| effort.id() == id)
    }

    /// As the command line writes it.
    pub fn id(self) -> &'static str {
        match self {
            Self::Quick => "quick",
            Self::Thorough => "thorough",
        }
    }

    /// Independent runs. With one, intervals come from batches.
    fn replications(self) -> i64 {
        match self {
            Self::Quick => 1,
            Self::Thorough => 5,
        }
    }

    /// How much longer than a quick run each of them may be.
    fn factor(self) -> f64 {
        match self {
            Self::Quick => 1.0,
            Self::Thorough => 5.0,
        }
    }

    /// The half-width, as a share of the mean, at which a run may end.
    fn precision(self) -> f64 {
        match self {
            Self::Quick => 0.02,
            Self::Thorough => 0.005,
        }
    }
}

impl Task {
    /// The scenario on given terms, ready to be simulated as it stands.
    ///
    /// Messages asked for by name are simulated until they have arrived, whatever the effort.
    pub fn on(&self, terms: &Terms) -> Scenario {
        let mut scenario = self.scenario.clone();
        scenario.seed = terms.seed;
        // The simulation reports what cannot be built.
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
            cycles *= TO_THE_END;
            settling *= 0.5;
        }
        let usual = terms.effort.precision();
        let asked = terms.precision.unwrap_or(usual);
        if built.packet.is_some() {
            // Their runs have no precision, but intervals narrow with the root of the time.
            cycles *= (usual / asked).powi(2).clamp(SHORTEST, 1.0);
            if self.measurand == Measurand::LinkDelay {
                cycles = cycles.max(QUEUES_SETTLE * terms.effort.factor() / mu_of(&built));
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

    /// Whether a run may end when its latency is known well enough: not where something rarer,
    /// or something else, is asked for.
    fn may_end_early(&self, built: &BuiltScenario) -> bool {
        if built.packet.is_some() {
            return false;
        }
        let mixes = built.design.multicasts.as_ref();
        match self.measurand {
            Measurand::Latency | Measurand::Network => true,
            // What is told of the same multicasts besides comes from the same run.
            Measurand::Multicast
            | Measurand::ArrivalSpread
            | Measurand::Channels
            | Measurand::StartUps
            | Measurand::BusiestChannel => mixes.is_some_and(|m| m.share_of_unicasts() == 0.0),
            _ => false,
        }
    }
}

/// μ of packets.
fn mu_of(built: &BuiltScenario) -> f64 {
    built.packet.as_ref().map_or(1.0, |design| design.mu)
}

/// About how many flits a scenario has cross channels, or messages links, until it has been
/// simulated: by which one tells long simulations from short ones.
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
    // An event among packets costs as much as ten flits.
    let weight = if built.packet.is_some() { 10.0 } else { 1.0 };
    weight * used * f64::from(built.design.network.channels()) * cycles
}
