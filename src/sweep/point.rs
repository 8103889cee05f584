//! One load: the replications that a scenario asks for, and what they say together.

use super::Report;
use crate::scenario::{Scenario, ScenarioError, Study};
use crate::sim::{Outcome, Replication, RunLength, Simulator};

/// A scenario, ready to be simulated as often as it asks for.
///
/// Replications may be made in any order and on any number of threads: each is a function of
/// its index, and [`Point::report`] takes them in ascending order of it.
#[derive(Debug)]
pub struct Point {
    scenario: Scenario,
    study: Study,
    length: RunLength,
}

impl Point {
    /// Checks the scenario and builds it.
    pub fn new(scenario: &Scenario) -> Result<Self, ScenarioError> {
        let study = scenario.build()?;
        Ok(Self::of(scenario.clone(), study))
    }

    /// The point of a scenario that is built.
    pub fn of(scenario: Scenario, study: Study) -> Self {
        Self {
            length: study.run,
            scenario,
            study,
        }
    }

    /// The same with runs of another length.
    #[must_use]
    pub fn lasting(self, length: RunLength) -> Self {
        Self { length, ..self }
    }

    /// R.
    pub fn replications(&self) -> u32 {
        self.study.replications
    }

    /// Makes one replication, of index 0 to R − 1; `progress` is told the share done.
    ///
    /// Independent means scatter √R times as much as their mean. So if a relative precision p
    /// is asked for, each replication goes on until it reaches p·√R by itself.
    pub fn replicate(&self, index: u32, progress: impl FnMut(f64)) -> Replication {
        let design = if index == 0 {
            self.study.design.clone()
        } else {
            let again = self.scenario.replication(index).build();
            again.expect("it differs in its seed only").design
        };
        let widened = f64::from(self.replications()).sqrt();
        let length = RunLength {
            precision: self.length.precision.map(|p| p * widened),
            ..self.length
        };
        Simulator::new(design).replicate(length, progress)
    }

    /// What all replications, in order, say together.
    pub fn report(&self, replications: &[Replication]) -> Report {
        let outcome = Outcome::of(replications, self.length.precision);
        Report::new(self.scenario.traffic.rate, &self.study, outcome)
    }

    /// Makes the replications one after the other.
    pub fn simulate(&self, mut progress: impl FnMut(f64)) -> Report {
        let count = self.replications();
        let replications = (0..count).map(|index| {
            self.replicate(index, |share| {
                progress((f64::from(index) + share) / f64::from(count));
            })
        });
        self.report(&replications.collect::<Vec<_>>())
    }
}
