//! The parts of a network that is not connected: the largest sets of nodes with paths from each to
//! every other.

use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::unionfind::UnionFind;

use super::sketch::Sketch;

impl Sketch {
    /// The nodes of every part, ascending, the largest part first and equal ones by their first node.
    pub fn parts(&self) -> Vec<Vec<usize>> {
        let mut graph: DiGraph<(), (), u32> = DiGraph::new();
        for _ in self.nodes() {
            graph.add_node(());
        }
        for (from, to) in self.channels() {
            graph.add_edge((from as u32).into(), (to as u32).into(), ());
        }
        let parts = kosaraju_scc(&graph).into_iter().map(|part| {
            let mut nodes: Vec<_> = part.into_iter().map(NodeIndex::index).collect();
            nodes.sort_unstable();
            nodes
        });
        let mut parts: Vec<_> = parts.collect();
        parts.sort_by_key(|part| (std::cmp::Reverse(part.len()), part[0]));
        parts
    }

    /// The network without all nodes but those of the largest part.
    #[must_use]
    pub fn largest_part(&self) -> Self {
        let parts = self.parts();
        let Some(largest) = parts.first() else {
            return self.clone();
        };
        let mut part = Self::default();
        let mut number = vec![None; self.nodes().len()];
        for &node in largest {
            let named = &self.nodes()[node];
            let copy = part.add(&named.name).expect("the name of a node is valid");
            part.set_switch(copy, named.is_switch);
            part.place(copy, named.at).expect("it is within the bounds");
            number[node] = Some(copy);
        }
        for (from, to) in self.channels() {
            if let (Some(from), Some(to)) = (number[from], number[to]) {
                part.connect(from, to)
                    .expect("the whole network has the link");
            }
        }
        part
    }

    /// The reason why some node does not reach another, as a clause; `None` if all do.
    pub(super) fn unconnected(&self) -> Option<String> {
        let parts = self.parts();
        let [first, second, ..] = &*parts else {
            return None;
        };
        let name = |node: usize| &*self.nodes()[node].name;
        let described = |part: &[usize]| match part {
            [only] => format!("the node {}", name(*only)),
            [one, other] => format!("the 2 nodes {} and {}", name(*one), name(*other)),
            [one, other, ..] => {
                let (count, one, other) = (part.len(), name(*one), name(*other));
                format!("the {count} nodes with {one} and {other}")
            }
            [] => "no nodes".to_owned(),
        };
        let (first_part, second_part) = (described(first), described(second));
        let parts = match parts.len() {
            2 => format!("{first_part}, and {second_part}"),
            count => {
                format!("{count} parts, the largest of which are {first_part}, and {second_part}")
            }
        };
        let [from, to] = if self.leads_to(first[0], second[0]) {
            [second[0], first[0]]
        } else {
            [first[0], second[0]]
        };
        let (from, to) = (name(from), name(to));
        let mut joined: UnionFind<usize> = UnionFind::new(self.nodes().len());
        let mut sets = self.nodes().len();
        for (one, other) in self.channels() {
            sets -= usize::from(joined.union(one, other));
        }
        let why = if sets == 1 {
            ", because some links lead one way only: if all led both ways, it would be connected"
        } else if joined.equiv(first[0], second[0]) {
            ", which are joined by links that lead one way only"
        } else {
            ""
        };
        Some(format!(
            "the network is not connected: every node must reach every other, and there is no path \
             from {from} to {to}; it consists of {parts}{why}"
        ))
    }

    /// Whether there is a path from one node to another.
    fn leads_to(&self, from: usize, to: usize) -> bool {
        let mut next = vec![Vec::new(); self.nodes().len()];
        for (here, there) in self.channels() {
            next[here].push(there);
        }
        let mut is_reached = vec![false; self.nodes().len()];
        is_reached[from] = true;
        let mut open = vec![from];
        while let Some(here) = open.pop() {
            for &there in &next[here] {
                if !std::mem::replace(&mut is_reached[there], true) {
                    open.push(there);
                }
            }
        }
        is_reached[to]
    }
}
