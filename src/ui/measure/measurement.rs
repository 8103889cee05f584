//! A measurement: its workers, its points and its progress.

use std::sync::Arc;

use flitscope::browser::kept;
use flitscope::browser::workers::pool::RunningPool;
use flitscope::scenario::{BuiltScenario, Scenario};
use flitscope::sweep::{Ending, Event, Measured, Request, as_measured, curve_name, is_complete};
use leptos::prelude::*;

/// Progress of a measurement.
#[derive(Debug, Clone, PartialEq)]
pub enum Stage {
    /// Nothing has been requested.
    Idle,
    /// Workers are running; the value is the share done, from 0 to 1.
    Running(f64),
    /// All points have been measured.
    Done,
    /// The user cancelled the measurement.
    Cancelled,
    /// The measurement failed, for the given reason.
    Failed(String),
}

/// The subject of one curve of a measurement.
#[derive(Clone)]
pub struct MeasuredCurve {
    /// Label of the curve in its points; empty if there is only one curve.
    pub label: String,
    /// The scenario; its load is not used.
    pub scenario: Scenario,
    /// The built form of `scenario`.
    pub built: Arc<BuiltScenario>,
}

impl PartialEq for MeasuredCurve {
    fn eq(&self, other: &Self) -> bool {
        // `built` is determined by the scenario.
        self.label == other.label && self.scenario == other.scenario
    }
}

impl MeasuredCurve {
    /// Returns the points of the curve that are kept in storage.
    fn kept(&self) -> Vec<Measured> {
        let points = kept::of_subject(&self.scenario).into_iter();
        let points = points.map(|point| Measured {
            curve: self.label.clone(),
            ..point
        });
        points.collect()
    }

    /// Returns the scenario of the curve with the run length of `other`.
    fn with_run_of(&self, other: &Scenario) -> Scenario {
        Scenario {
            run: other.run,
            ..self.scenario.clone()
        }
    }

    /// Whether a point is kept for this load and the run length of `other`.
    fn is_kept(&self, other: &Scenario, load: f64) -> bool {
        kept::get(&as_measured(&self.with_run_of(other), &self.built, load)).is_some()
    }
}

/// The measurement of the page; copies share it.
#[derive(Clone, Copy)]
pub struct Measurement {
    /// Progress of the measurement.
    pub stage: RwSignal<Stage>,
    /// The points so far, sorted by load.
    pub points: RwSignal<Vec<Measured>>,
    curves: StoredValue<Vec<MeasuredCurve>>,
    pool: StoredValue<Option<RunningPool>, LocalStorage>,
    run: StoredValue<u32>,
}

impl Measurement {
    /// Creates a measurement without curves and points.
    pub fn new() -> Self {
        Self {
            stage: RwSignal::new(Stage::Idle),
            points: RwSignal::new(Vec::new()),
            curves: StoredValue::new(Vec::new()),
            pool: StoredValue::new_local(None),
            run: StoredValue::new(0),
        }
    }

    /// Whether workers are running.
    pub fn is_running(self) -> bool {
        matches!(*self.stage.read(), Stage::Running(_))
    }

    /// Switches to `curves`, unless they are the current ones.
    pub fn follow(self, curves: Vec<MeasuredCurve>) {
        if self.curves.with_value(|known| *known != curves) {
            self.set_curves(curves);
        }
    }

    /// Switches to `curves`: ends the workers of the previous curves and shows the kept points of
    /// the new ones.
    fn set_curves(self, curves: Vec<MeasuredCurve>) {
        self.pool.set_value(None);
        self.points.set(in_order(&curves, MeasuredCurve::kept));
        self.curves.set_value(curves);
        self.stage.set(Stage::Idle);
    }

    /// Simulates the requested loads for which no points are kept, with the given number of
    /// workers, or with as many as suit the machine if `None`.
    pub fn begin(self, request: Request, workers: Option<usize>) {
        self.run.update_value(|run| *run += 1);
        let curves = self.curves.get_value();
        let asked = request.scenario.clone();
        let is_kept = |load: f64| curves.iter().all(|curve| curve.is_kept(&asked, load));
        let loads = request.loads.iter().copied();
        let request = Request {
            run: self.run.get_value(),
            loads: loads.filter(|&load| !is_kept(load)).collect(),
            ..request
        };
        // The workers do not know the kept points, which may complete a single curve.
        let points = self.points.get_untracked();
        let endings = |count: usize| points[..count].iter().map(|point| point.ending);
        let complete = (1..=points.len()).find(|&count| is_complete(endings(count)));
        let limit = complete.filter(|_| curves.len() < 2);
        let limit = limit.map(|count| points[count - 1].load);
        let request = Request {
            loads: (request.loads.iter().copied())
                .filter(|&load| limit.is_none_or(|limit| load < limit))
                .collect(),
            ..request
        };
        if request.loads.is_empty() {
            return self.stage.set(Stage::Done);
        }
        self.stage.set(Stage::Running(0.0));
        let scenario = request.scenario.clone();
        let on_event = move |event| self.on_event(&scenario, event);
        match RunningPool::start(request, workers, on_event) {
            Ok(started) => self.pool.set_value(Some(started)),
            Err(reason) => self.stage.set(Stage::Failed(reason)),
        }
    }

    /// Ends the workers at once.
    pub fn cancel(self) {
        self.pool.set_value(None);
        self.stage.set(Stage::Cancelled);
    }

    /// Forgets all points of the current curves, including the kept ones.
    pub fn forget(self) {
        let curves = self.curves.get_value();
        for curve in &curves {
            kept::forget(&curve.scenario);
        }
        self.set_curves(curves);
    }

    fn on_event(self, scenario: &Scenario, event: Event) {
        match event {
            Event::Ready
            | Event::Stage(_)
            | Event::Deadlock(_)
            | Event::Report { .. }
            | Event::Diagnosis(_) => {}
            Event::Progress(share) => self.stage.set(Stage::Running(share)),
            Event::Point(point) => self.record(scenario, &point),
            Event::Done => self.end(Stage::Done),
            Event::Failed(reason) => self.end(Stage::Failed(reason)),
        }
    }

    /// Stores a point and shows it.
    fn record(self, scenario: &Scenario, point: &Measured) {
        let curves = self.curves.get_value();
        let Some(curve) = curves.iter().find(|curve| curve.label == point.curve) else {
            return;
        };
        let asked = curve.with_run_of(scenario);
        kept::put(&as_measured(&asked, &curve.built, point.load), point);
        self.points.update(|points| {
            let is_same = |other: &Measured| {
                other.load.total_cmp(&point.load).is_eq() && other.curve == point.curve
            };
            points.retain(|other| !is_same(other));
            points.push(point.clone());
            let place = |label: &str| curves.iter().position(|curve| curve.label == label);
            points.sort_by(|a, b| {
                let by_load = a.load.total_cmp(&b.load);
                by_load.then_with(|| place(&a.curve).cmp(&place(&b.curve)))
            });
        });
    }

    /// Sets the final stage and ends the workers in a microtask: this is called from the message
    /// handler of a worker, which must not be dropped while it runs.
    fn end(self, with: Stage) {
        self.stage.set(with);
        let ended = self.run.get_value();
        queue_microtask(move || {
            if self.run.try_get_value() == Some(ended) {
                self.pool.set_value(None);
            }
        });
    }

    /// Describes the progress in words.
    pub fn in_words(self) -> String {
        let curves = self.curves.get_value();
        in_words(&self.stage.read(), &self.points.read(), &curves)
    }
}

/// Returns the points of all curves, sorted by load and, at equal load, in the order of the curves.
fn in_order(
    curves: &[MeasuredCurve],
    of: impl Fn(&MeasuredCurve) -> Vec<Measured>,
) -> Vec<Measured> {
    let mut points: Vec<_> = curves.iter().flat_map(of).collect();
    points.sort_by(|a, b| a.load.total_cmp(&b.load));
    points
}

/// Describes the progress of a measurement in words.
fn in_words(stage: &Stage, points: &[Measured], curves: &[MeasuredCurve]) -> String {
    match stage {
        Stage::Idle if points.is_empty() => String::new(),
        Stage::Idle => format!("{}, kept from before", ending(points, curves)),
        Stage::Running(share) => format!("{:.0} % measured", share * 100.0),
        Stage::Done => ending(points, curves),
        Stage::Cancelled => format!("Cancelled after {} loads", points.len()),
        Stage::Failed(reason) => format!("Could not measure: {reason}"),
    }
}

/// Describes the end of a measurement in words.
fn ending(points: &[Measured], curves: &[MeasuredCurve]) -> String {
    let first = |ending| points.iter().find(|point| point.ending == ending);
    // With several curves, the name of the one that deadlocked or saturated.
    let by = |point: &Measured| {
        let curve = curves.iter().find(|curve| curve.label == point.curve);
        let name = curve.map(|curve| curve_name(&curve.label, &curve.scenario));
        let name = name.filter(|name| !name.is_empty());
        name.map_or(String::new(), |name| format!("{name} "))
    };
    let open = points
        .iter()
        .filter(|point| point.ending == Ending::NotSettled);
    let open: Vec<_> = open.map(|point| format!("λ = {}", point.load)).collect();
    let done = match &*open {
        [] => format!("{} loads measured", points.len()),
        open => format!(
            "{} loads measured; not settled at {}: simulate longer",
            points.len(),
            open.join(", ")
        ),
    };
    match (first(Ending::Deadlocked), first(Ending::Saturated)) {
        (Some(point), _) => format!("{done}; {}deadlocked at λ = {}", by(point), point.load),
        (None, Some(point)) => {
            format!("{done}; {}saturated from λ = {} on", by(point), point.load)
        }
        (None, None) => done,
    }
}
