//! Uniform traffic: every other node is equally likely as destination.

use super::{Pattern, PatternFamily, Random, TEXTS, two_nodes, uniform_other, weight_of_pair};
use crate::catalog::{Entry, Family};
use crate::topology::{NodeId, Terminals};

pub(super) const FAMILY: PatternFamily = Family {
    entry: Entry::new(TEXTS, "uniform", &[]),
    build: |topology, _| {
        two_nodes(topology)?;
        let terminals = Terminals::of(topology);
        Ok(Box::new(Uniform { terminals }))
    },
};

#[derive(Debug)]
struct Uniform {
    terminals: Terminals,
}

impl Pattern for Uniform {
    fn destination(&self, from: NodeId, random: &mut Random) -> Option<NodeId> {
        uniform_other(&self.terminals, from, random)
    }

    fn weight(&self, from: NodeId, to: NodeId) -> f64 {
        weight_of_pair(&self.terminals, from, to)
    }
}
