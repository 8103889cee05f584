//! What a run puts on record, in plain data: which message, what arrived, what was counted.

use crate::routing::VirtualChannel;
use crate::topology::NodeId;

/// How many colors there are by which drawings tell worms apart.
pub const COLORS: u8 = 6;

/// Number of a message, in order of generation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MessageId(pub u64);

/// Number of a multicast, in order of generation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MulticastId(pub u64);

/// A message that has arrived whole, or a copy of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Delivery {
    /// Which message. Every worm of a multicast is a message with a number of its own.
    pub message: MessageId,
    /// The multicast it is part of.
    pub multicast: Option<MulticastId>,
    /// Where the worm started.
    pub from: NodeId,
    /// Where it arrived.
    pub to: NodeId,
    /// Cycle of generation, or of release for a worm that waited for another.
    pub generated: u64,
    /// Cycle in which it reached the head of its injection queue.
    pub headed: u64,
    /// Cycle in which its tail flit arrived.
    pub arrived: u64,
    /// Channels it crossed.
    pub hops: u32,
    /// M \[flits\].
    pub length: u32,
}

/// A multicast that has reached all its destinations.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Completion {
    /// Which one.
    pub multicast: MulticastId,
    /// Its source.
    pub from: NodeId,
    /// Cycle of generation.
    pub generated: u64,
    /// Cycle in which the last copy arrived.
    pub arrived: u64,
    /// Destinations.
    pub copies: u32,
    /// Worms that carried it.
    pub worms: u32,
    /// Channels that they crossed in all.
    pub channels: u32,
    /// The largest number of start-ups in sequence before a destination.
    pub startups: u32,
    /// Standard deviation of the cycles of arrival, over its destinations \[cycles\].
    pub spread: f64,
}

/// What has happened since cycle 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counters {
    /// Messages generated; the worms of a multicast count each.
    pub generated: u64,
    /// Flits of the messages generated, once per destination.
    pub offered_flits: u64,
    /// Messages delivered whole; worms with several destinations count at the last one.
    pub delivered: u64,
    /// Flits that reached a destination.
    pub accepted_flits: u64,
    /// Crossings of a network channel by a flit.
    pub flit_hops: u64,
    /// Channels that headers have been given.
    pub hops: u64,
    /// Those of them on which the header was given an escape channel.
    pub escapes: u64,
    /// Messages that were not sent because failed links cut off their destination; they are not
    /// counted as generated.
    pub undeliverable: u64,
    /// Deliveries, one per copy.
    pub arrivals: u64,
    /// Sum of their latencies from generation \[cycles\].
    pub latency: u64,
    /// Sum of their latencies from the head of the queue \[cycles\].
    pub network_latency: u64,
}

/// Worms that wait for each other and will never move again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deadlock {
    /// The cycle in which the last header became blocked.
    pub cycle: u64,
    /// The messages, in the order in which one waits for the next.
    pub worms: Vec<MessageId>,
    /// The virtual channels that they wait for, all held by one of them; those of the first
    /// message come first. None where they wait for ejection ports alone.
    pub channels: Vec<VirtualChannel>,
}
