//! A directed graph, and a shortest cycle in it.

use petgraph::algo::kosaraju_scc;
use petgraph::graph::DiGraph;

/// Nodes from 0, and the nodes that each leads to, ascending.
#[derive(Debug)]
pub(in crate::routing) struct Digraph {
    /// Where the list of each node begins in `next`, and where the last one ends.
    first: Vec<u32>,
    next: Vec<u32>,
}

const NONE: u32 = u32::MAX;

impl Digraph {
    /// Asks for what every node leads to, in ascending order of nodes.
    pub(in crate::routing) fn new(nodes: u32, mut ask: impl FnMut(u32, &mut Vec<u32>)) -> Self {
        let mut digraph = Self {
            first: Vec::with_capacity(nodes as usize + 1),
            next: Vec::new(),
        };
        let mut asked = Vec::new();
        for node in 0..nodes {
            digraph.first.push(digraph.next.len() as u32);
            ask(node, &mut asked);
            asked.sort_unstable();
            asked.dedup();
            digraph.next.append(&mut asked);
        }
        digraph.first.push(digraph.next.len() as u32);
        digraph
    }

    /// What a node leads to, ascending.
    pub(in crate::routing) fn next(&self, node: u32) -> &[u32] {
        let range = self.first[node as usize] as usize..self.first[node as usize + 1] as usize;
        &self.next[range]
    }

    /// All edges, ascending.
    pub(in crate::routing) fn edges(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        let nodes = 0..self.first.len() as u32 - 1;
        nodes.flat_map(|node| self.next(node).iter().map(move |&next| (node, next)))
    }

    /// A shortest cycle, the lowest node first; of several the one with the lowest first node.
    ///
    /// Cycles are within strongly connected components. From every node of one a breadth-first
    /// search goes as deep as a shorter cycle than the best so far would be, over higher nodes
    /// only, since each cycle is found from its lowest. In graphs in which all nodes look alike
    /// the first search thus makes all others shallow. After 10⁸ edges the best so far is
    /// returned; the first search, which finds one if there is one, is always completed.
    pub(in crate::routing) fn shortest_cycle(&self) -> Option<Vec<u32>> {
        const MOST_EDGES: u64 = 100_000_000;
        let component = self.components();
        let mut search = Search {
            digraph: self,
            component: &component,
            before: vec![NONE; component.len()],
            reached: Vec::new(),
            looked_at: 0,
        };
        let mut best: Option<Vec<u32>> = None;
        let in_cycles =
            (0..component.len() as u32).filter(|&node| component[node as usize] != NONE);
        for node in in_cycles {
            let most = best.as_ref().map_or(usize::MAX, |best| best.len() - 1);
            if most == 0 || search.looked_at > MOST_EDGES && best.is_some() {
                break;
            }
            best = search.cycle_from(node, most).or(best);
        }
        best
    }

    /// The number of the strongly connected component of every node, `NONE` for a node that
    /// is on no cycle.
    fn components(&self) -> Vec<u32> {
        let nodes = self.first.len() - 1;
        let mut graph = DiGraph::<(), (), u32>::with_capacity(nodes, self.next.len());
        for _ in 0..nodes {
            graph.add_node(());
        }
        for (from, to) in self.edges() {
            graph.add_edge(from.into(), to.into(), ());
        }
        let mut component = vec![NONE; nodes];
        for (number, members) in (0..).zip(kosaraju_scc(&graph)) {
            let is_cycle = match &*members {
                [alone] => self
                    .next(alone.index() as u32)
                    .contains(&(alone.index() as u32)),
                _ => true,
            };
            for member in members.iter().filter(|_| is_cycle) {
                component[member.index()] = number;
            }
        }
        component
    }
}

/// Breadth-first, again and again with the same memory.
struct Search<'a> {
    digraph: &'a Digraph,
    component: &'a [u32],
    /// From where a node was reached.
    before: Vec<u32>,
    reached: Vec<u32>,
    looked_at: u64,
}

impl Search<'_> {
    /// A shortest cycle of at most so many nodes, of which this one is the lowest.
    fn cycle_from(&mut self, start: u32, most: usize) -> Option<Vec<u32>> {
        for &node in &self.reached {
            self.before[node as usize] = NONE;
        }
        self.reached.clear();
        self.reached.push(start);
        let home = self.component[start as usize];
        // Nodes of one depth lie between `done` and `end`.
        let (mut done, mut depth) = (0, 1);
        while done < self.reached.len() && depth <= most {
            let end = self.reached.len();
            for index in done..end {
                let node = self.reached[index];
                self.looked_at += self.digraph.next(node).len() as u64;
                for &next in self.digraph.next(node) {
                    if next == start {
                        return Some(self.path_to(node, start));
                    }
                    let is_new = next > start && self.before[next as usize] == NONE;
                    if is_new && self.component[next as usize] == home {
                        self.before[next as usize] = node;
                        self.reached.push(next);
                    }
                }
            }
            (done, depth) = (end, depth + 1);
        }
        None
    }

    fn path_to(&self, node: u32, start: u32) -> Vec<u32> {
        let back = |&node: &u32| (node != start).then(|| self.before[node as usize]);
        let mut path: Vec<_> = std::iter::successors(Some(node), back).collect();
        path.reverse();
        path
    }
}
