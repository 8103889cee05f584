//! The network, routing and traffic whose flows are counted.

use super::Platoon;
use super::flows::{Flows, Rates};
use crate::catalog::BuildError;
use crate::routing::{self, RoutingFunction, Vcs};
use crate::topology::{self, Network, Topology};
use crate::traffic::worst_case::{self, WorstCase};
use crate::traffic::{self, Pattern};

/// A network with routing and traffic.
#[derive(Debug)]
pub(super) struct System {
    topology: Box<dyn Topology>,
    network: Network,
    routing: Box<dyn RoutingFunction>,
    rates: Rates,
}

impl System {
    pub(super) fn of(
        network: &str,
        routing: &str,
        vcs: u8,
        pattern: &str,
    ) -> Result<Self, BuildError> {
        let topology = topology::from_spec(network)?;
        let most = Platoon::MOST_NODES;
        if topology.nodes() > most {
            return Err(BuildError::rejected(
                "network",
                format!("of at most {most} nodes"),
                format!("{} with {}", topology.short_name(), topology.nodes()),
            ));
        }
        let routing = routing::from_id(routing, &*topology, Vcs::from(vcs))?;
        let network = Network::new(&*topology);
        let pattern = pattern_of(pattern, &*topology, &network, &*routing)?;
        let rates = Rates::of(network.terminals(), &*pattern);
        Ok(Self {
            topology,
            network,
            routing,
            rates,
        })
    }

    /// Counts the flows.
    pub(super) fn flows(&self) -> Result<Flows, BuildError> {
        Flows::of(&*self.topology, &self.network, &*self.routing, &self.rates)
    }

    /// The share of passages through lanes that depend on where the message came from.
    pub(super) fn remembered(&self) -> Result<f64, BuildError> {
        Flows::remembered(&*self.topology, &self.network, &*self.routing, &self.rates)
    }
}

/// Builds a traffic pattern; one that is drawn at random has seed 1.
fn pattern_of(
    id: &str,
    topology: &dyn Topology,
    network: &Network,
    routing: &dyn RoutingFunction,
) -> Result<Box<dyn Pattern>, BuildError> {
    const SEED: u64 = 1;
    if id == worst_case::ID {
        return Ok(WorstCase::of(topology, network, routing)?.pattern(topology));
    }
    traffic::from_id(id, topology, SEED)
}
