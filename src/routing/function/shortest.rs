//! One shortest path to each destination, on any network: what a routing table without further
//! thought has.
//!
//! At every node the lowest port is taken that leads nearer. On meshes and hypercubes that is
//! dimension order; on other networks the paths may well close cycles.

use std::sync::OnceLock;

use super::random_shortest::is_free_of_deadlock;
use crate::catalog::{Entry, Family, Source};
use crate::routing::dependency::Graph;
use crate::routing::{Candidates, Hop, RoutingFamily, RoutingFunction, VcSet};
use crate::topology::{Network, Port, ShortestPaths};

pub(super) const FAMILY: RoutingFamily = Family {
    entry: Entry {
        id: "shortest",
        name: "Shortest path, one table",
        summary: "the first port that leads nearer, on any network",
        help: "Every node has a table with one port for each destination: the first one on a \
               shortest path. It works on any network, and whether messages can deadlock depends \
               on the network: look at the dependency cycles. Compare with up*/down*, which cannot.",
        sources: &[Source {
            cite: "Dally & Towles 2004",
            work: "Principles and Practices of Interconnection Networks, ch. 11",
        }],
        params: &[],
    },
    build: |topology, vcs| {
        let network = Network::new(topology);
        // Of large networks only what is known without a search.
        let is_known = is_free_of_deadlock(topology)
            || topology.mesh().is_some()
            || topology.cube_dimension().is_some();
        let least = OnceLock::new();
        if is_known || network.nodes() > MOST_SEARCHED {
            // Nobody has set it before.
            let _ = least.set(is_known.then_some(1));
        }
        Ok(Box::new(Shortest {
            paths: topology.shortest_paths(),
            network,
            all: VcSet::range(0, vcs.count),
            least,
        }))
    },
};

/// The largest network of which it is found out whether its paths close cycles \[nodes\].
const MOST_SEARCHED: u32 = 1024;

#[derive(Debug)]
struct Shortest {
    paths: ShortestPaths,
    network: Network,
    all: VcSet,
    /// One VC, or none is enough: all are alike.
    least: OnceLock<Option<u8>>,
}

impl RoutingFunction for Shortest {
    fn min_vcs(&self) -> Option<u8> {
        *self.least.get_or_init(|| {
            let graph = Graph::of(&self.network, self, self.all.len() as u8).ok()?;
            graph.analyze().is_deadlock_free().then_some(1)
        })
    }

    fn candidates(&self, network: &Network, hop: Hop, out: &mut Candidates) {
        let mut first: Option<Port> = None;
        self.paths.ports(hop.here, hop.to, |port, _| {
            first = Some(first.map_or(port, |first| first.min(port)));
        });
        if let Some(port) = first {
            out.offer(network.channel(hop.here, port), self.all);
        }
    }
}
