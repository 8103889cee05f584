//! The coordinates of all nodes of a lattice, looked up rather than divided out at every hop.

use super::Hop;
use crate::topology::{Lattice, NodeId};

/// A table of coordinates.
#[derive(Debug)]
pub(super) struct Coordinates {
    dimensions: usize,
    table: Vec<u32>,
}

impl Coordinates {
    pub(super) fn of(lattice: &Lattice) -> Self {
        let nodes = (0..lattice.nodes()).map(NodeId);
        Self {
            dimensions: usize::from(lattice.dimensions()),
            table: nodes.flat_map(|node| lattice.coordinates(node)).collect(),
        }
    }

    fn at(&self, node: NodeId) -> &[u32] {
        &self.table[node.0 as usize * self.dimensions..][..self.dimensions]
    }

    /// The dimensions in which a hop's ends differ, ascending, and the two coordinates there.
    pub(super) fn differing(&self, hop: Hop) -> impl Iterator<Item = (u8, u32, u32)> + '_ {
        let pairs = self.at(hop.here).iter().zip(self.at(hop.to));
        let pairs = (0_u8..).zip(pairs).filter(|(_, (here, to))| here != to);
        pairs.map(|(dimension, (&here, &to))| (dimension, here, to))
    }

    /// The lowest of them.
    pub(super) fn first_differing(&self, hop: Hop) -> (u8, u32, u32) {
        let first = self.differing(hop).next();
        first.expect("a header at its destination is not routed")
    }
}
