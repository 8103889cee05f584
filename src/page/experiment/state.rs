//! The state of an experiment, and its changes.

use std::sync::Arc;

use study::laboratory::{Curve, Experiment, MOST_CURVES, Results, Subject, newcomers};
use study::scenario::Scenario;
use study::sweep::{Report, SimulationEvent};

use super::{Kept, Stage};
use crate::UndoHistory;

/// The experiment and its simulation results, which outlive the page that shows them.
#[derive(Debug, Clone, Default)]
pub struct State {
    pub experiment: Experiment,
    pub results: Arc<Results>,
    /// Messages on parts of the link that were not understood.
    pub problems: Vec<String>,
    pub stage: Stage,
    pub history: UndoHistory<Experiment>,
    /// Curves that are added again whenever a network is opened from Explore.
    pub kept_curves: Vec<Curve>,
    /// The scenarios that are being simulated.
    running: Vec<Scenario>,
}

/// The step of the history to which a change belongs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    New,
    /// A step whose address is that of the current entry of the browser's history.
    Opened,
    /// Typing into this field, all characters of which are one step.
    Typing(String),
}

/// A change of the experiment.
#[derive(Debug)]
pub enum Action {
    /// Opens the query of a link; an empty one shows the previous experiment or, without one, the first preset.
    Open(String),
    Change(Box<Experiment>, Step),
    Undo,
    Redo,
    /// Simulates the missing points.
    Simulate,
    Event(SimulationEvent<(usize, Box<Report>)>),
    /// Stops simulating and keeps the finished points.
    Cancel,
    /// Deletes all points, here and in the browser.
    Clear,
    /// Keeps a curve for networks opened from Explore, or no longer.
    Keep(usize),
    /// Shows messages in place of those before.
    Say(Vec<String>),
}

/// An effect of a change, performed by the page.
#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    Start(Vec<Scenario>),
    Stop,
    Store(Box<Scenario>, Box<Report>),
    ClearStorage,
    StoreCurves,
    /// Updates the address to the experiment: in a new entry of the browser's history, so that *Back* undoes the change, or
    /// in the current one.
    WriteLink {
        is_new: bool,
    },
}

impl State {
    /// An empty experiment, beside curves that are kept.
    pub fn new(kept_curves: Vec<Curve>) -> Self {
        Self {
            kept_curves,
            ..Self::default()
        }
    }

    pub fn update(&mut self, action: Action, kept: &dyn Kept) -> Vec<Effect> {
        match action {
            Action::Open(query) => self.open(&query, kept),
            Action::Change(experiment, step) => self.step(*experiment, &step, kept),
            Action::Undo => {
                let before = self.history.undo(self.experiment.clone());
                before.map_or(Vec::new(), |(_, before)| self.show(before, true, kept))
            }
            Action::Redo => {
                let after = self.history.redo(self.experiment.clone());
                after.map_or(Vec::new(), |(_, after)| self.show(after, true, kept))
            }
            Action::Simulate => self.simulate(),
            Action::Event(SimulationEvent::Progress(share)) => {
                self.stage = Stage::Running(share);
                Vec::new()
            }
            Action::Event(SimulationEvent::Result((index, report))) => {
                let Some(scenario) = self.running.get(index).cloned() else {
                    return Vec::new();
                };
                Arc::make_mut(&mut self.results).put(&scenario, Report::clone(&report));
                vec![Effect::Store(Box::new(scenario), report)]
            }
            Action::Event(SimulationEvent::Done) => self.end(Stage::Done),
            Action::Event(SimulationEvent::Failed(reason)) => self.end(Stage::Failed(reason)),
            Action::Cancel => self.end(Stage::Canceled),
            Action::Clear => {
                self.results = Arc::default();
                self.stage = Stage::Idle;
                vec![Effect::ClearStorage]
            }
            Action::Keep(index) => self.keep(index),
            Action::Say(problems) => {
                self.problems = problems;
                Vec::new()
            }
        }
    }

    fn open(&mut self, query: &str, kept: &dyn Kept) -> Vec<Effect> {
        if let Some(brought) = newcomers(query) {
            return self.open_newcomers(brought, kept);
        }
        if query.is_empty() {
            if self.experiment.curves.is_empty() {
                self.experiment = Experiment::open("").experiment;
            }
            self.recall(kept);
            return vec![Effect::WriteLink { is_new: false }];
        }
        let opened = Experiment::from_link(query);
        let again = opened.experiment.linked_again();
        self.problems = opened.problems;
        let mut effects = self.step(opened.experiment, &Step::Opened, kept);
        self.recall(kept);
        if !again.is_empty() && self.experiment.has_linked_missing(&self.results) {
            let names = again.join("; ");
            self.problems.push(format!(
                "The link has no points of some curves, which are simulated again: {names}."
            ));
            effects.extend(self.simulate());
        }
        effects
    }

    /// Shows networks from Explore beside the kept curves.
    fn open_newcomers(
        &mut self,
        brought: Result<Vec<Curve>, String>,
        kept: &dyn Kept,
    ) -> Vec<Effect> {
        let mut experiment = Experiment {
            curves: self.kept_curves.clone(),
            ..Experiment::default()
        };
        self.problems = brought.as_ref().err().cloned().into_iter().collect();
        for curve in brought.into_iter().flatten() {
            if let Subject::Scenario(scenario) = &curve.subject {
                experiment.simulation.seed = scenario.seed;
            }
            let curves = &mut experiment.curves;
            curves.retain(|other| other.subject != curve.subject);
            curves.truncate(MOST_CURVES - 1);
            curves.push(curve);
        }
        self.step(experiment, &Step::Opened, kept);
        self.recall(kept);
        vec![Effect::WriteLink { is_new: false }]
    }

    /// Shows another experiment, which undo takes back.
    fn step(&mut self, now: Experiment, step: &Step, kept: &dyn Kept) -> Vec<Effect> {
        if now == self.experiment {
            return Vec::new();
        }
        // The empty experiment before the first one is not an undo step.
        if !self.experiment.curves.is_empty() {
            let before = self.experiment.clone();
            match step {
                Step::New | Step::Opened => self.history.changed(String::new(), before),
                Step::Typing(field) => self.history.typed(field, before),
            }
        }
        self.show(now, *step == Step::New, kept)
    }

    fn show(&mut self, experiment: Experiment, is_new: bool, kept: &dyn Kept) -> Vec<Effect> {
        self.experiment = experiment;
        if !matches!(self.stage, Stage::Running(_)) {
            self.stage = Stage::Idle;
        }
        self.recall(kept);
        vec![Effect::WriteLink { is_new }]
    }

    /// Reads the requested points that the browser stores.
    fn recall(&mut self, kept: &dyn Kept) {
        let missing = self.experiment.missing(&self.results).into_iter();
        let found = missing.filter_map(|scenario| {
            let report = kept.get(&scenario)?;
            Some((scenario, report))
        });
        let found: Vec<_> = found.collect();
        let subjects = self.experiment.subjects().into_iter();
        let elsewhere = subjects.map(|scenario| {
            let reports = kept.of_subject(&scenario);
            (scenario, reports)
        });
        let elsewhere = elsewhere.filter(|(_, reports)| !reports.is_empty());
        let elsewhere: Vec<_> = elsewhere.collect();
        if found.is_empty() && elsewhere.is_empty() {
            return;
        }
        let results = Arc::make_mut(&mut self.results);
        for (scenario, report) in found {
            results.put(&scenario, report);
        }
        for (scenario, reports) in elsewhere {
            results.put_elsewhere(&scenario, reports);
        }
    }

    fn simulate(&mut self) -> Vec<Effect> {
        let scenarios = self.experiment.missing(&self.results);
        if scenarios.is_empty() {
            self.stage = Stage::Done;
            return Vec::new();
        }
        self.stage = Stage::Running(0.0);
        self.running.clone_from(&scenarios);
        vec![Effect::Start(scenarios)]
    }

    fn end(&mut self, stage: Stage) -> Vec<Effect> {
        self.stage = stage;
        vec![Effect::Stop]
    }

    fn keep(&mut self, index: usize) -> Vec<Effect> {
        let Some(curve) = self.experiment.curves.get(index) else {
            return Vec::new();
        };
        let kept = &mut self.kept_curves;
        match kept.iter().position(|other| other == curve) {
            Some(place) => drop(kept.remove(place)),
            None => kept.push(curve.clone()),
        }
        // The oldest curves are dropped first.
        let surplus = kept.len().saturating_sub(MOST_CURVES - 1);
        kept.drain(..surplus);
        vec![Effect::StoreCurves]
    }
}
