//! The nodes through which a route of two legs may lead.

use crate::topology::{ChannelId, NodeId};

/// The nodes from which the intermediate node of a route of two legs is drawn, where that is not any
/// node. The source is one of them if a message may take its second leg at once.
pub trait Intermediates: Send + Sync {
    /// The number of these nodes, at least 1.
    fn count(&self, from: NodeId, to: NodeId) -> u32;

    /// The `nth` of them, from 0.
    fn nth(&self, from: NodeId, to: NodeId, nth: u32) -> NodeId;

    /// Whether `by` is one of them for a message to `to` that starts at `from` or passes it on its first
    /// leg.
    fn contains(&self, from: NodeId, by: NodeId, to: NodeId) -> bool;

    /// Whether `by` is one of them for messages from a terminal to some destination.
    fn are_reached(&self, _from: NodeId, _by: NodeId) -> bool {
        true
    }

    /// Whether the nodes are switches, except the source itself, rather than terminals.
    fn are_switches(&self) -> bool {
        false
    }

    /// Description of the nodes: `any node between them`.
    fn words(&self) -> &'static str;
}

/// The two routes between which a message chooses by the load of channels when it leaves its source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ways {
    /// The route of the second leg alone.
    pub direct: Way,
    /// The route through an intermediate node.
    pub around: Way,
}

/// A route, as far as such a choice considers it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Way {
    /// The channel whose queue counts.
    pub channel: ChannelId,
    /// The number of hops between routers.
    pub hops: u32,
}

impl Ways {
    /// Whether a message takes the direct route, given the queues of both channels (UGAL, Singh 2005):
    /// if its queue times its hops is not longer.
    pub fn is_direct(&self, queue_of: impl Fn(ChannelId) -> u32) -> bool {
        let cost = |way: Way| queue_of(way.channel) * way.hops;
        cost(self.direct) <= cost(self.around)
    }
}
