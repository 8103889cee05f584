//! The minimum number of virtual channels of functions that do not distinguish among them: one is
//! enough, or no number is.

use std::sync::OnceLock;

use crate::routing::{IsFree, Least, RoutingFunction, Search};
use crate::topology::{Network, Topology};

/// The size of the largest network that is analyzed for deadlock \[nodes\].
const MOST_SEARCHED: u32 = 1024;

/// The minimum number of virtual channels, one or none, computed on demand.
#[derive(Debug)]
pub(super) struct OneOrNone {
    known: OnceLock<Option<u8>>,
    /// The network to analyze, unless the answer is known.
    network: Option<Network>,
}

impl OneOrNone {
    /// A minimum that is known without analysis.
    pub(super) fn known(least: Option<u8>) -> Self {
        Self {
            known: OnceLock::from(least),
            network: None,
        }
    }

    /// A minimum to be found by analysis; large networks count as not free of deadlock.
    pub(super) fn searched(network: Network) -> Self {
        if network.nodes() > MOST_SEARCHED {
            return Self::known(None);
        }
        Self {
            known: OnceLock::new(),
            network: Some(network),
        }
    }

    /// The minimum for a function that allows all shortest paths.
    pub(super) fn of_all_shortest_paths(topology: &dyn Topology) -> Self {
        match topology.are_shortest_paths_free() {
            Some(are_free) => Self::known(are_free.then_some(1)),
            None => Self::searched(Network::new(topology)),
        }
    }

    /// The known minimum of the given function, or a request to search for it.
    pub(super) fn of<'a>(&self, function: &'a dyn Search) -> Least<'a> {
        (self.known.get()).map_or(Least::Searched(function), |least| Least::Known(*least))
    }

    /// Searches for the minimum of the given function, which is built for `vcs` VCs.
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
