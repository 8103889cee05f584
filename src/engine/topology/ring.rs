//! The ring: nodes in a cycle, each linked to its successor and its predecessor.
//!
//! A lattice of one dimension whose ends are joined. Port 0 leads to the next higher number,
//! port 1 to the next lower one; the distance between two nodes is that in the shorter direction.

use super::geometry::{Arrangement, Direction, Lattice, OnLattice, Point, place};
use super::{Build, MOST_NODES, NodeId, TEXTS, TopologyFamily};
use crate::catalog::{Control, Entry, Family, Integer, Param};

pub(super) const FAMILY: TopologyFamily = Family {
    entry: Entry::new(TEXTS, "ring", &[Param::Integer(NODES)]),
    build: Build::new(|settings| {
        let lattice = Lattice::new(vec![settings.integer(&NODES)?], Some(Direction::Both));
        Ok(Box::new(Ring { lattice }))
    }),
};

const NODES: Integer = Control::new("nodes", "N", "Nodes")
    .unit("nodes")
    .default("8")
    .help("Nodes around the ring.")
    // Two nodes would share a single link, which is not a ring.
    .integer(3, MOST_NODES);

#[derive(Debug)]
struct Ring {
    lattice: Lattice,
}

impl OnLattice for Ring {
    fn family(&self) -> &'static str {
        FAMILY.entry.id
    }

    fn on(&self) -> &Lattice {
        &self.lattice
    }

    fn position(&self, node: NodeId, _: Arrangement) -> Point {
        place::ring(self.lattice.nodes(), node.0)
    }
}

#[cfg(test)]
mod tests {
    use crate::topology::{self, NodeId, Port};

    #[test]
    fn neighbors_are_successor_and_predecessor() {
        let ring = topology::from_spec("ring:5").expect("a ring in range");
        assert_eq!(ring.neighbor(NodeId(4), Port(0)), Some(NodeId(0)));
        assert_eq!(ring.neighbor(NodeId(0), Port(1)), Some(NodeId(4)));
        assert_eq!(ring.distance(NodeId(0), NodeId(3)), 2);
        assert_eq!(ring.diameter(), 2);
        assert!(ring.has_rings());
    }

    #[test]
    fn two_nodes_are_not_a_ring() {
        let refusal = topology::from_spec("ring:2").expect_err("it is too small");
        assert_eq!(
            refusal.to_string(),
            "Nodes N must be a whole number from 3 to 65536, not 2"
        );
    }
}
