//! Links with their queues, and the messages in them.

use std::ops::{Index, IndexMut};

use crate::sim::MessageId;
use crate::topology::NodeId;

/// What has happened at a link since time 0. Its queue includes the message that crosses it.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct LinkTotals {
    /// Messages that joined the queue.
    pub arrivals: u64,
    /// Messages that crossed.
    pub crossings: u64,
    /// Time during which some message was crossing.
    pub busy: f64,
    /// Messages in the queue, integrated over time.
    pub area: f64,
    /// Time in the queue, summed over the messages that crossed.
    pub delay: f64,
}

/// No message.
pub(super) const NONE: u32 = u32::MAX;

/// A link and its queue, a linked list of messages.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Link {
    pub(super) first: u32,
    pub(super) last: u32,
    /// Messages in the queue; `first` and `last` mean something if there are any.
    pub(super) number: u32,
    /// The time up to which `totals` are.
    since: f64,
    pub(super) totals: LinkTotals,
}

impl Link {
    /// Lets time pass in which nothing happens to the queue.
    pub(super) fn pass_to(&mut self, now: f64) {
        if self.number > 0 {
            let passed = now - self.since;
            self.totals.busy += passed;
            self.totals.area += f64::from(self.number) * passed;
        }
        self.since = now;
    }

    /// The totals at a time up to which nothing more happens.
    pub(super) fn totals_at(mut self, now: f64) -> LinkTotals {
        self.pass_to(now);
        self.totals
    }
}

/// A message on its way.
#[derive(Debug, Clone, Copy)]
pub(super) struct Packet {
    pub(super) message: MessageId,
    pub(super) generated: f64,
    /// When it joined the queue in which it is.
    pub(super) joined: f64,
    /// The time it takes to cross a link.
    pub(super) length: f64,
    pub(super) to: NodeId,
    pub(super) hops: u32,
    /// The message behind it, or the next unused place.
    pub(super) next: u32,
}

/// All messages on their way; places are used again.
#[derive(Debug, Clone)]
pub(super) struct Packets {
    table: Vec<Packet>,
    unused: u32,
}

impl Default for Packets {
    fn default() -> Self {
        Self {
            table: Vec::new(),
            unused: NONE,
        }
    }
}

impl Packets {
    /// Finds a place for a message.
    pub(super) fn insert(&mut self, packet: Packet) -> u32 {
        let index = self.unused;
        if index == NONE {
            self.table.push(packet);
            return self.table.len() as u32 - 1;
        }
        self.unused = self.table[index as usize].next;
        self.table[index as usize] = packet;
        index
    }

    /// Makes room for another message.
    pub(super) fn remove(&mut self, index: u32) {
        self.table[index as usize].next = self.unused;
        self.unused = index;
    }
}

impl Index<u32> for Packets {
    type Output = Packet;

    fn index(&self, index: u32) -> &Packet {
        &self.table[index as usize]
    }
}

impl IndexMut<u32> for Packets {
    fn index_mut(&mut self, index: u32) -> &mut Packet {
        &mut self.table[index as usize]
    }
}
