//! The constant inputs of a run: the network, its configuration and its traffic.

use std::collections::BTreeMap;

use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::closed_loop::{Classes, ClosedLoop};
use super::records::MessageId;
use super::selection::Selection;
use super::switching::Switching;
use super::timing::Timing;
use crate::multicast::MulticastAlgorithm;
use crate::routing::{Adaptivity, Candidates, Hop, RoutingFunction, VcSet, VirtualChannel};
use crate::topology::{ChannelId, Network, NodeId};
use crate::traffic::{Burst, Length, Pattern, Surge};

/// A message that is scheduled explicitly rather than drawn at random.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order {
    pub at: u64,
    pub from: NodeId,
    /// Destinations: at least one, none of them the source. More than one makes the message a
    /// multicast.
    pub to: Vec<NodeId>,
    /// M \[flits\], at least 1.
    pub length: u32,
}

/// The prescribed path of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Via {
    /// For a routing function of two legs, the node at which the first leg ends: one of the
    /// intermediate nodes from which the routing function draws, or the source if the message has
    /// only the second leg.
    pub by: Option<NodeId>,
    /// The virtual channels that it takes first, each offered by the routing function at that
    /// point.
    pub lanes: Vec<VirtualChannel>,
}

#[derive(Debug)]
pub struct Multicasts {
    /// The algorithm that plans them.
    pub algorithm: Box<dyn MulticastAlgorithm>,
    /// β, the fraction of random messages that go to all other nodes.
    pub broadcast: f64,
    /// Number of randomly drawn destinations of every multicast that is not a broadcast; with 1,
    /// all other messages follow the pattern.
    pub destinations: u32,
    /// Whether routers copy a message as it passes, along the tree that its plan forms; otherwise
    /// nodes receive and forward it. Requires wormhole switching and one virtual channel, so that a
    /// channel belongs to one worm at a time.
    pub router_copies: bool,
    /// Fraction of the non-broadcast random messages that are multicasts to `destinations` nodes;
    /// the others follow the pattern.
    pub fraction: f64,
}

impl Multicasts {
    /// The fraction of random messages that go to `destinations` randomly drawn nodes; 0 if
    /// `destinations` is 1.
    pub fn share(&self) -> f64 {
        if self.destinations > 1 {
            (1.0 - self.broadcast) * self.fraction
        } else {
            0.0
        }
    }

    /// The fraction of random messages that go to a single node.
    pub fn share_of_unicasts(&self) -> f64 {
        let rest = 1.0 - self.broadcast;
        if self.destinations > 1 {
            rest * (1.0 - self.fraction)
        } else {
            rest
        }
    }
}

/// Channels between a processor and its router.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ports {
    /// Injection channels per node, each with its own queue.
    pub injection: u8,
    /// Ejection channels per node, each held by one worm at a time. `None` means one per virtual
    /// channel that reaches the node, so that no header ever waits for a processor, as the models
    /// assume.
    pub ejection: Option<u8>,
}

/// A leg of a message's route.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Leg {
    /// The node at which it ends.
    pub to: NodeId,
    /// Its number, from 0, as routing functions count legs.
    pub number: u8,
}

/// The constant inputs of a run.
#[derive(Debug)]
pub struct Design {
    pub network: Network,
    /// The routing function, built around `faults` for `vcs` virtual channels, or for half of them
    /// where replies have those of the other half.
    pub routing: Box<dyn RoutingFunction>,
    pub faults: Vec<ChannelId>,
    /// Destinations of random messages; `None` without random traffic.
    pub pattern: Option<Box<dyn Pattern>>,
    /// λ_g, the generation rate [messages/node/cycle].
    pub rate: f64,
    /// How bursty the sources are; `None` for Poisson sources.
    pub burst: Option<Burst>,
    /// Another rate at the beginning of a run; `None` without one, and for bursty sources.
    pub surge: Option<Surge>,
    /// Requests and replies; `None` if every message is sent whether others are answered or not.
    pub closed: Option<ClosedLoop>,
    /// M, the message length \[flits\]; of requests, in closed-loop traffic.
    pub length: Length,
    /// Traffic to several nodes; `None` without multicasts.
    pub multicasts: Option<Multicasts>,
    /// The switching mode: when a message may leave a buffer.
    pub switching: Switching,
    /// The selection function: which of the free lanes a header takes.
    pub selection: Selection,
    /// V, lanes per physical channel.
    pub vcs: u8,
    /// B, flits per lane in wormhole switching; in the other modes a whole message fits.
    pub buffer: u32,
    pub timing: Timing,
    /// Channels to and from the processors.
    pub ports: Ports,
    /// The seed of all randomness, except in replications, which have seeds of their own.
    pub seed: u64,
    /// Ordered messages, in ascending order of `at`.
    pub orders: Vec<Order>,
    /// Prescribed paths of orders, by their index in `orders`.
    pub vias: BTreeMap<usize, Via>,
}

impl Design {
    /// Creates a design without traffic: one virtual channel, one-flit buffers, no delays, one
    /// injection port.
    pub fn idle(network: Network, routing: Box<dyn RoutingFunction>) -> Self {
        Self {
            network,
            routing,
            faults: Vec::new(),
            pattern: None,
            rate: 0.0,
            burst: None,
            surge: None,
            closed: None,
            length: Length::Fixed(16),
            multicasts: None,
            switching: Switching::default(),
            selection: Selection::default(),
            vcs: 1,
            buffer: 1,
            timing: Timing::default(),
            ports: Ports {
                injection: 1,
                ejection: None,
            },
            seed: 1,
            orders: Vec::new(),
            vias: BTreeMap::new(),
        }
    }

    /// The first leg of a message's route; `None` if failed links leave no route.
    ///
    /// A message routed through a random intermediate node draws it from those that the routing
    /// function allows; the draw depends only on the seed of the run and the message number. Where links have
    /// failed, the message takes the first node, cyclically from the drawn one, through which it
    /// can reach its destination. If that node is its source, it starts with its last leg. A function
    /// that weighs load may replace the leg when the message leaves its queue.
    pub fn first_leg(
        &self,
        seed: u64,
        message: MessageId,
        from: NodeId,
        to: NodeId,
    ) -> Option<Leg> {
        let last = self.routing.legs() - 1;
        let reaches = |here: NodeId, to: NodeId, leg: u8| {
            here == to || self.routing.reaches(&self.network, Hop::new(here, to, leg))
        };
        if last == 0 {
            return reaches(from, to, 0).then_some(Leg { to, number: 0 });
        }
        let all = self.routing.intermediates(&self.network, from, to);
        // The first of several is then the source, which is not drawn but chosen.
        let first = u32::from(self.routing.weighs_load() && all > 1);
        let among = u64::from(all - first);
        let drawn = ((u64::from(draw(seed, message, u32::MAX)) * among) >> 32) as u32 + first;
        let by = (drawn..all).chain(0..drawn);
        let mut by = by.map(|nth| self.routing.intermediate(from, to, nth));
        let by = by.find(|&by| reaches(from, by, 0) && reaches(by, to, last))?;
        Some(self.leg_by(from, by, to))
    }

    /// Injection queues per node: one per injection port, and one for replies.
    pub fn queues(&self) -> u32 {
        u32::from(self.ports.injection) + u32::from(self.closed.is_some())
    }

    /// Length of the longest message that can be sent \[flits\]; `None` if lengths are exponential or
    /// nothing is sent.
    pub fn longest(&self) -> Option<u32> {
        let random = match self.length {
            Length::Fixed(flits) => flits,
            Length::Exponential(_) if self.is_random() => return None,
            Length::Exponential(_) => 0,
        };
        let drawn = self.is_random().then_some(random);
        let listed = self.orders.iter().map(|order| order.length);
        let replies = self.closed.map(|closed| closed.reply);
        drawn.into_iter().chain(listed).chain(replies).max()
    }

    /// Number of virtual channels for which the routing function is built.
    pub fn vcs_of_class(&self) -> u8 {
        if self.has_classes() {
            self.vcs / 2
        } else {
            self.vcs
        }
    }

    /// Whether requests and replies have virtual channels of their own.
    pub fn has_classes(&self) -> bool {
        self.closed
            .is_some_and(|closed| closed.classes == Classes::Separate)
    }

    /// Whether a request can be refused at its destination because the reply queue is full while it
    /// shares virtual channels with replies.
    pub fn may_refuse_requests(&self) -> bool {
        self.closed.is_some_and(|closed| {
            let others = u64::from(self.network.terminals().count().saturating_sub(1));
            let most = others * u64::from(closed.outstanding);
            // Ordered messages are sent however many requests are outstanding.
            let has_room = u64::from(closed.queue) >= most && self.orders.is_empty();
            closed.classes == Classes::Shared && !has_room
        })
    }

    /// By how much the virtual channels of a message are above those for which the routing function
    /// is built.
    pub(super) fn shift_of(&self, is_reply: bool) -> u8 {
        if is_reply && self.has_classes() {
            self.vcs / 2
        } else {
            0
        }
    }

    /// The virtual channels reserved for escape.
    pub fn escapes(&self) -> VcSet {
        let escapes = self.routing.escapes().0;
        VcSet(escapes | escapes << self.shift_of(true))
    }

    /// Whether every message has a route of a single leg, whatever is drawn.
    pub(super) fn is_direct(&self) -> bool {
        // Only failed links leave a message without a route.
        self.routing.legs() == 1 && self.faults.is_empty()
    }

    /// Whether every header asks for a single channel, or for an ejection port.
    pub(super) fn asks_for_one_channel(&self) -> bool {
        // A function that a user has written may offer several channels or none.
        (self.routing.adaptivity() != Adaptivity::Adaptive || self.routing.weighs_load())
            && self.routing.always_arrives()
            && self.multicasts.is_none()
    }

    /// Whether no deadlock can form, which is known of routing functions without failed links and
    /// multicasts: V is at least the known minimum. Requests and replies that share virtual channels
    /// may wait for each other in addition.
    pub(super) fn is_free_of_deadlock(&self) -> bool {
        let least = self.routing.least().known();
        let is_known = least.is_some_and(|least| least <= self.vcs_of_class());
        is_known
            && !self.may_refuse_requests()
            && self.faults.is_empty()
            && self.multicasts.is_none()
    }

    /// The first leg of a message through the intermediate node `by`.
    pub fn leg_by(&self, from: NodeId, by: NodeId, to: NodeId) -> Leg {
        if by == from {
            let number = self.routing.legs() - 1;
            Leg { to, number }
        } else {
            Leg { to: by, number: 0 }
        }
    }

    /// Whether failed links leave a message some route between two different nodes, and its reply one
    /// back.
    pub fn answers(&self, from: NodeId, to: NodeId) -> bool {
        self.delivers(from, to) && self.has_way_back(from, to)
    }

    /// Whether a message has no reply, or failed links leave its reply a route.
    pub(super) fn has_way_back(&self, from: NodeId, to: NodeId) -> bool {
        self.closed.is_none() || self.delivers(to, from)
    }

    /// Whether failed links leave a message some route between two different nodes.
    pub fn delivers(&self, from: NodeId, to: NodeId) -> bool {
        // Neither the seed nor the message number matters: whichever intermediate node is drawn, the
        // others are tried too.
        self.first_leg(self.seed, MessageId(0), from, to).is_some()
    }

    /// Adds the channels that a header may take on its `hops`-th hop, counted from 0, in a run with
    /// this seed to `out`.
    pub fn offers(&self, seed: u64, message: MessageId, hops: u32, hop: Hop, out: &mut Candidates) {
        if self.routing.adaptivity() == Adaptivity::Oblivious {
            let drawn = draw(seed, message, hops);
            self.routing.drawn(&self.network, hop, drawn, out);
        } else {
            self.routing.candidates(&self.network, hop, out);
        }
    }

    /// Same as [`offers`](Self::offers), with the virtual channels that a reply has if the message is
    /// one.
    pub fn offers_of(
        &self,
        seed: u64,
        (message, is_reply): (MessageId, bool),
        hops: u32,
        mut hop: Hop,
        out: &mut Candidates,
    ) {
        let shift = self.shift_of(is_reply);
        if let Some(came) = &mut hop.came {
            came.vc -= shift;
        }
        self.offers(seed, message, hops, hop, out);
        out.shift(shift);
    }

    /// Capacity of a network lane \[flits\]; `None` if it has room for a whole message.
    pub fn room(&self) -> Option<u32> {
        (self.switching == Switching::Wormhole).then_some(self.buffer)
    }

    /// Whether some message has a single destination, so that the routing function routes it.
    pub fn sends_to_one(&self) -> bool {
        let draws = |m: &Multicasts| m.share_of_unicasts() > 0.0;
        let draws = self.is_random() && self.multicasts.as_ref().is_none_or(draws);
        draws || self.orders.iter().any(|order| order.to.len() == 1)
    }

    /// Whether routers copy messages to several nodes.
    pub fn router_copies(&self) -> bool {
        self.multicasts.as_ref().is_some_and(|m| m.router_copies)
    }

    /// Whether random messages can go to several nodes.
    pub fn draws_several(&self) -> bool {
        let several = |m: &Multicasts| m.broadcast > 0.0 || m.destinations > 1;
        self.multicasts.as_ref().is_some_and(several)
    }

    /// Smallest number of ejection ports per node with which no worm ever waits for one: the number
    /// of lanes that lead to a node.
    pub fn enough_ports(&self) -> u32 {
        self.network.degrees().1 * u32::from(self.vcs)
    }

    /// The index of dispersion of the messages of a source: the variance of their number over long
    /// times relative to that of a Poisson source.
    pub fn dispersion(&self) -> f64 {
        self.burst.map_or(1.0, |burst| burst.dispersion(self.rate))
    }

    /// Whether messages are drawn at random.
    pub fn is_random(&self) -> bool {
        self.pattern.is_some() && self.rate > 0.0
    }
}

/// Draws a uniformly distributed number for a message.
fn draw(seed: u64, message: MessageId, nth: u32) -> u32 {
    /// Makes draws of paths independent of draws of virtual channels.
    const PATHS: u64 = 0x70a7_4500_0000_0000;
    let mut record = [0; 12];
    record[..8].copy_from_slice(&message.0.to_le_bytes());
    record[8..].copy_from_slice(&nth.to_le_bytes());
    (xxh3_64_with_seed(&record, seed ^ PATHS) >> 32) as u32
}
