//! A directed graph and its shortest cycles.

use petgraph::algo::kosaraju_scc;
use petgraph::graph::DiGraph;

/// A directed graph in compressed sparse row form; the successors of each node are ascending.
#[derive(Debug)]
pub(in crate::routing) struct Digraph {
    /// The start of the successors of each node in `next`, and the end of the last ones.
    first: Vec<u32>,
    next: Vec<u32>,
}

const NONE: u32 = u32::MAX;

impl Digraph {
    /// Builds a graph from the successors that `ask` appends for each node; it is called in
    /// ascending order of nodes.
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

    /// The successors of a node, ascending.
    pub(in crate::routing) fn next(&self, node: u32) -> &[u32] {
        let range = self.first[node as usize] as usize..self.first[node as usize + 1] as usize;
        &self.next[range]
    }

    pub(in crate::routing) fn edges(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        let nodes = 0..self.first.len() as u32 - 1;
        nodes.flat_map(|node| self.next(node).iter().map(move |&next| (node, next)))
    }

    /// A shortest cycle, starting at its lowest node; ties go to the lowest first node.
    ///
    /// Every cycle lies within a strongly connected component. A breadth-first search from each
    /// node of a component visits higher nodes only, since each cycle is found from its lowest
    /// node, and goes only as deep as a cycle shorter than the best one so far. In graphs in which
    /// all nodes look alike, the first search thus makes all others shallow. After 10⁸ edges the
    /// best cycle so far is returned; the search continues until at least one is found.
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

    /// The index of the strongly connected component of every node; `NONE` for nodes on no cycle.
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

/// A breadth-first search that reuses its memory.
struct Search<'a> {
    digraph: &'a Digraph,
    component: &'a [u32],
    /// The predecessor of each node on the path to it.
    before: Vec<u32>,
    reached: Vec<u32>,
    looked_at: u64,
}

impl Search<'_> {
    /// A shortest cycle of at most `most` nodes with `start` as its lowest node.
    fn cycle_from(&mut self, start: u32, most: usize) -> Option<Vec<u32>> {
        for &node in &self.reached {
            self.before[node as usize] = NONE;
        }
        self.reached.clear();
        self.reached.push(start);
        let home = self.component[start as usize];
        // Nodes of one depth are in `done..end`.
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
