//! The headers that wait at every node.

use super::index::{TableIndex, WormIndex};
use super::index_set::IndexSet;
use super::table::Table;
use super::timing_wheel::TimingWheel;
use crate::topology::NodeId;

/// The queues of waiting headers.
#[derive(Debug, Clone)]
pub(in crate::sim) struct Routers {
    pub table: Table<NodeId, Router>,
    /// Nodes to visit in the coming route stage if a header waits there.
    busy: IndexSet<NodeId>,
    /// Nodes to visit in later cycles, because a header becomes ready or a lane free.
    pub timers: TimingWheel<NodeId>,
    due: Vec<NodeId>,
}

#[derive(Debug, Clone, Copy)]
pub(in crate::sim) struct Router {
    /// The header that is served first.
    pub first: WormIndex,
    /// The header that is served last.
    pub last: WormIndex,
}

impl Routers {
    pub(in crate::sim) fn new(nodes: u32) -> Self {
        Self {
            table: vec![
                Router {
                    first: WormIndex::NONE,
                    last: WormIndex::NONE,
                };
                nodes as usize
            ]
            .into(),
            busy: IndexSet::new(nodes),
            timers: TimingWheel::new(nodes),
            due: Vec::new(),
        }
    }

    /// Whether no node is known to need a visit in the coming route stage.
    pub(in crate::sim) fn are_quiet(&self) -> bool {
        !self.busy.iter().any(|node| self.table[node].first.is_some())
    }

    /// Schedules a visit to a node in the coming route stage if a header waits there.
    #[inline]
    pub(in crate::sim) fn wake(&mut self, node: NodeId) {
        self.busy.insert(node);
    }

    /// Schedules a visit to a node in the route stage of a later cycle if a header waits there.
    #[inline]
    pub(in crate::sim) fn wake_at(&mut self, cycle: u64, node: NodeId) {
        if self.table[node].first.is_some() {
            self.timers.add(cycle, node);
        }
    }

    /// The header that is served first at a node, or `NONE`.
    #[cfg(debug_assertions)]
    pub(in crate::sim) fn first_waiting(&self, node: NodeId) -> WormIndex {
        self.table[node].first
    }

    pub(in crate::sim) fn wake_due(&mut self, cycle: u64) {
        self.timers.take(cycle, &mut self.due);
        while let Some(node) = self.due.pop() {
            self.wake(node);
        }
    }

    /// Moves the nodes to visit in this route stage to `out`.
    pub(in crate::sim) fn take_busy(&mut self, out: &mut Vec<NodeId>) {
        let table = &self.table;
        self.busy.retain(|node| {
            if table[node].first.is_some() {
                out.push(node);
            }
            false
        });
    }

    /// Approximate memory in use \[bytes\].
    pub(in crate::sim) fn bytes(&self) -> usize {
        self.table.bytes() + self.busy.bytes() + self.timers.bytes()
    }
}
