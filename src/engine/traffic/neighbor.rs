//! Neighbor traffic: every message goes to one of the nodes next to its source.

use super::{Pattern, PatternFamily, Random, TEXTS, below, two_nodes};
use crate::catalog::{Entry, Family};
use crate::topology::{Network, NodeId};

pub(super) const FAMILY: PatternFamily = Family {
    entry: Entry::new(TEXTS, "neighbor", &[]),
    build: |topology, _| {
        two_nodes(topology)?;
        let network = Network::new(topology);
        let terminals = network.terminals();
        let mut adjacent = vec![Vec::new(); topology.nodes() as usize];
        for node in terminals.iter() {
            let next = network.channels_of(node).map(|channel| network.to(channel));
            let next: Vec<_> = next.filter(|&next| terminals.contains(next)).collect();
            if next.is_empty() {
                return topology.refuse(
                    "traffic.pattern neighbor",
                    format!("node {} has only switches beside it", topology.label(node)),
                );
            }
            adjacent[node.0 as usize] = next;
        }
        Ok(Box::new(Neighbor { adjacent }))
    },
};

#[derive(Debug)]
struct Neighbor {
    adjacent: Vec<Vec<NodeId>>,
}

impl Pattern for Neighbor {
    fn destination(&self, from: NodeId, random: &mut Random) -> Option<NodeId> {
        let adjacent = &self.adjacent[from.0 as usize];
        if adjacent.is_empty() {
            return None;
        }
        Some(adjacent[below(random, adjacent.len() as u32) as usize])
    }

    fn weight(&self, from: NodeId, to: NodeId) -> f64 {
        let adjacent = &self.adjacent[from.0 as usize];
        // Several channels may lead to the same node.
        adjacent.iter().filter(|&&node| node == to).count() as f64
    }
}
