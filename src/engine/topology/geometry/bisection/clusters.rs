//! A network for cuts: every terminal with a single link is merged with the node at its other end.
//!
//! Such a terminal is on the side of that node, or alone on the other, which costs its one channel. So
//! only the other nodes need to be placed, and then terminals are moved until the halves are even.

use crate::topology::{Network, NodeId};

/// The nodes that remain, with the channels between them.
#[derive(Debug)]
pub(super) struct Clusters {
    /// By cluster: the others that it has channels to or from, each with the number of channels in
    /// both directions together.
    pub(super) links: Vec<Vec<(u32, u32)>>,
    /// By cluster: the channels to others alone.
    pub(super) out: Vec<Vec<u32>>,
    pub(super) weight: Vec<u32>,
    /// By cluster: those of them that can be moved to the other side at the cost of one channel.
    pub(super) leaves: Vec<u32>,
    /// The node of each cluster that others are merged with.
    pub(super) node: Vec<NodeId>,
    /// By node: its cluster, and whether it is a terminal that was merged.
    pub(super) place: Vec<(u32, bool)>,
    pub(super) terminals: u32,
    /// Whether every node has as many channels in as out. Any cut then has as many channels in one
    /// direction as in the other.
    pub(super) are_balanced: bool,
}

impl Clusters {
    pub(super) fn of(network: &Network) -> Self {
        let nodes = network.nodes() as usize;
        let terminals = network.terminals();
        let mut into: Vec<Vec<NodeId>> = vec![Vec::new(); nodes];
        let mut out: Vec<Vec<NodeId>> = vec![Vec::new(); nodes];
        for channel in network.channel_ids() {
            let (from, to) = (network.from(channel), network.to(channel));
            out[from.0 as usize].push(to);
            into[to.0 as usize].push(from);
        }
        // The node at the other end of a terminal's only link. Two terminals that have only each other
        // are not merged.
        let other_end = |node: NodeId| {
            let at = node.0 as usize;
            let [one] = *out[at] else {
                return None;
            };
            let is_alone = terminals.contains(node) && *into[at] == [one];
            (is_alone && out[one.0 as usize].len() > 1).then_some(one)
        };
        let all = || (0..network.nodes()).map(NodeId);
        let mut place = vec![u32::MAX; nodes];
        let mut kept = Vec::new();
        for node in all().filter(|&node| other_end(node).is_none()) {
            place[node.0 as usize] = kept.len() as u32;
            kept.push(node);
        }
        let mut clusters = Self {
            links: vec![Vec::new(); kept.len()],
            out: vec![Vec::new(); kept.len()],
            weight: vec![0; kept.len()],
            leaves: vec![0; kept.len()],
            node: kept,
            place: Vec::new(),
            terminals: terminals.count(),
            are_balanced: all()
                .all(|node| into[node.0 as usize].len() == out[node.0 as usize].len()),
        };
        for node in all() {
            let end = other_end(node);
            let at = place[end.unwrap_or(node).0 as usize] as usize;
            clusters.weight[at] += u32::from(terminals.contains(node));
            clusters.leaves[at] += u32::from(end.is_some());
            clusters.place.push((at as u32, end.is_some()));
        }
        for channel in network.channel_ids() {
            let ends = [network.from(channel), network.to(channel)];
            let [from, to] = ends.map(|node| place[node.0 as usize]);
            if from != u32::MAX && to != u32::MAX {
                clusters.out[from as usize].push(to);
                for (one, other) in [(from, to), (to, from)] {
                    let links = &mut clusters.links[one as usize];
                    match links.iter_mut().find(|(known, _)| *known == other) {
                        Some((_, channels)) => *channels += 1,
                        None => links.push((other, 1)),
                    }
                }
            }
        }
        clusters
    }

    pub(super) fn len(&self) -> usize {
        self.weight.len()
    }

    /// The number of terminals to move so that the sides differ by at most one, if the second side has
    /// `inside` of them.
    pub(super) fn to_move(&self, inside: u32) -> u32 {
        inside.abs_diff(self.terminals - inside) / 2
    }

    /// The channels in both directions that a division cuts after terminals have been moved; `None` if
    /// too few can be.
    pub(super) fn cost(&self, cut: u32, is_inside: &[bool], inside: u32) -> Option<u32> {
        let moved = self.to_move(inside);
        if moved == 0 {
            return Some(cut);
        }
        let heavier = inside > self.terminals - inside;
        let leaves = self.leaves.iter().zip(is_inside);
        let leaves = leaves.filter(|(_, is_inside)| **is_inside == heavier);
        let leaves: u32 = leaves.map(|(leaves, _)| leaves).sum();
        (moved <= leaves).then_some(cut + 2 * moved)
    }
}
