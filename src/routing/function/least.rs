//! The fewest virtual channels of functions to which all of them are alike: one, or no number is
//! enough.

use std::sync::OnceLock;

use crate::routing::RoutingFunction;
use crate::routing::dependency::Graph;
use crate::topology::Network;

/// The largest network of which it is found out whether its paths close cycles \[nodes\].
const MOST_SEARCHED: u32 = 1024;

/// One, or none; found out when somebody asks.
#[derive(Debug)]
pub(super) struct Least {
    known: OnceLock<Option<u8>>,
    /// On which it is to be found out.
    network: Option<Network>,
}

impl Least {
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

    /// For the function that this is of, built for so many VCs.
    pub(super) fn of(&self, routing: &dyn RoutingFunction, vcs: u8) -> Option<u8> {
        *self.known.get_or_init(|| {
            let graph = Graph::of(self.network.as_ref()?, routing, vcs).ok()?;
            graph.analyze().is_deadlock_free().then_some(1)
        })
    }
}
