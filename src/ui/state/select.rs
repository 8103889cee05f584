//! Pointing, selecting and finding, and the labels of nodes.

use flitscope::page::{Found, find, next_blocked};
use flitscope::scene::{Naming, Thing};
use leptos::prelude::*;

use super::page::Page;

impl Page {
    /// Sets the element under the pointer, if it changed.
    pub fn point_at(self, thing: Option<Thing>) {
        if self.focus.read_untracked().pointed != thing {
            self.focus.update(|focus| focus.pointed = thing);
        }
    }

    /// Pauses the run and selects the next worm with a blocked header after the selected one.
    pub fn select_blocked(self) {
        self.player.pause_at(self.player.cycle.get_untracked());
        let snapshot = self.player.snapshot.get_untracked();
        let selected = self.focus.read_untracked().selected;
        let next = next_blocked(&snapshot, selected);
        if next.is_none() {
            let none = "No header is blocked in this cycle.".to_owned();
            self.notice.set(Some(none));
        }
        self.select(next.map(Thing::Worm));
    }

    /// Returns whether the channel matrix is shown: as the user chose, by default for large networks only. Tracks it.
    pub fn shows_matrix(self) -> bool {
        /// Pictures of more nodes are too dense to tell channels apart.
        const MOST_NODES: u32 = 1024;
        let nodes = move || self.study.read().design.network.nodes();
        self.look
            .matrix
            .get()
            .unwrap_or_else(|| nodes() > MOST_NODES)
    }

    /// Switches to the next node labels and reports which these are.
    pub fn rename(self) {
        let offers = Naming::offered(&*self.study.read_untracked().topology);
        self.look.rename(&offers);
        let naming = self.look.naming.get_untracked();
        let name = offers.iter().find(|(offer, _)| *offer == naming);
        self.notice
            .set(name.map(|(_, name)| format!("Nodes show {name}.")));
    }

    /// Shows the channel matrix, or hides it.
    pub fn toggle_matrix(self) {
        let shown = untrack(move || self.shows_matrix());
        self.look.matrix.set(Some(!shown));
    }

    /// Selects a node or message by a name such as `2,3`, `0110` or `#12`.
    ///
    /// # Errors
    ///
    /// Why the text names no node or message.
    pub fn find(self, text: &str) -> Result<(), String> {
        let found = find(&*self.study.read_untracked().topology, text)?;
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
        self.focus.update(|focus| {
            focus.selected = thing;
            focus.source = None;
            focus.aim = None;
        });
        self.look.following.set(false);
        if let Some(Thing::Worm(message)) = thing {
            self.followed.set(Some(self.player.find(message)));
        }
    }

    /// Makes the selected node the source of a message.
    pub fn begin_message(self) {
        self.focus.update(|focus| {
            if let Some(Thing::Node(node)) = focus.selected {
                focus.source = Some(node);
            }
        });
    }
}
