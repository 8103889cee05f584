//! What stays the same during a run: the network and everything that is asked of it.

use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::{MessageId, Selection, Switching};
use crate::multicast::MulticastAlgorithm;
use crate::routing::{Adaptivity, Candidates, Hop, RoutingFunction};
use crate::topology::{ChannelId, Network, NodeId};
use crate::traffic::{Length, Pattern};

/// A message asked for by name rather than drawn at random.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order {
    /// Cycle of generation.
    pub at: u64,
    /// Source.
    pub from: NodeId,
    /// Destinations, other nodes and at least one. Several make it a multicast.
    pub to: Vec<NodeId>,
    /// M \[flits\], at least 1.
    pub length: u32,
}

/// Delays in addition to the cycle that a flit needs per channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Timing {
    /// Cycles that a header spends between the queue and its first router.
    pub injection: u32,
    /// Cycles that a header spends between its last router and the processor.
    pub ejection: u32,
    /// Cycles r that a header spends in a router before each channel.
    pub router: u32,
    /// Cycles for which every worm of a multicast holds its injection port before its header
    /// may leave.
    pub startup: u32,
    /// Cycles between the moment in which a node has the message of a multicast and that in
    /// which the worms that it sends on join their queues.
    pub preparation: u32,
}

/// Messages to several nodes.
#[derive(Debug)]
pub struct Multicasts {
    /// Who plans them.
    pub algorithm: Box<dyn MulticastAlgorithm>,
    /// β, the fraction of random messages that go to all other nodes.
    pub broadcast: f64,
    /// How many nodes other random messages go to, drawn at random; 1 leaves them to the
    /// pattern.
    pub destinations: u32,
    /// Whether routers copy a message as it comes, along the tree that its plan is; else a node
    /// receives it and sends it again. Needs wormhole switching and one virtual channel, so
    /// that a channel belongs to one worm at a time.
    pub replicate: bool,
    /// The fraction of random messages that are no broadcasts of which that is so; the pattern
    /// has the rest.
    pub fraction: f64,
}

impl Multicasts {
    /// The share of random messages that go to `destinations` nodes drawn at random, if these
    /// are more than one.
    pub fn share(&self) -> f64 {
        if self.destinations > 1 {
            (1.0 - self.broadcast) * self.fraction
        } else {
            0.0
        }
    }

    /// The share of random messages that go to one node.
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
    /// Injection channels per node, each with a queue of its own.
    pub injection: u8,
    /// Ejection channels per node, each held by one worm at a time. `None`: one for every
    /// virtual channel that reaches the node, so that no header ever waits for a processor,
    /// as the models assume.
    pub ejection: Option<u8>,
}

/// A part of a message's way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Leg {
    /// The node in which it ends.
    pub to: NodeId,
    /// Which one, from 0, as routing functions count them.
    pub number: u8,
}

/// Everything that stays the same during a run.
#[derive(Debug)]
pub struct Design {
    /// The network.
    pub network: Network,
    /// Which channels a header may take, built for `vcs` and around `faults`.
    pub routing: Box<dyn RoutingFunction>,
    /// Channels that have failed, ascending.
    pub faults: Vec<ChannelId>,
    /// Destinations of random messages; `None` where there are none.
    pub pattern: Option<Box<dyn Pattern>>,
    /// λ_g [messages/node/cycle].
    pub rate: f64,
    /// M.
    pub length: Length,
    /// Messages to several nodes; `None` where there are none.
    pub multicasts: Option<Multicasts>,
    /// When a message may leave a buffer.
    pub switching: Switching,
    /// Which of the free lanes a header takes.
    pub selection: Selection,
    /// V, lanes per physical channel.
    pub vcs: u8,
    /// B, flits per lane in wormhole switching; in the other modes a whole message fits.
    pub buffer: u32,
    /// Extra delays.
    pub timing: Timing,
    /// Channels to and from the processors.
    pub ports: Ports,
    /// Where all randomness comes from.
    pub seed: u64,
    /// Messages asked for by name, in ascending order of `at`.
    pub orders: Vec<Order>,
}

impl Design {
    /// A network in which nobody sends anything: one virtual channel and a flit per buffer,
    /// no delays, one injection port.
    pub fn idle(network: Network, routing: Box<dyn RoutingFunction>) -> Self {
        Self {
            network,
            routing,
            faults: Vec::new(),
            pattern: None,
            rate: 0.0,
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
        }
    }

    /// The first leg of a message's way; `None` where failed links leave no way at all.
    ///
    /// A message that goes by way of a random node draws it from all, by the seed and its
    /// number alone, and where links have failed takes the next one after it by way of which
    /// it can get there. If that is its source, the last leg is its first.
    pub fn first_leg(&self, message: MessageId, from: NodeId, to: NodeId) -> Option<Leg> {
        let last = self.routing.legs() - 1;
        let reaches = |here: NodeId, to: NodeId, leg: u8| {
            here == to || self.routing.reaches(&self.network, Hop { here, to, leg })
        };
        if last == 0 {
            return reaches(from, to, 0).then_some(Leg { to, number: 0 });
        }
        let nodes = self.network.nodes();
        let drawn = ((u64::from(self.lot(message, u32::MAX)) * u64::from(nodes)) >> 32) as u32;
        let mut by = (drawn..nodes).chain(0..drawn).map(NodeId);
        let by = by.find(|&by| reaches(from, by, 0) && reaches(by, to, last))?;
        Some(if by == from {
            Leg { to, number: last }
        } else {
            Leg { to: by, number: 0 }
        })
    }

    /// Whether failed links leave a message any way between two different nodes.
    pub fn delivers(&self, from: NodeId, to: NodeId) -> bool {
        // Whatever random node a message draws, it looks for another.
        self.first_leg(MessageId(0), from, to).is_some()
    }

    /// What a header may take of its `hops`-th channel, from 0.
    pub fn offers(&self, message: MessageId, hops: u32, hop: Hop, out: &mut Candidates) {
        if self.routing.adaptivity() == Adaptivity::Oblivious {
            let lot = self.lot(message, hops);
            self.routing.drawn(&self.network, hop, lot, out);
        } else {
            self.routing.candidates(&self.network, hop, out);
        }
    }

    /// A number drawn for a message, any equally likely.
    fn lot(&self, message: MessageId, nth: u32) -> u32 {
        /// So that paths and virtual channels are drawn independently of each other.
        const PATHS: u64 = 0x70a7_4500_0000_0000;
        let mut record = [0; 12];
        record[..8].copy_from_slice(&message.0.to_le_bytes());
        record[8..].copy_from_slice(&nth.to_le_bytes());
        (xxh3_64_with_seed(&record, self.seed ^ PATHS) >> 32) as u32
    }

    /// Flits that a network lane has room for; `None`: a whole message.
    pub fn room(&self) -> Option<u32> {
        (self.switching == Switching::Wormhole).then_some(self.buffer)
    }

    /// Whether some message goes to a single node, which the routing function leads there.
    pub fn sends_to_one(&self) -> bool {
        let draws = |m: &Multicasts| m.share_of_unicasts() > 0.0;
        let draws = self.is_random() && self.multicasts.as_ref().is_none_or(draws);
        draws || self.orders.iter().any(|order| order.to.len() == 1)
    }

    /// Whether routers replicate messages to several nodes.
    pub fn replicates(&self) -> bool {
        self.multicasts.as_ref().is_some_and(|m| m.replicate)
    }

    /// Whether random messages can go to several nodes.
    pub fn draws_several(&self) -> bool {
        let several = |m: &Multicasts| m.broadcast > 0.0 || m.destinations > 1;
        self.multicasts.as_ref().is_some_and(several)
    }

    /// Fewest ejection ports per node with which no worm ever waits for one: as many as there
    /// are lanes that lead to a node.
    pub fn enough_ports(&self) -> u32 {
        self.network.degrees().1 * u32::from(self.vcs)
    }

    /// Whether messages are drawn at random.
    pub fn is_random(&self) -> bool {
        self.pattern.is_some() && self.rate > 0.0
    }
}
