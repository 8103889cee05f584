//! Halves of a network, between which a cut is made.

use crate::topology::NodeId;

/// Nodes on one side, and what divides them from the others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Half {
    /// What the cut is made across, for people: `x`, `bit 2`.
    pub across: String,
    /// Of every node: whether it is in this half.
    pub is_inside: Vec<bool>,
}

impl Half {
    /// The nodes of which something holds.
    pub(in crate::topology) fn by(
        across: String,
        nodes: u32,
        is_inside: impl Fn(NodeId) -> bool,
    ) -> Self {
        Self {
            across,
            is_inside: (0..nodes).map(|node| is_inside(NodeId(node))).collect(),
        }
    }

    /// For each of the lowest bits of a node's number, the nodes in which it is set.
    pub(in crate::topology) fn by_bits(nodes: u32, bits: u32) -> impl Iterator<Item = Self> {
        (0..bits)
            .map(move |bit| Self::by(format!("bit {bit}"), nodes, |node| node.0 >> bit & 1 == 1))
    }
}
