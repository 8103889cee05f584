//! Clustered traffic: nearer nodes are likelier destinations.
//!
//! A node at distance i is chosen with probability k/i, where k makes the probabilities add
//! up to one (Aboelaze & Houstis, for the N-cube; here on any topology). Sampling is by rejection:
//! a node drawn uniformly is accepted with probability 1/i, so no table is needed and the
//! distribution is exact.

use super::{
    Pattern, PatternFamily, Random, TEXTS, open_unit, two_nodes, uniform_other, weight_of_pair,
};
use crate::catalog::{Entry, Family};
use crate::topology::{self, NodeId, Terminals, Topology};

pub(super) const FAMILY: PatternFamily = Family {
    entry: Entry::new(TEXTS, "clustered", &[]),
    build: |topology, _| {
        two_nodes(topology)?;
        let topology = topology::from_spec(&topology.spec())?;
        let terminals = Terminals::of(&*topology);
        Ok(Box::new(Clustered {
            topology,
            terminals,
        }))
    },
};

#[derive(Debug)]
struct Clustered {
    topology: Box<dyn Topology>,
    terminals: Terminals,
}

impl Pattern for Clustered {
    fn destination(&self, from: NodeId, random: &mut Random) -> Option<NodeId> {
        loop {
            let to = uniform_other(&self.terminals, from, random)?;
            let distance = self.topology.distance(from, to);
            if open_unit(random) * f64::from(distance) <= 1.0 {
                return Some(to);
            }
        }
    }

    fn weight(&self, from: NodeId, to: NodeId) -> f64 {
        let weight = weight_of_pair(&self.terminals, from, to);
        weight / f64::from(self.topology.distance(from, to))
    }
}
