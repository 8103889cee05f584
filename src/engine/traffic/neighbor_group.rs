//! Neighbor-group traffic: every message goes to the next group, the adversary of a dragonfly.

use super::{Pattern, PatternFamily, Random, TEXTS, below};
use crate::catalog::{Entry, Family};
use crate::topology::{NodeId, Terminals};

pub(super) const FAMILY: PatternFamily = Family {
    entry: Entry::new(TEXTS, "neighbor-group", &[]),
    build: |topology, _| {
        let terminals = Terminals::of(topology).count();
        let size = topology.group_size().filter(|&size| size < terminals);
        let Some(size) = size else {
            let instead = "a dragonfly, a fat tree or several routers with terminals are needed";
            return topology.refuse("traffic.pattern neighbor-group", instead);
        };
        Ok(Box::new(NeighborGroup { terminals, size }))
    },
};

#[derive(Debug)]
struct NeighborGroup {
    terminals: u32,
    /// Terminals of a group, which have consecutive numbers.
    size: u32,
}

impl NeighborGroup {
    /// The first terminal of the group after that of a terminal; `None` for a switch.
    fn next(&self, from: NodeId) -> Option<u32> {
        let next = (from.0 / self.size + 1) * self.size % self.terminals;
        (from.0 < self.terminals).then_some(next)
    }
}

impl Pattern for NeighborGroup {
    fn destination(&self, from: NodeId, random: &mut Random) -> Option<NodeId> {
        let first = self.next(from)?;
        Some(NodeId(first + below(random, self.size)))
    }

    fn weight(&self, from: NodeId, to: NodeId) -> f64 {
        let first = self.next(from);
        let is_next = first.is_some_and(|first| (first..first + self.size).contains(&to.0));
        f64::from(u8::from(is_next))
    }
}
