//! What crosses between two parts of a network.

use super::Pattern;
use crate::topology::{Half, Network, NodeId, Topology};

/// Who sends how much to whom: rows of probabilities, of nodes that send nothing zeros.
pub(super) struct Matrix {
    nodes: u32,
    /// By source, then by destination.
    shares: Vec<f64>,
}

impl Matrix {
    pub(super) fn new(topology: &dyn Topology, pattern: &dyn Pattern) -> Self {
        let nodes = topology.nodes();
        let mut shares = Vec::with_capacity((nodes * nodes) as usize);
        let mut row = vec![0.0; nodes as usize];
        for from in topology.node_ids() {
            for (to, weight) in topology.node_ids().zip(&mut row) {
                *weight = if to == from {
                    0.0
                } else {
                    pattern.weight(from, to)
                };
            }
            let all: f64 = row.iter().sum();
            let all = if all > 0.0 { all } else { 1.0 };
            shares.extend(row.iter().map(|weight| weight / all));
        }
        Self { nodes, shares }
    }

    /// How likely a message of one node is to go to another.
    pub(super) fn share(&self, from: NodeId, to: NodeId) -> f64 {
        self.shares[(from.0 * self.nodes + to.0) as usize]
    }

    fn node_ids(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..self.nodes).map(NodeId)
    }

    /// Whether a node sends anything, as 1 or 0.
    pub(super) fn sends(&self, from: NodeId) -> f64 {
        let to = self.node_ids();
        let sends = to.into_iter().any(|to| self.share(from, to) > 0.0);
        f64::from(u8::from(sends))
    }

    /// How many nodes send anything.
    pub(super) fn senders(&self) -> f64 {
        self.node_ids().map(|from| self.sends(from)).sum()
    }

    /// Messages that each node receives for each one that a node sends.
    pub(super) fn received(&self) -> impl Iterator<Item = f64> {
        self.node_ids().map(|to| self.received_by(to))
    }

    pub(super) fn received_by(&self, to: NodeId) -> f64 {
        self.node_ids().map(|from| self.share(from, to)).sum()
    }

    /// Channels that one message of every node needs together, on shortest paths.
    pub(super) fn hops(&self, topology: &dyn Topology) -> f64 {
        let mut hops = 0.0;
        for from in self.node_ids() {
            for to in self.node_ids() {
                let share = self.share(from, to);
                if share > 0.0 {
                    hops += share * f64::from(topology.distance(from, to));
                }
            }
        }
        hops
    }
}

/// What crosses from one half to the other, in the direction that is worse.
pub(super) struct Cut {
    pub(super) across: String,
    /// Channels in this direction.
    pub(super) channels: u32,
    /// Messages in this direction for each one that a node sends.
    pub(super) messages: f64,
    /// Messages over a channel, if they were spread evenly.
    pub(super) load: f64,
}

impl Cut {
    pub(super) fn of(half: &Half, network: &Network, traffic: &Matrix) -> Self {
        let inside = |node: NodeId| half.is_inside[node.0 as usize];
        let (mut channels, mut messages) = ([0_u32; 2], [0.0; 2]);
        for channel in network.channel_ids() {
            let [from, to] = [network.from(channel), network.to(channel)].map(inside);
            if from != to {
                channels[usize::from(from)] += 1;
            }
        }
        for from in traffic.node_ids() {
            for to in traffic.node_ids() {
                if inside(from) != inside(to) {
                    messages[usize::from(inside(from))] += traffic.share(from, to);
                }
            }
        }
        let load = |way: usize| messages[way] / f64::from(channels[way].max(1));
        let worse = usize::from(load(1) > load(0));
        Self {
            across: half.across.clone(),
            channels: channels[worse],
            messages: messages[worse],
            load: load(worse),
        }
    }
}

/// What the channels of a node carry, into it or out of it, for each message that a node sends.
pub(super) fn around(node: NodeId, network: &Network, traffic: &Matrix) -> f64 {
    let out = network.channels_of(node).count() as f64;
    let into = network.channel_ids();
    let into = into.filter(|&channel| network.to(channel) == node).count() as f64;
    (traffic.received_by(node) / into).max(traffic.sends(node) / out)
}
