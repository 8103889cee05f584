//! What is true on the page of the laboratory: the experiment, and what was simulated for it.

use std::rc::Rc;

use flitscope::laboratory::{Experiment, Findings, Results};
use flitscope::plot::Kind;
use leptos::prelude::*;
use wasm_bindgen::JsValue;

use crate::address::Address;
use crate::jobs::{News, RunningJobs};

/// How many steps can be undone.
const MOST_STEPS: usize = 100;

/// The experiment and what was simulated for it, which stay while one reads elsewhere.
#[derive(Clone, Copy)]
pub struct LaboratoryState {
    /// What is plotted.
    pub experiment: RwSignal<Experiment>,
    /// What the link could not mean.
    pub problems: RwSignal<Vec<String>>,
    /// What was simulated.
    pub results: RwSignal<Results>,
    /// What comes out.
    pub findings: Memo<Findings>,
    /// How far simulations are.
    pub stage: RwSignal<SimulationStage>,
    /// What can be undone and done again.
    pub steps: RwSignal<Steps>,
    running: StoredValue<Option<RunningJobs>, LocalStorage>,
}

/// How far simulations are.
#[derive(Debug, Clone, PartialEq)]
pub enum SimulationStage {
    /// None were asked for.
    Idle,
    /// This share is done.
    Running(f64),
    /// All are done.
    Done,
    /// Somebody stopped them.
    Cancelled,
    /// They cannot be made, for this reason.
    Failed(String),
}

/// Experiments before and after this one.
#[derive(Debug, Clone, Default)]
pub struct Steps {
    /// The last is the one before.
    pub before: Vec<Experiment>,
    /// The last is the next.
    pub after: Vec<Experiment>,
    /// The field in which somebody types, whose letters are one step.
    typing: Option<String>,
}

impl LaboratoryState {
    /// An empty one, which reads the address as often as it leads here.
    pub fn new(address: RwSignal<Address>) -> Self {
        let experiment = RwSignal::new(Experiment::default());
        let results = RwSignal::new(Results::default());
        let state = Self {
            experiment,
            problems: RwSignal::new(Vec::new()),
            results,
            findings: Memo::new(move |_| experiment.read().find(&results.read())),
            stage: RwSignal::new(SimulationStage::Idle),
            steps: RwSignal::new(Steps::default()),
            running: StoredValue::new_local(None),
        };
        Effect::new(move |_| {
            let address = address.get();
            if address.is_laboratory() {
                untrack(|| state.open(&address.query));
            }
        });
        state
    }

    /// Shows what a link says; without one, what was here before, or something to begin with.
    fn open(self, query: &str) {
        if query.is_empty() {
            if self.experiment.read().curves.is_empty() {
                self.experiment.set(Experiment::open("").experiment);
            }
            return self.write_link();
        }
        let opened = Experiment::from_link(query);
        self.problems.set(opened.problems);
        self.replace(opened.experiment);
    }

    /// Changes the experiment, as a step that can be undone.
    pub fn change(self, change: impl FnOnce(&mut Experiment)) {
        self.step(None, change);
    }

    /// Changes it by what is typed into a field, whose letters are one step.
    pub fn type_into(self, field: &str, change: impl FnOnce(&mut Experiment)) {
        self.step(Some(field.to_owned()), change);
    }

    /// Hides or shows a trace, with all others of its curve that come from the same place.
    pub fn toggle(self, trace: usize) {
        let findings = self.findings.read_untracked();
        let origin = findings.origins.get(trace).copied();
        let kind = findings.diagram.traces.get(trace).map(|trace| trace.kind);
        drop(findings);
        self.change(|experiment| {
            let curve = origin.and_then(|origin| experiment.curves.get_mut(origin));
            match (curve, kind) {
                (Some(curve), Some(Kind::Simulation)) => curve.hides_points = !curve.hides_points,
                (Some(curve), _) => curve.hides_lines = !curve.hides_lines,
                (None, _) => {}
            }
        });
    }

    /// Sets what a key of the link says, or tells why not.
    pub fn set(self, key: &str, text: &str) -> Result<(), String> {
        let mut experiment = self.experiment.get_untracked();
        experiment.set(key, text)?;
        self.type_into(key, |old| *old = experiment);
        Ok(())
    }

    /// Shows another experiment, as a step that can be undone.
    pub fn replace(self, experiment: Experiment) {
        self.change(|old| *old = experiment);
    }

    fn step(self, field: Option<String>, change: impl FnOnce(&mut Experiment)) {
        let before = self.experiment.get_untracked();
        let mut now = before.clone();
        change(&mut now);
        if now == before {
            return;
        }
        self.steps.update(|steps| {
            if field.is_none() || steps.typing != field {
                // What there was before anything was opened is nothing to go back to.
                if !before.curves.is_empty() {
                    steps.before.push(before);
                }
                if steps.before.len() > MOST_STEPS {
                    steps.before.remove(0);
                }
            }
            steps.after.clear();
            steps.typing = field;
        });
        self.show(now);
    }

    fn show(self, experiment: Experiment) {
        self.experiment.set(experiment);
        if !matches!(*self.stage.read_untracked(), SimulationStage::Running(_)) {
            self.stage.set(SimulationStage::Idle);
        }
        self.write_link();
    }

    /// Goes back one step.
    pub fn undo(self) {
        let now = self.experiment.get_untracked();
        let mut found = None;
        self.steps.update(|steps| {
            found = steps.before.pop();
            steps.after.extend(found.is_some().then_some(now));
            steps.typing = None;
        });
        if let Some(before) = found {
            self.show(before);
        }
    }

    /// Takes back the last step back.
    pub fn redo(self) {
        let now = self.experiment.get_untracked();
        let mut found = None;
        self.steps.update(|steps| {
            found = steps.after.pop();
            steps.before.extend(found.is_some().then_some(now));
            steps.typing = None;
        });
        if let Some(after) = found {
            self.show(after);
        }
    }

    /// Keeps the address to what is shown, without a step in the browser's history.
    fn write_link(self) {
        if Address::now().is_laboratory()
            && let Ok(history) = window().history()
        {
            let link = self.experiment.read_untracked().to_link();
            let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&link));
        }
    }

    /// Simulates what is missing, in workers.
    pub fn simulate(self) {
        let scenarios = {
            let (experiment, results) = (
                self.experiment.read_untracked(),
                self.results.read_untracked(),
            );
            experiment.missing(&results)
        };
        if scenarios.is_empty() {
            return self.stage.set(SimulationStage::Done);
        }
        self.stage.set(SimulationStage::Running(0.0));
        let asked = Rc::new(scenarios.clone());
        let told = move |news: News| match news {
            News::Progress(share) => self.stage.set(SimulationStage::Running(share)),
            News::Report(index, report) => {
                self.results
                    .update(|results| results.put(&asked[index], *report));
            }
            News::Done => self.stop(SimulationStage::Done),
            News::Failed(reason) => self.stop(SimulationStage::Failed(reason)),
        };
        match RunningJobs::start(scenarios, told) {
            Ok(running) => self.running.set_value(Some(running)),
            Err(reason) => self.stage.set(SimulationStage::Failed(reason)),
        }
    }

    /// Stops simulating; what is done stays.
    pub fn cancel(self) {
        self.stop(SimulationStage::Cancelled);
    }

    fn stop(self, stage: SimulationStage) {
        self.stage.set(stage);
        // Not from within the worker that has just told.
        leptos::task::spawn_local(async move {
            if !matches!(*self.stage.read_untracked(), SimulationStage::Running(_)) {
                self.running.set_value(None);
            }
        });
    }
}
