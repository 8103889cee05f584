//! A measurement under way: its workers, its points, and how far it is.

use std::sync::Arc;

use flitscope::browser::kept;
use flitscope::browser::pool::RunningPool;
use flitscope::scenario::{BuiltScenario, Scenario};
use flitscope::sweep::{Ending, Event, Measured, Request, as_measured, curve_name};
use leptos::prelude::*;

/// How far a measurement is.
#[derive(Debug, Clone, PartialEq)]
pub enum Stage {
    /// Nothing has been asked for.
    Idle,
    /// With the share done.
    Running(f64),
    /// All points are there.
    Done,
    /// By hand.
    Cancelled,
    /// For this reason.
    Failed(String),
}

/// What a curve of a measurement is of.
#[derive(Clone)]
pub struct MeasuredCurve {
    /// As points name it; empty where there is but one curve.
    pub label: String,
    /// The scenario, its load aside.
    pub scenario: Scenario,
    /// What was built from it.
    pub built: Arc<BuiltScenario>,
}

impl PartialEq for MeasuredCurve {
    fn eq(&self, other: &Self) -> bool {
        // What was built follows from the scenario.
        self.label == other.label && self.scenario == other.scenario
    }
}

impl MeasuredCurve {
    /// What is kept of it.
    fn kept(&self) -> Vec<Measured> {
        let points = kept::of_subject(&self.scenario).into_iter();
        let points = points.map(|point| Measured {
            curve: self.label.clone(),
            ..point
        });
        points.collect()
    }

    /// The curve with runs as long as another scenario has them.
    fn lasting(&self, other: &Scenario) -> Scenario {
        Scenario {
            run: other.run,
            ..self.scenario.clone()
        }
    }

    /// Whether a load would be simulated again exactly as it was.
    fn has(&self, like: &Scenario, load: f64) -> bool {
        kept::get(&as_measured(&self.lasting(like), &self.built, load)).is_some()
    }
}

/// The measurement of the page; copies share it.
#[derive(Clone, Copy)]
pub struct Measurement {
    /// How far it is.
    pub stage: RwSignal<Stage>,
    /// The points so far, by load.
    pub points: RwSignal<Vec<Measured>>,
    curves: StoredValue<Vec<MeasuredCurve>>,
    pool: StoredValue<Option<RunningPool>, LocalStorage>,
    run: StoredValue<u32>,
}

impl Measurement {
    /// Nothing measured yet.
    pub fn new() -> Self {
        Self {
            stage: RwSignal::new(Stage::Idle),
            points: RwSignal::new(Vec::new()),
            curves: StoredValue::new(Vec::new()),
            pool: StoredValue::new_local(None),
            run: StoredValue::new(0),
        }
    }

    /// Whether workers are at it.
    pub fn is_running(self) -> bool {
        matches!(*self.stage.read(), Stage::Running(_))
    }

    /// Goes to these curves, unless it is at them.
    pub fn follow(self, curves: Vec<MeasuredCurve>) {
        if self.curves.with_value(|known| *known != curves) {
            self.turn_to(curves);
        }
    }

    /// Goes to other curves: stops what was simulated for the last ones, and shows what is kept
    /// of these.
    fn turn_to(self, curves: Vec<MeasuredCurve>) {
        self.pool.set_value(None);
        self.points.set(in_order(&curves, MeasuredCurve::kept));
        self.curves.set_value(curves);
        self.stage.set(Stage::Idle);
    }

    /// Simulates what is not kept of so many loads, with so many workers or as many as suit the
    /// machine.
    pub fn begin(self, request: Request, workers: Option<usize>) {
        self.run.update_value(|run| *run += 1);
        let curves = self.curves.get_value();
        let like = request.scenario.clone();
        let is_kept = |load: f64| curves.iter().all(|curve| curve.has(&like, load));
        let loads = request.loads.iter().copied();
        let request = Request {
            run: self.run.get_value(),
            loads: loads.filter(|&load| !is_kept(load)).collect(),
            ..request
        };
        // Beyond two saturated loads, or a deadlock, there is nothing to add.
        let endings = self.points.read_untracked();
        let first = endings
            .iter()
            .filter(|point| matches!(point.ending, Ending::Saturated | Ending::Deadlocked));
        let enough = first
            .map(|point| point.load)
            .nth(1)
            .filter(|_| curves.len() < 2);
        drop(endings);
        let request = Request {
            loads: (request.loads.iter().copied())
                .filter(|&load| enough.is_none_or(|enough| load < enough))
                .collect(),
            ..request
        };
        if request.loads.is_empty() {
            return self.stage.set(Stage::Done);
        }
        self.stage.set(Stage::Running(0.0));
        let scenario = request.scenario.clone();
        let hear = move |event| self.hear(&scenario, event);
        match RunningPool::start(request, workers, hear) {
            Ok(started) => self.pool.set_value(Some(started)),
            Err(reason) => self.stage.set(Stage::Failed(reason)),
        }
    }

    /// Stops at once.
    pub fn cancel(self) {
        self.pool.set_value(None);
        self.stage.set(Stage::Cancelled);
    }

    /// Forgets all points of these curves, those that are kept too.
    pub fn forget(self) {
        let curves = self.curves.get_value();
        for curve in &curves {
            kept::forget(&curve.scenario);
        }
        self.turn_to(curves);
    }

    fn hear(self, scenario: &Scenario, event: Event) {
        match event {
            Event::Ready | Event::Stage(_) | Event::Deadlock(_) | Event::Report { .. } => {}
            Event::Progress(share) => self.stage.set(Stage::Running(share)),
            Event::Point(point) => self.take(scenario, &point),
            Event::Done => self.end(Stage::Done),
            Event::Failed(reason) => self.end(Stage::Failed(reason)),
        }
    }

    /// Keeps a point and shows it.
    fn take(self, scenario: &Scenario, point: &Measured) {
        let curves = self.curves.get_value();
        let Some(curve) = curves.iter().find(|curve| curve.label == point.curve) else {
            return;
        };
        let asked = curve.lasting(scenario);
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

    /// Ends the workers, not from within a message of one of them: that would free what
    /// still runs.
    fn end(self, with: Stage) {
        self.stage.set(with);
        let ended = self.run.get_value();
        queue_microtask(move || {
            if self.run.try_get_value() == Some(ended) {
                self.pool.set_value(None);
            }
        });
    }

    /// How far it is, in words.
    pub fn in_words(self) -> String {
        let curves = self.curves.get_value();
        in_words(&self.stage.read(), &self.points.read(), &curves)
    }
}

/// Points of all curves, by load, and at one load in the order of the curves.
fn in_order(
    curves: &[MeasuredCurve],
    of: impl Fn(&MeasuredCurve) -> Vec<Measured>,
) -> Vec<Measured> {
    let mut points: Vec<_> = curves.iter().flat_map(of).collect();
    points.sort_by(|a, b| a.load.total_cmp(&b.load));
    points
}

/// How far a measurement is, in words.
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

/// How a measurement ended, in words.
fn ending(points: &[Measured], curves: &[MeasuredCurve]) -> String {
    let first = |ending| points.iter().find(|point| point.ending == ending);
    // Of several curves it is that of one.
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
            "{} loads measured; {}: Not settled: simulate longer.",
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
