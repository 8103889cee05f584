//! What is true on the page of the laboratory: the experiment, and what was simulated for it.

use std::rc::Rc;

use flitscope::browser::kept;
use flitscope::laboratory::{Curve, Experiment, Findings, MOST_CURVES, Results, Subject, newcomer};
use flitscope::plot::Kind;
use flitscope::scenario::Scenario;
use flitscope::sweep::Measured;
use leptos::prelude::*;
use wasm_bindgen::JsValue;

use crate::address::Address;
use crate::jobs::{News, RunningJobs};

/// Where the page notes with which address Explore was left.
const LEFT: &str = "flitscope-left";

/// Where curves are kept, as the query of a link.
const CURVES: &str = "flitscope-curves";

/// Whether a change is an entry of its own in the browser's history.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Entry {
    /// It is.
    New,
    /// It belongs to the last one.
    Same,
}

fn recalled_curves() -> Vec<Curve> {
    let storage = window().local_storage().ok().flatten();
    let query = storage.and_then(|storage| storage.get_item(CURVES).ok()?);
    let query = query.unwrap_or_default();
    Experiment::from_link(&query).experiment.curves
}

fn remember_curves(curves: &[Curve]) {
    let experiment = Experiment {
        curves: curves.to_vec(),
        ..Experiment::default()
    };
    if let Some(storage) = window().local_storage().ok().flatten() {
        let _ = storage.set_item(CURVES, &experiment.to_query());
    }
}

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
    /// Curves that are there again whenever somebody comes from the network.
    pub kept_curves: RwSignal<Vec<Curve>>,
    /// How many points the browser keeps.
    pub kept_points: RwSignal<usize>,
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
            kept_curves: RwSignal::new(recalled_curves()),
            kept_points: RwSignal::new(kept::count()),
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
        // Others may have measured meanwhile.
        self.kept_points.set(kept::count());
        if let Some(brought) = newcomer(query) {
            return self.welcome(brought);
        }
        if query.is_empty() {
            if self.experiment.read().curves.is_empty() {
                self.experiment.set(Experiment::open("").experiment);
            }
            self.recall();
            return self.write_link(Entry::Same);
        }
        let opened = Experiment::from_link(query);
        self.problems.set(opened.problems);
        self.step(None, Entry::Same, |old| *old = opened.experiment);
        self.recall();
    }

    /// Shows a network that comes from Explore beside the curves that were kept.
    fn welcome(self, brought: Result<Scenario, String>) {
        let mut experiment = Experiment {
            curves: self.kept_curves.get_untracked(),
            ..Experiment::default()
        };
        match brought {
            Ok(scenario) => {
                self.problems.set(Vec::new());
                experiment.simulation.seed = scenario.seed;
                let curve = Curve::of(Subject::Scenario(Box::new(scenario)));
                experiment.curves.retain(|kept| *kept != curve);
                experiment.curves.truncate(MOST_CURVES - 1);
                experiment.curves.push(curve);
            }
            Err(problem) => self.problems.set(vec![problem]),
        }
        self.step(None, Entry::Same, |old| *old = experiment);
        self.recall();
        self.write_link(Entry::Same);
    }

    /// Reads what the browser keeps of the points that are asked for.
    fn recall(self) {
        let (missing, subjects) = {
            let experiment = self.experiment.read_untracked();
            let missing = experiment.missing(&self.results.read_untracked());
            (missing, experiment.subjects())
        };
        let report = |point: Measured| serde_json::from_str(&point.report).ok();
        let found = missing.into_iter().filter_map(|scenario| {
            let report = kept::get(&scenario).and_then(report)?;
            Some((scenario, report))
        });
        let found: Vec<_> = found.collect();
        let elsewhere = subjects.into_iter().map(|scenario| {
            let reports = kept::of_subject(&scenario).into_iter().filter_map(report);
            (scenario, reports.collect::<Vec<_>>())
        });
        let elsewhere: Vec<_> = elsewhere
            .filter(|(_, reports)| !reports.is_empty())
            .collect();
        if found.is_empty() && elsewhere.is_empty() {
            return;
        }
        self.results.update(|results| {
            for (scenario, report) in found {
                results.put(&scenario, report);
            }
            for (scenario, reports) in elsewhere {
                results.put_elsewhere(&scenario, reports);
            }
        });
    }

    /// Forgets all points, here and in the browser.
    pub fn clear_points(self) {
        kept::clear();
        self.kept_points.set(0);
        self.results.set(Results::default());
        self.stage.set(SimulationStage::Idle);
    }

    /// Keeps a curve for whoever comes from the network, or no longer.
    pub fn toggle_kept(self, index: usize) {
        let curve = self.experiment.read_untracked().curves.get(index).cloned();
        let Some(curve) = curve else { return };
        self.kept_curves.update(|kept| {
            match kept.iter().position(|other| *other == curve) {
                Some(place) => drop(kept.remove(place)),
                None => kept.push(curve),
            }
            // The oldest go first.
            let surplus = kept.len().saturating_sub(MOST_CURVES - 1);
            kept.drain(..surplus);
        });
        remember_curves(&self.kept_curves.read_untracked());
    }

    /// Adds a curve of the network as it was left in Explore; tells if there is none.
    pub fn add_current_network(self) {
        let left = window().session_storage().ok().flatten();
        let left = left.and_then(|storage| storage.get_item(LEFT).ok()?);
        let query = left.as_deref().and_then(|address| address.split_once('?'));
        let Some((_, query)) = query else {
            let problem = "Explore has not been left with a network yet: open it first.";
            return self.problems.set(vec![problem.to_owned()]);
        };
        // The rest of the address is how the network is looked at.
        let mut scenario = Scenario::from_link(query).scenario;
        scenario.traffic.rate = 0.0;
        scenario.messages.clear();
        self.change(|experiment| {
            if experiment.curves.len() < MOST_CURVES {
                let subject = Subject::Scenario(Box::new(scenario));
                experiment.curves.push(Curve::of(subject));
            }
        });
    }

    /// Changes the experiment, as a step that can be undone.
    pub fn change(self, change: impl FnOnce(&mut Experiment)) {
        self.step(None, Entry::New, change);
    }

    /// Changes it by what is typed into a field, whose letters are one step.
    pub fn type_into(self, field: &str, change: impl FnOnce(&mut Experiment)) {
        self.step(Some(field.to_owned()), Entry::Same, change);
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

    fn step(self, field: Option<String>, entry: Entry, change: impl FnOnce(&mut Experiment)) {
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
        self.show(now, entry);
    }

    fn show(self, experiment: Experiment, entry: Entry) {
        self.experiment.set(experiment);
        if !matches!(*self.stage.read_untracked(), SimulationStage::Running(_)) {
            self.stage.set(SimulationStage::Idle);
        }
        self.recall();
        self.write_link(entry);
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
            self.show(before, Entry::New);
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
            self.show(after, Entry::New);
        }
    }

    /// Keeps the address to what is shown: in an entry of its own of the browser's history, so that
    /// *Back* undoes it, or in the one that there is.
    fn write_link(self, entry: Entry) {
        let now = window().location().hash().unwrap_or_default();
        let link = self.experiment.read_untracked().to_link();
        if !Address::now().is_laboratory() || now == link {
            return;
        }
        if let Ok(history) = window().history() {
            let _ = match entry {
                Entry::New => history.push_state_with_url(&JsValue::NULL, "", Some(&link)),
                Entry::Same => history.replace_state_with_url(&JsValue::NULL, "", Some(&link)),
            };
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
                kept::put(&asked[index], &Measured::new("", &report));
                self.results
                    .update(|results| results.put(&asked[index], *report));
                self.kept_points.set(kept::count());
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
