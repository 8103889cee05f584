//! Distances of any network, searched over its links.

use std::collections::VecDeque;
use std::sync::OnceLock;

use crate::topology::Topology;

/// The hops between all nodes of a network, searched for each source on first use.
#[derive(Debug)]
pub(in crate::topology) struct Hops {
    next: Vec<Vec<u32>>,
    /// By source: hops to every node.
    from: Vec<OnceLock<Box<[u16]>>>,
}

/// Hops to a node that no path reaches.
const UNKNOWN: u16 = u16::MAX;

impl Hops {
    /// The hops of a network with these neighbors, by node.
    pub(in crate::topology) fn over(next: Vec<Vec<u32>>) -> Self {
        Self {
            from: next.iter().map(|_| OnceLock::new()).collect(),
            next,
        }
    }

    pub(in crate::topology) fn of(topology: &dyn Topology) -> Self {
        let next = |node| {
            let ports = topology.ports();
            let next = ports.filter_map(|port| topology.neighbor(node, port));
            next.map(|next| next.0).collect()
        };
        Self::over(topology.node_ids().map(next).collect())
    }

    /// The neighbors of every node.
    pub(in crate::topology) fn next(&self) -> &[Vec<u32>] {
        &self.next
    }

    /// Hops on a shortest path.
    pub(in crate::topology) fn between(&self, from: u32, to: u32) -> u32 {
        let hops = self.from[from as usize].get_or_init(|| self.search(from).into_boxed_slice());
        u32::from(hops[to as usize])
    }

    /// Hops from a node to all others, by breadth-first search.
    pub(in crate::topology) fn search(&self, from: u32) -> Vec<u16> {
        let mut hops = vec![UNKNOWN; self.next.len()];
        hops[from as usize] = 0;
        let mut open = VecDeque::from([from]);
        while let Some(here) = open.pop_front() {
            let farther = hops[here as usize] + 1;
            for &next in &self.next[here as usize] {
                let known = &mut hops[next as usize];
                if *known == UNKNOWN {
                    *known = farther;
                    open.push_back(next);
                }
            }
        }
        hops
    }
}
