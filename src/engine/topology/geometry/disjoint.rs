//! A maximum set of node-disjoint paths between two nodes.
//!
//! By Menger's theorem, the largest number of node-disjoint paths is κ(a, b), the value of a
//! maximum flow through nodes of capacity one. Paths are added one at a time along shortest
//! augmenting paths (Edmonds & Karp 1972), which may reroute earlier paths: a search that reaches a
//! node of an earlier path first goes back along that path. With C channels, each search takes
//! O(C), and all of them take O(κ·C).

use std::collections::VecDeque;

use crate::topology::{ChannelId, NodeId, network::Network, sorted::order_of};

/// Finds a maximum set of paths from one node to another, both ends included, that share no other
/// node and use no failed channel, in ascending order of length; none from a node to itself.
///
/// A direct link between the two nodes is a path. Paths are simple, and identical on every machine.
pub fn disjoint_paths(
    network: &Network,
    from: NodeId,
    to: NodeId,
    failed: &[ChannelId],
) -> Vec<Vec<NodeId>> {
    let nodes = network.nodes() as usize;
    let mut flow = Flow {
        network,
        failed,
        from,
        to,
        next: vec![None; nodes],
        before: vec![None; nodes],
        first: Vec::new(),
    };
    while from != to && flow.augment() {}
    let mut paths: Vec<_> = flow.first.iter().map(|&node| flow.path(node)).collect();
    let order = order_of(paths.iter().map(|path| path.len() as u64));
    let order: Vec<_> = order.collect();
    let shortest_first = order
        .into_iter()
        .map(|index| std::mem::take(&mut paths[index]));
    shortest_first.collect()
}

/// The paths found so far.
struct Flow<'a> {
    network: &'a Network,
    failed: &'a [ChannelId],
    from: NodeId,
    to: NodeId,
    /// By node: the node after it on its path; `None` for the two ends.
    next: Vec<Option<NodeId>>,
    /// By node: the node before it on its path; `None` for the two ends.
    before: Vec<Option<NodeId>>,
    /// The second node of every path.
    first: Vec<NodeId>,
}

/// Position of a search: every node is split in two, and a path enters at one half and leaves at
/// the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Half {
    node: NodeId,
    /// Whether the search may continue to any neighbor. If not, a path passes through this node,
    /// and the search can only go back along it.
    leaves: bool,
}

impl Flow<'_> {
    /// Adds one more path; returns false if there is none.
    fn augment(&mut self) -> bool {
        let start = Half {
            node: self.from,
            leaves: true,
        };
        // By half: the one from which the search reached it; the start from itself.
        let mut reached_from = vec![None; 2 * self.next.len()];
        reached_from[index(start)] = Some(start);
        let mut open = VecDeque::from([start]);
        while let Some(half) = open.pop_front() {
            for next in self.steps(half) {
                if reached_from[index(next)].is_some() {
                    continue;
                }
                reached_from[index(next)] = Some(half);
                if next.node == self.to {
                    self.apply(next, &reached_from);
                    return true;
                }
                open.push_back(next);
            }
        }
        false
    }

    /// The halves that a search may visit next.
    fn steps(&self, half: Half) -> Vec<Half> {
        let Half { node, leaves } = half;
        let back = self.before[node.0 as usize];
        let mut steps = Vec::new();
        if leaves {
            let is_used = |to: NodeId| {
                self.next[node.0 as usize] == Some(to)
                    || node == self.from && self.first.contains(&to)
                    // Going back leads to that node, too.
                    || back == Some(to)
            };
            let channels = self.network.channels_of(node);
            for channel in channels.filter(|channel| !self.failed.contains(channel)) {
                let to = self.network.to(channel);
                if to != self.from && !is_used(to) {
                    let leaves = self.before[to.0 as usize].is_none();
                    steps.push(Half { node: to, leaves });
                }
            }
        }
        // Back along the path through this node, to the leaving half of the node before it. The
        // search has already visited the start.
        if let Some(back) = back.filter(|&back| back != self.from) {
            steps.push(Half {
                node: back,
                leaves: true,
            });
        }
        steps
    }

    /// Adds the path of a search that reached its end, and removes the hops it went back along.
    fn apply(&mut self, end: Half, reached_from: &[Option<Half>]) {
        let mut hops = Vec::new();
        let mut half = end;
        while let Some(before) = reached_from[index(half)]
            && before != half
        {
            hops.push((before.node, half.node));
            half = before;
        }
        let is_back = |&(node, next): &(NodeId, NodeId)| {
            self.before[node.0 as usize] == Some(next) && node != self.from
        };
        let (back, on): (Vec<_>, Vec<_>) = hops.into_iter().partition(is_back);
        for (node, before) in back {
            self.next[before.0 as usize] = None;
            self.before[node.0 as usize] = None;
        }
        for (node, next) in on {
            if node == self.from {
                self.first.push(next);
            } else {
                self.next[node.0 as usize] = Some(next);
            }
            if next != self.to {
                self.before[next.0 as usize] = Some(node);
            }
        }
    }

    fn path(&self, second: NodeId) -> Vec<NodeId> {
        let mut path = vec![self.from, second];
        while let Some(next) = path.last().and_then(|node| self.next[node.0 as usize]) {
            path.push(next);
        }
        path
    }
}

fn index(half: Half) -> usize {
    2 * half.node.0 as usize + usize::from(half.leaves)
}
