//! Random shortest paths: all are equally likely, regardless of traffic.
//!
//! At every node a channel is drawn with a probability proportional to the number of shortest paths
//! that start with it, which makes all paths equally likely. The models of Aboelaze & Houstis
//! assume this function. On few virtual channels it can deadlock.

use super::least::OneOrNone;
use crate::catalog::{Entry, Family};
use crate::routing::{
    Adaptivity, Build, Candidates, Hop, IsFree, Least, Need, RoutingFamily, RoutingFunction,
    Search, TEXTS, VcSet,
};
use crate::topology::{Network, ShortestPaths};

pub(in crate::routing::function) const FAMILY: RoutingFamily = Family {
    entry: Entry::new(TEXTS, "random-shortest", &[]),
    build: Build::new(|topology, vcs, _| {
        Ok(Box::new(RandomShortest {
            minimal: topology.shortest_paths(),
            all: VcSet::range(0, vcs.count),
            least: OneOrNone::of_all_shortest_paths(topology),
        }))
    }),
};

#[derive(Debug)]
struct RandomShortest {
    minimal: ShortestPaths,
    all: VcSet,
    least: OneOrNone,
}

impl RoutingFunction for RandomShortest {
    fn least(&self) -> Least<'_> {
        self.least.of(self)
    }

    fn adaptivity(&self) -> Adaptivity {
        Adaptivity::Oblivious
    }

    fn candidates(&self, network: &Network, hop: Hop, out: &mut Candidates) {
        self.minimal.ports(hop.here, hop.to, |port, _| {
            out.offer(network.channel(hop.here, port), self.all);
        });
    }

    fn drawn(&self, network: &Network, hop: Hop, draw: u32, out: &mut Candidates) {
        let mut total = 0;
        self.minimal
            .ports(hop.here, hop.to, |_, weight| total += weight);
        let mut left = (i64::from(draw) * i64::from(total)) >> 32;
        self.minimal.ports(hop.here, hop.to, |port, weight| {
            if (0..i64::from(weight)).contains(&left) {
                out.offer(network.channel(hop.here, port), self.all);
            }
            left -= i64::from(weight);
        });
    }
}

impl Search for RandomShortest {
    fn search(&self, is_free: IsFree) -> Need {
        self.least.search(self, self.all.len() as u8, is_free)
    }
}
