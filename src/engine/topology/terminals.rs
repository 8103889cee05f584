//! The terminals of a network: all nodes but its switches.

use super::{NodeId, Topology};

/// The terminals of a network, indexed from 0 in ascending order of node number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Terminals {
    count: u32,
    /// All terminals, ascending; `None` if every node is one.
    listed: Option<Box<[NodeId]>>,
}

impl Terminals {
    /// Collects the terminals of a topology.
    pub fn of(topology: &dyn Topology) -> Self {
        let is_terminal = |node: &NodeId| !topology.is_switch(*node);
        let nodes = topology.nodes();
        if topology.node_ids().all(|node| is_terminal(&node)) {
            return Self {
                count: nodes,
                listed: None,
            };
        }
        let listed: Box<[_]> = topology.node_ids().filter(is_terminal).collect();
        Self {
            count: listed.len() as u32,
            listed: Some(listed),
        }
    }

    pub fn count(&self) -> u32 {
        self.count
    }

    /// The terminal with index `nth`.
    pub fn nth(&self, nth: u32) -> NodeId {
        self.listed
            .as_ref()
            .map_or(NodeId(nth), |listed| listed[nth as usize])
    }

    /// The index of a node among the terminals; `None` for a switch.
    pub fn place(&self, node: NodeId) -> Option<u32> {
        match &self.listed {
            None => (node.0 < self.count).then_some(node.0),
            Some(listed) => listed.binary_search(&node).ok().map(|index| index as u32),
        }
    }

    pub fn contains(&self, node: NodeId) -> bool {
        self.place(node).is_some()
    }

    pub fn iter(&self) -> impl Iterator<Item = NodeId> + '_ {
        (0..self.count).map(|nth| self.nth(nth))
    }
}
