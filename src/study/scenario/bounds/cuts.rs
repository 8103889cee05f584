//! Traffic between two parts of a network.

use std::ops::Range;

use super::Pattern;
use engine::topology::{Half, Network, NodeId, Topology};

/// The traffic matrix: a row contains the probabilities of the destinations of a node, and is empty
/// if the node sends nothing.
///
/// Only nonzero elements are stored, because in most patterns each node sends to one other.
pub(super) struct Matrix {
    nodes: u32,
    /// The start of each source's row in `to` and `shares`, and the end of the last row.
    first: Vec<u32>,
    /// Destinations, row by row, ascending in each.
    to: Vec<NodeId>,
    /// The probability of each of them.
    shares: Vec<f64>,
    /// Messages that each node receives per message that each node sends.
    received: Vec<f64>,
}

impl Matrix {
    pub(super) fn new(topology: &dyn Topology, pattern: &dyn Pattern) -> Self {
        let nodes = topology.nodes();
        let mut matrix = Self {
            nodes,
            first: vec![0],
            to: Vec::new(),
            shares: Vec::new(),
            received: vec![0.0; nodes as usize],
        };
        for from in topology.node_ids() {
            let start = matrix.to.len();
            for to in topology.node_ids().filter(|&to| to != from) {
                let weight = pattern.weight(from, to);
                if weight > 0.0 {
                    matrix.to.push(to);
                    matrix.shares.push(weight);
                }
            }
            let all: f64 = matrix.shares[start..].iter().sum();
            for (to, share) in matrix.to[start..].iter().zip(&mut matrix.shares[start..]) {
                *share /= all;
                matrix.received[to.0 as usize] += *share;
            }
            matrix.first.push(matrix.to.len() as u32);
        }
        matrix
    }

    fn node_ids(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..self.nodes).map(NodeId)
    }

    fn places(&self, from: NodeId) -> Range<usize> {
        let from = from.0 as usize;
        self.first[from] as usize..self.first[from + 1] as usize
    }

    /// The destinations of a node and their probabilities.
    pub(super) fn row(&self, from: NodeId) -> impl Iterator<Item = (NodeId, f64)> + '_ {
        let places = self.places(from);
        let to = self.to[places.clone()].iter().copied();
        to.zip(self.shares[places].iter().copied())
    }

    /// Calls `each` with every destination, ascending, and the share that each node sends to it.
    /// Each pass over the rows collects several columns, because the destinations of a row are
    /// adjacent.
    pub(super) fn columns(&self, mut each: impl FnMut(NodeId, &[f64])) {
        const TOGETHER: u32 = 16;
        let nodes = self.nodes as usize;
        let mut next: Vec<_> = self.first[..nodes].to_vec();
        let mut columns = vec![0.0; nodes * TOGETHER as usize];
        for block in (0..self.nodes).step_by(TOGETHER as usize) {
            columns.fill(0.0);
            for (from, next) in next.iter_mut().enumerate() {
                while *next < self.first[from + 1]
                    && let place = *next as usize
                    && let column = self.to[place].0 - block
                    && column < TOGETHER
                {
                    columns[column as usize * nodes + from] = self.shares[place];
                    *next += 1;
                }
            }
            let to = (block..self.nodes).map(NodeId);
            for (to, column) in to.zip(columns.chunks(nodes)) {
                each(to, column);
            }
        }
    }

    /// 1 if a node sends anything, otherwise 0.
    pub(super) fn sends(&self, from: NodeId) -> f64 {
        f64::from(u8::from(!self.places(from).is_empty()))
    }

    /// The number of nodes that send anything.
    pub(super) fn senders(&self) -> f64 {
        self.node_ids().map(|from| self.sends(from)).sum()
    }

    /// Messages that each node receives per message that each node sends.
    pub(super) fn received(&self) -> &[f64] {
        &self.received
    }

    /// The total number of channels that one message from each node needs on shortest paths.
    pub(super) fn hops(&self, topology: &dyn Topology) -> f64 {
        let hops = |from: NodeId| {
            let row = self.row(from);
            row.map(move |(to, share)| share * f64::from(topology.distance(from, to)))
        };
        self.node_ids().flat_map(hops).sum()
    }
}

/// Traffic from one half to the other, in the more heavily loaded direction.
pub(super) struct Cut {
    pub(super) across: String,
    pub(super) channels: u32,
    /// Messages in this direction per message that each node sends.
    pub(super) messages: f64,
    /// Messages over each channel if they were spread evenly.
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
            for (to, share) in traffic.row(from) {
                if inside(from) != inside(to) {
                    messages[usize::from(inside(from))] += share;
                }
            }
        }
        let load = |direction: usize| messages[direction] / f64::from(channels[direction].max(1));
        let worse = usize::from(load(1) > load(0));
        Self {
            across: half.across.clone(),
            channels: channels[worse],
            messages: messages[worse],
            load: load(worse),
        }
    }
}

/// The load of the channels into each node or out of it, whichever is higher, per message that each
/// node sends.
pub(super) fn around(network: &Network, traffic: &Matrix) -> Vec<f64> {
    let mut channels = vec![[0.0; 2]; network.nodes() as usize];
    for channel in network.channel_ids() {
        let ends = [network.from(channel), network.to(channel)];
        for (side, end) in ends.into_iter().enumerate() {
            channels[end.0 as usize][side] += 1.0;
        }
    }
    let nodes = traffic.node_ids().zip(&traffic.received).zip(channels);
    let loads = nodes.map(|((node, received), [out, into])| {
        let out: f64 = traffic.sends(node) / out;
        (received / into).max(out)
    });
    loads.collect()
}
