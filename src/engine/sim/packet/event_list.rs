//! Event list in continuous time, the earliest event first.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use crate::topology::{ChannelId, NodeId};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Due {
    /// A node generates a message.
    Generation(NodeId),
    /// The first message in the queue of a link has crossed it.
    Departure(ChannelId),
}

/// The pending events, the earliest first. Simultaneous events are ordered by insertion.
#[derive(Debug, Clone)]
pub(super) struct EventList {
    entries: BinaryHeap<Entry>,
    entered: u64,
}

#[derive(Debug, Clone, Copy)]
struct Entry {
    time: f64,
    /// Sequence number of its insertion.
    number: u64,
    due: Due,
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
        self.entries.peek().map(|entry| (entry.time, entry.due))
    }

    /// Inserts an event due at `time`.
    pub(super) fn enter(&mut self, time: f64, due: Due) {
        let number = self.next_number();
        self.entries.push(Entry { time, number, due });
    }

    /// Reinserts the first entry at a later time: half the work of removing and inserting.
    pub(super) fn postpone_first(&mut self, time: f64) {
        let number = self.next_number();
        if let Some(mut first) = self.entries.peek_mut() {
            (first.time, first.number) = (time, number);
        }
    }

    pub(super) fn remove_first(&mut self) {
        self.entries.pop();
    }

    fn next_number(&mut self) -> u64 {
        self.entered += 1;
        self.entered
    }
}

impl Ord for Entry {
    /// Orders the earliest entry as the greatest, because a binary heap yields its greatest
    /// element.
    fn cmp(&self, other: &Self) -> Ordering {
        let by_time = other.time.total_cmp(&self.time);
        by_time.then_with(|| other.number.cmp(&self.number))
    }
}

impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Entry {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Entry {}

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
