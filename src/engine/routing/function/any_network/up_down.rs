//! Up*/down* routing, for any network with bidirectional links.
//!
//! Nodes are ordered by a breadth-first search from a root. The channel of a link towards the end
//! closer to the root is *up*, the other one *down*; if both ends are equally close, the end with
//! the lower number counts as closer. A message makes any number of hops up and then any number of
//! hops down, never up again. A cycle would need a turn from down to up, so there is none
//! (Schroeder et al. 1991).
//!
//! The function offers all channels on the shortest of the allowed paths. The channel over which a
//! header arrived determines whether it may still go up.

use std::collections::VecDeque;
use std::sync::OnceLock;

use crate::catalog::{Control, Entry, Family, Param, Text};
use crate::routing::function::TEXTS;
use crate::routing::{
    Adaptivity, Build, Candidates, Hop, Least, RoutingFamily, RoutingFunction, VcSet,
};
use crate::topology::{ChannelId, Network, NodeId, sorted::order_of};

pub(in crate::routing::function) const FAMILY: RoutingFamily = Family {
    entry: Entry::new(TEXTS, "up-down", &[Param::Text(ROOT)]),
    build: Build::new(|topology, vcs, settings| {
        let named = settings.get(ROOT.control.id);
        let named = named.map(|root| topology.node("routing", root));
        let named = named.transpose()?;
        let network = Network::new(topology);
        let mut channels = network.channel_ids();
        let leads_back = |channel| {
            let (from, to) = (network.from(channel), network.to(channel));
            network.between(to, from).is_some()
        };
        if !channels.all(leads_back) {
            let instead = "choose a network with bidirectional links";
            return topology.refuse("up*/down* routing", instead);
        }
        let root = named.unwrap_or_else(|| middle(&network));
        Ok(Box::new(UpDown {
            tree: UpDownTree::new(&network, root),
            all: VcSet::range(0, vcs.count),
        }))
    }),
};

const ROOT: Text = Control::new("root", "", "Root")
    .help("The node at the top of the tree; by default one in the middle.")
    .text();

/// The size of the largest network for which `middle` computes eccentricities \[nodes\].
const MOST_SEARCHED: u32 = 4096;

/// The default root: the node with the lowest eccentricity; ties go to the node with the most
/// links, then to the lowest number. Networks with more than 4096 nodes ignore eccentricity.
pub fn middle(network: &Network) -> NodeId {
    let nodes = (0..network.nodes()).map(NodeId);
    let key = |node: &NodeId| {
        let far = if network.nodes() <= MOST_SEARCHED {
            levels(network, *node).into_iter().max().unwrap_or(0)
        } else {
            0
        };
        let links = network.channels_of(*node).count();
        (far, std::cmp::Reverse(links), *node)
    };
    nodes.min_by_key(key).unwrap_or(NodeId(0))
}

/// The number of hops from a root to every node.
fn levels(network: &Network, root: NodeId) -> Vec<u32> {
    let mut levels = vec![u32::MAX; network.nodes() as usize];
    levels[root.0 as usize] = 0;
    let mut open = VecDeque::from([root]);
    while let Some(node) = open.pop_front() {
        for channel in network.channels_of(node) {
            let next = network.to(channel);
            if levels[next.0 as usize] == u32::MAX {
                levels[next.0 as usize] = levels[node.0 as usize] + 1;
                open.push_back(next);
            }
        }
    }
    levels
}

/// The rank of every node in the order from the root downwards.
fn ranks(network: &Network, root: NodeId) -> Vec<u32> {
    let levels = levels(network, root);
    let mut ranks = vec![0; levels.len()];
    for (rank, node) in (0..).zip(order_of(levels.iter().map(|&level| level.into()))) {
        ranks[node] = rank;
    }
    ranks
}

/// The direction of every channel, and the lengths of the shortest allowed paths.
#[derive(Debug)]
pub struct UpDownTree {
    rank: Vec<u32>,
    /// By destination: the number of hops from every node of the shortest path allowed to a header
    /// that may still go up, and to one that may not.
    hops: Vec<OnceLock<Box<[[u16; 2]]>>>,
}

const FAR: u16 = u16::MAX;
const MAY_RISE: usize = 0;
const MAY_NOT_RISE: usize = 1;

impl UpDownTree {
    /// Builds the tree of a network, whose links must be bidirectional.
    pub fn new(network: &Network, root: NodeId) -> Self {
        Self {
            rank: ranks(network, root),
            hops: (0..network.nodes()).map(|_| OnceLock::new()).collect(),
        }
    }

    /// Whether a channel leads up.
    pub fn is_up(&self, network: &Network, channel: ChannelId) -> bool {
        let rank = |node: NodeId| self.rank[node.0 as usize];
        rank(network.to(channel)) < rank(network.from(channel))
    }

    /// The number of hops of a shortest path that goes up first, if `may_rise`, and then down;
    /// `None` if there is no such path.
    pub fn hops(&self, network: &Network, from: NodeId, to: NodeId, may_rise: bool) -> Option<u32> {
        let hops = self.hops_to(network, to)[from.0 as usize][usize::from(!may_rise)];
        (hops != FAR).then_some(hops.into())
    }

    /// Searches backwards from the destination.
    fn hops_to(&self, network: &Network, to: NodeId) -> &[[u16; 2]] {
        self.hops[to.0 as usize].get_or_init(|| {
            let mut hops = vec![[FAR; 2]; self.rank.len()];
            hops[to.0 as usize] = [0; 2];
            let mut open = VecDeque::from([(to, MAY_RISE), (to, MAY_NOT_RISE)]);
            while let Some((node, state)) = open.pop_front() {
                let next = hops[node.0 as usize][state] + 1;
                // Links are bidirectional, so the successors are also the predecessors.
                for channel in network.channels_of(node) {
                    let before = network.to(channel);
                    let came_up = !self.is_up(network, channel);
                    // After a hop up a header may still rise, after a hop down it may not.
                    let states: &[usize] = match (came_up, state) {
                        (true, MAY_RISE) => &[MAY_RISE],
                        (false, MAY_NOT_RISE) => &[MAY_RISE, MAY_NOT_RISE],
                        _ => &[],
                    };
                    for &state in states {
                        let known = &mut hops[before.0 as usize][state];
                        if *known == FAR {
                            *known = next;
                            open.push_back((before, state));
                        }
                    }
                }
            }
            hops.into_boxed_slice()
        })
    }
}

#[derive(Debug)]
struct UpDown {
    tree: UpDownTree,
    all: VcSet,
}

impl RoutingFunction for UpDown {
    fn least(&self) -> Least<'_> {
        Least::Known(Some(1))
    }

    fn adaptivity(&self) -> Adaptivity {
        Adaptivity::Adaptive
    }

    fn is_minimal(&self) -> bool {
        false
    }

    fn asks_arrival(&self) -> bool {
        true
    }

    fn leads_up(&self, network: &Network, channel: ChannelId) -> Option<bool> {
        Some(self.tree.is_up(network, channel))
    }

    fn candidates(&self, network: &Network, hop: Hop, out: &mut Candidates) {
        let tree = &self.tree;
        let came = hop.came;
        let may_rise = came.is_none_or(|lane| tree.is_up(network, lane.channel));
        let left = tree.hops(network, hop.here, hop.to, may_rise);
        for channel in network.channels_of(hop.here) {
            let is_up = tree.is_up(network, channel);
            let after = tree.hops(network, network.to(channel), hop.to, is_up);
            if (may_rise || !is_up) && after.is_some_and(|after| Some(after + 1) == left) {
                out.offer(channel, self.all);
            }
        }
    }
}
