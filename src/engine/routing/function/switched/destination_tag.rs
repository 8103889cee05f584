//! Destination-tag routing in multistage networks: every stage takes the output that a digit of the
//! destination names.
//!
//! Stages from which every output leads to all destinations, the extra stages of a butterfly and the
//! first stage of a Clos network, draw one at random.

use crate::catalog::{Entry, Family};
use crate::routing::function::TEXTS;
use crate::routing::{
    Adaptivity, Build, Candidates, Hop, Least, RoutingFamily, RoutingFunction, VcSet,
};
use crate::topology::Network;
use crate::topology::switched::{Stages, Tags};

pub(in crate::routing::function) const FAMILY: RoutingFamily = Family {
    entry: Entry::new(TEXTS, "destination-tag", &[]),
    build: Build::new(|topology, vcs, _| {
        let Some(stages) = topology.as_a::<Stages>() else {
            let instead = "choose a butterfly or Clos network";
            return topology.refuse("destination-tag routing", instead);
        };
        Ok(Box::new(DestinationTag {
            tags: stages.tags(),
            all: VcSet::range(0, vcs.count),
        }))
    }),
};

#[derive(Debug)]
struct DestinationTag {
    tags: Tags,
    all: VcSet,
}

impl RoutingFunction for DestinationTag {
    /// Every hop leads to the next stage.
    fn least(&self) -> Least<'_> {
        Least::Known(Some(1))
    }

    fn adaptivity(&self) -> Adaptivity {
        if self.tags.leave_a_choice() {
            Adaptivity::Oblivious
        } else {
            Adaptivity::Deterministic
        }
    }

    fn candidates(&self, network: &Network, hop: Hop, out: &mut Candidates) {
        for port in self.tags.ports(hop.here, hop.to) {
            out.offer(network.channel(hop.here, port), self.all);
        }
    }

    fn drawn(&self, network: &Network, hop: Hop, draw: u32, out: &mut Candidates) {
        let first = out.as_slice().len();
        self.candidates(network, hop, out);
        out.draw_one(first, draw);
    }
}
