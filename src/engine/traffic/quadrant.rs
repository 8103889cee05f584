//! Quadrant traffic: messages stay in the quarter of the network where they start.

use super::{Pattern, PatternFamily, Random, TEXTS, below};
use crate::catalog::{Entry, Family};
use crate::topology::NodeId;

pub(super) const FAMILY: PatternFamily = Family {
    entry: Entry::new(TEXTS, "quadrant", &[]),
    build: |topology, _| {
        // A part is smallest where every dimension has the upper half, ⌊k/2⌋ nodes.
        let lattice = topology.lattice().filter(|lattice| {
            let upper = lattice.radices().iter().map(|&radix| (radix / 2).max(1));
            upper.product::<u32>() > 1
        });
        let Some(lattice) = lattice else {
            let instead = "a mesh or torus whose parts have at least two nodes is needed";
            return topology.refuse("traffic.pattern quadrant", instead);
        };
        let part = |node: NodeId| -> Vec<bool> {
            let coordinates = lattice.coordinates(node).zip(lattice.radices());
            let is_upper = coordinates.map(|(x, &radix)| radix > 1 && x >= radix.div_ceil(2));
            is_upper.collect()
        };
        let mut parts = std::collections::BTreeMap::<_, Vec<NodeId>>::new();
        for node in topology.node_ids() {
            parts.entry(part(node)).or_default().push(node);
        }
        let parts: Vec<_> = parts.into_values().collect();
        let mut part_of = vec![0; topology.nodes() as usize];
        for (index, nodes) in parts.iter().enumerate() {
            for node in nodes {
                part_of[node.0 as usize] = index;
            }
        }
        Ok(Box::new(Quadrant { parts, part_of }))
    },
};

#[derive(Debug)]
struct Quadrant {
    /// The nodes of each part, in ascending order.
    parts: Vec<Vec<NodeId>>,
    /// The part of each node.
    part_of: Vec<usize>,
}

impl Pattern for Quadrant {
    fn destination(&self, from: NodeId, random: &mut Random) -> Option<NodeId> {
        let nodes = &self.parts[self.part_of[from.0 as usize]];
        let own = nodes.binary_search(&from).ok()?;
        let other = below(random, nodes.len() as u32 - 1) as usize;
        Some(nodes[other + usize::from(other >= own)])
    }

    fn weight(&self, from: NodeId, to: NodeId) -> f64 {
        let [one, other] = [from, to].map(|node| self.part_of[node.0 as usize]);
        f64::from(u8::from(one == other))
    }
}
