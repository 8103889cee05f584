//! Fully adaptive routing on one class of virtual channels, for teaching: it deadlocks.
//!
//! Every channel of a shortest path may be taken on every VC. Since nothing orders the channels,
//! messages can wait for each other in a cycle, and under load they do.

use super::least::OneOrNone;
use crate::catalog::{Entry, Family};
use crate::routing::{
    Adaptivity, Build, Candidates, Hop, IsFree, Least, Need, RoutingFamily, RoutingFunction,
    Search, TEXTS, VcSet,
};
use crate::topology::{Network, ShortestPaths};

pub(in crate::routing::function) const FAMILY: RoutingFamily = Family {
    entry: Entry::new(TEXTS, "unrestricted", &[]),
    build: Build::new(|topology, vcs, _| {
        Ok(Box::new(Unrestricted {
            minimal: topology.shortest_paths(),
            all: VcSet::range(0, vcs.count),
            least: OneOrNone::of_all_shortest_paths(topology),
        }))
    }),
};

#[derive(Debug)]
struct Unrestricted {
    minimal: ShortestPaths,
    all: VcSet,
    least: OneOrNone,
}

impl RoutingFunction for Unrestricted {
    fn least(&self) -> Least<'_> {
        self.least.of(self)
    }

    fn adaptivity(&self) -> Adaptivity {
        Adaptivity::Adaptive
    }

    fn candidates(&self, network: &Network, hop: Hop, out: &mut Candidates) {
        self.minimal.ports(hop.here, hop.to, |port, _| {
            out.offer(network.channel(hop.here, port), self.all);
        });
    }
}

impl Search for Unrestricted {
    fn search(&self, is_free: IsFree) -> Need {
        self.least.search(self, self.all.len() as u8, is_free)
    }
}
