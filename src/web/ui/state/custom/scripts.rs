//! Scenarios with a user-written routing function, which are shown once it is compiled, and the drawing of
//! its faults.

use flitscope::custom::Shows;
use flitscope::lesson::{LessonAction, StepWork};
use flitscope::page::{Action, Dock, PageStateStoreFields, Place, ViewStoreFields};
use flitscope::routing::{
    VirtualChannel,
    written::{self, Uncompiled},
};
use flitscope::scene::{Dependencies, LostWay, Names, Shape};
use flitscope::script::Fault;
use leptos::prelude::*;

use crate::ui::state::page::Page;
use crate::ui::state::storage::recall;

impl Page {
    /// Performs an action once its routing function is compiled. If the function does not work on a changed network,
    /// the default one replaces it.
    pub(in crate::ui::state) fn act_when_compiled(self, script: Uncompiled, action: Action) {
        self.written
            .examine(script, move |found| match (found, action) {
                (Ok(_), action) => {
                    if let Err(refusal) = self.perform(action) {
                        self.report(refusal.to_string());
                    }
                }
                (Err(fault), Action::Set(fields)) if fields.iter().any(|(f, _)| f == "network") => {
                    self.act(Action::SetWithoutScript(fields, fault.to_string()));
                }
                (Err(fault), _) => self.report_fault(&fault),
            });
    }

    /// Opens a script in the editor, so that the user can correct its fault.
    pub(in crate::ui::state) fn correct(self, script: String, fault: &Fault) {
        self.written.edit(|editor| editor.correct(script));
        self.act(Action::Dock(Dock::Script));
        self.report_fault(fault);
    }

    fn report_fault(self, fault: &Fault) {
        self.report(format!("Your routing function: {fault}"));
    }

    /// Applies the function in the editor to the scenario, if it is valid and the lesson allows it.
    pub fn use_script(self) {
        let state = self.written;
        let is_sound = matches!(&*state.found.read_untracked(), Some(Ok(_)));
        if !is_sound || state.is_busy.get_untracked() || !untrack(|| self.allows("script")) {
            return;
        }
        let id = written::id_of(&state.text.read_untracked());
        if self.now(|state| state.scenario.routing == id) {
            return;
        }
        match self.set("routing", &id) {
            Ok(()) => self.notify("The picture uses your routing function now."),
            Err(problem) => self.report(problem),
        }
    }

    /// Returns the script of the scenario, if its routing function is user-written. Tracks the scenario.
    pub fn used_script(self) -> Option<String> {
        written::script_of(&self.state.scenario().read().routing).map(str::to_owned)
    }

    /// Returns the storage key of the code that the user types in the step of a lesson that is shown, if the step
    /// allows it. Tracks the step.
    pub fn code_key(self) -> Option<String> {
        if self.state.place().get() != Place::Lessons || !self.allows("script") {
            return None;
        }
        self.teaching.work_key(StepWork::Code)
    }

    /// Keeps the code that the user types in a step of a lesson for a later visit of the step.
    pub fn keep_code(self, text: &str) {
        if untrack(|| self.code_key()).is_some() {
            self.teach(LessonAction::Keep(StepWork::Code, text.to_owned()));
        }
    }

    /// Returns the code that the user typed in the step that is shown, while that has the script of its scene.
    pub fn kept_code(self) -> Option<String> {
        let kept = recall(&self.code_key()?).filter(|text| !text.is_empty())?;
        let step = self.teaching.step.get()?;
        let given = self.read_query(&step.scene).address.scenario.routing;
        (self.state.scenario().read().routing == given).then_some(kept)
    }

    /// Returns whether the dock shows the script editor and the user may edit there. Tracks both.
    pub fn writes_script(self) -> bool {
        self.state.view().dock().get() == Dock::Script && self.allows("script")
    }

    /// Returns the shapes that show a fault of the function in the editor.
    pub fn shapes_of_script(self) -> Vec<Shape> {
        // Where a lesson asks what the function does, the picture must not show the answer.
        if !self.writes_script() {
            return Vec::new();
        }
        let shown = self.written.shown.get();
        let found = self.written.found.read();
        let (Some(shown), Some(Ok(findings))) = (shown, &*found) else {
            return Vec::new();
        };
        let study = self.state.built().read();
        let network = &study.design.network;
        let layout = self.layout.read();
        let fits = |lane: &VirtualChannel| {
            lane.channel.0 < network.channels() && lane.vc < study.design.vcs
        };
        match &findings.delivery.lost {
            Some(lost) if shown == Shows::LostWay => {
                let names = Names::new(&*study.topology, self.look.naming.get());
                LostWay {
                    way: &lost.way,
                    to: lost.to,
                }
                .shapes(&layout, network, &names)
            }
            _ if findings.cycle.iter().all(fits) => Dependencies {
                edges: &[],
                cycle: &findings.cycle,
                lit: None,
                chosen: None,
            }
            .shapes(&layout, network),
            _ => Vec::new(),
        }
    }
}
