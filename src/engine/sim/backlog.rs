//! Limits on the messages that wait beyond saturation, and what happens at them.

use super::Simulator;
use super::design::Design;
use super::state::QueueIndex;
use crate::topology::NodeId;

/// Approximate limit on the memory for the plans of multicasts \[bytes\]: 62 simultaneous
/// broadcasts in a network of 65,536 nodes.
pub const MOST_PLANNED: u64 = 512 << 20;

/// Limit on the messages generated and not yet delivered in a network of `nodes` nodes: 2²⁰, or 64
/// per node if that is more. Each takes 48 bytes. Up to twice as many wait where some queues are
/// long and others have not reached their share.
pub const fn most_backlog(nodes: u32) -> u64 {
    let by_nodes = 64 * nodes as u64;
    if by_nodes > 1 << 20 {
        by_nodes
    } else {
        1 << 20
    }
}

/// Random messages that were lost because too many were waiting, in ascending order of weight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Lost {
    None,
    /// Messages of queues so long that they do not run dry: the network does not notice.
    Surplus,
    /// A message that might have been sent soon: from then on the run is not that of the scenario.
    Needed,
}

/// The limits of a run.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limits {
    /// Number of messages generated and not yet delivered.
    backlog: u64,
    /// The share of each queue in it.
    share: u64,
}

impl Limits {
    pub(super) fn of(design: &Design) -> Self {
        let terminals = design.network.terminals().count();
        let backlog = most_backlog(terminals);
        let queues = u64::from(terminals) * u64::from(design.queues());
        Self {
            backlog,
            share: (backlog / queues.max(1)).max(1),
        }
    }
}

impl Simulator {
    /// Number of messages generated and not yet delivered.
    pub fn backlog(&self) -> u64 {
        self.counters.generated - self.counters.delivered
    }

    /// Whether messages were lost because more of them waited than a run may hold.
    pub fn is_overrun(&self) -> bool {
        self.lost != Lost::None
    }

    /// Whether a message was lost that might have been sent soon, so that from then on the run is not
    /// that of its scenario.
    pub fn has_to_end(&self) -> bool {
        self.lost == Lost::Needed
    }

    /// Whether a random message to one node has to be lost.
    pub(super) fn loses(&mut self, queue: QueueIndex) -> bool {
        self.is_crowded() && {
            let is_long = self.sources.len(queue) >= self.sources.limits.share;
            self.loses_one_of(is_long)
        }
    }

    /// Whether a random multicast has to be lost, whose worms may wait in any queue of its source.
    pub(super) fn loses_multicast(&mut self, from: NodeId) -> bool {
        self.is_crowded() && {
            let queues = self.design.queues();
            let share = self.sources.limits.share * u64::from(queues);
            let is_long = u64::from(self.sources.waiting(from, queues)) >= share;
            self.loses_one_of(is_long)
        }
    }

    /// Whether the backlog or the plans of multicasts are beyond their limit.
    fn is_crowded(&self) -> bool {
        self.backlog() > self.sources.limits.backlog || self.has_too_many_plans()
    }

    fn has_too_many_plans(&self) -> bool {
        self.multicasts.planned_bytes > MOST_PLANNED
    }

    /// The same in a crowded network, for a message whose source has its share of the backlog or
    /// not.
    fn loses_one_of(&mut self, is_long: bool) -> bool {
        // Relayed copies of multicasts and those in preparation are not in the queues of sources.
        let is_full = self.backlog() > 2 * self.sources.limits.backlog;
        let lost = if is_full || self.has_too_many_plans() {
            Lost::Needed
        } else if is_long {
            Lost::Surplus
        } else {
            Lost::None
        };
        self.lost = self.lost.max(lost);
        lost != Lost::None
    }
}
