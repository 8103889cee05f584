//! The minimum number of virtual channels of functions that do not distinguish among them: one is
//! enough, or no number is.

use std::sync::OnceLock;

use crate::routing::{IsFree, Least, Need, RoutingFunction, Search};
use crate::topology::{Network, Topology};

/// The size of the largest network that is analyzed for deadlock \[nodes\].
const MOST_SEARCHED: u32 = 1024;

/// The minimum number of virtual channels, one or none, computed on demand.
#[derive(Debug)]
pub(super) struct OneOrNone {
    /// Whether messages can never deadlock; the inner `None` if neither was shown.
    is_free: OnceLock<Option<bool>>,
    /// The network to analyze, unless the answer is known or the network too large.
    network: Option<Network>,
}

impl OneOrNone {
    /// A minimum that is known without analysis.
    pub(super) fn known(is_free: bool) -> Self {
        Self {
            is_free: OnceLock::from(Some(is_free)),
            network: None,
        }
    }

    /// A minimum to be found by analysis, unless the network is too large.
    pub(super) fn searched(network: Network) -> Self {
        let is_small = network.nodes() <= MOST_SEARCHED;
        Self {
            is_free: OnceLock::new(),
            network: Some(network).filter(|_| is_small),
        }
    }

    /// The minimum for a function that allows all shortest paths.
    pub(super) fn of_all_shortest_paths(topology: &dyn Topology) -> Self {
        match topology.are_shortest_paths_free() {
            Some(are_free) => Self::known(are_free),
            None => Self::searched(Network::new(topology)),
        }
    }

    /// The known minimum of the given function, or a request to search for it.
    pub(super) fn of<'a>(&self, function: &'a dyn Search) -> Least<'a> {
        match (self.is_free.get(), &self.network) {
            (Some(Some(is_free)), _) => Least::Known(is_free.then_some(1)),
            (None, Some(_)) => Least::Searched(function),
            (Some(None), _) | (None, None) => Least::Unknown,
        }
    }

    /// Searches for the minimum of the given function, which is built for `vcs` VCs.
    pub(super) fn search(&self, routing: &dyn RoutingFunction, vcs: u8, is_free: IsFree) -> Need {
        let decide = || is_free(self.network.as_ref()?, routing, vcs);
        let is_free = *self.is_free.get_or_init(decide);
        Need {
            enough: (is_free == Some(true)).then_some(1),
            // All virtual channels are alike, so what holds for some number of them holds for every one.
            is_least: is_free.is_some(),
            is_free,
        }
    }
}
