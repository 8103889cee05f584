//! Scenarios with a user-written routing function, which are shown once it is compiled, and the drawing of
//! its faults.

use flitscope::catalog::BuildError;
use flitscope::custom::Shows;
use flitscope::page::{Address, Awaited, Dock, Opened};
use flitscope::routing::{VirtualChannel, written};
use flitscope::scenario::{Scenario, ScenarioError};
use flitscope::scene::{Dependencies, LostWay, Names, Shape};
use flitscope::script::Fault;
use flitscope::topology;
use leptos::prelude::*;

use super::written::Question;
use crate::ui::state::address::query_now;
use crate::ui::state::page::Page;

impl Page {
    /// Returns whether the routing function of a scenario is a script that has yet to be compiled.
    pub(in crate::ui::state) fn lacks_table(scenario: &Scenario) -> bool {
        Question::of(scenario).is_some_and(|question| !question.is_known())
    }

    /// Shows a scenario once its routing function is compiled.
    pub(in crate::ui::state) fn put_later(self, scenario: Scenario) {
        let Some(question) = Question::of(&scenario) else {
            return;
        };
        self.written
            .examine(question, false, move |found| match found {
                Ok(_) => self.put(scenario),
                Err(fault) => self.refuse_script(&fault),
            });
    }

    /// Applies the function in the editor to the scenario, if it is valid and the lesson allows it.
    pub fn use_script(self) {
        let state = self.written;
        let is_sound = matches!(&*state.found.read_untracked(), Some(Ok(_)));
        if !is_sound || state.is_busy.get_untracked() || !untrack(|| self.allows("script")) {
            return;
        }
        let id = written::id_of(&state.text.read_untracked());
        if self.scenario.read_untracked().routing == id {
            return;
        }
        match self.set("routing", &id) {
            Ok(()) => {
                let notice = "The picture uses your routing function now.";
                self.notice.set(Some(notice.to_owned()));
            }
            Err(problem) => self.problems.set(vec![problem]),
        }
    }

    /// Returns the script of the scenario, if its routing function is user-written. Tracks the scenario.
    pub fn used_script(self) -> Option<String> {
        written::script_of(&self.scenario.read().routing).map(str::to_owned)
    }

    /// Returns whether the dock shows the script editor and the user may edit there. Tracks both.
    pub fn writes_script(self) -> bool {
        self.dock.get() == Dock::Script && self.allows("script")
    }

    fn refuse_script(self, fault: &Fault) {
        self.problems
            .set(vec![format!("Your routing function: {fault}")]);
    }

    /// Shows the state of an address once its script is compiled, unless the address has changed by then.
    pub(in crate::ui::state) fn await_script(self, awaits: Awaited, opened: &Opened) {
        let state = self.written;
        let question = Question {
            script: awaits.script.clone(),
            network: opened.address.scenario.network.clone(),
            vcs: opened.address.scenario.vcs as u8,
        };
        let address = query_now();
        state.is_awaited.set(true);
        state.examine(question, false, move |found| {
            state.is_awaited.set(false);
            if query_now() != address {
                return;
            }
            match found {
                Ok(_) => self.enter(Address::read(&awaits.query)),
                Err(fault) => {
                    // Open the script in the editor, so that the user can correct it.
                    state.is_of_lesson.set_value(false);
                    state.text.set(awaits.script);
                    self.dock.set(Dock::Script);
                    self.refuse_script(&fault);
                }
            }
        });
    }

    /// Sets fields once the script is compiled for the changed scenario. If the script does not work on a
    /// changed network, the default routing function replaces it.
    pub(in crate::ui::state) fn set_later(self, fields: &[(&str, &str)]) {
        let mut scenario = self.scenario.get_untracked();
        for &(field, text) in fields {
            match field {
                "network" => text.clone_into(&mut scenario.network),
                "vcs" => scenario.vcs = text.trim().parse().unwrap_or(scenario.vcs),
                "routing" => text.clone_into(&mut scenario.routing),
                _ => {}
            }
        }
        if let Ok(topology) = topology::from_spec(&scenario.network) {
            scenario.network = topology.spec();
        }
        let Some(question) = Question::of(&scenario) else {
            return;
        };
        let owned = |&(field, text): &(&str, &str)| (field.to_owned(), text.to_owned());
        let fields: Vec<_> = fields.iter().map(owned).collect();
        let changes_network = fields.iter().any(|(field, _)| field == "network");
        self.written.examine(question, false, move |found| {
            let mut fields: Vec<_> = fields.iter().map(|(f, t)| (&**f, &**t)).collect();
            match found {
                Err(fault) if changes_network => {
                    fields.insert(0, ("routing", DEFAULT));
                    self.say_if_refused(self.set_all(&fields));
                    self.dropped.set(Some(format!(
                        "Your routing function does not work on this network ({fault}); routing is {DEFAULT} \
                         now."
                    )));
                }
                Err(fault) => self.refuse_script(&fault),
                Ok(_) => self.say_if_refused(self.set_all(&fields)),
            }
        });
    }

    fn say_if_refused(self, set: Result<(), ScenarioError>) {
        if let Err(error) = set {
            self.problems.set(vec![error.reason()]);
        }
    }

    /// Returns whether an error only means that a script has yet to be compiled.
    pub(in crate::ui::state) fn is_early(error: &ScenarioError) -> bool {
        error.problem == BuildError::NotCompiled
    }

    /// Returns which fault of the function in the editor the picture can show, if any.
    pub fn showable(self) -> Option<Shows> {
        let found = self.written.found.read();
        let findings = found.as_ref()?.as_ref().ok()?;
        let is_lost = findings.delivery.lost.is_some();
        let has_cycle = !findings.cycle.is_empty();
        match self.written.chosen.get() {
            Some(Shows::Cycle) if has_cycle => Some(Shows::Cycle),
            _ if is_lost => Some(Shows::LostWay),
            _ if has_cycle => Some(Shows::Cycle),
            _ => None,
        }
    }

    /// Returns the shapes that show a fault of the function in the editor.
    pub fn shapes_of_script(self) -> Vec<Shape> {
        let state = self.written;
        // Where a lesson asks what the function does, the picture must not show the answer.
        if self.dock.get() != Dock::Script || !state.is_shown.get() || !self.allows("script") {
            return Vec::new();
        }
        let found = state.found.read();
        let Some(Ok(findings)) = &*found else {
            return Vec::new();
        };
        let study = self.study.read();
        let network = &study.design.network;
        let names = Names::new(&*study.topology, self.look.naming.get());
        let layout = self.layout.read();
        let fits = |lane: &VirtualChannel| {
            lane.channel.0 < network.channels() && lane.vc < study.design.vcs
        };
        let lost = findings.delivery.lost.as_ref();
        match lost.filter(|_| self.showable() == Some(Shows::LostWay)) {
            Some(lost) => LostWay {
                way: &lost.way,
                to: lost.to,
            }
            .shapes(&layout, network, &names),
            None if findings.cycle.iter().all(fits) => Dependencies {
                edges: &[],
                cycle: &findings.cycle,
                lit: None,
                chosen: None,
            }
            .shapes(&layout, network, &names),
            None => Vec::new(),
        }
    }
}

const DEFAULT: &str = "dimension-order";
