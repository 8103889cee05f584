//! Actions of the user on the scenario, as far as they need more than the state.

use browser::focus::{STAGE, focus_on};
use flitscope::page::{
    Action, Dock, NodeClick, PageState, PageStateStoreFields, Panel, Place, Shown, ViewStoreFields,
};
use flitscope::scenario::path_text;
use flitscope::sweep::Cure;
use flitscope::topology::NodeId;
use leptos::prelude::*;

use super::page::Page;

impl Page {
    /// Sends a message, or reports why it cannot; in the route view, shows the routes between the nodes instead.
    pub fn send_or_say(self, from: NodeId, to: NodeId) {
        let overlay = self.now(|state| state.view.overlay);
        if overlay.facts().node_click == NodeClick::Begin {
            return self.act(Action::Routes(from, to));
        }
        if self.may_send() {
            self.act(Action::Send(from, to, Vec::new()));
        }
    }

    /// Sends a message between two distant nodes, a different pair each time, and starts the run.
    pub fn send_across(self) {
        if self.may_send() {
            self.act(Action::SendAcross);
        }
    }

    fn may_send(self) -> bool {
        let may = untrack(|| self.allows("send"));
        if !may {
            self.notify("Messages cannot be sent by hand here: this step of the lesson, or the link, does not allow it.");
        }
        may
    }

    /// Sends a message that starts in the current cycle. Earlier cycles stay unchanged.
    ///
    /// # Errors
    ///
    /// A sentence that says why the message is invalid.
    pub fn send(self, from: NodeId, to: NodeId) -> Result<(), String> {
        self.try_act(Action::Send(from, to, Vec::new()))
            .map_err(|error| error.reason())
    }

    /// Sends a message that takes the path chosen in the route view.
    ///
    /// # Errors
    ///
    /// A sentence that says why it cannot take the path.
    pub fn send_along(self) -> Result<(), String> {
        let path = self
            .walked_path()
            .ok_or("the routing function does not offer this path")?;
        let (from, to) = untrack(|| self.ends());
        self.try_act(Action::Send(from, to, path))
            .map_err(|error| error.reason())
    }

    /// Returns the path chosen in the route view, if it reaches the destination and a message can be given it.
    pub fn walked_path(self) -> Option<Vec<String>> {
        let told = self.overlays.routes();
        let nodes: Vec<_> = told.steps.iter().map(|step| step.node).collect();
        let built = self.state.built().get();
        let is_whole = nodes.last() == Some(&self.ends().1);
        is_whole.then(|| path_text(&*built.topology, &built.design, &nodes))?
    }

    /// Applies a change that prevents deadlock, and runs the same messages again.
    pub fn cure(self, cure: &Cure) {
        self.act(Action::Cure {
            scenario: Box::new(cure.scenario(&self.written.scripts.read_value())),
            label: cure.label().to_owned(),
            why: cure.why(),
        });
    }

    /// Returns to the network that the user left for a suggested example; the button that did it is gone then.
    pub fn back_to_own(self) {
        if self.state.with_untracked(PageState::offers_own_back) {
            self.act(Action::BackToOwn);
            focus_on(STAGE);
        }
    }

    /// Fails the link of the selected channel, or repairs it.
    pub fn toggle_fault(self) {
        if untrack(|| self.allows("fail")) {
            self.act(Action::ToggleFault);
        } else {
            self.notify("Links cannot be failed here: this step of the lesson, or the link, does not allow it.");
        }
    }

    /// Returns whether there is a network of the user's to return to. Tracks what decides.
    pub fn offers_own_back(self) -> bool {
        self.state.place().track();
        self.state.kept().track();
        self.state.scenario().track();
        self.state.with_untracked(PageState::offers_own_back)
    }

    /// Turns present mode on or off: for an audience, only the picture and its captions.
    pub fn present(self, on: bool) {
        self.act(Action::Panel(Panel::None));
        self.look.presenting.set(on);
        if on {
            super::lesson::show_open_item();
        }
    }

    /// Whether a button other than *Play* is the next step, of which there is one. Tracks what decides.
    pub fn has_other_primary(self) -> bool {
        self.state.place().get() != Place::Explore || matches!(self.shown.get(), Shown::Task(_))
    }

    /// Whether a lesson shows a diagram, a chart or an editor. Tracks it.
    pub fn has_lesson_task(self) -> bool {
        self.state.place().get() == Place::Lessons
            && self.state.view().dock().get() != Dock::TimeLine
    }
}
