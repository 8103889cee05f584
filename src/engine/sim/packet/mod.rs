//! The packet simulator: store-and-forward over links with infinite queues.
//!
//! Unlike in the flit simulator, which counts cycles, time is continuous, and only events cost
//! computation. The unit of time is arbitrary; with μ = 1 it is the mean time that a message takes
//! to cross a link.
//!
//! 1. **Generate**: every node generates messages as a Poisson process of rate λ. A message has a
//!    destination drawn from the traffic pattern and an exponential length with mean 1/μ.
//! 2. **Choose**: at every node it joins the queue of the next channel of a shortest path that is
//!    chosen uniformly among *all* remaining ones (see `paths.rs`).
//! 3. **Wait and cross**: a link serves its queue in the order of arrival, one message at a time;
//!    the service time is the length of the message. A message can be forwarded only after it has
//!    crossed completely; at its destination it is delivered immediately.
//!
//! ```text
//!            ┌─► queue ─► link ─┐        ┌─► queue ─► link ─┐
//!  generate ─┤   queue ─► link  ├─► node ┤   queue ─► link  ├─► node ─► deliver
//!            └   queue ─► link  ┘        └   queue ─► link  ┘
//! ```
//!
//! Links are the only resource: nodes switch in zero time, their memory is unlimited, and there is
//! no injection queue besides the queues of links. This is the system that Aboelaze & Houstis
//! analyze in *Delay analysis of the N-cube network*.
//!
//! They model every link as an M/M/1 queue. That is exact if the length of a message is drawn anew
//! for every link ([`Lengths::Redrawn`], Kleinrock's independence assumption: 1964, Communication
//! Nets). Such a network with its routes is one of Kelly's (1975, Networks of queues with customers
//! of different types, Journal of Applied Probability 12): link i with arrival rate `λ_i` and
//! ρ = `λ_i`/μ holds ρ/(1 − ρ) messages on average, each for 1/(μ − `λ_i`).
//!
//! Real messages keep their length ([`Lengths::Kept`]). A message close behind a longer one then
//! catches up with it at every link that both take, which adds delay at light load. At heavy load
//! messages leave a link in long trains, and within a train a message waits at the next link only
//! for the longest one ahead, not for each of them in turn, which reduces delay by more. Deviation
//! of the mean delay per hop, as measured here under uniform traffic, from 1/(μ − `λ_i`); 95 %
//! intervals of 2 percentage points or less, 5 for the last value of the ring:
//!
//! | ρ | 0.3 | 0.5 | 0.8 | 0.9 |
//! |---|---|---|---|---|
//! | `hypercube:5` | +1 % | +1 % | −2 % | −4 % |
//! | `torus-uni:8` | +14 % | +12 % | −11 % | −23 % |
//!
//! A node has two random streams: one for its messages (destination, length and time to the next
//! one) and one for its hops (channel, redrawn length). So runs with kept and with redrawn lengths
//! generate the same messages.

mod event_list;
mod measure;
mod paths;
mod queue;
mod replication;
mod run;

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use super::records::MessageId;
use crate::topology::{ChannelId, Network, NodeId, Topology};
use crate::traffic::{Pattern, Random, exponential, streams};

pub use measure::{LinkMeasures, Links, Measures, Span, Utilization};
pub use queue::LinkTotals;
pub use run::Outcome;

use event_list::{Due, EventList};
use paths::ShortestPaths;
use queue::{Link, Packet, PacketIndex, Packets};

/// Maximum number of nodes; counts of shortest paths then take up to 160 MiB.
pub const MOST_NODES: u32 = 1 << 12;

/// Number of messages in the network at which a run ends to limit memory: about 200 MiB. No network
/// of [`MOST_NODES`] holds as many in a steady state unless its links are busy for 97 % of the
/// time.
pub const MOST_BACKLOG: u64 = 1 << 22;

/// Treatment of the length of a message along its path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Lengths {
    #[default]
    Kept,
    /// The length is drawn anew for every link: Kleinrock's independence assumption.
    Redrawn,
}

/// The constant inputs of a run.
#[derive(Debug)]
pub struct Design {
    /// The topology, of at most [`MOST_NODES`].
    pub topology: Arc<dyn Topology>,
    /// The network of its channels, which are the links.
    pub network: Network,
    /// Destinations; `None` if nothing is sent.
    pub pattern: Option<Box<dyn Pattern>>,
    /// λ, the generation rate [messages/node/unit of time].
    pub rate: f64,
    /// μ [1/unit of time], positive: a message occupies a link for 1/μ on average.
    pub mu: f64,
    pub lengths: Lengths,
    /// The seed of all randomness, except in replications, which have seeds of their own.
    pub seed: u64,
}

impl Design {
    pub fn is_random(&self) -> bool {
        self.pattern.is_some() && self.rate > 0.0
    }
}

/// The arrival of a message at a node: it is generated there or has crossed a link to it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Event {
    pub time: f64,
    pub message: MessageId,
    pub node: NodeId,
    /// The link that it has crossed; `None` if it was generated.
    pub crossed: Option<ChannelId>,
    /// The link whose queue it joins; `None` if it has arrived at its destination.
    pub joined: Option<ChannelId>,
}

/// Totals since time 0.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Counters {
    pub generated: u64,
    pub delivered: u64,
    /// Links crossed by the messages delivered.
    pub hops: u64,
    /// Time from generation to delivery, summed over the messages delivered.
    pub latency: f64,
}

/// A network in operation. A clone serves as a checkpoint.
#[derive(Debug, Clone)]
pub struct Simulator {
    design: Arc<Design>,
    now: f64,
    events: EventList,
    paths: ShortestPaths,
    /// Random streams of the messages and of the hops, by node.
    sources: Vec<Random>,
    hops: Vec<Random>,
    links: Vec<Link>,
    packets: Packets,
    counters: Counters,
    digest: u64,
}

impl Simulator {
    /// Creates an empty network at time 0, for a run with the seed of the design.
    pub fn new(design: Arc<Design>) -> Self {
        let seed = design.seed;
        Self::seeded(design, seed)
    }

    /// Creates an empty network at time 0, for a run with another seed. Replications share a design.
    pub fn seeded(design: Arc<Design>, seed: u64) -> Self {
        let (nodes, channels) = (design.network.nodes(), design.network.channels());
        let mut sources = streams(seed, 2 * nodes);
        let hops = sources.split_off(nodes as usize);
        let mut events = EventList::with_capacity((nodes + channels) as usize);
        if let Some(pattern) = design.pattern.as_deref().filter(|_| design.rate > 0.0) {
            for (random, node) in sources.iter_mut().zip(0..) {
                // A node that has no destination now never has one.
                let node = NodeId(node);
                if pattern.destination(node, &mut random.clone()).is_some() {
                    let first = exponential(design.rate, random);
                    events.enter(first, Due::Generation(node));
                }
            }
        }
        Self {
            now: 0.0,
            events,
            paths: ShortestPaths::new(design.topology.clone()),
            sources,
            hops,
            links: vec![Link::default(); channels as usize],
            packets: Packets::default(),
            counters: Counters::default(),
            digest: 0,
            design,
        }
    }

    /// Advances to the next event and simulates it; `None` if nothing will ever happen.
    pub fn step(&mut self) -> Option<Event> {
        let (time, due) = self.events.first()?;
        self.now = time;
        Some(match due {
            Due::Generation(node) => self.generate(node),
            Due::Departure(channel) => self.cross(channel),
        })
    }

    /// Simulates all events up to `until` and sets the current time to it; returns `false` if
    /// [`MOST_BACKLOG`] was reached before.
    pub fn advance(&mut self, until: f64) -> bool {
        while self.events.first().is_some_and(|(time, _)| time <= until) {
            if self.backlog() >= MOST_BACKLOG {
                return false;
            }
            self.step();
        }
        self.now = self.now.max(until);
        true
    }

    pub fn now(&self) -> f64 {
        self.now
    }

    /// The design, which is constant during the run.
    pub fn design(&self) -> &Arc<Design> {
        &self.design
    }

    /// Totals since time 0.
    pub fn counters(&self) -> Counters {
        self.counters
    }

    /// Number of messages generated and not yet delivered.
    pub fn backlog(&self) -> u64 {
        self.counters.generated - self.counters.delivered
    }

    /// Number of messages waiting for a link or crossing it.
    pub fn queue(&self, channel: ChannelId) -> u32 {
        self.links[channel.0 as usize].number
    }

    /// Totals of a link up to the current time.
    pub fn link(&self, channel: ChannelId) -> LinkTotals {
        self.links[channel.0 as usize].totals_at(self.now)
    }

    /// A hash of every delivery so far (message, node, exact time).
    pub fn digest(&self) -> u64 {
        self.digest
    }

    /// Handles the first event: `node` generates a message.
    fn generate(&mut self, node: NodeId) -> Event {
        let random = &mut self.sources[node.0 as usize];
        let pattern = self.design.pattern.as_deref();
        let to = pattern.and_then(|pattern| pattern.destination(node, random));
        let to = to.expect("a node that sends nothing has no event");
        let length = exponential(self.design.mu, random);
        let next = self.now + exponential(self.design.rate, random);
        self.events.postpone_first(next);
        let message = MessageId(self.counters.generated);
        self.counters.generated += 1;
        let packet = self.packets.insert(Packet {
            message,
            generated: self.now,
            joined: self.now,
            length,
            to,
            hops: 0,
            next: PacketIndex::NONE,
        });
        Event {
            time: self.now,
            message,
            node,
            crossed: None,
            joined: Some(self.join(node, packet)),
        }
    }

    /// Handles the first event: the first message in the queue of a link has crossed it.
    fn cross(&mut self, channel: ChannelId) -> Event {
        let link = &mut self.links[channel.0 as usize];
        link.pass_to(self.now);
        let index = link.first;
        let packet = &mut self.packets[index];
        packet.hops += 1;
        let packet = *packet;
        link.totals.crossings += 1;
        link.totals.delay += self.now - packet.joined;
        link.number -= 1;
        link.first = packet.next;
        if link.number > 0 {
            let length = self.packets[link.first].length;
            self.events.postpone_first(self.now + length);
        } else {
            self.events.remove_first();
        }
        let node = self.design.network.to(channel);
        let joined = if node == packet.to {
            self.deliver(&packet);
            self.packets.remove(index);
            None
        } else {
            Some(self.join(node, index))
        };
        Event {
            time: self.now,
            message: packet.message,
            node,
            crossed: Some(channel),
            joined,
        }
    }

    /// Appends a message to the queue of the next link of a shortest path.
    fn join(&mut self, node: NodeId, index: PacketIndex) -> ChannelId {
        let packet = &mut self.packets[index];
        let random = &mut self.hops[node.0 as usize];
        let network = &self.design.network;
        let channel = self.paths.choose(network, node, packet.to, random);
        if self.design.lengths == Lengths::Redrawn {
            packet.length = exponential(self.design.mu, random);
        }
        packet.joined = self.now;
        packet.next = PacketIndex::NONE;
        let length = packet.length;
        let link = &mut self.links[channel.0 as usize];
        link.pass_to(self.now);
        link.totals.arrivals += 1;
        if link.number == 0 {
            link.first = index;
            self.events
                .enter(self.now + length, Due::Departure(channel));
        } else {
            self.packets[link.last].next = index;
        }
        link.number += 1;
        link.last = index;
        channel
    }

    fn deliver(&mut self, packet: &Packet) {
        let mut record = [0; 20];
        record[..8].copy_from_slice(&packet.message.0.to_le_bytes());
        record[8..12].copy_from_slice(&packet.to.0.to_le_bytes());
        record[12..].copy_from_slice(&self.now.to_bits().to_le_bytes());
        self.digest = self.digest.wrapping_add(xxh3_64(&record));
        self.counters.delivered += 1;
        self.counters.hops += u64::from(packet.hops);
        self.counters.latency += self.now - packet.generated;
    }
}
