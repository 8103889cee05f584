//! What workers are asked for points of a curve, and what they answer.

use serde::{Deserialize, Serialize};

use super::{
    DeadlockReport, DeadlockStage, Point, Report, State, at_load, measured_length, on_curve,
};
use crate::scenario::{MOST_NODES_IN_PAGE, Scenario, ScenarioError};

/// Loads that come after so many saturated ones have nothing to add.
pub(super) const ENOUGH_SATURATED: u32 = 2;

/// The page asks for points of a curve.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    /// Number of the run; answers carry it, so that late ones can be told apart.
    pub run: u32,
    /// The scenario, its load aside.
    pub scenario: Scenario,
    /// Loads [messages/node/cycle], ascending.
    pub loads: Vec<f64>,
    /// What is compared, the label of a curve each (see [`on_curve`]): multicast algorithms, or
    /// routing functions. None: the scenario's own curve.
    pub algorithms: Vec<String>,
}

/// The worker answers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// The run it belongs to; none when the worker says that it is ready.
    pub run: Option<u32>,
    /// What happened.
    pub event: Event,
}

/// What can happen in a worker.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Event {
    /// It listens now.
    Ready,
    /// This share of the whole run is done.
    Progress(f64),
    /// A point is measured.
    Point(Measured),
    /// A [`Job`](super::Job) is done.
    Report {
        /// Its number.
        job: usize,
        /// The [`Report`] as JSON.
        report: String,
    },
    /// The answer to a [`DeadlockQuery`](super::DeadlockQuery) has come to this stage.
    Stage(DeadlockStage),
    /// The answer to a [`DeadlockQuery`](super::DeadlockQuery).
    Deadlock(DeadlockReport),
    /// The run is over.
    Done,
    /// The run cannot be done, for this reason.
    Failed(String),
}

/// A measured load: what has to be known to go on, and the report unread.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Measured {
    /// λ_g [messages/node/cycle].
    pub load: f64,
    /// How the simulation ended.
    pub ending: Ending,
    /// The label of its curve; empty where there is but one, the scenario's own.
    pub curve: String,
    /// The [`Report`] as JSON.
    pub report: String,
}

/// How the simulation of a load ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ending {
    /// What was offered was accepted.
    Steady,
    /// The backlog grew without end.
    Saturated,
    /// The run was too short to tell which of the two it is.
    NotSettled,
    /// Worms came to wait for each other in a cycle.
    Deadlocked,
}

impl Measured {
    /// A point of a curve.
    pub fn new(curve: &str, report: &Report) -> Self {
        Self {
            load: report.load,
            curve: curve.to_owned(),
            ending: match report.state {
                _ if report.deadlocked => Ending::Deadlocked,
                _ if report.saturated => Ending::Saturated,
                State::NotSettled => Ending::NotSettled,
                _ => Ending::Steady,
            },
            report: serde_json::to_string(report).expect("a report is plain data"),
        }
    }
}

impl Request {
    /// The labels of the curves; an empty one is the scenario's own.
    fn curves(&self) -> Vec<&str> {
        match &*self.algorithms {
            [] => vec![""],
            several => several.iter().map(String::as_str).collect(),
        }
    }

    /// Load and curve of every point, in the order in which they are told: load by load.
    pub(super) fn points(&self) -> Vec<(f64, &str)> {
        let loads = self.loads.iter();
        let curves = self.curves();
        loads
            .flat_map(|&load| curves.iter().map(move |&curve| (load, curve)))
            .collect()
    }

    /// Whether a point, by its place in [`Request::points`], has something to add to those of
    /// its curve that are known: not after two saturated ones, nor after a deadlock.
    pub(super) fn adds(&self, point: usize, known: &[Option<Ending>]) -> bool {
        let curves = self.algorithms.len().max(1);
        let mut saturated = 0;
        let mut before = known[point % curves..point].iter().step_by(curves);
        before.all(|ending| {
            saturated += u32::from(*ending == Some(Ending::Saturated));
            *ending != Some(Ending::Deadlocked) && saturated < ENOUGH_SATURATED
        })
    }

    /// Runs the request and tells what happens.
    ///
    /// Of each curve, loads that come after two saturated ones, or after a deadlock, are left
    /// out: they have nothing to add.
    pub fn run(&self, tell: &mut dyn FnMut(Event)) {
        match self.measure(tell) {
            Ok(()) => tell(Event::Done),
            Err(error) => tell(Event::Failed(error.reason())),
        }
    }

    pub(super) fn measure(&self, tell: &mut dyn FnMut(Event)) -> Result<(), ScenarioError> {
        let points = self.points();
        let count = points.len() as f64;
        let mut endings = vec![None; points.len()];
        for (index, (load, curve)) in points.into_iter().enumerate() {
            if !self.adds(index, &endings) {
                continue;
            }
            let scenario = at_load(&on_curve(&self.scenario, curve), load)?;
            let built = scenario.build_within(MOST_NODES_IN_PAGE)?;
            let length = measured_length(&scenario, &built, load);
            let point = Point::of(scenario, built).lasting(length);
            let report = point.simulate(|share| {
                tell(Event::Progress((index as f64 + share) / count));
            });
            let measured = Measured::new(curve, &report);
            endings[index] = Some(measured.ending);
            tell(Event::Point(measured));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_survives_the_way_to_the_chart() {
        for link in [
            "t=torus-uni:4&vc=1&lam=0.9",
            "t=torus-uni:4&vc=2&lam=0&msg=0:0>1",
            "t=hypercube:3&mu=1&lam=0.1",
            "t=hypercube:3&mu=1&lam=30",
        ] {
            let mut scenario = Scenario::from_link(link).scenario;
            scenario.run.cycles = 500;
            let report = crate::sweep::simulate(&scenario, |_| {});
            let report = report.expect("a valid scenario");
            let text = Measured::new("", &report).report;
            let read = serde_json::from_str::<Report>(&text);
            assert_eq!(read.expect("a report"), report, "{link}");
        }
    }
}
