//! A point in parts, so that several workers share its replications.
//!
//! Each replication is a part, whose result is a sample; the report is another part, from all
//! samples. It is the same as that of the whole point, because samples are sent without rounding.

use serde::{Deserialize, Serialize};

use super::{Point, Question, Report, Sample};
use crate::scenario::Scenario;

/// The question for a part of the simulation of a scenario at its load.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SimulationQuestion {
    /// Whether the run is as long as a point of a curve needs, and not as long as the scenario has it.
    pub is_on_curve: bool,
    pub part: Part,
}

/// A part of a point, for a worker.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Part {
    /// All replications in sequence, and the report.
    Whole,
    /// The replication with this index, whose result is a [`Sample`].
    Replication(u32),
    /// The report, from the samples of all replications in order.
    Report(Vec<Sample>),
}

/// The result of a part.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Simulated {
    Report(Box<Report>),
    Sample(Sample),
}

impl SimulationQuestion {
    /// For a part of a point of a curve.
    pub fn on_curve(part: Part) -> Self {
        let is_on_curve = true;
        Self { is_on_curve, part }
    }

    /// For a part of exactly the given scenario.
    pub fn exact(part: Part) -> Self {
        let is_on_curve = false;
        Self { is_on_curve, part }
    }
}

impl Question for SimulationQuestion {
    const ID: &'static str = "simulation";
    type Progress = f64;
    type Answer = Simulated;

    fn run(self, of: &Point, progress: &mut dyn FnMut(f64)) -> Result<Simulated, String> {
        let point = if self.is_on_curve {
            of.on_curve()
        } else {
            of.clone()
        };
        let report = |report| Simulated::Report(Box::new(report));
        Ok(match self.part {
            Part::Whole => report(point.simulate(progress)),
            Part::Replication(index) => Simulated::Sample(point.run_replication(index, progress)),
            Part::Report(samples) => report(point.report(&samples)),
        })
    }
}

/// A part of a simulation, for a worker.
#[derive(Debug, Clone, PartialEq)]
pub struct SimulationTask {
    pub scenario: Scenario,
    pub question: SimulationQuestion,
}

/// An event of simulations that workers share.
#[derive(Debug, Clone, PartialEq)]
pub enum SimulationEvent<T> {
    /// This fraction of everything is done.
    Progress(f64),
    Result(T),
    Done,
    /// A simulation failed for this reason, and no further ones are started.
    Failed(String),
}

/// The parts of a point that workers do or have done.
#[derive(Debug)]
pub(super) struct Parts {
    /// By replication; a point that is not divided has one.
    replications: Vec<State>,
    is_divided: bool,
    is_reporting: bool,
}

#[derive(Debug)]
enum State {
    Waiting,
    Running(f64),
    Sampled(Sample),
}

impl Parts {
    /// The parts of a point with this many replications, for a number of workers. A single worker
    /// does it as a whole.
    pub(super) fn new(replications: i64, workers: usize) -> Self {
        let is_divided = workers > 1 && replications > 1;
        let count = if is_divided { replications } else { 1 };
        Self {
            replications: (0..count).map(|_| State::Waiting).collect(),
            is_divided,
            is_reporting: false,
        }
    }

    /// The number of workers that can share the point.
    pub(super) fn count(&self) -> usize {
        self.replications.len()
    }

    /// The next part, with the index of its replication.
    pub(super) fn next(&mut self) -> Option<(usize, Part)> {
        let mut replications = self.replications.iter();
        if let Some(index) = replications.position(|state| matches!(state, State::Waiting)) {
            self.replications[index] = State::Running(0.0);
            let part = if self.is_divided {
                Part::Replication(index as u32)
            } else {
                Part::Whole
            };
            return Some((index, part));
        }
        if self.is_reporting {
            return None;
        }
        let samples = self.replications.iter().map(|state| match state {
            State::Sampled(sample) => Some(sample.clone()),
            State::Waiting | State::Running(_) => None,
        });
        let samples = samples.collect::<Option<Vec<_>>>()?;
        self.is_reporting = true;
        Some((0, Part::Report(samples)))
    }

    /// Records the progress of a replication.
    pub(super) fn progress(&mut self, index: usize, share: f64) {
        if let state @ (State::Waiting | State::Running(_)) = &mut self.replications[index] {
            *state = State::Running(share);
        }
    }

    /// Records the sample of a replication.
    pub(super) fn sampled(&mut self, index: usize, sample: Sample) {
        self.replications[index] = State::Sampled(sample);
    }

    pub(super) fn share(&self) -> f64 {
        let shares = self.replications.iter().map(|state| match state {
            State::Waiting => 0.0,
            State::Running(share) => *share,
            State::Sampled(_) => 1.0,
        });
        shares.sum::<f64>() / self.replications.len() as f64
    }
}
