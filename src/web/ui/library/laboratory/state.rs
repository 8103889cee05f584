//! The state of the laboratory: the experiment and its simulation results.

use std::rc::Rc;

use browser::workers::pool::RunningPool;
use browser::workers::waiting::at_once;
use browser::{kept, time};
use flitscope::laboratory::{
    Curve, Experiment, Findings, MOST_CURVES, Results, Subject, newcomers,
};
use flitscope::plot::Kind;
use flitscope::scenario::Scenario;
use flitscope::sweep::{Jobs, Report, SimulationEvent};
use leptos::prelude::*;
use wasm_bindgen::JsValue;

use crate::ui::library::address::Address;

/// The session storage key of the address at which Explore was left, written by the page.
const LEFT: &str = "flitscope-left";

/// The local storage key of the kept curves, which are stored as the query of a link.
const CURVES: &str = "flitscope-curves";

/// The entry of the browser's history to which a change belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Entry {
    New,
    Same,
}

fn load_curves() -> Vec<Curve> {
    let storage = window().local_storage().ok().flatten();
    let query = storage.and_then(|storage| storage.get_item(CURVES).ok()?);
    let query = query.unwrap_or_default();
    Experiment::from_link(&query).experiment.curves
}

fn store_curves(curves: &[Curve]) {
    let experiment = Experiment {
        curves: curves.to_vec(),
        ..Experiment::default()
    };
    if let Some(storage) = window().local_storage().ok().flatten() {
        let _ = storage.set_item(CURVES, &experiment.to_query());
    }
}

/// The maximum number of steps that can be undone.
const MOST_STEPS: usize = 100;

/// The experiment and its simulation results, which outlive the page that shows them.
#[derive(Clone, Copy)]
pub struct LaboratoryState {
    pub experiment: RwSignal<Experiment>,
    /// Messages on parts of the link that were not understood.
    pub problems: RwSignal<Vec<String>>,
    pub results: RwSignal<Results>,
    /// The plot with its notes.
    pub findings: Memo<Findings>,
    /// The progress of the simulations.
    pub stage: RwSignal<SimulationStage>,
    pub steps: RwSignal<Steps>,
    /// Curves that are added again whenever a network is opened from Explore.
    pub kept_curves: RwSignal<Vec<Curve>>,
    /// The number of points that the browser stores.
    pub kept_points: RwSignal<usize>,
    running: StoredValue<Option<RunningPool>, LocalStorage>,
    /// When the simulations started [ms].
    began: StoredValue<f64>,
}

/// The progress of the simulations.
#[derive(Debug, Clone, PartialEq)]
pub enum SimulationStage {
    Idle,
    Running(f64),
    Done,
    Cancelled,
    /// They failed for this reason.
    Failed(String),
}

/// The experiments before and after the current one.
#[derive(Debug, Clone, Default)]
pub struct Steps {
    /// Earlier experiments, the most recent last.
    pub before: Vec<Experiment>,
    /// Undone experiments, the next to redo last.
    pub after: Vec<Experiment>,
    /// The field in which the user types, all characters of which are one step.
    typing: Option<String>,
}

impl LaboratoryState {
    /// An empty state, which opens the address whenever it leads to the laboratory.
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
            kept_curves: RwSignal::new(load_curves()),
            kept_points: RwSignal::new(kept::count()),
            running: StoredValue::new_local(None),
            began: StoredValue::new(0.0),
        };
        Effect::new(move |_| {
            let address = address.get();
            if address.is_laboratory() {
                untrack(|| state.open(&address.query));
            }
        });
        state
    }

    /// Opens the query of a link; an empty one shows the previous experiment or, without one, the
    /// first preset.
    fn open(self, query: &str) {
        // Other pages may have stored points in the meantime.
        self.kept_points.set(kept::count());
        if let Some(brought) = newcomers(query) {
            return self.open_newcomer(brought);
        }
        if query.is_empty() {
            if self.experiment.read().curves.is_empty() {
                self.experiment.set(Experiment::open("").experiment);
            }
            self.recall();
            return self.write_link(Entry::Same);
        }
        let opened = Experiment::from_link(query);
        let again = opened.experiment.linked_again();
        self.problems.set(opened.problems);
        self.step(None, Entry::Same, |old| *old = opened.experiment);
        self.recall();
        if !again.is_empty()
            && self
                .experiment
                .read_untracked()
                .has_linked_missing(&self.results.read_untracked())
        {
            let names = again.join("; ");
            let says = format!(
                "The link has no points of some curves, which are simulated again: {names}."
            );
            self.problems.update(|problems| problems.push(says));
            self.simulate();
        }
    }

    /// Returns the link of the experiment with its points, and a sentence on curves whose points have no room in it.
    pub fn link_with_points(self) -> (String, Option<String>) {
        let experiment = self.experiment.read_untracked();
        let link = experiment.link_with_points(&self.results.read_untracked());
        let says = (!link.again.is_empty()).then(|| {
            let names = link.again.join("; ");
            format!("The link has no room for the points of {names}. They are simulated again when it is opened.")
        });
        (link.link, says)
    }

    /// Shows networks from Explore beside the kept curves.
    fn open_newcomer(self, brought: Result<Vec<Curve>, String>) {
        let mut experiment = Experiment {
            curves: self.kept_curves.get_untracked(),
            ..Experiment::default()
        };
        match brought {
            Ok(curves) => {
                self.problems.set(Vec::new());
                for curve in curves {
                    if let Subject::Scenario(scenario) = &curve.subject {
                        experiment.simulation.seed = scenario.seed;
                    }
                    experiment
                        .curves
                        .retain(|kept| kept.subject != curve.subject);
                    experiment.curves.truncate(MOST_CURVES - 1);
                    experiment.curves.push(curve);
                }
            }
            Err(problem) => self.problems.set(vec![problem]),
        }
        self.step(None, Entry::Same, |old| *old = experiment);
        self.recall();
        self.write_link(Entry::Same);
    }

    /// Reads the requested points that the browser stores.
    fn recall(self) {
        let (missing, subjects) = {
            let experiment = self.experiment.read_untracked();
            let missing = experiment.missing(&self.results.read_untracked());
            (missing, experiment.subjects())
        };
        let found = missing.into_iter().filter_map(|scenario| {
            let report = kept::get(&scenario)?;
            Some((scenario, report))
        });
        let found: Vec<_> = found.collect();
        let elsewhere = subjects.into_iter().map(|scenario| {
            let reports = kept::of_subject(&scenario);
            (scenario, reports)
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

    /// Deletes all points, here and in the browser.
    pub fn clear_points(self) {
        kept::clear();
        self.kept_points.set(0);
        self.results.set(Results::default());
        self.stage.set(SimulationStage::Idle);
    }

    /// Toggles whether a curve is kept for networks opened from Explore.
    pub fn toggle_kept(self, index: usize) {
        let curve = self.experiment.read_untracked().curves.get(index).cloned();
        let Some(curve) = curve else { return };
        self.kept_curves.update(|kept| {
            match kept.iter().position(|other| *other == curve) {
                Some(place) => drop(kept.remove(place)),
                None => kept.push(curve),
            }
            // The oldest curves are dropped first.
            let surplus = kept.len().saturating_sub(MOST_CURVES - 1);
            kept.drain(..surplus);
        });
        store_curves(&self.kept_curves.read_untracked());
    }

    /// Adds a curve of the network as it was left in Explore, or a message if there is none.
    pub fn add_current_network(self) {
        let left = window().session_storage().ok().flatten();
        let left = left.and_then(|storage| storage.get_item(LEFT).ok()?);
        let query = left.as_deref().and_then(|address| address.split_once('?'));
        let Some((_, query)) = query else {
            let problem = "No network has been opened in Explore yet: open one first.";
            return self.problems.set(vec![problem.to_owned()]);
        };
        // The rest of the address is the view.
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

    /// Changes the experiment, as an undoable step.
    pub fn change(self, change: impl FnOnce(&mut Experiment)) {
        self.step(None, Entry::New, change);
    }

    /// Changes the experiment by typing into a field, all characters of which are one step.
    pub fn type_into(self, field: &str, change: impl FnOnce(&mut Experiment)) {
        self.step(Some(field.to_owned()), Entry::Same, change);
    }

    /// Hides or shows a trace, together with all lines or all points of its curve.
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

    /// Sets a key of the link, or returns a message on why the value is invalid.
    pub fn set(self, key: &str, text: &str) -> Result<(), String> {
        let mut experiment = self.experiment.get_untracked();
        experiment.set(key, text)?;
        self.type_into(key, |old| *old = experiment);
        Ok(())
    }

    /// Shows another experiment, as an undoable step.
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
                // The empty experiment before the first one is not an undo step.
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

    /// Updates the address to the experiment, in a new entry of the browser's history, so that *Back*
    /// undoes the change, or in the current entry.
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

    /// Simulates the missing points, in workers.
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
        self.began.set_value(time::now());
        self.stage.set(SimulationStage::Running(0.0));
        let asked = Rc::new(scenarios.clone());
        let on_event = move |event: SimulationEvent<(usize, Box<Report>)>| match event {
            SimulationEvent::Progress(share) => self.stage.set(SimulationStage::Running(share)),
            SimulationEvent::Result((index, report)) => {
                kept::put(&asked[index], &report);
                self.results
                    .update(|results| results.put(&asked[index], *report));
                self.kept_points.set(kept::count());
            }
            SimulationEvent::Done => self.stop(SimulationStage::Done),
            SimulationEvent::Failed(reason) => self.stop(SimulationStage::Failed(reason)),
        };
        match RunningPool::start(Jobs::new(scenarios, at_once()), on_event) {
            Ok(running) => self.running.set_value(Some(running)),
            Err(reason) => self.stage.set(SimulationStage::Failed(reason)),
        }
    }

    /// Formats the time that the simulations will still take, as the end of a sentence.
    pub fn time_left(self, share: f64) -> String {
        time::time_left(share, self.began.get_value())
    }

    /// Stops simulating and keeps the finished points.
    pub fn cancel(self) {
        self.stop(SimulationStage::Cancelled);
    }

    fn stop(self, stage: SimulationStage) {
        self.stage.set(stage);
        // Deferred, because this may run inside a message handler of a worker.
        leptos::task::spawn_local(async move {
            if !matches!(*self.stage.read_untracked(), SimulationStage::Running(_)) {
                self.running.set_value(None);
            }
        });
    }
}
