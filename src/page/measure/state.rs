//! The state of a measurement, and its changes.

use std::sync::Arc;

use study::paper::{PrintedTable, comparison, printed_table};
use study::scenario::{Run, Scenario};
use study::sweep::{
    Measured, Report, RequestedCurve, ShortPoint, SimulationEvent, as_measured, is_complete,
    suggested_loads,
};

use super::MeasuredCurve;
use crate::experiment::{Kept, Stage};

/// The curves of a measurement, and their points so far.
#[derive(Debug, Clone, Default)]
pub struct State {
    pub stage: Stage,
    pub curves: Vec<MeasuredCurve>,
    /// Sorted by load and, at equal load, in the order of the curves.
    pub points: Vec<Measured>,
    /// The length of the runs that are to locate the knees of the curves.
    knees: Option<Run>,
    /// The requested curves, whose scenarios have the length of their runs.
    running: Vec<RequestedCurve>,
    /// The loads of an opened link that were measured because it has no points there.
    linked: Vec<(String, Vec<f64>)>,
}

/// A change of the measurement.
#[derive(Debug)]
pub enum Action {
    /// Switches to curves, unless they are the current ones: shows their points that are stored or linked, and measures the
    /// loads for which an opened link has none.
    Follow(Vec<MeasuredCurve>),
    /// Simulates loads of all curves in runs of a length, as far as no points are stored and none is known to be beyond the
    /// end of its curve; then, if asked to, the loads at the knees.
    Measure {
        loads: Vec<f64>,
        run: Run,
        locates_knees: bool,
    },
    /// Simulates loads at the knees of curves, given by their labels; none ends the measurement.
    Continue(Vec<(String, f64)>),
    Cancel,
    /// Forgets all points of the curves, including the stored ones.
    Forget,
    /// A report of a curve, given by its label, or the progress or end of all.
    Event(SimulationEvent<(String, Box<Report>)>),
}

/// An effect of a change, performed by the page.
#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    /// Ends the workers and starts them on curves.
    Start(Vec<RequestedCurve>),
    Stop,
    /// Finds the loads of the curves to [continue](Action::Continue) with.
    LocateKnees,
    Store(Box<Scenario>, Arc<Report>),
    Forget(Box<Scenario>),
    /// Shows a message.
    Say(String),
}

impl State {
    pub fn is_running(&self) -> bool {
        matches!(self.stage, Stage::Running(_))
    }

    pub fn update(&mut self, action: Action, kept: &dyn Kept) -> Vec<Effect> {
        match action {
            Action::Follow(curves) if curves == self.curves => Vec::new(),
            Action::Follow(curves) => {
                let mut effects = self.show(curves, kept);
                self.add_linked();
                effects.extend(self.measure_linked());
                effects
            }
            Action::Measure {
                loads,
                run,
                locates_knees,
            } => {
                self.knees = locates_knees.then_some(run);
                let requested = self.curves.iter().map(|curve| {
                    let loads = self.missing(curve, &loads, run, kept);
                    curve.requested(run, loads)
                });
                let requested = requested.collect();
                self.start(requested)
            }
            Action::Continue(next) => {
                let Some(run) = self.knees.filter(|_| self.is_running()) else {
                    return Vec::new();
                };
                let requested = self.curves.iter().filter_map(|curve| {
                    let (_, load) = next.iter().find(|(label, _)| *label == curve.label)?;
                    Some(curve.requested(run, vec![*load]))
                });
                let requested: Vec<_> = requested.collect();
                if requested.is_empty() {
                    self.knees = None;
                }
                self.start(requested)
            }
            Action::Cancel => self.end(Stage::Canceled),
            Action::Forget => {
                let curves = std::mem::take(&mut self.curves);
                let all = curves.iter().map(|curve| curve.scenario.clone());
                let forget = all.map(|scenario| Effect::Forget(Box::new(scenario)));
                let effects: Vec<_> = forget.collect();
                let stop = self.show(curves, &Nothing);
                effects.into_iter().chain(stop).collect()
            }
            Action::Event(SimulationEvent::Progress(share)) => {
                self.stage = Stage::Running(share);
                Vec::new()
            }
            Action::Event(SimulationEvent::Result((curve, report))) => {
                self.record(Measured::new(&curve, *report))
            }
            Action::Event(SimulationEvent::Done) if self.knees.is_some() => {
                vec![Effect::Stop, Effect::LocateKnees]
            }
            Action::Event(SimulationEvent::Done) => self.end(Stage::Done),
            Action::Event(SimulationEvent::Failed(reason)) => self.end(Stage::Failed(reason)),
        }
    }

    /// The loads to measure, and whether more are to locate the knees of the curves: those of a paper's figure or table, or
    /// else loads that show the shape of the curve. Curves that are added to a comparison are measured at the loads of those
    /// before. `saturation` is the load at which the model of the only curve saturates.
    pub fn suggested(&self, own: &Scenario, saturation: Option<f64>) -> (Vec<f64>, bool) {
        /// Fewer points do not show the shape of a curve.
        const FEW: usize = 4;
        let figure = comparison(own).map(|figure| figure.loads.to_vec());
        if let Some(loads) = figure.or_else(|| printed_table(own).map(PrintedTable::loads)) {
            return (loads, false);
        }
        let curves = self.curves.iter();
        let scenarios: Vec<_> = curves
            .map(|curve| (&curve.scenario, &*curve.built))
            .collect();
        let saturation = saturation.filter(|_| scenarios.len() == 1);
        let suggested = suggested_loads(&scenarios, saturation);
        let mut known: Vec<_> = self.points.iter().map(Measured::load).collect();
        known.dedup();
        if known.len() < FEW {
            return (suggested, true);
        }
        let last = known.last().copied().unwrap_or(0.0);
        known.extend(suggested.into_iter().filter(|&load| load > last));
        (known, true)
    }

    fn of_curve<'a>(&'a self, label: &'a str) -> impl Iterator<Item = &'a Measured> {
        self.points.iter().filter(move |point| point.curve == label)
    }

    fn has(&self, label: &str, load: f64) -> bool {
        let mut points = self.of_curve(label);
        points.any(|point| point.load().total_cmp(&load).is_eq())
    }

    /// The loads of a curve without a stored point, below the end of the curve.
    fn missing(&self, curve: &MeasuredCurve, loads: &[f64], run: Run, kept: &dyn Kept) -> Vec<f64> {
        // The workers do not know the points so far, which may complete the curve.
        let known: Vec<_> = self.of_curve(&curve.label).collect();
        let endings = |count: usize| known[..count].iter().map(|point| point.ending());
        let complete = (1..=known.len()).find(|&count| is_complete(endings(count)));
        let limit = complete.map_or(f64::INFINITY, |count| known[count - 1].load());
        let is_kept = |load: f64| {
            let scenario = as_measured(&curve.lasting(run), &curve.built, load);
            kept.get(&scenario).is_some()
        };
        let loads = loads.iter().copied();
        loads
            .filter(|&load| load < limit && !is_kept(load))
            .collect()
    }

    /// Shows the stored points of curves.
    fn show(&mut self, curves: Vec<MeasuredCurve>, kept: &dyn Kept) -> Vec<Effect> {
        let points = curves.iter().flat_map(|curve| {
            let reports = kept.of_subject(&curve.scenario).into_iter();
            reports.map(|report| Measured::new(&curve.label, report))
        });
        self.points = points.collect();
        self.curves = curves;
        self.sort();
        self.end(Stage::Idle)
    }

    /// Shows the points that an opened link has for the curves, at loads without a point of its own.
    fn add_linked(&mut self) {
        let linked = self.curves.iter().flat_map(|curve| {
            let points = curve.linked.points.iter();
            points.filter_map(|point| ShortPoint::measured(point, &curve.label))
        });
        let new = linked.filter(|point| !self.has(&point.curve, point.load()));
        let new: Vec<_> = new.collect();
        self.points.extend(new);
        self.sort();
    }

    /// Measures the loads for which an opened link has no points, once.
    fn measure_linked(&mut self) -> Vec<Effect> {
        let missing = self.curves.iter().map(|curve| {
            let mut loads = curve.linked.to_measure();
            loads.retain(|&load| !self.has(&curve.label, load));
            (curve, loads)
        });
        let missing = missing.filter(|(_, loads)| !loads.is_empty());
        let missing: Vec<_> = missing.collect();
        let loads = missing.iter();
        let loads = loads.map(|(curve, loads)| (curve.label.clone(), loads.clone()));
        let loads: Vec<_> = loads.collect();
        if loads.is_empty() || loads == self.linked {
            return Vec::new();
        }
        let names = missing.iter().map(|(curve, _)| &*curve.name);
        let names: Vec<_> = names.filter(|name| !name.is_empty()).collect();
        let says = if names.is_empty() {
            "The link has no points of this curve, which is measured again.".to_owned()
        } else {
            let names = names.join("; ");
            format!("The link has no points of some curves, which are measured again: {names}.")
        };
        let requested = missing.into_iter();
        let requested = requested.map(|(curve, loads)| curve.requested(curve.scenario.run, loads));
        let requested = requested.collect();
        self.linked = loads;
        let mut effects = vec![Effect::Say(says)];
        effects.extend(self.start(requested));
        effects
    }

    fn start(&mut self, mut curves: Vec<RequestedCurve>) -> Vec<Effect> {
        curves.retain(|curve| !curve.loads.is_empty());
        if !curves.is_empty() {
            self.stage = Stage::Running(0.0);
            self.running.clone_from(&curves);
            return vec![Effect::Start(curves)];
        }
        if self.knees.is_some() {
            self.stage = Stage::Running(1.0);
            return vec![Effect::LocateKnees];
        }
        self.stage = Stage::Done;
        Vec::new()
    }

    fn end(&mut self, stage: Stage) -> Vec<Effect> {
        self.knees = None;
        self.stage = stage;
        vec![Effect::Stop]
    }

    /// Stores a point and shows it.
    fn record(&mut self, point: Measured) -> Vec<Effect> {
        let curve = self.curves.iter().find(|curve| curve.label == point.curve);
        let running = self.running.iter().map(|requested| &requested.curve);
        let run = running.into_iter().find(|run| run.label == point.curve);
        let Some((curve, run)) = curve.zip(run) else {
            return Vec::new();
        };
        let scenario = as_measured(&run.scenario, &curve.built, point.load());
        let store = Effect::Store(Box::new(scenario), Arc::clone(&point.report));
        let is_same = |other: &Measured| {
            other.load().total_cmp(&point.load()).is_eq() && other.curve == point.curve
        };
        self.points.retain(|other| !is_same(other));
        self.points.push(point);
        self.sort();
        vec![store]
    }

    fn sort(&mut self) {
        let Self { curves, points, .. } = self;
        let place = |label: &str| curves.iter().position(|curve| curve.label == label);
        points.sort_by(|a, b| {
            let by_load = a.load().total_cmp(&b.load());
            by_load.then_with(|| place(&a.curve).cmp(&place(&b.curve)))
        });
    }
}

/// A storage without points.
struct Nothing;

impl Kept for Nothing {
    fn get(&self, _scenario: &Scenario) -> Option<Report> {
        None
    }

    fn of_subject(&self, _scenario: &Scenario) -> Vec<Report> {
        Vec::new()
    }
}
