//! One load: the replications that a scenario requests, and their combined report.

use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Serialize};

use super::{LinkReport, Report, measured_length};
use crate::scenario::{Bound, Bounds, BuiltScenario, MOST_NODES_IN_PAGE, Scenario, ScenarioError};
use engine::sim::{Outcome, Replication, RunLength, Simulator, Verdict, Warmup, packet, seed_of};

/// A scenario that is ready for the replications that it requests.
///
/// Replications may run in any order and on any number of threads: each is a function of its
/// index, and [`Point::report`] takes them in ascending order of their indices.
#[derive(Debug, Clone)]
pub struct Point {
    scenario: Scenario,
    built: BuiltScenario,
    length: RunLength,
    /// [`Bounds::limit`], once it is needed; copies share it.
    limit: Arc<OnceLock<Option<Bound>>>,
}

/// One replication, from the simulator that the scenario selects.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Sample {
    Flits(Box<Replication>),
    Packets(Box<packet::Outcome>),
}

impl Sample {
    /// The replication, if it is one of flits.
    pub fn flits(&self) -> Option<&Replication> {
        match self {
            Self::Flits(replication) => Some(replication),
            Self::Packets(_) => None,
        }
    }

    /// The replication, if it is one of packets.
    pub fn packets(&self) -> Option<&packet::Outcome> {
        match self {
            Self::Flits(_) => None,
            Self::Packets(outcome) => Some(outcome),
        }
    }
}

impl Point {
    /// Checks and builds a scenario.
    pub fn new(scenario: &Scenario) -> Result<Self, ScenarioError> {
        let built = scenario.build()?;
        Ok(Self::of(scenario.clone(), built))
    }

    /// Same as [`Point::new`], for the workers of the page, whose networks are limited.
    pub fn in_page(scenario: &Scenario) -> Result<Self, ScenarioError> {
        let built = scenario.build_within(MOST_NODES_IN_PAGE)?;
        Ok(Self::of(scenario.clone(), built))
    }

    /// The point of a scenario that has been built.
    pub fn of(scenario: Scenario, built: BuiltScenario) -> Self {
        Self {
            length: built.run,
            scenario,
            built,
            limit: Arc::default(),
        }
    }

    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    pub fn built(&self) -> &BuiltScenario {
        &self.built
    }

    /// The point with runs as long as a curve needs.
    #[must_use]
    pub fn on_curve(&self) -> Self {
        let length = measured_length(&self.scenario, &self.built, self.scenario.traffic.rate);
        self.clone().lasting(length).ending_saturated()
    }

    /// Sets another length of the runs. For packets, the warm-up must be given as a number.
    #[must_use]
    pub fn lasting(self, length: RunLength) -> Self {
        Self { length, ..self }
    }

    /// Ends each run as soon as the network is certainly saturated and the load that it accepts is
    /// known to two per cent, instead of measuring it for as long as others. Packets are measured
    /// to the end, and so is a network that might deadlock, with which the verdict is not certain
    /// before.
    #[must_use]
    pub fn ending_saturated(mut self) -> Self {
        let load = self.scenario.traffic.rate;
        self.length.ends_saturated = super::cannot_deadlock(&self.built);
        self.length.is_beyond_bound = self.limit().is_some_and(|limit| load >= limit.rate);
        self
    }

    /// The exact bound on the load, if there is one.
    fn limit(&self) -> Option<&Bound> {
        let of = || Bounds::limit(&self.scenario, &self.built);
        self.limit.get_or_init(of).as_ref()
    }

    /// R, the number of replications.
    pub fn replications(&self) -> u32 {
        self.built.replications
    }

    /// Runs the replication with the given index, from 0 to R − 1; `progress` receives the
    /// fraction done.
    ///
    /// The means of R independent replications scatter √R times as much as their average. So if
    /// the scenario requests a relative precision p, each replication runs until its own precision
    /// is p·√R.
    pub fn run_replication(&self, index: u32, progress: impl FnMut(f64)) -> Sample {
        let seed = seed_of(self.scenario.seed, index);
        if let Some(design) = &self.built.packet {
            let outcome = super::packet::run(design, seed, self.length, progress);
            return Sample::Packets(Box::new(outcome));
        }
        let widened = f64::from(self.replications()).sqrt();
        let length = RunLength {
            precision: self.length.precision.map(|p| p * widened),
            ..self.length
        };
        let simulator = Simulator::seeded(self.built.design.clone(), seed);
        Sample::Flits(Box::new(simulator.replicate(length, progress)))
    }

    /// The part of the longest possible run that a replication has simulated; less than 1 if it
    /// ended early.
    pub fn share_simulated(&self, sample: &Sample) -> f64 {
        let Some(Replication { record, .. }) = sample.flits() else {
            return 1.0;
        };
        let warmup = match self.length.warmup {
            Warmup::Cycles(cycles) => cycles,
            Warmup::Auto => 0,
        };
        let most = warmup.saturating_add(self.length.cycles).max(1);
        ((record.started + record.total.cycles) as f64 / most as f64).min(1.0)
    }

    /// The combined report of all replications, given in order.
    pub fn report(&self, replications: &[Sample]) -> Report {
        let load = self.scenario.traffic.rate;
        if let Some(design) = &self.built.packet
            && let Some(outcome) = self.packets(replications)
        {
            return Report::of_packets(design, load, self.length, replications.len(), &outcome);
        }
        let flits = replications.iter().filter_map(Sample::flits).cloned();
        // `self.length` may have a precision that the scenario did not request.
        let asked = self.built.run.precision;
        let outcome = Outcome::of(&flits.collect::<Vec<_>>(), asked);
        let may_keep_up = matches!(outcome.verdict, Verdict::Steady | Verdict::NotSettled);
        let limit = may_keep_up.then(|| self.limit());
        match limit.flatten() {
            Some(limit) if load >= limit.rate => Report::beyond(load, &self.built, outcome, limit),
            Some(limit) => {
                let design = &self.built.design;
                // Bursts lengthen the relaxation time of a queue as they do its variance.
                let service = design.length.mean() * design.dispersion();
                let outcome = outcome.below_a_bound(load / limit.rate, service);
                Report::new(load, &self.built, outcome)
            }
            None => Report::new(load, &self.built, outcome),
        }
    }

    /// The combined reports of every link, by node and port, given all replications in order; only
    /// for packets.
    pub fn links(&self, replications: &[Sample]) -> Option<Vec<LinkReport>> {
        let (design, outcome) = (self.built.packet.as_ref()?, self.packets(replications)?);
        Some(LinkReport::all(design, &outcome))
    }

    fn packets(&self, replications: &[Sample]) -> Option<packet::Outcome> {
        self.built.packet.as_ref()?;
        let packets = replications.iter().filter_map(Sample::packets).cloned();
        Some(packet::Outcome::of(&packets.collect::<Vec<_>>()))
    }

    /// Runs the replications in sequence and reports them; `progress` receives the fraction done.
    pub fn simulate(&self, mut progress: impl FnMut(f64)) -> Report {
        let count = self.replications();
        let replications = (0..count).map(|index| {
            self.run_replication(index, |share| {
                progress((f64::from(index) + share) / f64::from(count));
            })
        });
        self.report(&replications.collect::<Vec<_>>())
    }
}
