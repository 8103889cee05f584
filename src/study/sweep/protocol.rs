//! Requests to workers for the points of a curve, and their answers.

use serde::{Deserialize, Serialize};

use super::parts::{Part, PartResult};
use super::{
    Curve, DeadlockReport, DeadlockStage, Measured, MeasuredTerms, Point, at_load, measured_length,
};
use crate::scenario::{MOST_NODES_IN_PAGE, Scenario};

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
    pub curve: Curve,
    /// Loads [messages/node/cycle], ascending.
    pub loads: Vec<f64>,
}

/// A point to measure, or a part of it: one load of one curve.
#[derive(Debug, Clone, PartialEq)]
pub struct PointQuery {
    pub run: u32,
    /// λ_g [messages/node/cycle].
    pub load: f64,
    pub curve: Curve,
    pub part: Part,
}

/// An answer of a worker.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct WorkerReply {
    /// The run it belongs to; `None` when the worker reports that it is ready.
    pub run: Option<u32>,
    pub event: Event,
}

/// An event in a worker.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Event {
    /// The worker is ready for tasks.
    Ready,
    /// The fraction of the whole run that is done.
    Progress(f64),
    /// A replication is done: its [`Sample`](super::Sample), encoded.
    Sample(Vec<u8>),
    Point(Measured),
    /// A [`Job`](super::Job) is done.
    Report {
        job: usize,
        /// The [`Report`](super::Report) as JSON.
        report: String,
    },
    /// The answer to a [`WhyQuery`](super::WhyQuery): the [`Diagnosis`](super::Diagnosis) as JSON.
    Diagnosis(String),
    /// The answer to a [`TraceQuery`](super::TraceQuery): the trace.
    Trace(String),
    /// The answer to a [`TermsQuery`](super::TermsQuery).
    Terms(MeasuredTerms),
    /// The answer to a [`DeadlockQuery`](super::DeadlockQuery) has reached this stage.
    Stage(DeadlockStage),
    /// The answer to a [`DeadlockQuery`](super::DeadlockQuery).
    Deadlock(DeadlockReport),
    Done,
    /// The run cannot be done, for this reason.
    Failed(String),
    /// The curves in a file of reports (`ReportedCurves` of `batch`), encoded.
    Curves(Vec<u8>),
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
}

impl PointQuery {
    /// Does the part and reports each event to `on_event`.
    pub fn run(&self, on_event: &mut dyn FnMut(Event)) {
        match self.measure(on_event) {
            Ok(()) => on_event(Event::Done),
            Err(reason) => on_event(Event::Failed(reason)),
        }
    }

    pub(super) fn measure(&self, on_event: &mut dyn FnMut(Event)) -> Result<(), String> {
        let scenario = at_load(&self.curve.scenario, self.load);
        let scenario = scenario.map_err(|error| error.reason())?;
        let built = scenario.build_within(MOST_NODES_IN_PAGE);
        let built = built.map_err(|error| error.reason())?;
        let length = measured_length(&scenario, &built, self.load);
        let point = Point::of(scenario, built).lasting(length);
        let point = point.ending_saturated();
        let progress = |share| on_event(Event::Progress(share));
        let event = match point.do_part(&self.part, progress)? {
            PartResult::Sample(sample) => Event::Sample(sample),
            PartResult::Report(report) => Event::Point(Measured::new(&self.curve.label, &report)),
        };
        on_event(event);
        Ok(())
    }
}
