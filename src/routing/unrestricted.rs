//! Fully adaptive routing on one class of virtual channels: for teaching, because it locks.
//!
//! Every channel that leads nearer may be taken on every VC. Nothing orders the channels, so
//! messages can come to wait for each other in a circle, and under load they do.

use super::minimal::Minimal;
use super::random_shortest::never_locks;
use super::{Adaptivity, Candidates, Hop, RoutingFamily, RoutingFunction, VcSet, unsupported};
use crate::catalog::{Entry, Family, Source};
use crate::topology::Network;

pub(super) const FAMILY: RoutingFamily = Family {
    entry: Entry {
        id: "unrestricted",
        name: "Unrestricted (can lock)",
        summary: "any shortest path on any virtual channel, which can deadlock",
        help: "Fully adaptive with nothing to escape to. It is here to be watched: under load \
               messages soon wait for each other in a circle. Compare it with Duato's routing, \
               which differs in one virtual channel.",
        sources: &[Source {
            cite: "Dally & Seitz 1987",
            work: "Deadlock-free message routing in multiprocessor interconnection networks, \
                   IEEE ToC 36(5)",
        }],
        params: &[],
    },
    build: |topology, vcs| match Minimal::of(topology) {
        Some(minimal) => Ok(Box::new(Unrestricted {
            minimal,
            all: VcSet::range(0, vcs.count),
            never_locks: never_locks(topology),
        })),
        None => unsupported("unrestricted routing", topology, "choose another routing"),
    },
};

#[derive(Debug)]
struct Unrestricted {
    minimal: Minimal,
    all: VcSet,
    never_locks: bool,
}

impl RoutingFunction for Unrestricted {
    fn min_vcs(&self) -> Option<u8> {
        self.never_locks.then_some(1)
    }

    fn adaptivity(&self) -> Adaptivity {
        Adaptivity::Adaptive
    }

    fn candidates(&self, network: &Network, hop: Hop, out: &mut Candidates) {
        self.minimal.ports(hop, |port, _| {
            out.offer(network.channel(hop.here, port), self.all);
        });
    }
}
