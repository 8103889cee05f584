//! Bisections of a network.

use crate::topology::NodeId;

/// The nodes on one side of a cut, and a description of the cut.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Half {
    /// Human-readable name of what the cut goes across: `x`, `bit 2`.
    pub across: String,
    /// By node: whether it is in this half.
    pub is_inside: Vec<bool>,
}

impl Half {
    /// The nodes for which `is_inside` returns true.
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

    /// For each of the lowest `bits` bits of a node number, the nodes in which it is set.
    pub(in crate::topology) fn by_bits(nodes: u32, bits: u32) -> impl Iterator<Item = Self> {
        (0..bits)
            .map(move |bit| Self::by(format!("bit {bit}"), nodes, |node| node.0 >> bit & 1 == 1))
    }
}
