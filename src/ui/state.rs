//! What is true on the page.

use std::sync::Arc;

use flitscope::scenario::{MOST_NODES_IN_PAGE, PRESETS, Past, Scenario, Study};
use flitscope::scene::{Focus, Layout, Naming, Pointed, Thing};
use flitscope::sim::{HeaderState, MessageId, WormView};
use flitscope::topology::{Arrangement, NodeId};
use leptos::prelude::*;

use super::fragment::{self, Address};
use super::look::Look;
use super::memory;
use super::over::{Over, Subject};
use super::player::Player;
use super::room::Room;

/// What there is to see beside the network.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Shown {
    /// Nothing.
    #[default]
    Network,
    /// One message in space and time.
    Message,
    /// One message alone, in every switching mode.
    Modes,
}

/// Parts of the address that nothing on the page changes.
#[derive(Debug, Clone, Default)]
pub struct Kept {
    /// How many workers measure; none: as many as suit the machine.
    pub workers: Option<usize>,
    /// Whether the address names a theme.
    pub has_theme: bool,
    /// What this version does not know.
    pub unknown: Vec<(String, String)>,
}

impl Shown {
    /// How links name what there is beside the network.
    const NAMES: [(&str, Self); 2] = [("spacetime", Self::Message), ("modes", Self::Modes)];

    /// What a link means.
    pub fn from_name(name: &str) -> Option<Self> {
        let known = Self::NAMES.iter().find(|(known, _)| *known == name);
        known.map(|(_, shown)| *shown)
    }

    /// How a link says it; nothing, if nothing is shown.
    pub fn name(self) -> Option<&'static str> {
        let known = Self::NAMES.iter().find(|(_, shown)| *shown == self);
        known.map(|(name, _)| *name)
    }
}

/// The message that the space-time diagram shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Followed {
    /// Which one.
    pub message: MessageId,
    /// A cycle in which it had not left its queue.
    pub since: u64,
}

impl From<MessageId> for Followed {
    fn from(message: MessageId) -> Self {
        Self { message, since: 0 }
    }
}

/// The state of the page; copies share it.
#[derive(Clone, Copy)]
pub struct Lab {
    /// What of the page is shown.
    pub room: RwSignal<Room>,
    /// What the address said behind the question mark when it was last written or followed.
    pub query: StoredValue<String>,
    /// Where the lab was left, as an address, while a paper has its own network on the stage.
    pub left: StoredValue<Option<String>>,
    /// What a text beside the picture speaks of.
    pub pointed: RwSignal<Option<Pointed>>,
    /// The scenario, always one that can be built.
    pub scenario: RwSignal<Scenario>,
    /// What was built from it.
    pub study: RwSignal<Arc<Study>>,
    /// How the network is drawn, always a way that it offers.
    pub arrangement: RwSignal<Arrangement>,
    /// Where everything is drawn.
    pub layout: Memo<Arc<Layout>>,
    /// Its simulation.
    pub player: Player,
    /// What is pointed at and selected.
    pub focus: RwSignal<Focus>,
    /// How it is looked at.
    pub look: Look,
    /// What is laid over the network.
    pub over: Over,
    /// Sentences about what could not be used of a link.
    pub problems: RwSignal<Vec<String>>,
    /// What has just been done, until time goes on.
    pub notice: RwSignal<Option<String>>,
    /// What can be undone and redone.
    pub past: RwSignal<Past>,
    /// What has just been undone or redone, in words.
    pub turned: RwSignal<Option<String>>,
    /// What the last change, of the network, took away, in sentences.
    pub dropped: RwSignal<Option<String>>,
    /// The multicast algorithms whose runs are shown side by side; none: one picture.
    pub beside: RwSignal<Vec<String>>,
    /// What there is to see beside the network.
    pub shown: RwSignal<Shown>,
    /// The message chosen for the space-time diagram.
    pub followed: RwSignal<Option<Followed>>,
    /// Whether the address said nothing when the page was opened.
    pub is_first_visit: bool,
    /// Whether the address has just been copied.
    pub copied: RwSignal<bool>,
    /// What else stands in the address.
    pub kept: StoredValue<Kept>,
}

impl Lab {
    /// The state that the address holds, or the first preset in motion.
    pub fn from_address() -> Self {
        // Who comes back to another room finds the network where it was left for that.
        let left = memory::left().filter(|_| Room::of(&fragment::hash()) != Room::Lab);
        let address = fragment::read_or(left.as_deref());
        let study = built(&address.scenario);
        let player = Player::new(study.design.clone());
        let study = RwSignal::new(study);
        let arrangement = RwSignal::new(Arrangement::default());
        let layout = Memo::new(move |_| {
            let study = study.read();
            let design = &study.design;
            Arc::new(Layout::new(
                &*study.topology,
                &design.network,
                design.vcs,
                arrangement.get(),
            ))
        });
        let lab = Self {
            room: RwSignal::new(Room::of(&fragment::hash())),
            query: StoredValue::default(),
            left: StoredValue::new(left.filter(|_| Room::of(&fragment::hash()) == Room::Papers)),
            pointed: RwSignal::new(None),
            scenario: RwSignal::new(address.scenario.clone()),
            study,
            arrangement,
            layout,
            player,
            focus: RwSignal::new(Focus::default()),
            look: Look::new(),
            over: Over::new(),
            problems: RwSignal::new(Vec::new()),
            notice: RwSignal::new(None),
            past: RwSignal::new(Past::default()),
            turned: RwSignal::new(None),
            dropped: RwSignal::new(None),
            beside: RwSignal::new(Vec::new()),
            shown: RwSignal::new(Shown::Network),
            followed: RwSignal::new(None),
            is_first_visit: address.is_empty,
            copied: RwSignal::new(false),
            kept: StoredValue::new(Kept::default()),
        };
        lab.take(address);
        fragment::note(lab);
        lab
    }

    /// Goes to what an address holds.
    pub fn open(self, address: Address) {
        self.show(address.scenario.clone(), "opening a link");
        self.take(address);
    }

    fn take(self, address: Address) {
        self.problems.set(address.problems);
        self.kept.set_value(address.kept);
        self.shown.set(address.shown);
        self.beside.set(address.beside);
        self.arrangement.set(address.arrangement);
        self.over.subject.set(address.subject);
        self.over.ends.set(address.ends);
        self.over.is_apart.set(address.is_apart);
        let looks = address.looks;
        self.look.heat.set(looks.heat);
        self.look.matrix.set(looks.matrix);
        if let Some(theme) = looks.theme {
            self.look.theme.set(theme);
        }
        if looks.selected.is_some() {
            self.focus.update(|focus| focus.selected = looks.selected);
        }
        self.followed.set(address.followed.map(Followed::from));
        match address.cycle {
            Some(cycle) => self.player.pause_at(cycle),
            // An empty network has nothing to look at: begin when there is some traffic.
            None => self
                .player
                .play_from(if address.is_empty { 150 } else { 0 }),
        }
    }

    /// Replaces the scenario, which must be one that can be built, and starts over. What
    /// changes, in a few words, can be undone.
    pub fn show(self, scenario: Scenario, what: impl Into<String>) {
        self.note(&scenario, what);
        self.put(scenario);
    }

    /// As [`Lab::show`], for a change of which the past knows.
    pub fn put(self, scenario: Scenario) {
        let study = built(&scenario);
        self.focus.set(Focus::default());
        self.notice.set(None);
        self.dropped.set(None);
        self.followed.set(None);
        self.keep_beside(&scenario);
        // What is laid over the network speaks of channels that may be no more.
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
            self.over.ends.set(None);
            self.over.begun.set(Vec::new());
            self.look.fit();
        }
        self.study.set(study);
        self.scenario.set(scenario);
    }

    /// Changes one field as a person typed it. What cannot be used changes nothing and is
    /// answered with a sentence.
    pub fn set(self, field: &str, text: &str) -> Result<(), String> {
        self.set_all(&[(field, text)])
    }

    /// Changes several fields, or none.
    pub fn set_all(self, fields: &[(&str, &str)]) -> Result<(), String> {
        let before = self.scenario.get_untracked();
        let mut scenario = before.clone();
        let mut dropped = None;
        for &(field, text) in fields {
            if field == "network" {
                dropped = scenario.relocate(text)?;
            } else {
                scenario.set(field, text)?;
            }
        }
        if scenario != before {
            // Messages sent by hand keep their numbers, random ones do not.
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

    /// Adds a message that starts now. The past stays as it was.
    pub fn send(self, from: NodeId, to: NodeId) -> Result<(), String> {
        let study = self.study.get_untracked();
        let cycle = self.player.cycle.get_untracked();
        let mut scenario = self.scenario.get_untracked();
        let label = |node| study.topology.label(node);
        let list = scenario.get("messages");
        let separator = if list.is_empty() { "" } else { ";" };
        let message = format!("{cycle}:{}>{}", label(from), label(to));
        scenario.set("messages", &format!("{list}{separator}{message}"))?;
        let playing = self.player.playing.get_untracked();
        let focus = self.focus.get_untracked();
        let address = |node| study.topology.address(node);
        let (from, to) = (address(from), address(to));
        self.show(scenario, format!("message {from} → {to}"));
        self.focus.set(focus);
        self.player.go_to(cycle, playing);
        if !playing {
            self.notice.set(Some(format!(
                "Message {from} → {to} starts in cycle {cycle}. Press Play."
            )));
        }
        Ok(())
    }

    /// Removes the messages that were sent by hand.
    pub fn clear_messages(self) {
        let mut scenario = self.scenario.get_untracked();
        scenario.messages.clear();
        let cycle = self.player.cycle.get_untracked();
        let playing = self.player.playing.get_untracked();
        self.show(scenario, "removing the messages sent by hand");
        self.player.go_to(cycle, playing);
    }

    /// Fails the link of the channel that is selected, both ways where it leads both ways, or
    /// repairs it. Time goes on where it was.
    pub fn toggle_fault(self) {
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
        if let Err(problem) = scenario.toggle_fault(&*study.topology, from, to) {
            return self.problems.set(vec![problem]);
        }
        let had_failed = study.design.faults.contains(&channel);
        let verb = if had_failed { "mending" } else { "failing" };
        let address = |node| study.topology.address(node);
        let what = format!("{verb} the link {} – {}", address(from), address(to));
        let cycle = self.player.cycle.get_untracked();
        let playing = self.player.playing.get_untracked();
        let focus = self.focus.get_untracked();
        self.show(scenario, what);
        self.focus.set(focus);
        self.player.go_to(cycle, playing);
    }

    /// Sends a message, or says why not; where routes are shown, shows those between the nodes.
    pub fn send_or_say(self, from: NodeId, to: NodeId) {
        if self.over.subject.get_untracked() == Subject::Routes {
            return self.show_routes_or_say(from, to);
        }
        if let Err(problem) = self.send(from, to) {
            self.problems.set(vec![problem]);
        }
    }

    /// Shows the routes between two nodes, or says why not.
    pub fn show_routes_or_say(self, from: NodeId, to: NodeId) {
        if from == to {
            let problem = "routes lead to another node than they come from".to_owned();
            self.problems.set(vec![problem]);
        } else {
            self.over.show_routes(from, to);
        }
    }

    /// Notes what is under the pointer, if that changed.
    pub fn point_at(self, thing: Option<Thing>) {
        if self.focus.read_untracked().pointed != thing {
            self.focus.update(|focus| focus.pointed = thing);
        }
    }

    /// Selects the next worm whose header is blocked, after the one that is selected.
    pub fn select_blocked(self) {
        let snapshot = self.player.snapshot.get_untracked();
        let now = match self.focus.read_untracked().selected {
            Some(Thing::Worm(message)) => Some(message),
            _ => None,
        };
        let is_blocked = |worm: &&WormView| matches!(worm.header, HeaderState::Blocked { .. });
        let blocked = || {
            snapshot
                .worms
                .iter()
                .filter(is_blocked)
                .map(|worm| worm.message)
        };
        let next = blocked().find(|&message| now.is_none_or(|now| message > now));
        let next = next.or_else(|| blocked().next());
        if next.is_none() {
            let none = "No header is blocked in this cycle.".to_owned();
            self.notice.set(Some(none));
        }
        self.select(next.map(Thing::Worm));
    }

    /// Whether the channel matrix is shown: if it was asked for, or else for large networks.
    pub fn shows_matrix(self) -> bool {
        /// Pictures of more nodes are too dense to tell channels apart.
        const MOST_NODES: u32 = 1024;
        let nodes = move || self.study.read().design.network.nodes();
        self.look
            .matrix
            .get()
            .unwrap_or_else(|| nodes() > MOST_NODES)
    }

    /// Names nodes in the next way, and says which it is.
    pub fn rename(self) {
        self.look.rename();
        let naming = self.look.naming.get_untracked();
        let name = Naming::ALL.iter().find(|(way, _)| *way == naming);
        self.notice
            .set(name.map(|(_, name)| format!("Nodes show {name}.")));
    }

    /// Shows the channel matrix, or hides it.
    pub fn toggle_matrix(self) {
        let shown = untrack(move || self.shows_matrix());
        self.look.matrix.set(Some(!shown));
    }

    /// Selects a node or message by what a person calls it: `2,3`, `0110`, `#12`.
    pub fn find(self, text: &str) -> Result<(), String> {
        let text = text.trim();
        let study = self.study.get_untracked();
        let number = text.trim_start_matches('#').parse::<u64>();
        let thing = match (study.topology.node("node", text), number) {
            (Ok(node), _) if !text.starts_with('#') => Thing::Node(node),
            (_, Ok(number)) => Thing::Worm(MessageId(number)),
            (Err(problem), _) => return Err(format!("{problem}, or a message such as #12")),
            (Ok(_), Err(_)) => return Ok(()),
        };
        self.select(Some(thing));
        if let Thing::Node(node) = thing {
            self.look.camera.update(|camera| {
                camera.center = camera
                    .center
                    .map(|_| self.layout.read_untracked().node(node));
            });
        }
        Ok(())
    }

    /// Selects something, or nothing; a worm is also followed in space and time.
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

    /// Takes the selected node as the source of a message.
    pub fn begin_message(self) {
        self.focus.update(|focus| {
            if let Some(Thing::Node(node)) = focus.selected {
                focus.source = Some(node);
            }
        });
    }
}

fn built(scenario: &Scenario) -> Arc<Study> {
    let study = scenario.build_within(MOST_NODES_IN_PAGE);
    Arc::new(study.unwrap_or_else(|_| {
        let fallback = PRESETS[0].scenario().build();
        fallback.expect("presets are tested to be usable")
    }))
}
