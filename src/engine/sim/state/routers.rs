//! The headers that wait for lanes.
//!
//! Headers that compete wait in one line, in the order in which they are served. Where a header may
//! ask for several channels, that is a line for each node. Where every header asks for a single
//! channel or for an ejection port, it is one for each channel and one for the ports of each node.
//! Such a line is empty as a rule, and a lane that becomes free concerns only the headers in its
//! line, so that runs take a fifth less time. The order is that of a line for each node, because
//! headers that ask for different channels do not affect each other.

use super::collections::{IndexSet, LineIndex, Table, TableIndex, TimingWheel, WormIndex};
use crate::sim::design::Design;
use crate::topology::{ChannelId, NodeId};

/// The lines of waiting headers.
#[derive(Debug, Clone)]
pub(in crate::sim) struct Routers {
    pub table: Table<LineIndex, Line>,
    /// The number of channels if each has a line of its own.
    channels: Option<u32>,
    /// Lines to visit in the coming route stage.
    pub busy: IndexSet<LineIndex>,
    /// Lines to visit in later cycles, because a header becomes ready or a lane free.
    pub timers: TimingWheel<LineIndex>,
    due: Vec<LineIndex>,
}

#[derive(Debug, Clone, Copy)]
pub(in crate::sim) struct Line {
    /// The header that is served first.
    pub first: WormIndex,
    /// The header that is served last.
    pub last: WormIndex,
}

const EMPTY: Line = Line {
    first: WormIndex::NONE,
    last: WormIndex::NONE,
};

impl Routers {
    pub(in crate::sim) fn new(design: &Design) -> Self {
        let nodes = design.network.nodes();
        let by_channel = design.asks_for_one_channel();
        let channels = by_channel.then(|| design.network.channels());
        let lines = nodes + channels.unwrap_or(0);
        Self {
            table: vec![EMPTY; lines as usize].into(),
            channels,
            busy: IndexSet::new(lines),
            timers: TimingWheel::new(nodes),
            due: Vec::new(),
        }
    }

    /// Whether every channel has a line of its own.
    #[inline]
    pub(in crate::sim) fn are_by_channel(&self) -> bool {
        self.channels.is_some()
    }

    /// The line of headers that may ask for a channel, which starts at a node.
    #[inline]
    pub(in crate::sim) fn of_channel(&self, channel: ChannelId, from: NodeId) -> LineIndex {
        LineIndex(self.channels.map_or(from.0, |_| channel.0))
    }

    /// The line of headers that may ask for an ejection port of a node.
    #[inline]
    pub(in crate::sim) fn of_ports(&self, node: NodeId) -> LineIndex {
        LineIndex(self.channels.unwrap_or(0) + node.0)
    }

    /// The channel of a line if it has one of its own.
    #[inline]
    pub(in crate::sim) fn channel(&self, line: LineIndex) -> Option<ChannelId> {
        let is_of_channel = self.channels.is_some_and(|channels| line.0 < channels);
        is_of_channel.then_some(ChannelId(line.0))
    }

    /// Whether no line is known to need a visit in the coming route stage.
    pub(in crate::sim) fn are_quiet(&self) -> bool {
        self.busy.iter().next().is_none()
    }

    /// Schedules a visit to a line in the coming route stage if a header waits there.
    #[inline]
    pub(in crate::sim) fn wake(&mut self, line: LineIndex) {
        if self.table[line].first.is_some() {
            self.busy.insert(line);
        }
    }

    /// Schedules a visit to a line in the route stage of a later cycle if a header waits there.
    #[inline]
    pub(in crate::sim) fn wake_at(&mut self, cycle: u64, line: LineIndex) {
        if self.table[line].first.is_some() {
            self.timers.add(cycle, line);
        }
    }

    pub(in crate::sim) fn wake_due(&mut self, cycle: u64) {
        self.timers.take(cycle, &mut self.due);
        while let Some(line) = self.due.pop() {
            self.wake(line);
        }
    }

    /// Moves the lines to visit in this route stage to `out`.
    pub(in crate::sim) fn take_busy(&mut self, out: &mut Vec<LineIndex>) {
        self.busy.retain(|line| {
            out.push(line);
            false
        });
    }

    /// Approximate memory in use \[bytes\].
    pub(in crate::sim) fn bytes(&self) -> usize {
        self.table.bytes() + self.busy.bytes() + self.timers.bytes()
    }
}
