//! Requests to workers for the points of a curve, and their answers.

use serde::{Deserialize, Serialize};

use super::{
    Curve, DeadlockReport, DeadlockStage, Point, Pool, Report, State, at_load, measured_length,
};
use crate::scenario::{MOST_NODES_IN_PAGE, Scenario, ScenarioError};

/// The number of saturated loads after which a curve ends.
pub(super) const ENOUGH_SATURATED: u32 = 2;

/// A request of the page for the points of curves.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    /// Number of the run; answers contain it, so that late ones can be recognized.
    pub run: u32,
    /// The curves, with different labels.
    pub curves: Vec<RequestedCurve>,
}

/// A curve of which points are requested.
#[derive(Debug, Clone, PartialEq)]
pub struct RequestedCurve {
    /// The curve.
    pub curve: Curve,
    /// Loads [messages/node/cycle], ascending.
    pub loads: Vec<f64>,
}

/// A point to measure: one load of one curve.
#[derive(Debug, Clone, PartialEq)]
pub struct PointQuery {
    /// Number of the run.
    pub run: u32,
    /// λ_g [messages/node/cycle].
    pub load: f64,
    /// The curve.
    pub curve: Curve,
}

/// An answer of a worker.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct WorkerReply {
    /// The run it belongs to; `None` when the worker reports that it is ready.
    pub run: Option<u32>,
    /// The event.
    pub event: Event,
}

/// An event in a worker.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Event {
    /// The worker is ready for tasks.
    Ready,
    /// The fraction of the whole run that is done.
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
    /// The answer to a [`WhyQuery`](super::WhyQuery): the [`Diagnosis`](super::Diagnosis) as JSON.
    Diagnosis(String),
    /// The answer to a [`DeadlockQuery`](super::DeadlockQuery) has reached this stage.
    Stage(DeadlockStage),
    /// The answer to a [`DeadlockQuery`](super::DeadlockQuery).
    Deadlock(DeadlockReport),
    /// The run is over.
    Done,
    /// The run cannot be done, for this reason.
    Failed(String),
}

/// A measured load: the data needed to continue, and the serialized report.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Measured {
    /// λ_g [messages/node/cycle].
    pub load: f64,
    /// How the simulation ended.
    pub ending: Ending,
    /// The label of its curve; empty for a single curve, the scenario's own.
    pub curve: String,
    /// The [`Report`] as JSON.
    pub report: String,
}

/// How the simulation of a load ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ending {
    /// The network accepted the offered load.
    Steady,
    /// The backlog grew without bound.
    Saturated,
    /// The run was too short to tell which of the two it is.
    NotSettled,
    /// Worms wait for each other in a cycle.
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

/// Whether points with these endings, in ascending order of load, complete a curve, so that higher loads add no
/// information: two have saturated, or one has deadlocked.
pub fn is_complete(endings: impl IntoIterator<Item = Ending>) -> bool {
    let mut saturated = 0;
    endings.into_iter().any(|ending| {
        saturated += u32::from(ending == Ending::Saturated);
        ending == Ending::Deadlocked || saturated == ENOUGH_SATURATED
    })
}

impl Request {
    /// Requests the points of a single curve.
    pub fn of(scenario: &Scenario, loads: Vec<f64>) -> Self {
        let curve = Curve::alone(scenario.clone());
        Self {
            run: 0,
            curves: vec![RequestedCurve { curve, loads }],
        }
    }

    /// Load and curve of every point, in the order in which they are reported: by load, then by curve.
    pub(super) fn points<'a>(&'a self) -> Vec<(f64, &'a Curve)> {
        let of = |asked: &'a RequestedCurve| asked.loads.iter().map(|&load| (load, &asked.curve));
        let mut points: Vec<_> = self.curves.iter().flat_map(of).collect();
        points.sort_by(|a, b| a.0.total_cmp(&b.0));
        points
    }

    /// Measures point after point and reports each event to `on_event`.
    ///
    /// In each curve, loads after two saturated ones, or after a deadlock, are left out, because
    /// they add no information.
    pub fn run(&self, on_event: &mut dyn FnMut(Event)) {
        let mut pool = Pool::new(self, 1);
        while let Some(query) = pool.next(0) {
            query.run(&mut |event| pool.hear(0, event).into_iter().for_each(&mut *on_event));
        }
    }
}

impl PointQuery {
    /// Measures the point and reports each event to `on_event`.
    pub fn run(&self, on_event: &mut dyn FnMut(Event)) {
        match self.measure(on_event) {
            Ok(()) => on_event(Event::Done),
            Err(error) => on_event(Event::Failed(error.reason())),
        }
    }

    pub(super) fn measure(&self, on_event: &mut dyn FnMut(Event)) -> Result<(), ScenarioError> {
        let scenario = at_load(&self.curve.scenario, self.load)?;
        let built = scenario.build_within(MOST_NODES_IN_PAGE)?;
        let length = measured_length(&scenario, &built, self.load);
        let point = Point::of(scenario, built).lasting(length);
        let report = point.simulate(|share| on_event(Event::Progress(share)));
        on_event(Event::Point(Measured::new(&self.curve.label, &report)));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_saturated_points_or_one_deadlock_complete_a_curve() {
        use Ending::{Deadlocked, NotSettled, Saturated, Steady};
        assert!(!is_complete([Steady, Saturated, NotSettled]));
        assert!(is_complete([Steady, Saturated, NotSettled, Saturated]));
        assert!(is_complete([Steady, Deadlocked]));
        assert!(!is_complete([]));
    }

    #[test]
    fn a_report_survives_serialization() {
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
