//! Changes of the scenario: by a form, by hand in the picture, or as a whole.

use flitscope::page::{Address, Dock, Overlay, Place};
use flitscope::scenario::{Preset, Scenario, ScenarioError, path_text};
use flitscope::scene::{Focus, Thing};
use flitscope::sim::MessageId;
use flitscope::sweep::Cure;
use flitscope::topology::{Arrangement, NodeId};
use leptos::prelude::*;

use super::page::{Page, Panel, built};
use super::player::Followed;

impl Page {
    /// Opens an example by its id and runs it. Does nothing for an unknown id.
    pub fn show_example(self, id: &str) {
        let Some(preset) = Preset::named(id) else {
            return;
        };
        let opened = Address::read(&preset.query());
        self.note(&opened.address.scenario, preset.name);
        self.put(opened.address.scenario.clone());
        self.take(opened);
    }

    /// Replaces the scenario, which must be buildable, and restarts the run. `what` names the change in
    /// the undo history.
    pub fn show(self, scenario: Scenario, what: impl Into<String>) {
        self.note(&scenario, what);
        self.put(scenario);
    }

    /// Like [`Page::show`], for a change already in the undo history.
    pub fn put(self, scenario: Scenario) {
        if Self::lacks_table(&scenario) {
            return self.put_later(scenario);
        }
        let study = built(&scenario);
        self.focus.set(Focus::default());
        self.notice.set(None);
        self.dropped.set(None);
        self.followed.set(None);
        self.keep_beside(&scenario);
        // Overlays refer to channels that may no longer exist.
        self.over.forget();
        self.player.restart(study.design.clone());
        if !study
            .topology
            .arrangements()
            .contains(&self.arrangement.get_untracked())
        {
            self.arrangement.set(Arrangement::default());
        }
        if self.scenario.read_untracked().network != scenario.network {
            self.over.pair.set(None);
            self.over.walked.set(Vec::new());
            self.look.fit();
        }
        self.study.set(study);
        self.scenario.set(scenario);
    }

    /// Sets one field to a value as the user typed it.
    ///
    /// # Errors
    ///
    /// A sentence that says why the value is invalid; the scenario then stays unchanged.
    pub fn set(self, field: &str, text: &str) -> Result<(), String> {
        self.set_all(&[(field, text)])
            .map_err(|error| error.reason())
    }

    /// Sets several fields, or none of them if one value is invalid.
    ///
    /// A change that needs a script compiled first is applied later and returns `Ok`.
    pub fn set_all(self, fields: &[(&str, &str)]) -> Result<(), ScenarioError> {
        let before = self.scenario.get_untracked();
        let mut scenario = before.clone();
        let mut dropped = None;
        for &(field, text) in fields {
            let set = if field == "network" {
                scenario
                    .change_network(text)
                    .map(|given_up| dropped = given_up)
            } else {
                scenario.set(field, text)
            };
            match set {
                Err(error) if Self::is_early(&error) => {
                    self.set_later(fields);
                    return Ok(());
                }
                set => set?,
            }
        }
        if scenario != before {
            // Messages sent by hand keep their numbers; random messages do not.
            let keeps = scenario.traffic.rate == 0.0 && scenario.messages == before.messages;
            let followed = self.followed.get_untracked().filter(|_| keeps);
            self.note_edit(fields, &scenario);
            self.put(scenario);
            self.followed
                .set(followed.map(|f| Followed::from(f.message)));
            self.dropped.set(dropped);
        }
        Ok(())
    }

    /// Adds a message that starts in the current cycle. Earlier cycles stay unchanged.
    pub fn send(self, from: NodeId, to: NodeId) -> Result<(), String> {
        self.send_by(from, to, &[])
    }

    /// Like [`Page::send`], with a message that takes the path chosen in the route view.
    pub fn send_along(self) -> Result<(), String> {
        let path = self
            .walked_path()
            .ok_or("the routing function does not offer this path")?;
        let (from, to) = untrack(|| self.ends());
        self.over.overlay.set(Overlay::Traffic);
        self.send_by(from, to, &path)
    }

    /// Returns the path chosen in the route view, if it reaches the destination and a message can be given it.
    pub fn walked_path(self) -> Option<Vec<String>> {
        let told = self.over.told.read();
        let nodes: Vec<_> = told.steps.iter().map(|step| step.node).collect();
        let study = self.study.read();
        let is_whole = nodes.last() == Some(&self.ends().1);
        is_whole.then(|| path_text(&*study.topology, &study.design, &nodes))?
    }

    fn send_by(self, from: NodeId, to: NodeId, path: &[String]) -> Result<(), String> {
        let study = self.study.get_untracked();
        let cycle = self.player.cycle.get_untracked();
        let mut scenario = self.scenario.get_untracked();
        let label = |node| study.topology.label(node);
        let number = self.next_message(&scenario, cycle);
        let list = scenario.get("messages");
        let separator = if list.is_empty() { "" } else { ";" };
        let path = path.iter().map(|lane| format!("@{lane}"));
        let message = format!(
            "{cycle}:{}>{}{}",
            label(from),
            label(to),
            path.collect::<String>()
        );
        scenario
            .set("messages", &format!("{list}{separator}{message}"))
            .map_err(|error| error.reason())?;
        let playing = self.player.playing.get_untracked();
        let focus = self.focus.get_untracked();
        let address = |node| study.topology.address(node);
        let (from, to) = (address(from), address(to));
        self.show(scenario, format!("message {from} → {to}"));
        self.focus.set(focus);
        self.select(Some(Thing::Worm(number)));
        self.player.go_to(cycle, playing);
        if !playing {
            self.notice.set(Some(format!(
                "Message {from} → {to} starts in cycle {cycle}. Press Play."
            )));
        }
        Ok(())
    }

    /// Returns the number of a message that is sent by hand in the current cycle. Within a cycle, messages
    /// sent by hand are numbered in their order and before random ones.
    fn next_message(self, scenario: &Scenario, cycle: u64) -> MessageId {
        let generated = self.player.snapshot.read_untracked().counters.generated;
        let others = scenario
            .messages
            .iter()
            .filter(|other| u64::try_from(other.at) == Ok(cycle));
        MessageId(generated + others.count() as u64)
    }

    /// Applies a change that prevents deadlock, and runs the same messages again.
    pub fn cure(self, cure: &Cure) {
        let cycle = self.player.cycle.get_untracked();
        let is_small = self.scenario.read_untracked().traffic.rate == 0.0;
        self.show(cure.scenario(), cure.label());
        let cured = (self.scenario.get_untracked(), cure.why());
        self.over.cured.set(Some(cured));
        // Messages sent by hand are few enough to watch from the start; random traffic resumes in the same cycle.
        self.begin_at(if is_small { 0 } else { cycle });
    }

    /// Shows a scenario that deadlocked in `cycle`, by its link, paused after that cycle.
    pub fn play_deadlock(self, link: &str, cycle: u64) {
        self.show(Scenario::from_link(link).scenario, "Played deadlock");
        self.over.overlay.set(Overlay::Traffic);
        self.player.pause_at(cycle + 1);
    }

    /// Sends a message between two distant nodes, a different pair each time, and starts the run.
    pub fn send_across(self) {
        let study = self.study.get_untracked();
        let terminals = study.design.network.terminals();
        let nodes = terminals.count();
        let sent = self.scenario.read_untracked().messages.len() as u32;
        let from = (sent * 7) % nodes;
        let to = nodes - 1 - from;
        let to = if to == from { (to + 1) % nodes } else { to };
        self.send_or_say(terminals.nth(from), terminals.nth(to));
        if !self.player.will_play() {
            self.player.toggle();
        }
    }

    /// Turns present mode on or off: for an audience, only the picture and its captions.
    pub fn present(self, on: bool) {
        self.panel.set(Panel::None);
        self.look.presenting.set(on);
    }

    /// Whether the dock holds more than the time line.
    pub fn has_tall_dock(self) -> bool {
        matches!(self.place.get(), Place::Explore | Place::Lessons)
            && self.dock.get() != Dock::TimeLine
    }

    /// Removes the messages that were sent by hand.
    pub fn clear_messages(self) {
        let mut scenario = self.scenario.get_untracked();
        scenario.messages.clear();
        self.show_here(scenario, "removing the messages sent by hand");
    }

    /// Replaces the scenario without leaving the current cycle. `what` names the change in the undo history.
    pub fn show_here(self, scenario: Scenario, what: &str) {
        let cycle = self.player.cycle.get_untracked();
        let playing = self.player.playing.get_untracked();
        self.show(scenario, what);
        self.player.go_to(cycle, playing);
    }

    /// Fails the link of the selected channel, in both directions if it is bidirectional, or repairs it.
    /// Stays in the current cycle.
    pub fn toggle_fault(self) {
        if !untrack(|| self.allows("fail")) {
            let notice = "This step of the lesson does not allow failing links.";
            return self.notice.set(Some(notice.to_owned()));
        }
        let thing = self.focus.read_untracked().thing();
        let Some(channel) = thing.and_then(Thing::channel) else {
            let hint =
                "Select a channel first: in the picture, or in the list of a node.".to_owned();
            return self.notice.set(Some(hint));
        };
        let study = self.study.get_untracked();
        let network = &study.design.network;
        let (from, to) = (network.from(channel), network.to(channel));
        let mut scenario = self.scenario.get_untracked();
        if let Err(error) = scenario.toggle_fault(&*study.topology, from, to) {
            return self.problems.set(vec![error.reason()]);
        }
        let had_failed = study.design.faults.contains(&channel);
        let verb = if had_failed { "repairing" } else { "failing" };
        let address = |node| study.topology.address(node);
        let what = format!("{verb} the link {} – {}", address(from), address(to));
        let cycle = self.player.cycle.get_untracked();
        let playing = self.player.playing.get_untracked();
        let focus = self.focus.get_untracked();
        self.show(scenario, what);
        self.focus.set(focus);
        self.player.go_to(cycle, playing);
    }

    /// Sends a message, or reports why it cannot; in the route view, shows the routes between the nodes instead.
    pub fn send_or_say(self, from: NodeId, to: NodeId) {
        if self.over.overlay.get_untracked() == Overlay::Routes {
            return self.show_routes_or_say(from, to);
        }
        if !untrack(|| self.allows("send")) {
            let notice = "This step of the lesson does not allow sending messages by hand.";
            return self.notice.set(Some(notice.to_owned()));
        }
        if let Err(problem) = self.send(from, to) {
            self.problems.set(vec![problem]);
        }
    }

    /// Shows the routes between two nodes, or reports why there are none.
    pub fn show_routes_or_say(self, from: NodeId, to: NodeId) {
        if from == to {
            let problem = "source and destination must differ".to_owned();
            self.problems.set(vec![problem]);
        } else {
            self.over.show_routes(from, to);
        }
    }
}
