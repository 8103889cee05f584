//! Random shortest paths, all equally likely.
//!
//! A path is a sequence of channels. Let c(v) be the number of shortest paths from v to the
//! destination. A message at v takes the channel to a neighbor w that is one hop nearer with
//!
//! 1. probability c(w) / c(v), where
//! 2. c(v) = Σ c(w) over all channels to such neighbors, and c = 1 at the destination.
//!
//! The product of (1) along any path telescopes to 1/c(source). Choosing among the *neighbors* with
//! equal probability would be wrong: from one corner of a 3×2 mesh to the opposite one, two of the
//! three paths start with the same channel. In a hypercube all c(w) are equal, (d − 1)!.
//!
//! The counts of a destination are computed, by ascending distance, when a message first needs
//! them. They are stored as `f64`, exact up to 2⁵³ and with a relative error of less than 10⁻¹²
//! beyond that, so all paths are equally likely within the resolution of a random number.

use std::sync::Arc;

use crate::topology::{ChannelId, Network, NodeId, Topology};
use crate::traffic::{Random, open_unit};

/// Shortest-path counts to every destination requested so far: 10 bytes per node and destination.
#[derive(Debug, Clone)]
pub(super) struct ShortestPaths {
    topology: Arc<dyn Topology>,
    to: Vec<Option<Counts>>,
}

/// Shortest-path counts to one destination, by start node.
#[derive(Debug, Clone)]
struct Counts {
    /// Distance to the destination [hops].
    distance: Vec<u16>,
    /// c, the number of shortest paths.
    paths: Vec<f64>,
}

impl ShortestPaths {
    /// Creates the table for a topology of at most [`MOST_NODES`](super::MOST_NODES), without
    /// counts yet.
    pub(super) fn new(topology: Arc<dyn Topology>) -> Self {
        Self {
            to: vec![None; topology.nodes() as usize],
            topology,
        }
    }

    /// Draws the next channel for a message at `from`, which differs from `to`. Draws no random
    /// number if there is only one path.
    pub(super) fn choose(
        &mut self,
        network: &Network,
        from: NodeId,
        to: NodeId,
        random: &mut Random,
    ) -> ChannelId {
        let topology = &*self.topology;
        let counts = self.to[to.0 as usize].get_or_insert_with(|| count(topology, network, to));
        let paths = counts.paths[from.0 as usize];
        let mut ticket = match paths {
            1.0 => 1.0,
            _ => paths * open_unit(random),
        };
        let mut chosen = None;
        for channel in network.channels_of(from) {
            let next = network.to(channel);
            if counts.is_nearer(next, from) {
                chosen = Some(channel);
                ticket -= counts.paths[next.0 as usize]; // (1)
                if ticket <= 0.0 {
                    break;
                }
            }
        }
        chosen.expect("some neighbor is nearer to every other node")
    }
}

impl Counts {
    fn is_nearer(&self, next: NodeId, here: NodeId) -> bool {
        self.distance[next.0 as usize] + 1 == self.distance[here.0 as usize]
    }
}

fn count(topology: &dyn Topology, network: &Network, to: NodeId) -> Counts {
    let distance = |node| topology.distance(node, to) as u16;
    let mut counts = Counts {
        distance: topology.node_ids().map(distance).collect(),
        paths: vec![0.0; topology.nodes() as usize],
    };
    let mut nearest_first: Vec<_> = topology.node_ids().collect();
    nearest_first.sort_by_key(|node| counts.distance[node.0 as usize]);
    counts.paths[to.0 as usize] = 1.0;
    for &node in &nearest_first[1..] {
        let next = network.channels_of(node).map(|channel| network.to(channel));
        let nearer = next.filter(|&next| counts.is_nearer(next, node));
        let paths = nearer.map(|next| counts.paths[next.0 as usize]).sum(); // (2)
        counts.paths[node.0 as usize] = paths;
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::topology;

    #[test]
    fn path_counts_match_combinatorics() {
        for (spec, from, to, paths) in [
            ("hypercube:5", "0", "31", 120.0),            // 5!
            ("mesh:5x4", "0,0", "4,3", 35.0),             // C(7,3)
            ("mesh:3x3x3", "0,0,0", "2,2,2", 90.0),       // 6!/2!³
            ("torus:4x5", "0,0", "2,1", 6.0),             // C(3,1), twice: either way round
            ("folded-hypercube:4", "0", "7", 2.0),        // complement and one bit, any order
            ("folded-hypercube:3", "0", "3", 4.0),        // two bits, or complement and one
            ("mesh:40x40x40", "0,0,0", "39,39,39", 1e53), // more than 2⁵³
        ] {
            let topology: Arc<dyn Topology> = topology::from_spec(spec).expect(spec).into();
            let network = Network::new(&*topology);
            let node = |text| topology.parse_label(text).expect("a node");
            let found = count(&*topology, &network, node(to)).paths[node(from).0 as usize];
            if paths < 1e15 {
                assert_eq!(found.to_bits(), f64::to_bits(paths), "{spec}");
            } else {
                assert!(found > paths && found.is_finite(), "{spec}: {found}");
            }
        }
    }
}
