//! A fixed shortest path to each destination in any network, as in a simple routing table.
//!
//! At every node the lowest port on a shortest path is taken. On meshes and hypercubes this is
//! dimension order; in other networks the paths can form cycles of dependencies.

use super::least::OneOrNone;
use crate::catalog::{Entry, Family};
use crate::routing::{
    Build, Candidates, Hop, IsFree, Least, Need, RoutingFamily, RoutingFunction, Search, TEXTS,
    VcSet,
};
use crate::topology::{Network, Port, ShortestPaths};

pub(in crate::routing::function) const FAMILY: RoutingFamily = Family {
    entry: Entry::new(TEXTS, "shortest", &[]),
    build: Build::new(|topology, vcs, _| {
        let is_known = topology.are_shortest_paths_free() == Some(true)
            || topology.mesh().is_some()
            || topology.cube_dimension().is_some();
        let least = if is_known {
            OneOrNone::known(true)
        } else {
            OneOrNone::searched(Network::new(topology))
        };
        Ok(Box::new(Shortest {
            paths: topology.shortest_paths(),
            all: VcSet::range(0, vcs.count),
            least,
        }))
    }),
};

#[derive(Debug)]
struct Shortest {
    paths: ShortestPaths,
    all: VcSet,
    least: OneOrNone,
}

impl RoutingFunction for Shortest {
    fn least(&self) -> Least<'_> {
        self.least.of(self)
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

impl Search for Shortest {
    fn search(&self, is_free: IsFree) -> Need {
        self.least.search(self, self.all.len() as u8, is_free)
    }
}
