//! Links, their queues and the messages in them.

use std::ops::{Index, IndexMut};

use crate::sim::records::MessageId;
use crate::topology::NodeId;

/// Totals of a link since time 0. Its queue includes the message that is crossing it.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct LinkTotals {
    /// Number of messages that joined the queue.
    pub arrivals: u64,
    /// Number of messages that crossed.
    pub crossings: u64,
    /// Time during which some message was crossing.
    pub busy: f64,
    /// Messages in the queue, integrated over time.
    pub area: f64,
    /// Time in the queue, summed over the messages that crossed.
    pub delay: f64,
}

/// Index of a message in the table of all messages in flight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(transparent)]
pub(super) struct PacketIndex(u32);

impl PacketIndex {
    pub(super) const NONE: Self = Self(u32::MAX);
}

impl Default for PacketIndex {
    fn default() -> Self {
        Self::NONE
    }
}

/// A link and its queue, a linked list of messages.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Link {
    pub(super) first: PacketIndex,
    pub(super) last: PacketIndex,
    /// Number of messages in the queue; `first` and `last` are valid only if it is positive.
    pub(super) number: u32,
    /// The time up to which `totals` are current.
    since: f64,
    pub(super) totals: LinkTotals,
}

impl Link {
    /// Advances the totals to `now`, without changes of the queue in between.
    pub(super) fn pass_to(&mut self, now: f64) {
        if self.number > 0 {
            let passed = now - self.since;
            self.totals.busy += passed;
            self.totals.area += f64::from(self.number) * passed;
        }
        self.since = now;
    }

    /// The totals at `now`, without changes of the queue in between.
    pub(super) fn totals_at(mut self, now: f64) -> LinkTotals {
        self.pass_to(now);
        self.totals
    }
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Packet {
    pub(super) message: MessageId,
    pub(super) generated: f64,
    /// When it joined its current queue.
    pub(super) joined: f64,
    /// The time it takes to cross a link.
    pub(super) length: f64,
    pub(super) to: NodeId,
    pub(super) hops: u32,
    /// The next message in the queue, or the next unused entry.
    pub(super) next: PacketIndex,
}

/// All messages in flight; entries are reused.
#[derive(Debug, Clone)]
pub(super) struct Packets {
    table: Vec<Packet>,
    unused: PacketIndex,
}

impl Default for Packets {
    fn default() -> Self {
        Self {
            table: Vec::new(),
            unused: PacketIndex::NONE,
        }
    }
}

impl Packets {
    /// Adds a message and returns its index.
    pub(super) fn insert(&mut self, packet: Packet) -> PacketIndex {
        let index = self.unused;
        if index == PacketIndex::NONE {
            self.table.push(packet);
            return PacketIndex(self.table.len() as u32 - 1);
        }
        self.unused = self.table[index.0 as usize].next;
        self.table[index.0 as usize] = packet;
        index
    }

    /// Removes a message, so that its entry can be reused.
    pub(super) fn remove(&mut self, index: PacketIndex) {
        self.table[index.0 as usize].next = self.unused;
        self.unused = index;
    }
}

impl Index<PacketIndex> for Packets {
    type Output = Packet;

    fn index(&self, index: PacketIndex) -> &Packet {
        &self.table[index.0 as usize]
    }
}

impl IndexMut<PacketIndex> for Packets {
    fn index_mut(&mut self, index: PacketIndex) -> &mut Packet {
        &mut self.table[index.0 as usize]
    }
}
