//! Shortest paths in any network: one of them as in a simple routing table, a random one, or all.
//!
//! | function | at every node | |
//! |---|---|---|
//! | shortest | the lowest port on a shortest path | dimension order on meshes and hypercubes |
//! | random-shortest | a port drawn with a probability proportional to the number of shortest paths that start with it, which makes all paths equally likely | assumed by the models of Aboelaze & Houstis |
//! | unrestricted | any of these ports | for teaching: under load, it deadlocks |
//!
//! Nothing orders the channels. So, except in networks like those above, messages can wait for each
//! other in a cycle.

use super::least::OneOrNone;
use crate::catalog::{Entry, Family};
use crate::routing::function::TEXTS;
use crate::routing::{
    Adaptivity, Build, Candidates, Hop, IsFree, Least, Need, RoutingFamily, RoutingFunction,
    Search, VcSet, Vcs,
};
use crate::topology::{Network, ShortestPaths, Topology};

pub(in crate::routing::function) const SHORTEST: RoutingFamily = Family {
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
        Ok(build(topology, vcs, Adaptivity::Deterministic, least))
    }),
};

pub(in crate::routing::function) const RANDOM: RoutingFamily = Family {
    entry: Entry::new(TEXTS, "random-shortest", &[]),
    build: Build::new(|topology, vcs, _| {
        let least = OneOrNone::of_all_shortest_paths(topology);
        Ok(build(topology, vcs, Adaptivity::Oblivious, least))
    }),
};

pub(in crate::routing::function) const UNRESTRICTED: RoutingFamily = Family {
    entry: Entry::new(TEXTS, "unrestricted", &[]),
    build: Build::new(|topology, vcs, _| {
        let least = OneOrNone::of_all_shortest_paths(topology);
        Ok(build(topology, vcs, Adaptivity::Adaptive, least))
    }),
};

fn build(
    topology: &dyn Topology,
    vcs: Vcs,
    adaptivity: Adaptivity,
    least: OneOrNone,
) -> Box<dyn RoutingFunction> {
    Box::new(AlongShortest {
        paths: topology.shortest_paths(),
        all: VcSet::range(0, vcs.count),
        adaptivity,
        least,
    })
}

#[derive(Debug)]
struct AlongShortest {
    paths: ShortestPaths,
    all: VcSet,
    adaptivity: Adaptivity,
    least: OneOrNone,
}

impl RoutingFunction for AlongShortest {
    fn least(&self) -> Least<'_> {
        self.least.of(self)
    }

    fn adaptivity(&self) -> Adaptivity {
        self.adaptivity
    }

    fn candidates(&self, network: &Network, hop: Hop, out: &mut Candidates) {
        let mut offer = |port| out.offer(network.channel(hop.here, port), self.all);
        if self.adaptivity == Adaptivity::Deterministic {
            self.paths
                .first(hop.here, hop.to)
                .into_iter()
                .for_each(offer);
        } else {
            self.paths.ports(hop.here, hop.to, |port, _| offer(port));
        }
    }

    fn drawn(&self, network: &Network, hop: Hop, draw: u32, out: &mut Candidates) {
        if self.adaptivity != Adaptivity::Oblivious {
            return self.candidates(network, hop, out);
        }
        let mut total = 0;
        self.paths
            .ports(hop.here, hop.to, |_, weight| total += weight);
        let mut left = (i64::from(draw) * i64::from(total)) >> 32;
        self.paths.ports(hop.here, hop.to, |port, weight| {
            if (0..i64::from(weight)).contains(&left) {
                out.offer(network.channel(hop.here, port), self.all);
            }
            left -= i64::from(weight);
        });
    }
}

impl Search for AlongShortest {
    fn search(&self, is_free: IsFree) -> Need {
        self.least.search(self, self.all.len() as u8, is_free)
    }
}
