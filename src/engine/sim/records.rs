//! Plain-data records of a run: message numbers, deliveries, completions, counters and deadlocks.

use serde::{Deserialize, Serialize};

use crate::routing::VirtualChannel;
use crate::topology::NodeId;

/// Number of colors that distinguish worms in drawings.
pub const COLORS: u8 = 6;

/// Number of a message, in order of generation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct MessageId(pub u64);

/// Number of a multicast, in order of generation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MulticastId(pub u64);

/// The complete arrival of a message or of a copy of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Delivery {
    /// The message. Every worm of a multicast is a message with its own number.
    pub message: MessageId,
    /// The multicast to which it belongs.
    pub multicast: Option<MulticastId>,
    /// The node at which the worm started.
    pub from: NodeId,
    /// The node at which it arrived.
    pub to: NodeId,
    /// Cycle of generation, or of release for a worm that waited for another.
    pub generated: u64,
    /// Cycle in which it reached the head of its injection queue.
    pub headed: u64,
    /// Cycle in which its tail flit arrived.
    pub arrived: u64,
    /// Number of channels it crossed.
    pub hops: u32,
    /// M \[flits\].
    pub length: u32,
    /// For a reply, the cycles from the generation of its request to its arrival.
    pub round_trip: Option<u64>,
}

/// A multicast that has reached all its destinations.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Completion {
    pub multicast: MulticastId,
    pub from: NodeId,
    pub generated: u64,
    /// Cycle in which the last copy arrived.
    pub arrived: u64,
    pub copies: u32,
    /// Number of worms that carried it.
    pub worms: u32,
    /// Total number of channels that they crossed.
    pub channels: u32,
    /// The largest number of start-ups in sequence before a destination.
    pub startups: u32,
    /// Standard deviation of the arrival cycles over its destinations \[cycles\].
    pub spread: f64,
}

/// Totals since cycle 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counters {
    /// Messages generated; each worm of a multicast counts.
    pub generated: u64,
    /// Flits of the messages generated and of those lost beyond saturation, counted once per
    /// destination.
    pub offered_flits: u64,
    /// Messages delivered completely; a worm with several destinations counts at its last one.
    pub delivered: u64,
    /// Flits that reached a destination.
    pub accepted_flits: u64,
    /// Crossings of a network channel by a flit.
    pub flit_hops: u64,
    pub hops: u64,
    /// Those among `hops` on which the header was granted an escape channel.
    pub escapes: u64,
    /// Messages not sent because failed links cut off their destination; `generated` does not
    /// include them.
    pub undeliverable: u64,
    pub arrivals: u64,
    /// Sum of their latencies from generation \[cycles\].
    pub latency: u64,
    /// Sum of their latencies from the head of the queue \[cycles\].
    pub network_latency: u64,
}

/// A set of worms that wait for each other and will never move again, or a single one in a dead end,
/// which is offered nothing and waits for no other: [`is_dead_end`](Self::is_dead_end).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deadlock {
    /// The cycle in which the last header became blocked.
    pub cycle: u64,
    /// The messages, each waiting for the next.
    pub worms: Vec<MessageId>,
    /// The virtual channels that they wait for, each held by one of them; those of the first
    /// message come first. Empty if they wait for ejection ports only.
    pub channels: Vec<VirtualChannel>,
}

impl Deadlock {
    /// Whether it is no deadlock, but a message where its routing function offers it nothing.
    pub fn is_dead_end(&self) -> bool {
        self.worms.len() == 1 && self.channels.is_empty()
    }
}
