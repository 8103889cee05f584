//! A shortest path drawn at random, all of them equally likely, whatever the traffic.
//!
//! At every node the channel is drawn with a probability proportional to the number of
//! shortest paths that begin with it, which makes all paths equally likely. This is how the
//! models of Aboelaze & Houstis route. On few virtual channels it locks.

use super::minimal::Minimal;
use super::{Adaptivity, Candidates, Hop, RoutingFamily, RoutingFunction, VcSet, unsupported};
use crate::catalog::{Entry, Family, Source};
use crate::topology::{Network, Topology};

pub(super) const FAMILY: RoutingFamily = Family {
    entry: Entry {
        id: "random-shortest",
        name: "Random shortest path",
        summary: "one of the shortest paths, all equally likely, whatever the traffic",
        help: "Lots are drawn hop by hop, so that every shortest path is as likely as any other. \
               The choice does not look at what is free, and nothing keeps messages from waiting \
               for each other in a circle.",
        sources: &[Source {
            cite: "Aboelaze & Houstis",
            work: "Delay analysis of the N-cube network",
        }],
        params: &[],
    },
    build: |topology, vcs| match Minimal::of(topology) {
        Some(minimal) => Ok(Box::new(RandomShortest {
            minimal,
            all: VcSet::range(0, vcs.count),
            never_locks: never_locks(topology),
        })),
        None => unsupported("random shortest paths", topology, "choose another routing"),
    },
};

/// Whether all shortest paths together are too few to close a circle: in a line of nodes, or
/// where everybody is everybody's neighbor.
pub(super) fn never_locks(topology: &dyn Topology) -> bool {
    let is_line = topology
        .as_a::<crate::topology::Mesh>()
        .is_some_and(|mesh| mesh.lattice().dimensions() == 1);
    is_line || topology.diameter() <= 1
}

#[derive(Debug)]
struct RandomShortest {
    minimal: Minimal,
    all: VcSet,
    never_locks: bool,
}

impl RoutingFunction for RandomShortest {
    fn min_vcs(&self) -> Option<u8> {
        self.never_locks.then_some(1)
    }

    fn adaptivity(&self) -> Adaptivity {
        Adaptivity::Oblivious
    }

    fn candidates(&self, network: &Network, hop: Hop, out: &mut Candidates) {
        self.minimal.ports(hop, |port, _| {
            out.offer(network.channel(hop.here, port), self.all);
        });
    }

    fn drawn(&self, network: &Network, hop: Hop, draw: u32, out: &mut Candidates) {
        let mut total = 0;
        self.minimal.ports(hop, |_, weight| total += weight);
        let mut left = (i64::from(draw) * i64::from(total)) >> 32;
        self.minimal.ports(hop, |port, weight| {
            if (0..i64::from(weight)).contains(&left) {
                out.offer(network.channel(hop.here, port), self.all);
            }
            left -= i64::from(weight);
        });
    }
}
