//! Tabulated coordinates of all nodes of a lattice, which save divisions at every hop.

use super::lattice::Lattice;
use crate::topology::NodeId;

#[derive(Debug, Clone)]
pub struct Coordinates {
    dimensions: usize,
    table: Vec<u32>,
}

impl Coordinates {
    /// Tabulates the coordinates of a lattice.
    pub fn of(lattice: &Lattice) -> Self {
        let nodes = (0..lattice.nodes()).map(NodeId);
        Self {
            dimensions: usize::from(lattice.dimensions()),
            table: nodes.flat_map(|node| lattice.coordinates(node)).collect(),
        }
    }

    pub fn at(&self, node: NodeId) -> &[u32] {
        &self.table[node.0 as usize * self.dimensions..][..self.dimensions]
    }

    /// The dimensions in which two nodes differ, ascending, each with the two coordinates.
    pub fn differing(&self, here: NodeId, to: NodeId) -> impl Iterator<Item = (u8, u32, u32)> + '_ {
        let pairs = self.at(here).iter().zip(self.at(to));
        let pairs = (0_u8..).zip(pairs).filter(|(_, (here, to))| here != to);
        pairs.map(|(dimension, (&here, &to))| (dimension, here, to))
    }

    /// The lowest dimension in which two nodes differ, with the two coordinates.
    ///
    /// # Panics
    /// If the two nodes are the same.
    pub fn first_differing(&self, here: NodeId, to: NodeId) -> (u8, u32, u32) {
        let first = self.differing(here, to).next();
        first.expect("a header at its destination is not routed")
    }
}
