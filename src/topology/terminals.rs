//! The nodes of a network that send and receive: all but its switches.

use super::{NodeId, Topology};

/// The terminals of a network, counted from 0 in the order of their numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Terminals {
    count: u32,
    /// All of them, ascending; `None` if every node is one.
    some: Option<Box<[NodeId]>>,
}

impl Terminals {
    /// Those of a topology.
    pub fn of(topology: &dyn Topology) -> Self {
        let is_terminal = |node: &NodeId| !topology.is_switch(*node);
        let nodes = topology.nodes();
        if topology.node_ids().all(|node| is_terminal(&node)) {
            return Self {
                count: nodes,
                some: None,
            };
        }
        let some: Box<[_]> = topology.node_ids().filter(is_terminal).collect();
        Self {
            count: some.len() as u32,
            some: Some(some),
        }
    }

    /// How many there are.
    pub fn count(&self) -> u32 {
        self.count
    }

    /// The `nth` of them, from 0.
    pub fn nth(&self, nth: u32) -> NodeId {
        self.some
            .as_ref()
            .map_or(NodeId(nth), |some| some[nth as usize])
    }

    /// Which of them a node is; `None` for a switch.
    pub fn place(&self, node: NodeId) -> Option<u32> {
        match &self.some {
            None => (node.0 < self.count).then_some(node.0),
            Some(some) => some.binary_search(&node).ok().map(|place| place as u32),
        }
    }

    /// Whether a node is one of them.
    pub fn contains(&self, node: NodeId) -> bool {
        self.place(node).is_some()
    }

    /// All of them, ascending.
    pub fn iter(&self) -> impl Iterator<Item = NodeId> + '_ {
        (0..self.count).map(|nth| self.nth(nth))
    }
}
