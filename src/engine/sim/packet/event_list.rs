//! Event list in continuous time, the earliest event first.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::topology::{ChannelId, NodeId};

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Due {
    /// A node generates a message.
    Generation(NodeId),
    /// The first message in the queue of a link has crossed it.
    Departure(ChannelId),
}

/// The pending events, the earliest first. Simultaneous events are ordered by insertion.
#[derive(Debug, Clone)]
pub(super) struct EventList {
    /// Time, number and event. Times are not negative, so they are ordered as their bits are.
    entries: BinaryHeap<Reverse<(u64, u64, Due)>>,
    entered: u64,
}

impl EventList {
    /// Creates an empty list with room for `entries` entries.
    pub(super) fn with_capacity(entries: usize) -> Self {
        Self {
            entries: BinaryHeap::with_capacity(entries),
            entered: 0,
        }
    }

    /// The earliest entry and its time.
    pub(super) fn first(&self) -> Option<(f64, Due)> {
        let first = self.entries.peek();
        first.map(|Reverse((time, _, due))| (f64::from_bits(*time), *due))
    }

    /// Inserts an event due at `time`.
    pub(super) fn enter(&mut self, time: f64, due: Due) {
        self.entered += 1;
        let entry = (time.to_bits(), self.entered, due);
        self.entries.push(Reverse(entry));
    }

    /// Reinserts the first entry at a later time: half the work of removing and inserting.
    pub(super) fn postpone_first(&mut self, time: f64) {
        self.entered += 1;
        if let Some(mut first) = self.entries.peek_mut() {
            (first.0.0, first.0.1) = (time.to_bits(), self.entered);
        }
    }

    pub(super) fn remove_first(&mut self) {
        self.entries.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn simultaneous_entries_keep_their_insertion_order() {
        let mut events = EventList::with_capacity(4);
        for (time, node) in [(2.0, 0), (1.0, 1), (2.0, 2), (1.0, 3)] {
            events.enter(time, Due::Generation(NodeId(node)));
        }
        // Node 1 is reinserted, behind all others that are due at 2.
        events.postpone_first(2.0);
        let mut order = Vec::new();
        while let Some((time, due)) = events.first() {
            order.push((time, due));
            events.remove_first();
        }
        let due = |node| Due::Generation(NodeId(node));
        let expected = [(1.0, due(3)), (2.0, due(0)), (2.0, due(2)), (2.0, due(1))];
        assert_eq!(order, expected);
    }
}
