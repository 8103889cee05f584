//! Changes of the scenario: by fields, by hand in the picture, or as a whole.

use std::fmt;

use super::{Action, Continuation, Moment, PageState, Transition, built};
use crate::{Dock, Followed, UndoHistory, UndoPoint, parse_panes};
use engine::catalog::BuildError;
use engine::routing;
use engine::routing::written::Uncompiled;
use engine::sim::MessageId;
use engine::topology::{Arrangement, NodeId};
use picture::scene::{Focus, Thing};
use study::scenario::{Scenario, ScenarioError};

/// Why an action cannot be done.
#[derive(Debug, Clone, PartialEq)]
pub enum Refusal {
    /// The scenario would be invalid.
    Invalid(ScenarioError),
    /// Its routing function has to be compiled first, for a network and a number of virtual channels.
    NotCompiled(Uncompiled),
    /// The link locks something that the action would change, given by its name in sentences.
    Locked(&'static str),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Invalid(error) => f.write_str(&error.reason()),
            Self::Locked(what) => write!(f, "the link that you opened locks {what}"),
            Self::NotCompiled(_) => f.write_str("the routing function is being compiled"),
        }
    }
}

impl Refusal {
    /// The reason in a sentence.
    pub fn reason(&self) -> String {
        self.to_string()
    }

    /// The same with a field named as it is labeled on the page.
    #[must_use]
    pub fn labeled(self, field: &str, label: &'static str) -> Self {
        match self {
            Self::Invalid(error) => Self::Invalid(error.labeled(field, label)),
            other => other,
        }
    }

    fn of(error: ScenarioError, uncompiled: impl FnOnce() -> Option<Uncompiled>) -> Self {
        let uncompiled = (error.problem == BuildError::NotCompiled).then(uncompiled);
        match uncompiled.flatten() {
            Some(uncompiled) => Self::NotCompiled(uncompiled),
            None => Self::Invalid(error),
        }
    }
}

impl PageState {
    /// Replaces the scenario, and drops choices that refer to things of the old one. The page keeps its scripts,
    /// wherever the scenario comes from.
    pub(super) fn replace(&mut self, scenario: Scenario) -> Result<(), Refusal> {
        let scenario = scenario.with_scripts(&self.scenario.scripts);
        self.built =
            built(&scenario).map_err(|error| Refusal::of(error, || scenario.uncompiled()))?;
        self.focus = Focus::default();
        self.notice = None;
        self.dropped = None;
        self.view.followed = None;
        let panes = &self.view.side_by_side;
        if !panes.is_empty() && parse_panes(&scenario, &panes.join(";")).is_err() {
            self.view.side_by_side = Vec::new();
        }
        if !self
            .built
            .topology
            .arrangements()
            .contains(&self.view.arrangement)
        {
            self.view.arrangement = Arrangement::default();
        }
        if self.scenario.network != scenario.network {
            self.view.pair = None;
            self.view.by = None;
            self.walked = Vec::new();
            self.following = false;
        }
        self.scenario = scenario;
        Ok(())
    }

    /// Shows the curve of the scenario beside that of another one, which must be valid.
    pub(super) fn compare_with(&mut self, other: Scenario) -> Result<(), Refusal> {
        built(&other).map_err(|error| Refusal::of(error, || other.uncompiled()))?;
        self.view.compared = Some(vec![other]);
        self.make_room();
        self.view.dock = Dock::Curve;
        Ok(())
    }

    /// Replaces the scenario by a change that can be undone.
    pub(super) fn change(
        &mut self,
        scenario: Scenario,
        what: impl Into<String>,
        moment: &Moment,
    ) -> Result<(), Refusal> {
        let before = self.undo_point(moment);
        let is_other = self.scenario != scenario;
        self.replace(scenario)?;
        if is_other {
            self.past.changed(what.into(), before);
        }
        Ok(())
    }

    /// The state for the undo history.
    fn undo_point(&self, moment: &Moment) -> UndoPoint {
        UndoPoint {
            scenario: self.scenario.clone(),
            cycle: moment.position(),
            arrangement: self.view.arrangement,
            pair: self.view.pair,
            side_by_side: self.view.side_by_side.clone(),
        }
    }

    /// Sets fields, or none of them if one value is invalid.
    pub(super) fn set(
        mut self,
        fields: &[(String, String)],
        moment: &Moment,
    ) -> Result<Transition, Refusal> {
        let mut scenario = self.scenario.clone();
        let mut dropped = None;
        for (field, text) in fields {
            let set = if field == "network" {
                scenario.change_network(text).map(|lost| dropped = lost)
            } else {
                scenario.set(field, text)
            };
            set.map_err(|error| Refusal::of(error, || self.scenario.uncompiled_with(fields)))?;
        }
        if scenario == self.scenario {
            return Ok(self.into());
        }
        // Messages sent by hand keep their numbers; random messages do not.
        let keeps = scenario.traffic.rate == 0.0
            && scenario.messages == self.scenario.messages
            && scenario.network == self.scenario.network;
        let followed = self.view.followed.filter(|_| keeps);
        let before = self.undo_point(moment);
        let difference = self.scenario.difference(&scenario);
        self.replace(scenario)?;
        match fields {
            [(field, _)] => self.past.edited(field, before, &self.scenario, moment.time),
            _ => self.past.changed(difference, before),
        }
        self.view.followed = followed.map(|followed| Followed::from(followed.message));
        self.dropped = dropped;
        Ok(self.into())
    }

    /// Sends a message that starts in the current cycle. Earlier cycles stay unchanged.
    pub(super) fn send(
        mut self,
        from: NodeId,
        to: NodeId,
        path: &[String],
        moment: &Moment,
    ) -> Result<Transition, Refusal> {
        let built = self.built.clone();
        let label = |node| built.topology.label(node);
        let cycle = moment.cycle;
        let mut scenario = self.scenario.clone();
        // Within a cycle, messages sent by hand are numbered in their order and before random ones.
        let others = scenario.messages.iter();
        let others = others.filter(|other| u64::try_from(other.at) == Ok(cycle));
        let number = MessageId(moment.generated + others.count() as u64);
        let list = scenario.get("messages");
        let separator = if list.is_empty() { "" } else { ";" };
        let path = path.iter().map(|lane| format!("@{lane}"));
        let path = path.collect::<String>();
        let message = format!("{cycle}:{}>{}{path}", label(from), label(to));
        scenario
            .set("messages", &format!("{list}{separator}{message}"))
            .map_err(Refusal::Invalid)?;
        let focus = self.focus;
        let address = |node| built.topology.address(node);
        let (from, to) = (address(from), address(to));
        self.change(scenario, format!("message {from} → {to}"), moment)?;
        self.focus = focus;
        self.select(Some(Thing::Worm(number)), Some(Followed::from(number)));
        if !moment.plays {
            let notice = format!("Message {from} → {to} starts in cycle {cycle}. Press Play.");
            self.notice = Some((notice, cycle));
        }
        Ok(Transition::at(self, Continuation::at(cycle, moment.plays)))
    }

    /// The place in the list of messages of the one that a node generates in a cycle for another, if there is one.
    pub fn place_in_list(&self, generated: u64, from: NodeId, to: NodeId) -> Option<usize> {
        let [from, to] = [from, to].map(|node| self.built.topology.label(node));
        let mut messages = self.scenario.messages.iter();
        messages.position(|message| {
            let is_then = u64::try_from(message.at) == Ok(generated);
            is_then && message.from == from && message.to.contains(&to)
        })
    }

    /// Removes a message from the list, given by its place there.
    pub(super) fn remove_message(
        self,
        place: usize,
        moment: &Moment,
    ) -> Result<Transition, Refusal> {
        let mut scenario = self.scenario.clone();
        if place >= scenario.messages.len() {
            return Ok(self.into());
        }
        let message = scenario.messages.remove(place);
        let (from, to) = (message.from, message.to.join(", "));
        self.show_here(scenario, format!("removing message {from} → {to}"), moment)
    }

    /// Sends a message between two distant nodes, a different pair each time, and starts the run.
    pub(super) fn send_across(self, moment: &Moment) -> Result<Transition, Refusal> {
        let terminals = self.built.design.network.terminals();
        let nodes = terminals.count();
        let sent = self.scenario.messages.len() as u32;
        let from = (sent * 7) % nodes;
        let to = nodes - 1 - from;
        let to = if to == from { (to + 1) % nodes } else { to };
        let (from, to) = (terminals.nth(from), terminals.nth(to));
        let plays = Moment {
            plays: true,
            ..*moment
        };
        self.send(from, to, &[], &plays)
    }

    /// Fails the link of the selected channel, or repairs it. Stays in the current cycle.
    pub(super) fn toggle_fault(mut self, moment: &Moment) -> Result<Transition, Refusal> {
        let Some(channel) = self.focus.thing().and_then(Thing::channel) else {
            let hint = "Select a channel first: in the picture, or in the list of a node.";
            self.notice = Some((hint.to_owned(), moment.cycle));
            return Ok(self.into());
        };
        let built = self.built.clone();
        let network = &built.design.network;
        let (from, to) = (network.from(channel), network.to(channel));
        let mut scenario = self.scenario.clone();
        scenario
            .toggle_fault(&*built.topology, from, to)
            .map_err(Refusal::Invalid)?;
        let had_failed = built.design.faults.contains(&channel);
        let verb = if had_failed { "repairing" } else { "failing" };
        let address = |node| built.topology.address(node);
        let what = format!("{verb} the link {} – {}", address(from), address(to));
        let focus = self.focus;
        self.change(scenario, what, moment)?;
        self.focus = focus;
        Ok(Transition::at(
            self,
            Continuation::at(moment.cycle, moment.plays),
        ))
    }

    /// Replaces the edited multicast of the scenario, and starts the run again.
    pub(super) fn multicast(
        mut self,
        from: NodeId,
        to: &[NodeId],
        moment: &Moment,
    ) -> Result<Transition, Refusal> {
        let label = |node: &NodeId| self.built.topology.label(*node);
        let labels = to.iter().map(label).collect();
        let scenario = self.scenario.with_edited_multicast(label(&from), labels);
        let focus = self.focus;
        self.change(
            scenario,
            format!("a multicast to {} nodes", to.len()),
            moment,
        )?;
        self.focus = focus;
        Ok(Transition::at(self, Continuation::at(0, moment.plays)))
    }

    /// Applies a change that prevents deadlock, and runs the same messages again.
    pub(super) fn cure(
        mut self,
        scenario: Scenario,
        label: String,
        why: String,
        moment: &Moment,
    ) -> Result<Transition, Refusal> {
        let is_small = self.scenario.traffic.rate == 0.0;
        self.change(scenario, label, moment)?;
        self.cured = Some((self.scenario.clone(), why));
        // Messages sent by hand are few enough to watch from the start; random traffic resumes in the same cycle.
        let cycle = if is_small { 0 } else { moment.cycle };
        Ok(Transition::at(self, Continuation::Begin(cycle)))
    }

    /// Undoes or redoes a change: scenario and cycle return exactly, and with another network the choices that refer
    /// to it.
    pub(super) fn turn(
        mut self,
        word: &str,
        turn: fn(&mut UndoHistory, UndoPoint) -> Option<(String, UndoPoint)>,
        moment: &Moment,
    ) -> Result<Transition, Refusal> {
        let now = self.undo_point(moment);
        let Some((what, there)) = turn(&mut self.past, now) else {
            return Ok(self.into());
        };
        let is_other_network = self.scenario.network != there.scenario.network;
        self.replace(there.scenario)?;
        if is_other_network {
            self.view.arrangement = there.arrangement;
            self.view.pair = there.pair;
            self.view.side_by_side = there.side_by_side;
        }
        self.turned = Some(format!("{word}: {what}"));
        Ok(Transition::at(
            self,
            Continuation::at(there.cycle, moment.plays),
        ))
    }

    /// Replaces the scenario, and stays in the current cycle.
    pub(super) fn show_here(
        mut self,
        scenario: Scenario,
        what: String,
        moment: &Moment,
    ) -> Result<Transition, Refusal> {
        self.change(scenario, what, moment)?;
        Ok(Transition::at(
            self,
            Continuation::at(moment.cycle, moment.plays),
        ))
    }

    /// Sets fields with the default routing function, since the user-written one does not work on the new network.
    pub(super) fn set_without_script(
        self,
        fields: Vec<(String, String)>,
        fault: &str,
        moment: &Moment,
    ) -> Result<Transition, Refusal> {
        const DEFAULT: &str = "dimension-order";
        let Action::Set(mut all) = Action::set("routing", DEFAULT) else {
            unreachable!("the action sets a field")
        };
        all.extend(fields);
        let mut set = self.set(&all, moment)?;
        set.state.dropped = Some(format!(
            "Your routing function does not work on this network ({fault}); the routing function is {} now.",
            routing::name_in_a_sentence(DEFAULT)
        ));
        Ok(set)
    }
}
