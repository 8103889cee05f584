//! Node-disjoint paths between two nodes, as many as there are.
//!
//! By Menger's theorem the most node-disjoint paths are a maximum flow of
//! value κ(a, b) through nodes that each let one path pass. Paths are added one by one along
//! shortest augmenting paths (Edmonds & Karp 1972), which may turn earlier ones aside: one that
//! comes to a node of another path goes back along it first. Each takes O(C), C channels, so all
//! of them take O(κ·C).

use std::collections::VecDeque;

use crate::topology::{ChannelId, NodeId, network::Network, sorted::order_of};

/// Paths from one node to another, both ends included, that share no other node; as many as
/// there are without the channels that have failed, in ascending order of length. None between a
/// node and itself.
///
/// A link from one to the other is a path. Paths are simple, and the same on every machine.
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
        .map(|place| std::mem::take(&mut paths[place]));
    shortest_first.collect()
}

/// The paths found so far.
struct Flow<'a> {
    network: &'a Network,
    failed: &'a [ChannelId],
    from: NodeId,
    to: NodeId,
    /// Of a node on a path: the one after it, and the one before it. Not of the two ends.
    next: Vec<Option<NodeId>>,
    before: Vec<Option<NodeId>>,
    /// The second node of every path.
    first: Vec<NodeId>,
}

/// Where a search stands: a node is split in two, and a path comes into the one half and leaves
/// by the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Half {
    node: NodeId,
    /// Whether it may go on to any neighbor. If not, a path passes through this node, and one can
    /// only go back along it.
    leaves: bool,
}

impl Flow<'_> {
    /// Finds one more path; false if there is none.
    fn augment(&mut self) -> bool {
        let start = Half {
            node: self.from,
            leaves: true,
        };
        // How a half was come to, entering halves first; the start by itself.
        let mut came = vec![None; 2 * self.next.len()];
        came[index(start)] = Some(start);
        let mut open = VecDeque::from([start]);
        while let Some(half) = open.pop_front() {
            for next in self.steps(half) {
                if came[index(next)].is_some() {
                    continue;
                }
                came[index(next)] = Some(half);
                if next.node == self.to {
                    self.turn(next, &came);
                    return true;
                }
                open.push_back(next);
            }
        }
        false
    }

    /// The halves that a search may go to from another.
    fn steps(&self, half: Half) -> Vec<Half> {
        let Half { node, leaves } = half;
        let back = self.before[node.0 as usize];
        let mut steps = Vec::new();
        if leaves {
            let is_used = |to: NodeId| {
                self.next[node.0 as usize] == Some(to)
                    || node == self.from && self.first.contains(&to)
                    // What it would lead to is found by going back, too.
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
        // Back along the path through this node: the half by which the node before it leaves. The
        // start has been there.
        if let Some(back) = back.filter(|&back| back != self.from) {
            steps.push(Half {
                node: back,
                leaves: true,
            });
        }
        steps
    }

    /// Adds what a search has found that came to the end, undoing what it went back along.
    fn turn(&mut self, end: Half, came: &[Option<Half>]) {
        let mut hops = Vec::new();
        let mut half = end;
        while let Some(before) = came[index(half)]
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

    /// The path whose second node this is.
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
