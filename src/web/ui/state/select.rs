//! Pointing, selecting and finding, and the labels of nodes.

use std::sync::Arc;

use flitscope::page::{
    Action, Dock, Found, PageStateStoreFields, Shown, ViewStoreFields, find, next_blocked,
};
use flitscope::scene::{self, Focus, Naming, NotStarted, Stage, Telling, Thing};
use flitscope::sim::{Delivery, Design, Fate, MessageId, Snapshot};
use leptos::prelude::*;

use super::page::Page;
use super::run::Run;

impl Page {
    /// Sets the element under the pointer, if it changed.
    pub fn point_at(self, thing: Option<Thing>) {
        if self.now(|state| state.focus.pointed) != thing {
            self.act(Action::Point(thing));
        }
    }

    /// Pauses the run and selects the next worm with a blocked header after the selected one.
    pub fn select_blocked(self) {
        self.player.pause_at(self.player.now().cycle);
        let snapshot = self.player.snapshot.get_untracked();
        let selected = self.now(|state| state.focus.selected);
        let next = next_blocked(&snapshot, selected);
        if next.is_none() {
            self.notify("No header is blocked in this cycle.");
        }
        if next.is_some() && matches!(self.shown.get_untracked(), Shown::Task(_)) {
            // The reasons stand in the panel of the selection.
            self.act(Action::Dock(Dock::TimeLine));
        }
        self.select(next.map(Thing::Worm));
    }

    /// Returns the messages that are drawn beside their nodes because they have not started; none
    /// where the overlay shows how they are sent. Tracks the overlay.
    pub fn not_started(self, design: &Design, snapshot: &Snapshot) -> Vec<NotStarted> {
        if self.state.view().overlay().get().is_none() {
            scene::not_started(design, snapshot)
        } else {
            Vec::new()
        }
    }

    /// Returns whether the channel matrix is shown. Tracks it.
    pub fn shows_matrix(self) -> bool {
        let (matrix, built) = (self.state.view().matrix(), self.state.built());
        matrix.track();
        built.track();
        self.state
            .with_untracked(flitscope::page::PageState::shows_matrix)
    }

    /// Switches to the next node labels and reports which these are.
    pub fn rename(self) {
        let offers = Naming::offered(&*self.now(|state| state.built.topology.clone()));
        self.look.rename(&offers);
        let naming = self.look.naming.get_untracked();
        if let Some((_, name)) = offers.iter().find(|(offer, _)| *offer == naming) {
            self.notify(format!("Nodes show {name}."));
        }
    }

    /// Describes a thing in the run of the page. Tracks the state that is shown.
    pub fn tell(self, thing: Thing) -> Telling {
        let (mut told, lost) = self.run.telling(|teller| {
            let lost = match thing {
                Thing::Worm(message) => Some(message).filter(|&message| !teller.knows(message)),
                _ => None,
            };
            (teller.tell(thing), lost)
        });
        if let Some(fate) = lost.and_then(|message| self.player.fate(message)) {
            told.text = scene::fate_in_words(fate);
        }
        told
    }

    /// Returns the place of a message in the list of those sent by hand, if it is one of them. Tracks the state that
    /// is shown.
    pub fn place_in_list(self, message: MessageId) -> Option<usize> {
        let snapshot = self.player.snapshot.read();
        let is_it = |delivery: &Delivery| delivery.message == message;
        let (generated, from, to) = if let Some(worm) = snapshot.worm(message) {
            (worm.generated, worm.from, worm.to)
        } else if let Some(last) = snapshot.last_delivery.filter(is_it) {
            (last.generated, last.from, last.to)
        } else {
            let built = self.state.built().read();
            let mut waiting = scene::not_started(&built.design, &snapshot).into_iter();
            let mut queued = snapshot.first_queued.iter();
            match waiting.find(|waiting| waiting.message == Some(message)) {
                Some(waiting) => {
                    let queued = queued.find(|queued| queued.message == message);
                    let generated = match waiting.stage {
                        Stage::List(cycle) => cycle,
                        _ => queued?.generated,
                    };
                    (generated, waiting.from, *waiting.to.last()?)
                }
                None => match self.player.fate(message)? {
                    Fate::Delivered(Some(delivery)) => {
                        (delivery.generated, delivery.from, delivery.to)
                    }
                    _ => return None,
                },
            }
        };
        self.state.scenario().track();
        self.state
            .with_untracked(|state| state.place_in_list(generated, from, to))
    }

    /// Brings the whole network into view and stops following a worm.
    pub fn fit(self) {
        self.act(Action::KeepInView(false));
        self.look.fit();
    }

    /// Returns whether a text names a node or a message. Tracks the network.
    pub fn finds(self, text: &str) -> bool {
        find(&*self.state.built().read().topology, text).is_ok()
    }

    /// Selects a node or message by a name such as `2,3`, `0110` or `#12`.
    ///
    /// # Errors
    ///
    /// Why the text names no node or message.
    pub fn find(self, text: &str) -> Result<(), String> {
        let found = find(&*self.now(|state| state.built.topology.clone()), text)?;
        self.select(Some(found.into()));
        if let Found::Node(node) = found {
            self.look.camera.update(|camera| {
                camera.center = camera
                    .center
                    .map(|_| self.layout.read_untracked().node(node));
            });
        }
        Ok(())
    }

    /// Selects something, or nothing. A selected worm is also shown in the space-time diagram.
    pub fn select(self, thing: Option<Thing>) {
        let followed = match thing {
            Some(Thing::Worm(message)) => Some(self.player.find(message)),
            _ => None,
        };
        self.act(Action::Select(thing, followed));
    }

    /// Returns whether a run is the one of the scenario. Tracks both.
    pub fn is_own(self, run: Run) -> bool {
        Arc::ptr_eq(&self.state.built().read(), &run.built.read())
    }

    /// Returns what is pointed at and selected in a run. Worms are omitted in runs other than the page's own, where
    /// messages have other numbers.
    pub fn focus_in(self, run: Run) -> Focus {
        let focus = self.state.focus().get();
        if self.is_own(run) {
            return focus;
        }
        let stays = |thing: &Thing| !matches!(thing, Thing::Worm(_));
        Focus {
            pointed: focus.pointed.filter(stays),
            selected: focus.selected.filter(stays),
            ..focus
        }
    }
}
