//! The state of the laboratory, and what its changes ask for: workers, storage and the address.

use std::sync::Arc;

use browser::kept;
use browser::workers::waiting::at_once;
use flitscope::laboratory::{Curve, Experiment, Findings, MOST_CURVES, Results, Subject};
use flitscope::page::experiment::{self, Action, Stage, State, Step};
use flitscope::page::subject;
use flitscope::plot::Kind;
use flitscope::scenario::Scenario;
use flitscope::sweep::WorkerQueue;
use leptos::prelude::*;
use wasm_bindgen::JsValue;

use crate::ui::library::address::Address;
use crate::ui::state::simulations::{Simulations, Storage};
use crate::ui::state::storage::{left, recall, remember};

/// The local storage key of the kept curves, which are stored as the query of a link.
const CURVES: &str = "flitscope-curves";

/// The experiment and its simulation results, which outlive the page that shows them.
#[derive(Clone, Copy)]
pub struct LaboratoryState {
    state: RwSignal<State>,
    pub experiment: Memo<Experiment>,
    pub results: Memo<Arc<Results>>,
    pub problems: Memo<Vec<String>>,
    pub stage: Memo<Stage>,
    pub can_undo: Memo<bool>,
    pub can_redo: Memo<bool>,
    pub kept_curves: Memo<Vec<Curve>>,
    /// The plot with its notes.
    pub findings: Memo<Findings>,
    /// The number of points that the browser stores.
    pub kept_points: RwSignal<usize>,
    simulations: Simulations,
}

impl LaboratoryState {
    /// An empty state, which opens the address whenever it leads to the laboratory.
    pub fn new(address: RwSignal<Address>) -> Self {
        let kept_curves = recall(CURVES).unwrap_or_default();
        let kept_curves = Experiment::from_link(&kept_curves).experiment.curves;
        let state = RwSignal::new(State::new(kept_curves));
        let experiment = Memo::new(move |_| state.read().experiment.clone());
        // Most changes of the state are progress, after which the results are the same.
        let results = Memo::new_with_compare(
            move |_| Arc::clone(&state.read().results),
            |before, now| match before.zip(now) {
                Some((before, now)) => !Arc::ptr_eq(before, now),
                None => true,
            },
        );
        let laboratory = Self {
            state,
            experiment,
            results,
            problems: Memo::new(move |_| state.read().problems.clone()),
            stage: Memo::new(move |_| state.read().stage.clone()),
            can_undo: Memo::new(move |_| state.read().history.last_done().is_some()),
            can_redo: Memo::new(move |_| state.read().history.last_undone().is_some()),
            kept_curves: Memo::new(move |_| state.read().kept_curves.clone()),
            findings: Memo::new(move |_| experiment.read().find(&results.read())),
            kept_points: RwSignal::new(kept::count()),
            simulations: Simulations::new(),
        };
        Effect::new(move |_| {
            let address = address.get();
            if address.is_laboratory() {
                // Other pages may have stored points in the meantime.
                laboratory.kept_points.set(kept::count());
                untrack(|| laboratory.act(Action::Open(address.query)));
            }
        });
        laboratory
    }

    pub fn act(self, action: Action) {
        let effects = self
            .state
            .try_update(|state| state.update(action, &Storage))
            .unwrap_or_default();
        for effect in effects {
            self.perform(effect);
        }
    }

    fn perform(self, effect: experiment::Effect) {
        use experiment::Effect;
        match effect {
            Effect::Start(scenarios) => {
                let on_event = move |event| self.act(Action::Event(event));
                let queue = WorkerQueue::of_scenarios(scenarios, at_once());
                self.simulations.start(queue, on_event);
            }
            Effect::Stop => self.simulations.stop(),
            Effect::Store(scenario, report) => {
                kept::put(&scenario, &report);
                self.kept_points.set(kept::count());
            }
            Effect::ClearStorage => {
                kept::clear();
                self.kept_points.set(0);
            }
            Effect::StoreCurves => {
                let experiment = Experiment {
                    curves: self.kept_curves.get_untracked(),
                    ..Experiment::default()
                };
                remember(CURVES, &experiment.to_query());
            }
            Effect::WriteLink { is_new } => self.write_link(is_new),
        }
    }

    fn write_link(self, is_new: bool) {
        let now = window().location().hash().unwrap_or_default();
        let link = self.experiment.read_untracked().to_link();
        if !Address::now().is_laboratory() || now == link {
            return;
        }
        if let Ok(history) = window().history() {
            let _ = if is_new {
                history.push_state_with_url(&JsValue::NULL, "", Some(&link))
            } else {
                history.replace_state_with_url(&JsValue::NULL, "", Some(&link))
            };
        }
    }

    /// Returns the link of the experiment with its points, and shows a sentence on curves whose points have no room in it.
    pub fn link_with_points(self) -> String {
        let experiment = self.experiment.read_untracked();
        let (link, again) = experiment.link_with_points(&self.results.read_untracked());
        if !again.is_empty() {
            let names = again.join("; ");
            self.say(format!("The link has no room for the points of {names}. They are simulated again when it is opened."));
        }
        link
    }

    fn say(self, text: String) {
        self.act(Action::Say(vec![text]));
    }

    /// Adds a curve of the network as it was left in Explore, or a message if there is none.
    pub fn add_current_network(self) {
        let left = left();
        let query = left.as_deref().and_then(|address| address.split_once('?'));
        let Some((_, query)) = query else {
            let problem = "No network has been opened in Explore yet: open one first.";
            return self.say(problem.to_owned());
        };
        // The rest of the address is the view.
        let scenario = subject(&Scenario::from_link(query).scenario);
        self.change(|experiment| {
            if experiment.curves.len() < MOST_CURVES {
                let subject = Subject::Scenario(Box::new(scenario));
                experiment.curves.push(Curve::of(subject));
            }
        });
    }

    /// Changes the experiment, as an undoable step.
    pub fn change(self, change: impl FnOnce(&mut Experiment)) {
        self.step(Step::New, change);
    }

    /// Changes the experiment by typing into a field, all characters of which are one step.
    pub fn type_into(self, field: &str, change: impl FnOnce(&mut Experiment)) {
        self.step(Step::Typing(field.to_owned()), change);
    }

    fn step(self, step: Step, change: impl FnOnce(&mut Experiment)) {
        let mut experiment = self.experiment.get_untracked();
        change(&mut experiment);
        self.act(Action::Change(Box::new(experiment), step));
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

    /// Formats the time that the simulations will still take, as the end of a sentence.
    pub fn time_left(self, share: f64) -> String {
        self.simulations.time_left(share)
    }
}
