//! The complete network: every node is joined to every other.
//!
//! Port p of node a leads to node p if p < a, else to node p + 1: the ports lead to all other
//! nodes in ascending order. Every distance is 1.

use super::geometry::{Arrangement, Point, place};
use super::{Build, NodeId, Port, TEXTS, Topology, TopologyFamily};
use crate::catalog::{Control, Entry, Family, Integer, Param};

pub(super) const FAMILY: TopologyFamily = Family {
    entry: Entry::new(TEXTS, "complete", &[Param::Integer(NODES)]),
    build: Build::new(|settings| {
        let nodes = settings.integer(&NODES)?;
        Ok(Box::new(Complete { nodes }))
    }),
};

/// Port numbers fit in one byte, and a node needs a port for each of the others.
const MOST: u32 = u8::MAX as u32 + 1;

/// Number of nodes of the largest network whose idle links are drawn.
const MOST_DRAWN: u32 = 20;

const NODES: Integer = Control::new("nodes", "N", "Nodes")
    .unit("nodes")
    .default("8")
    .help("Each has a link to all the others, 255 at most.")
    .integer(2, MOST);

#[derive(Debug)]
struct Complete {
    nodes: u32,
}

impl Topology for Complete {
    fn nodes(&self) -> u32 {
        self.nodes
    }

    fn degree(&self) -> u8 {
        (self.nodes - 1) as u8
    }

    fn neighbor(&self, node: NodeId, port: Port) -> Option<NodeId> {
        let port = u32::from(port.0);
        Some(NodeId(port + u32::from(port >= node.0)))
    }

    fn distance(&self, from: NodeId, to: NodeId) -> u32 {
        u32::from(from != to)
    }

    fn diameter(&self) -> u32 {
        1
    }

    fn mean_distance(&self) -> f64 {
        1.0
    }

    fn port_name(&self, port: Port) -> String {
        format!("link {}", port.0)
    }

    /// All links share one dimension, since none precedes another.
    fn dimension(&self, _: Port) -> u8 {
        0
    }

    /// With more nodes than this, the links would fill the circle.
    /// A channel from every node of one half to every node of the other.
    fn known_bisection(&self) -> Option<u32> {
        Some((self.nodes / 2) * self.nodes.div_ceil(2))
    }

    fn is_hidden_at_rest(&self, _: Port) -> bool {
        self.nodes > MOST_DRAWN
    }

    fn position(&self, node: NodeId, _: Arrangement) -> Point {
        if self.nodes > MOST_DRAWN {
            place::ring(self.nodes, node.0)
        } else {
            place::wide_ring(self.nodes, node.0)
        }
    }

    fn spec(&self) -> String {
        format!("{}:{}", FAMILY.entry.id, self.nodes)
    }
}

#[cfg(test)]
mod tests {
    use crate::topology::{self, NodeId, Port};

    #[test]
    fn ports_lead_to_all_other_nodes() {
        for nodes in [2_u32, 3, 7, 256] {
            let complete = topology::from_spec(&format!("complete:{nodes}")).expect("in range");
            for node in complete.node_ids() {
                let others = complete.node_ids().filter(|&other| other != node);
                let found = complete.ports().map(|port| complete.neighbor(node, port));
                assert!(found.eq(others.map(Some)), "{node:?} of {nodes}");
            }
            let (last, paths) = (NodeId(nodes - 1), complete.shortest_paths());
            let mut offered = Vec::new();
            paths.ports(NodeId(0), last, |port, _| offered.push(port));
            let to_last = Port((nodes - 2) as u8);
            assert_eq!(offered, [to_last], "of {nodes}");
        }
    }

    #[test]
    fn more_nodes_than_port_numbers_are_rejected() {
        let refusal = topology::from_spec("complete:257").expect_err("it is too large");
        assert_eq!(
            refusal.to_string(),
            "Nodes N must be a whole number from 2 to 256, not 257"
        );
    }
}
