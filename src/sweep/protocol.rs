//! What the page and its worker say to each other.

use serde::{Deserialize, Serialize};

use super::{Point, Report, at_load, quick_run};
use crate::scenario::{MOST_NODES_IN_PAGE, Scenario, ScenarioError};

/// Loads that come after so many saturated ones have nothing to add.
pub(super) const ENOUGH_SATURATED: u32 = 2;

/// The page asks for points of a curve.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Request {
    /// Number of the run; answers carry it, so that late ones can be told apart.
    pub run: u32,
    /// The scenario, its load aside.
    pub scenario: Scenario,
    /// Loads [messages/node/cycle], ascending.
    pub loads: Vec<f64>,
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
    Point(Box<Report>),
    /// The run is over.
    Done,
    /// The run cannot be done, for this reason.
    Failed(String),
}

impl Request {
    /// Runs the request and tells what happens.
    ///
    /// Loads that come after two saturated ones, or after a deadlock, are left out: they
    /// have nothing to add.
    pub fn run(&self, tell: &mut dyn FnMut(Event)) {
        match self.measure(tell) {
            Ok(()) => tell(Event::Done),
            Err(error) => tell(Event::Failed(error.reason)),
        }
    }

    fn measure(&self, tell: &mut dyn FnMut(Event)) -> Result<(), ScenarioError> {
        let mut saturated = 0;
        let points = self.loads.len() as f64;
        for (index, &load) in self.loads.iter().enumerate() {
            let scenario = at_load(&self.scenario, load)?;
            let study = scenario.build_within(MOST_NODES_IN_PAGE)?;
            let length = quick_run(&study, load);
            let point = Point::of(scenario, study).lasting(length);
            let report = point.simulate(|share| {
                tell(Event::Progress((index as f64 + share) / points));
            });
            let deadlocked = report.deadlocked;
            saturated += u32::from(report.saturated);
            tell(Event::Point(Box::new(report)));
            if deadlocked || saturated == ENOUGH_SATURATED {
                break;
            }
        }
        Ok(())
    }
}
