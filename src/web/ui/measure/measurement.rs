//! A measurement: its workers, its points and its progress.

use std::sync::Arc;

use browser::kept;
use browser::time::now;
use browser::workers::pool::RunningPool;
use browser::workers::waiting::at_once;
use flitscope::scenario::{BuiltScenario, Run, Scenario};
use flitscope::sweep::{
    Curve, Measured, Pool, RequestedCurve, ShortCurve, SimulationEvent, as_measured, is_complete,
};
use leptos::prelude::*;

#[derive(Debug, Clone, PartialEq)]
pub enum Stage {
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

/// One of the curves that are measured together.
#[derive(Clone)]
pub struct MeasuredCurve {
    /// Label of the curve in its points; empty if there is only one curve.
    pub label: String,
    /// Name in the legend; may be empty if there is only one curve.
    pub name: String,
    /// Whether it is that of the scenario of the page.
    pub is_own: bool,
    /// The points of an opened link, which are shown until they are measured.
    pub linked: ShortCurve,
    /// The scenario; its load is not used.
    pub scenario: Scenario,
    /// The built form of `scenario`.
    pub built: Arc<BuiltScenario>,
}

impl PartialEq for MeasuredCurve {
    fn eq(&self, other: &Self) -> bool {
        // `built` is determined by the scenario, and `name` by those of all curves.
        self.label == other.label
            && self.scenario == other.scenario
            && self.name == other.name
            && self.is_own == other.is_own
            && self.linked == other.linked
    }
}

impl MeasuredCurve {
    /// Returns the points of the curve that are kept in storage.
    fn kept(&self) -> Vec<Measured> {
        let points = kept::of_subject(&self.scenario).into_iter();
        points
            .map(|report| Measured::new(&self.label, report))
            .collect()
    }

    /// Returns the scenario of the curve with another run length.
    fn lasting(&self, run: Run) -> Scenario {
        Scenario {
            run,
            ..self.scenario.clone()
        }
    }

    /// Whether a point is kept for this load and run length.
    fn is_kept(&self, run: Run, load: f64) -> bool {
        kept::get(&as_measured(&self.lasting(run), &self.built, load)).is_some()
    }

    fn requested(&self, run: Run, loads: Vec<f64>) -> RequestedCurve {
        RequestedCurve {
            curve: Curve {
                label: self.label.clone(),
                scenario: self.lasting(run),
            },
            loads,
        }
    }
}

/// How the knees of curves are located.
#[derive(Clone, Copy)]
struct Knees {
    /// The length of the runs.
    run: Run,
    workers: Option<usize>,
    /// The load of each curve that is to be simulated next, by its label.
    next: Callback<(), Vec<(String, f64)>>,
}

/// The measurement of the page; copies share it.
#[derive(Clone, Copy)]
pub struct Measurement {
    pub stage: RwSignal<Stage>,
    /// The points so far, sorted by load.
    pub points: RwSignal<Vec<Measured>>,
    pub(super) curves: StoredValue<Vec<MeasuredCurve>>,
    pool: StoredValue<Option<RunningPool>, LocalStorage>,
    run: StoredValue<u32>,
    /// When the run started [ms].
    pub(super) began: StoredValue<f64>,
    /// How the knees of the curves are still to be located.
    knees: StoredValue<Option<Knees>>,
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
            began: StoredValue::new(0.0),
            knees: StoredValue::new(None),
        }
    }

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
        self.knees.set_value(None);
        self.points.set(in_order(&curves, MeasuredCurve::kept));
        self.curves.set_value(curves);
        self.stage.set(Stage::Idle);
    }

    /// Shows the points that an opened link has for a curve, at loads without a point of its own.
    pub fn add_linked(self, linked: Vec<Measured>) {
        let is_new = |points: &[Measured], point: &Measured| {
            let is_same = |other: &Measured| {
                other.curve == point.curve && other.load().total_cmp(&point.load()).is_eq()
            };
            !points.iter().any(is_same)
        };
        let points = self.points.read_untracked();
        let new: Vec<_> = linked
            .into_iter()
            .filter(|point| is_new(&points, point))
            .collect();
        drop(points);
        if !new.is_empty() {
            self.points.update(|points| {
                points.extend(new);
                self.sort(points);
            });
        }
    }

    /// Sorts points by load and, at equal load, in the order of the curves.
    fn sort(self, points: &mut [Measured]) {
        self.curves.with_value(|curves| {
            let place = |label: &str| curves.iter().position(|curve| curve.label == label);
            points.sort_by(|a, b| {
                let by_load = a.load().total_cmp(&b.load());
                by_load.then_with(|| place(&a.curve).cmp(&place(&b.curve)))
            });
        });
    }

    /// The loads of an opened link that are to be measured, by the label of the curve, as far as there are no points.
    pub fn linked_loads(self) -> Vec<(String, Vec<f64>)> {
        let curves = self.curves.get_value();
        let points = self.points.read_untracked();
        let all = curves.into_iter().map(|curve| {
            let is_missing = |load: &f64| {
                let is_there = |point: &Measured| {
                    point.curve == curve.label && point.load().total_cmp(load).is_eq()
                };
                !points.iter().any(is_there)
            };
            let loads = curve.linked.to_measure();
            (
                curve.label.clone(),
                loads.into_iter().filter(is_missing).collect::<Vec<_>>(),
            )
        });
        all.filter(|(_, loads)| !loads.is_empty()).collect()
    }

    /// Simulates loads of all curves, in runs of the given length, as far as no points are kept and none is known to
    /// be beyond the end of its curve.
    pub fn begin(self, loads: &[f64], run: Run, workers: Option<usize>) {
        self.knees.set_value(None);
        let points = self.points.get_untracked();
        let curves = self.curves.get_value();
        let requested = curves.iter().map(|curve| {
            // The workers do not know the points so far, which may complete the curve.
            let known = points.iter().filter(|point| point.curve == curve.label);
            let known: Vec<_> = known.collect();
            let endings = |count: usize| known[..count].iter().map(|point| point.ending());
            let complete = (1..=known.len()).find(|&count| is_complete(endings(count)));
            let limit = complete.map(|count| known[count - 1].load());
            let loads = loads.iter().copied().filter(|&load| {
                limit.is_none_or(|limit| load < limit) && !curve.is_kept(run, load)
            });
            curve.requested(run, loads.collect())
        });
        self.start(requested.collect(), workers);
    }

    /// Simulates loads as [`begin`](Self::begin) does, and then more until the knee of every curve is located: those that
    /// `next` returns for the points so far, by the label of the curve.
    pub fn begin_with_knees(
        self,
        loads: &[f64],
        run: Run,
        workers: Option<usize>,
        next: Callback<(), Vec<(String, f64)>>,
    ) {
        self.begin(loads, run, workers);
        self.knees.set_value(Some(Knees { run, workers, next }));
        if matches!(*self.stage.read_untracked(), Stage::Done) {
            self.go_on();
        }
    }

    /// Simulates the next load at the knee of each curve, if knees are to be located. Returns whether there is one.
    fn go_on(self) -> bool {
        let Some(Knees { run, workers, next }) = self.knees.get_value() else {
            return false;
        };
        // Without the panel, which knows what is shown, the measurement ends with the loads that it has.
        let next = next.try_run(()).unwrap_or_default();
        let curves = self.curves.get_value();
        let requested = curves.iter().filter_map(|curve| {
            let (_, load) = next.iter().find(|(label, _)| *label == curve.label)?;
            Some(curve.requested(run, vec![*load]))
        });
        let requested: Vec<_> = requested.collect();
        let has_some = !requested.is_empty();
        if has_some {
            self.start(requested, workers);
        }
        has_some
    }

    /// Simulates loads of some curves, given by their labels.
    pub fn begin_with(self, loads: &[(String, Vec<f64>)], workers: Option<usize>) {
        self.knees.set_value(None);
        let curves = self.curves.get_value();
        let requested = loads.iter().filter_map(|(label, loads)| {
            let curve = curves.iter().find(|curve| curve.label == *label)?;
            Some(curve.requested(curve.scenario.run, loads.clone()))
        });
        self.start(requested.collect(), workers);
    }

    fn start(self, curves: Vec<RequestedCurve>, workers: Option<usize>) {
        self.run.update_value(|run| *run += 1);
        let curves: Vec<_> = curves
            .into_iter()
            .filter(|curve| !curve.loads.is_empty())
            .collect();
        if curves.is_empty() {
            return self.stage.set(Stage::Done);
        }
        self.began.set_value(now());
        self.stage.set(Stage::Running(0.0));
        let pool = Pool::new(&curves, workers.unwrap_or_else(at_once));
        let runs: Vec<_> = curves.into_iter().map(|asked| asked.curve).collect();
        let on_event = move |event| self.on_event(&runs, event);
        match RunningPool::start(pool, on_event) {
            Ok(started) => self.pool.set_value(Some(started)),
            Err(reason) => self.stage.set(Stage::Failed(reason)),
        }
    }

    /// Ends the workers at once.
    pub fn cancel(self) {
        self.knees.set_value(None);
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

    fn on_event(self, runs: &[Curve], event: SimulationEvent<Measured>) {
        match event {
            SimulationEvent::Progress(share) => self.stage.set(Stage::Running(share)),
            SimulationEvent::Result(point) => self.record(runs, &point),
            SimulationEvent::Done => self.end(Stage::Done),
            SimulationEvent::Failed(reason) => self.end(Stage::Failed(reason)),
        }
    }

    /// Stores a point and shows it.
    fn record(self, runs: &[Curve], point: &Measured) {
        let built = self.curves.with_value(|curves| {
            let curve = curves.iter().find(|curve| curve.label == point.curve);
            curve.map(|curve| curve.built.clone())
        });
        let run = runs.iter().find(|run| run.label == point.curve);
        let Some((built, run)) = built.zip(run) else {
            return;
        };
        let scenario = as_measured(&run.scenario, &built, point.load());
        kept::put(&scenario, &point.report);
        self.points.update(|points| {
            let is_same = |other: &Measured| {
                other.load().total_cmp(&point.load()).is_eq() && other.curve == point.curve
            };
            points.retain(|other| !is_same(other));
            points.push(point.clone());
            self.sort(points);
        });
    }

    /// Sets the final stage and ends the workers in a microtask: this is called from the message
    /// handler of a worker, which must not be dropped while it runs.
    fn end(self, with: Stage) {
        let ended = self.run.get_value();
        let is_done = matches!(with, Stage::Done);
        if !(is_done && self.knees.get_value().is_some()) {
            self.stage.set(with);
        }
        queue_microtask(move || {
            if self.run.try_get_value() != Some(ended) {
                return;
            }
            self.pool.set_value(None);
            if is_done && !self.go_on() {
                self.stage.set(Stage::Done);
            }
        });
    }
}

/// Returns the points of all curves, sorted by load and, at equal load, in the order of the curves.
fn in_order(
    curves: &[MeasuredCurve],
    of: impl Fn(&MeasuredCurve) -> Vec<Measured>,
) -> Vec<Measured> {
    let mut points: Vec<_> = curves.iter().flat_map(of).collect();
    points.sort_by(|a, b| a.load().total_cmp(&b.load()));
    points
}
