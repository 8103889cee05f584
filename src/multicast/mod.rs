//! How one message reaches many nodes.
//!
//! A multicast algorithm turns a source and a set of destinations into a [`Plan`]: worms that
//! deliver copies on their way, some of them released only when another has brought the
//! message to the node from which they start.

use std::fmt;

use crate::catalog::{self, BuildError, Family};
use crate::topology::{NodeId, Topology};

/// The worms of one multicast.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Plan {
    /// In an order in which a worm never waits for a later one. Worms that start from one
    /// node in one step are in the order in which they leave it.
    pub worms: Vec<PlannedWorm>,
}

/// One worm of a plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlannedWorm {
    /// Where it starts: the source, or a node that another worm delivers to.
    pub from: NodeId,
    /// The worm that brings the message to `from`; `None` at the source.
    pub after: Option<usize>,
    /// How it travels.
    pub route: Route,
    /// The nodes that take a copy, in the order in which it reaches them, the last one at
    /// the end of its path. Never empty.
    pub deliver: Vec<NodeId>,
}

/// How a worm finds its way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Route {
    /// To its only destination, as the routing function leads it.
    Routed,
    /// Along these nodes, the first where it starts, successive ones adjacent, over any
    /// virtual channel.
    Path(Vec<NodeId>),
}

/// Plans multicasts on one topology.
pub trait MulticastAlgorithm: fmt::Debug + Send + Sync {
    /// A plan from a node to others, all different from it and from each other, at least one.
    ///
    /// `nth` is the number of multicasts planned before this one in a run, for algorithms
    /// that take turns or draw lots.
    fn plan(&self, from: NodeId, to: &[NodeId], nth: u64) -> Plan;
}

/// Builds an algorithm for a topology.
pub type BuildMulticast = fn(&dyn Topology) -> Result<Box<dyn MulticastAlgorithm>, BuildError>;

/// A register line of a multicast algorithm.
pub type MulticastFamily = Family<BuildMulticast>;

/// Every multicast algorithm, in the order of the menu.
pub const FAMILIES: &[MulticastFamily] = &[];

/// Builds the algorithm called `id`.
pub fn from_id(
    id: &str,
    topology: &dyn Topology,
) -> Result<Box<dyn MulticastAlgorithm>, BuildError> {
    (catalog::find(FAMILIES, "traffic.multicast.algorithm", id)?.build)(topology)
}
