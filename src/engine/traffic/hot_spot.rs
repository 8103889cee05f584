//! Hot-spot traffic: a tenth of all messages go to one node, the others are uniform.
//!
//! The hot node is the one with the middle number, N/2; in a mesh of even radices it is next to
//! the center. Its own messages are uniform.

use super::{
    Pattern, PatternFamily, Random, TEXTS, open_unit, two_nodes, uniform_other, weight_of_pair,
};
use crate::catalog::{Entry, Family};
use crate::topology::{NodeId, Terminals};

pub(super) const FAMILY: PatternFamily = Family {
    entry: Entry::new(TEXTS, "hotspot", &[]),
    build: |topology, _| {
        two_nodes(topology)?;
        let terminals = Terminals::of(topology);
        let hot = terminals.nth(terminals.count() / 2);
        Ok(Box::new(HotSpot { terminals, hot }))
    },
};

/// The share of messages sent to the hot node, besides the uniform ones.
const HOT: f64 = 0.1;

#[derive(Debug)]
struct HotSpot {
    terminals: Terminals,
    hot: NodeId,
}

impl Pattern for HotSpot {
    fn destination(&self, from: NodeId, random: &mut Random) -> Option<NodeId> {
        self.terminals.place(from)?;
        if from != self.hot && open_unit(random) <= HOT {
            return Some(self.hot);
        }
        uniform_other(&self.terminals, from, random)
    }

    fn weight(&self, from: NodeId, to: NodeId) -> f64 {
        let others = f64::from(self.terminals.count() - 1);
        let weight = if from == self.hot {
            1.0 / others
        } else {
            (1.0 - HOT) / others + if to == self.hot { HOT } else { 0.0 }
        };
        weight * weight_of_pair(&self.terminals, from, to)
    }
}
