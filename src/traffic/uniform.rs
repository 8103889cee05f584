//! Uniform traffic: every other node is equally likely as destination.

use super::{Pattern, PatternFamily, Random, two_nodes, uniform_other};
use crate::catalog::{Entry, Family, Source};
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
        two_nodes(topology)?;
        let nodes = topology.nodes();
        Ok(Box::new(Uniform { nodes }))
    },
};

#[derive(Debug)]
struct Uniform {
    nodes: u32,
}

impl Pattern for Uniform {
    fn destination(&self, from: NodeId, random: &mut Random) -> Option<NodeId> {
        Some(uniform_other(self.nodes, from, random))
    }

    fn weight(&self, _: NodeId, _: NodeId) -> f64 {
        1.0
    }
}
