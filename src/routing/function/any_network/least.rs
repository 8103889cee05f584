//! The fewest virtual channels of functions to which all of them are alike: one, or no number is
//! enough.

use std::sync::OnceLock;

use crate::routing::{IsFree, Least, RoutingFunction, Search};
use crate::topology::{Network, Topology, graph};

/// The largest network of which it is found out whether its paths close cycles \[nodes\].
const MOST_SEARCHED: u32 = 1024;

/// One, or none; found out when somebody asks.
#[derive(Debug)]
pub(super) struct OneOrNone {
    known: OnceLock<Option<u8>>,
    /// On which it is to be found out.
    network: Option<Network>,
}

impl OneOrNone {
    /// What is known without a search.
    pub(super) fn known(least: Option<u8>) -> Self {
        Self {
            known: OnceLock::from(least),
            network: None,
        }
    }

    /// What a search tells. Of large networks nothing is promised.
    pub(super) fn searched(network: Network) -> Self {
        if network.nodes() > MOST_SEARCHED {
            return Self::known(None);
        }
        Self {
            known: OnceLock::new(),
            network: Some(network),
        }
    }

    /// Of a function that allows all shortest paths. Of regular networks it is known that no number of
    /// VCs keeps it from deadlock, where it is not one; of others it is found out.
    pub(super) fn of_all_shortest_paths(topology: &dyn Topology) -> Self {
        let is_free = is_free_of_deadlock(topology);
        if topology.as_a::<graph::Graph>().is_some() && !is_free {
            Self::searched(Network::new(topology))
        } else {
            Self::known(is_free.then_some(1))
        }
    }

    /// What is known of the function that this is of.
    pub(super) fn of<'a>(&self, function: &'a dyn Search) -> Least<'a> {
        (self.known.get()).map_or(Least::Searched(function), |least| Least::Known(*least))
    }

    /// Finds it out for the function that this is of, built for so many VCs.
    pub(super) fn search(
        &self,
        routing: &dyn RoutingFunction,
        vcs: u8,
        is_free: IsFree,
    ) -> Option<u8> {
        *self.known.get_or_init(|| {
            let network = self.network.as_ref()?;
            is_free(network, routing, vcs).then_some(1)
        })
    }
}

/// Whether all shortest paths together are too few to close a cycle: in a line of nodes, or
/// where every node is every other's neighbor.
pub(super) fn is_free_of_deadlock(topology: &dyn Topology) -> bool {
    let is_line = topology
        .mesh()
        .is_some_and(|lattice| lattice.dimensions() == 1);
    is_line || topology.diameter() <= 1
}
