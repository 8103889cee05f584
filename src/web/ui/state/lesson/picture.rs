//! Lessons in the picture: marks of a step, predictions, and clicks that answer.

use std::sync::Arc;

use flitscope::lesson::{Kind, LessonAction, Pointed, clicked_answer};
use flitscope::page::{ClickChanges, LessonPlace, PageStateStoreFields, Place, StepPhase};
use flitscope::scene::{self, Shape, Thing};
use flitscope::sim::{self, MessageId, Snapshot};
use flitscope::topology::{Network, Topology};
use leptos::prelude::*;

use crate::ui::state::page::Page;

impl Page {
    /// Returns whether a question of a lesson waits for its answer. Tracks it.
    pub fn is_asked(self) -> bool {
        self.state.place().get() == Place::Lessons
            && self.teaching.phase.get() == StepPhase::Reading
            && self.teaching.kind.get().is_some()
    }

    /// Returns whether the cycle in the dependency graph is to be drawn beside a question of a lesson, which is after it
    /// is answered; `None` without a question. Tracks both.
    pub fn asked_cycle(self) -> Option<bool> {
        let is_step = matches!(&*self.teaching.at.read(), LessonPlace::Step { .. });
        let asks = self.state.place().get() == Place::Lessons && self.teaching.kind.get().is_some();
        (is_step && asks).then(|| self.teaching.phase.get() == StepPhase::Seen)
    }

    /// Returns whether a click in the picture answers a question.
    pub fn is_asked_in_picture(self) -> bool {
        let in_picture = [Kind::Node, Kind::Set, Kind::Channel, Kind::Path];
        untrack(|| self.is_asked())
            && self
                .teaching
                .kind
                .get_untracked()
                .is_some_and(|kind| in_picture.contains(&kind))
    }

    /// Updates the answer by a click in the picture.
    pub fn answer_with(self, thing: Option<Thing>) {
        let Some(kind) = self.teaching.kind.get_untracked() else {
            return;
        };
        let study = self.state.built().read_untracked();
        let (topology, network) = (&*study.topology, &study.design.network);
        let node = match thing {
            Some(Thing::Node(node)) => Some(topology.label(node)),
            _ => None,
        };
        let channel = thing.and_then(Thing::channel);
        let channel = channel.map(|channel| {
            let [from, to] = [network.from(channel), network.to(channel)];
            format!("{}>{}", topology.label(from), topology.label(to))
        });
        let draft = self.teaching.draft.get_untracked();
        if let Some(answer) = clicked_answer(kind, &draft, node.as_deref(), channel.as_deref()) {
            self.teach(LessonAction::Enter(answer));
        }
    }

    /// Returns what a click in the picture may change, which is what the challenge of a step allows.
    pub fn changes_by_click(self) -> ClickChanges {
        if *self.teaching.at.read_untracked() == LessonPlace::Build {
            return ClickChanges {
                fails: false,
                sends: !self.is_asked_in_picture(),
            };
        }
        let step = self.teaching.step.read_untracked();
        let is_challenge = self.state.place().get_untracked() == Place::Lessons
            && step.as_ref().is_some_and(|step| step.goal.is_some());
        let allows = |control| is_challenge && untrack(|| self.allows(control));
        ClickChanges {
            fails: allows("fail"),
            sends: allows("send"),
        }
    }

    /// Appends a node to the path in the answer, if it is a neighbor of the last node and not yet on the path.
    pub fn draw_path(self, thing: Option<Thing>) {
        let Some(Thing::Node(node)) = thing else {
            return;
        };
        let teaching = self.teaching;
        if self.teaching.kind.get_untracked() != Some(Kind::Path) {
            return;
        }
        let study = self.state.built().read_untracked();
        let label = study.topology.label(node);
        let draft = teaching.draft.get_untracked();
        let last = draft.split_whitespace().last().unwrap_or_default();
        let follows = study
            .topology
            .parse_label(last)
            .is_none_or(|last| last != node && study.design.network.between(last, node).is_some());
        if follows && !draft.split_whitespace().any(|known| known == label) {
            let answer = format!("{draft} {label}").trim_start().to_owned();
            self.teach(LessonAction::Enter(answer));
        }
    }

    /// Returns the shapes of the step's marks and of the prediction, painted under the traffic.
    pub fn lesson_marks(self) -> Vec<Shape> {
        if self.state.place().get() != Place::Lessons {
            return Vec::new();
        }
        let step = self.teaching.step.read();
        let study = self.state.built().read();
        let layout = self.layout.read();
        let (topology, network) = (&*study.topology, &study.design.network);
        if !layout.fits(network) {
            return Vec::new();
        }
        let mut things: Vec<Thing> = Vec::new();
        let phase = self.teaching.phase.get();
        for pointed in step.iter().flat_map(|step| &step.point) {
            match pointed {
                Pointed::Node(name) => things.extend(topology.parse_label(name).map(Thing::Node)),
                Pointed::Channel(name) => things.extend(channel_of(topology, network, name)),
                Pointed::Message(message) => {
                    // A moving message needs no mark.
                    if phase == StepPhase::Reading {
                        things.extend(self.where_message_is(topology, MessageId(*message)));
                    }
                }
                Pointed::Control(_) => {}
            }
        }
        let predicted = self.predicted(topology, network);
        // A confirmed prediction is lit without a question mark, and replaces all marks of its kind.
        if phase == StepPhase::Seen && self.teaching.is_true.get() && !predicted.is_empty() {
            let is_channel = |thing: &Thing| thing.channel().is_some();
            things.retain(|thing| {
                !predicted
                    .iter()
                    .any(|it| is_channel(it) == is_channel(thing))
            });
            things.extend(predicted);
            return scene::lit(&layout, &things);
        }
        let mut shapes = scene::lit(&layout, &things);
        // The two channels of a link are told apart by their directions.
        if phase == StepPhase::Reading && self.teaching.kind.get() == Some(Kind::Channel) {
            shapes.extend(scene::directions(&layout));
        }
        shapes.extend(scene::predicted(&layout, &predicted));
        shapes
    }

    /// Returns the things that are predicted. Tracks the answer.
    fn predicted(self, topology: &dyn Topology, network: &Network) -> Vec<Thing> {
        let draft = self.teaching.draft.read();
        match self.teaching.kind.get() {
            Some(Kind::Node | Kind::Set) => nodes_of(topology, &draft),
            Some(Kind::Channel) => channel_of(topology, network, &draft).into_iter().collect(),
            Some(Kind::Path) => path_of(topology, network, &draft),
            _ => Vec::new(),
        }
    }

    /// Returns a snapshot without the arrival that the picture would tick beside a wrong prediction, as if to confirm it.
    /// Tracks the verdict and the answer.
    pub fn without_wrong_tick(self, snapshot: Arc<Snapshot>) -> Arc<Snapshot> {
        let is_wrong = self.state.place().get() == Place::Lessons
            && self.teaching.phase.get() == StepPhase::Seen
            && !self.teaching.is_true.get();
        let Some(last) = snapshot.last_delivery.filter(|_| is_wrong) else {
            return snapshot;
        };
        let study = self.state.built().read();
        let predicted = self.predicted(&*study.topology, &study.design.network);
        if !predicted.contains(&Thing::Node(last.to)) {
            return snapshot;
        }
        Arc::new(Snapshot {
            last_delivery: None,
            ..Snapshot::clone(&snapshot)
        })
    }
}

impl Page {
    /// Returns the channels that a message holds, or its source before it enters the network.
    fn where_message_is(self, topology: &dyn Topology, message: MessageId) -> Vec<Thing> {
        let snapshot = self.player.snapshot.read();
        if let Some(worm) = snapshot.worm(message) {
            let channels = worm.segments.iter().filter_map(|held| match held.place {
                sim::Location::Channel(lane) => Some(Thing::Channel(lane.channel)),
                _ => None,
            });
            return channels.collect();
        }
        let scenario = self.state.scenario().read();
        let sent = scenario.messages.get(message.0 as usize);
        let source = sent.and_then(|message| topology.parse_label(&message.from));
        source.map(Thing::Node).into_iter().collect()
    }
}

fn channel_of(topology: &dyn Topology, network: &Network, name: &str) -> Option<Thing> {
    let (from, to) = name.split_once('>')?;
    let (from, to) = (
        topology.parse_label(from.trim())?,
        topology.parse_label(to.trim())?,
    );
    network.between(from, to).map(Thing::Channel)
}

fn nodes_of(topology: &dyn Topology, names: &str) -> Vec<Thing> {
    let nodes = names
        .split_whitespace()
        .filter_map(|name| topology.parse_label(name));
    nodes.map(Thing::Node).collect()
}

/// Returns the channels of a path and the nodes at its ends.
fn path_of(topology: &dyn Topology, network: &Network, names: &str) -> Vec<Thing> {
    let nodes: Vec<_> = names
        .split_whitespace()
        .filter_map(|name| topology.parse_label(name))
        .collect();
    let between = nodes
        .windows(2)
        .filter_map(|pair| network.between(pair[0], pair[1]));
    let ends = nodes
        .first()
        .into_iter()
        .chain(nodes.last().filter(|_| nodes.len() > 1));
    let ends = ends.map(|&node| Thing::Node(node)).collect::<Vec<_>>();
    between.map(Thing::Channel).chain(ends).collect()
}
