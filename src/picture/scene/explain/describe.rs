//! Descriptions of things in words, for the tooltips and panels of the page and for screen readers.

use super::fate::delivered;
use super::startup::{Work, readying};
use super::wait_chain::{self, header_at};
use super::words::{count, time_after};
use crate::scene::layout::Thing;
use engine::catalog::sentence;
use engine::sim::{Design, HeaderState, Location, MessageId, Snapshot, WormView};
use engine::topology::{ChannelId, NodeId, Topology};

/// The description of a thing.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Telling {
    /// The name of the thing.
    pub title: String,
    /// A short addition to the name.
    pub note: String,
    pub text: String,
    /// The parts of the thing.
    pub lines: Vec<Line>,
}

/// One part of a described thing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The hue of the worm that the line refers to.
    pub hue: Option<u8>,
    /// The name of the part.
    pub name: String,
    /// The description of the part.
    pub text: String,
    /// The thing to describe when this line is selected.
    pub thing: Thing,
}

/// The source of descriptions: a network and its state.
#[derive(Debug, Clone, Copy)]
pub struct Teller<'a> {
    /// The topology of the network.
    pub topology: &'a dyn Topology,
    pub design: &'a Design,
    /// The state of the network.
    pub snapshot: &'a Snapshot,
}

impl Telling {
    /// The name followed by the description, or by the parts if there is none, in one line. A description may
    /// begin with the name.
    pub fn in_a_sentence(&self) -> String {
        if self.text.is_empty() {
            let parts = self.lines.iter();
            let parts: Vec<_> = parts
                .map(|line| format!("{} {}", line.name, line.text))
                .collect();
            return format!("{}: {}", self.title, parts.join("; "));
        }
        if self.text.starts_with(&self.title) {
            self.text.clone()
        } else {
            format!("{}: {}", self.title, self.text)
        }
    }
}

impl Teller<'_> {
    pub fn tell(&self, thing: Thing) -> Telling {
        match thing {
            Thing::Node(node) => self.node(node),
            Thing::Channel(channel) => self.channel(channel),
            Thing::Lane(lane) => self.channel(lane.channel),
            Thing::Worm(message) => self.worm(message),
        }
    }

    /// Whether the state that is shown says where a message is, or that it arrived last.
    pub fn knows(&self, message: MessageId) -> bool {
        let last = self.snapshot.last_delivery;
        self.snapshot.worm(message).is_some()
            || last.is_some_and(|last| last.message == message)
            || self.one_not_started(message).is_some()
    }

    /// Describes the state of the whole network in a sentence.
    pub fn summary(&self) -> String {
        let snapshot = self.snapshot;
        let waiting: u32 = snapshot.queued.iter().sum();
        let (mut prepared, mut starting) = (0, 0);
        for work in readying(snapshot) {
            match work.work {
                Work::Preparation(worms) => prepared += worms,
                Work::StartUp(_) => starting += 1,
            }
        }
        let some = |number: u32, what| match number {
            0 => String::new(),
            number => format!("{number} {what}, "),
        };
        let readied = some(prepared, "in preparation") + some(starting, "starting up").as_str();
        sentence(&format!(
            "{}: {}, {readied}{} blocked, {waiting} queued, {} delivered",
            time_after(snapshot.cycle),
            count(snapshot.worms.len() as u64, "message"),
            snapshot.blocked(),
            snapshot.counters.delivered,
        ))
    }

    /// Describes the `most` oldest worms in the network, oldest first.
    pub fn worms(&self, most: usize) -> Vec<Line> {
        let address = |node| self.topology.address(node);
        let worms = self.snapshot.worms.iter().take(most);
        let names = self.names();
        let lines = worms.map(|worm| Line {
            hue: Some(worm.color),
            name: names.title(worm.message),
            text: format!(
                "{} → {}, header at {}, {}",
                address(worm.from),
                address(worm.to),
                address(header_at(worm, &self.design.network)),
                self.state(worm)
            ),
            thing: Thing::Worm(worm.message),
        });
        lines.collect()
    }

    pub fn node_in_a_sentence(&self, node: NodeId) -> String {
        let network = &self.design.network;
        let held = |channel: &ChannelId| self.snapshot.holders(*channel).next().is_some();
        let text = self.readied(node);
        let space = if text.is_empty() { "" } else { ". " };
        format!(
            "Node {}, {} queued, {} of {} held{space}{text}",
            self.topology.address(node),
            self.snapshot.queued[node.0 as usize],
            network.channels_of(node).filter(held).count(),
            count(network.channels_of(node).count() as u64, "channel"),
        )
    }

    /// Describes the end of the run, if it has ended: in a deadlock, or with everything delivered.
    pub fn verdict(&self) -> Option<String> {
        let snapshot = self.snapshot;
        if snapshot.deadlock.is_some() {
            return self.deadlock_in_a_sentence();
        }
        let last = snapshot.last_delivery?;
        let counters = &snapshot.counters;
        let is_over = counters.generated == counters.delivered
            && counters.generated + counters.undeliverable >= self.design.orders.len() as u64;
        (!self.design.is_random() && is_over).then(|| {
            let all = match counters.undeliverable {
                0 => "All delivered".to_owned(),
                lost => format!("All delivered except {lost}, which failed links cut off"),
            };
            format!(
                "{all}. The last, message {}, took {} over {} with {}.",
                last.message.0,
                count(last.arrived - last.generated, "cycle"),
                count(last.hops.into(), "channel"),
                count(last.length.into(), "flit"),
            )
        })
    }

    /// Names a node as in drawings and, where it differs, as in scenarios: `0110 (6)`.
    fn named(&self, node: NodeId) -> String {
        let (address, label) = (self.topology.address(node), self.topology.label(node));
        if address.trim_matches(['(', ')']) == label {
            address
        } else {
            format!("{address} ({label})")
        }
    }

    fn node(&self, node: NodeId) -> Telling {
        let network = &self.design.network;
        let names = self.names();
        let queued = self
            .snapshot
            .queued
            .get(node.0 as usize)
            .copied()
            .unwrap_or(0);
        let lines = network.channels_of(node).map(|channel| {
            let to = self.topology.address(network.to(channel));
            let port = self.topology.port_name(network.port(channel));
            let holders: Vec<_> = self.snapshot.holders(channel).collect();
            let held = holders
                .iter()
                .map(|(vc, worm, _)| format!("VC {vc} {}", names.name(worm.message)));
            let held = held.collect::<Vec<_>>().join(", ");
            Line {
                hue: holders.first().map(|(_, worm, _)| worm.color),
                name: format!("→ {to}"),
                text: if held.is_empty() {
                    format!("{port}, free")
                } else {
                    format!("{port}, {held}")
                },
                thing: Thing::Channel(channel),
            }
        });
        Telling {
            title: format!("Node {}", self.named(node)),
            note: format!("{queued} in its queue{}", self.requests_of(node)),
            text: self.waiting_at(node),
            lines: lines.collect(),
        }
    }

    /// Describes the requests and replies of a node, if traffic is closed-loop: `, 2 of 4 requests
    /// without a reply, 0 of 1 places for replies free`.
    fn requests_of(&self, node: NodeId) -> String {
        let requests = self.snapshot.requests.get(node.0 as usize);
        let Some((at, closed)) = requests.zip(self.design.closed) else {
            return String::new();
        };
        let is_terminal = self.design.network.terminals().contains(node);
        if !is_terminal {
            return String::new();
        }
        format!(
            ", {} of {} requests without a reply, {} of {} places for replies free",
            at.outstanding, closed.outstanding, at.places, closed.queue
        )
    }

    /// Describes in sentences which messages wait at a node, what it does before worms leave it,
    /// and how many of its channels are held.
    fn waiting_at(&self, node: NodeId) -> String {
        /// The most messages that are described.
        const MOST: usize = 3;
        let (network, names) = (&self.design.network, self.names());
        let waiting = self.not_started().into_iter();
        let waiting = waiting.filter(|waiting| waiting.from == node);
        let mut told: Vec<_> = waiting
            .map(|waiting| waiting.in_words(self, &names))
            .collect();
        if let Some(more) = told.len().checked_sub(MOST).filter(|&more| more > 0) {
            told.truncate(MOST);
            told.push(format!("{more} more wait."));
        }
        let held = |channel: &ChannelId| self.snapshot.holders(*channel).next().is_some();
        let held = network.channels_of(node).filter(held).count();
        let channels = count(network.channels_of(node).count() as u64, "channel");
        let held = format!(
            "{held} of its {channels} {} held",
            if held == 1 { "is" } else { "are" }
        );
        let readied = self.readied(node);
        if told.is_empty() && readied.is_empty() {
            told.push(format!("No message waits here; {held}."));
        }
        told.extend((!readied.is_empty()).then_some(readied));
        told.join(" ")
    }

    /// Describes in sentences what a node does before worms leave it.
    fn readied(&self, node: NodeId) -> String {
        let mut relays = self.snapshot.relays.iter();
        let relay = relays.any(|(relay, _)| *relay == node);
        let relay = relay.then(|| "It has a message that it will forward.".to_owned());
        let works = readying(self.snapshot).filter(|work| work.node == node);
        let works = works.map(|work| work.in_words(None) + ".");
        relay.into_iter().chain(works).collect::<Vec<_>>().join(" ")
    }

    fn channel(&self, channel: ChannelId) -> Telling {
        let network = &self.design.network;
        let (from, to) = (network.from(channel), network.to(channel));
        let holders: Vec<_> = self.snapshot.holders(channel).collect();
        let escapes = self.design.escapes();
        let names = self.names();
        let lines = (0..self.design.vcs).map(|vc| {
            let holder = holders.iter().find(|(lane, ..)| *lane == vc);
            let escape = if escapes.iter().any(|escape| escape == vc) {
                " escape"
            } else {
                ""
            };
            let name = format!("VC {vc}{escape}");
            match holder {
                None => Line {
                    hue: None,
                    name,
                    text: "free".to_owned(),
                    thing: Thing::Channel(channel),
                },
                Some((_, worm, flits)) => Line {
                    hue: Some(worm.color),
                    name,
                    text: format!(
                        "held by {} ({} → {}), {} here, {}",
                        names.name(worm.message),
                        self.topology.address(worm.from),
                        self.topology.address(worm.to),
                        count((*flits).into(), "flit"),
                        self.state(worm),
                    ),
                    thing: Thing::Worm(worm.message),
                },
            }
        });
        Telling {
            title: format!("Channel {} → {}", self.named(from), self.named(to)),
            note: self.topology.port_name(network.port(channel)),
            text: String::new(),
            lines: lines.collect(),
        }
    }

    fn worm(&self, message: MessageId) -> Telling {
        /// The most links of a chain that are described.
        const MOST_TOLD: usize = 4;
        let names = self.names();
        let letter = names.letter(message);
        let title = letter.as_ref().map_or_else(
            || names.title(message),
            |letter| format!("Message {letter}"),
        );
        // The number identifies a message that is otherwise called by a letter.
        let number = letter.map_or_else(String::new, |_| format!("number {}, ", message.0));
        let Some(worm) = self.snapshot.worm(message) else {
            let text = match self.snapshot.last_delivery {
                Some(last) if last.message == message => delivered(&last),
                _ => match self.one_not_started(message) {
                    Some(waiting) => waiting.in_words(self, &names),
                    None => "It is not in the network at this time.".to_owned(),
                },
            };
            return Telling {
                title,
                text,
                ..Telling::default()
            };
        };
        let network = &self.design.network;
        let chain = wait_chain::chain(self.snapshot, network, message);
        let text = if chain.stalls.is_empty() {
            let here = self.topology.address(header_at(worm, network));
            format!("Its header is at {here}, {}.", self.state(worm))
        } else {
            format!(
                "Why blocked? {}",
                chain.in_words(self.topology, network, &names, MOST_TOLD)
            )
        };
        let copies = match (worm.destinations, worm.left().count()) {
            (1, _) => String::new(),
            (all, ahead) => format!(", {ahead} of {all} destinations ahead"),
        };
        // Where a random or chosen first leg ends; the direct way has none.
        let by_way = (worm.aim != worm.to && !worm.is_planned)
            .then(|| format!(", by way of {}", self.topology.address(worm.aim)));
        let lines = worm.segments.iter().filter_map(|segment| {
            let Location::Channel(lane) = segment.place else {
                return None;
            };
            let address = |node| self.topology.address(node);
            let (from, to) = (network.from(lane.channel), network.to(lane.channel));
            Some(Line {
                hue: Some(worm.color),
                name: format!("{} → {}", address(from), address(to)),
                text: format!("VC {}, {}", lane.vc, count(segment.flits.into(), "flit")),
                thing: Thing::Channel(lane.channel),
            })
        });
        Telling {
            title,
            note: format!(
                "{number}{}{} → {}{}, {}, since cycle {}{copies}",
                worm.asked.map_or("", |_| "reply, "),
                self.topology.address(worm.from),
                self.topology.address(worm.to),
                by_way.unwrap_or_default(),
                count(worm.length.into(), "flit"),
                worm.generated
            ),
            text,
            lines: lines.collect(),
        }
    }

    /// Describes the state of a worm in a few words.
    pub fn state(&self, worm: &WormView) -> String {
        let network = &self.design.network;
        match &worm.header {
            HeaderState::Starting { until, .. } => format!("starts up until cycle {until}"),
            HeaderState::Moving => "moving".to_owned(),
            HeaderState::Storing => "waits for its tail: store-and-forward".to_owned(),
            HeaderState::Arrived => "arriving".to_owned(),
            HeaderState::Blocked { .. } => {
                let stall = wait_chain::stall(self.snapshot, network, worm);
                match stall.filter(|stall| stall.wants_place || !stall.wants.is_empty()) {
                    None => "waiting for an ejection port".to_owned(),
                    Some(stall) if stall.wants_place => {
                        let here = self.topology.address(stall.here);
                        format!("waiting for {}", stall.place(&here, &self.names()))
                    }
                    Some(stall) => {
                        let needs = stall.needs(self.topology, network, &self.names());
                        format!("blocked: {needs}")
                    }
                }
            }
        }
    }
}
