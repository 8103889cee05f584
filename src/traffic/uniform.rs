//! Uniform traffic: every other node is equally likely as destination.

use super::{Pattern, PatternFamily, Random, below};
use crate::catalog::{BuildError, Entry, Family, Source};
use crate::topology::NodeId;

pub(super) const FAMILY: PatternFamily = Family {
    entry: Entry {
        id: "uniform",
        name: "Uniform",
        summary: "every other node is equally likely as destination",
        help: "The usual assumption of analytical models. It spreads load evenly, so real \
               programs often do worse.",
        sources: &[Source {
            cite: "Dally & Towles 2004",
            work: "Principles and Practices of Interconnection Networks, ch. 3",
        }],
        params: &[],
    },
    build: |topology| {
        let nodes = topology.nodes();
        if nodes < 2 {
            return Err(BuildError::rejected(
                "network",
                "of at least two nodes for random traffic",
                topology.spec(),
            ));
        }
        Ok(Box::new(Uniform { nodes }))
    },
};

#[derive(Debug)]
struct Uniform {
    nodes: u32,
}

impl Pattern for Uniform {
    fn destination(&self, from: NodeId, random: &mut Random) -> NodeId {
        let other = below(random, self.nodes - 1);
        NodeId(other + u32::from(other >= from.0))
    }
}
