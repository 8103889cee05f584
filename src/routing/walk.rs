//! All the paths that a routing function allows between two nodes.

use super::{Candidates, Hop, RoutingFunction};
use crate::topology::{Network, NodeId};

/// The first path between two nodes, and how many there are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Routes {
    /// The nodes of the path over the first candidates, both ends included.
    pub path: Vec<NodeId>,
    /// Distinct paths over all candidates; `u64::MAX` stands for that many or more.
    pub paths: u64,
}

/// Follows a routing function from one node to another.
///
/// Paths are counted node by node, for functions whose offers do not depend on how the
/// header came; all that are registered are of that kind.
///
/// # Panics
/// If the function leads in a circle: a minimal function never does.
pub fn routes(
    network: &Network,
    routing: &dyn RoutingFunction,
    from: NodeId,
    to: NodeId,
) -> Routes {
    let mut counter = PathCounter {
        network,
        routing,
        to,
        known: vec![None; network.nodes() as usize],
    };
    Routes {
        path: path(network, routing, from, to),
        paths: counter.paths_from(from, network.nodes()),
    }
}

/// The nodes of the path over the first candidates, both ends included.
///
/// # Panics
/// If the function leads in a circle: a minimal function never does.
pub fn path(
    network: &Network,
    routing: &dyn RoutingFunction,
    from: NodeId,
    to: NodeId,
) -> Vec<NodeId> {
    let mut candidates = Candidates::default();
    let mut path = vec![from];
    let mut here = from;
    while here != to {
        candidates.clear();
        let hop = Hop {
            here,
            to,
            arrived_on: None,
        };
        routing.candidates(network, hop, &mut candidates);
        here = network.to(candidates.as_slice()[0].channel);
        path.push(here);
        assert!(
            path.len() <= network.nodes() as usize,
            "{routing:?} never reaches {to:?} from {from:?}"
        );
    }
    path
}

struct PathCounter<'a> {
    network: &'a Network,
    routing: &'a dyn RoutingFunction,
    to: NodeId,
    known: Vec<Option<u64>>,
}

impl PathCounter<'_> {
    fn paths_from(&mut self, here: NodeId, hops_left: u32) -> u64 {
        if here == self.to {
            return 1;
        }
        if let Some(paths) = self.known[here.0 as usize] {
            return paths;
        }
        assert!(hops_left > 0, "{:?} leads in a circle", self.routing);
        let next = self.next_nodes(here);
        let paths = next.into_iter().fold(0_u64, |sum, node| {
            sum.saturating_add(self.paths_from(node, hops_left - 1))
        });
        self.known[here.0 as usize] = Some(paths);
        paths
    }

    fn next_nodes(&self, here: NodeId) -> Vec<NodeId> {
        let mut candidates = Candidates::default();
        let hop = Hop {
            here,
            to: self.to,
            arrived_on: None,
        };
        self.routing.candidates(self.network, hop, &mut candidates);
        let offered = candidates.as_slice().iter();
        let mut nodes: Vec<_> = offered.map(|c| self.network.to(c.channel)).collect();
        let mut seen = Vec::new();
        nodes.retain(|node| {
            !seen.contains(node) && {
                seen.push(*node);
                true
            }
        });
        nodes
    }
}
