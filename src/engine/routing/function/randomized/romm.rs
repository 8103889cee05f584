//! Two-phase ROMM (randomized, oblivious, multi-phase, minimal) routing: via a random node between
//! source and destination (Nesson & Johnsson 1995).
//!
//! The node is drawn uniformly from the minimal box, so the whole path is a shortest one: traffic
//! is spread as in Valiant's routing, but over fewer paths and without detours. Both legs use
//! dimension order, on separate virtual channels, so that no message of the second leg waits for
//! one of the first. A message whose random node is its source or destination has one leg.

use crate::catalog::{Entry, Family};
use crate::routing::function::{dimension_order, unsupported};
use crate::routing::{
    Adaptivity, Build, Candidates, Hop, Intermediates, Least, MinimalBox, RoutingFamily,
    RoutingFunction, TEXTS, Vcs,
};
use crate::topology::Network;

pub(in crate::routing::function) const FAMILY: RoutingFamily = Family {
    entry: Entry::new(TEXTS, "romm", &[]),
    build: Build::new(|topology, vcs, _| {
        let Some(between) = MinimalBox::of(topology) else {
            return unsupported("ROMM", topology, "choose a mesh, torus or hypercube");
        };
        let first = vcs.count / 2;
        let leg = |count: u8| {
            let count = count.max(1);
            dimension_order::build(topology, Vcs { count, ..vcs })
        };
        let dimensions = topology.dimension_names().len();
        Ok(Box::new(Romm {
            between,
            legs: [leg(first)?, leg(vcs.count - first)?],
            // A single VC serves both legs, whose messages can then wait for each other.
            offset: first,
            turns: dimensions > 1,
        }))
    }),
};

#[derive(Debug)]
struct Romm {
    between: MinimalBox,
    legs: [Box<dyn RoutingFunction>; 2],
    /// The first VC of the second leg.
    offset: u8,
    /// Whether the second leg can return to a dimension that the first has left.
    turns: bool,
}

impl RoutingFunction for Romm {
    fn least(&self) -> Least<'_> {
        Least::Known(match self.legs[0].least().known() {
            // In one dimension both legs together form the path of dimension order.
            Some(1) if !self.turns => Some(1),
            least => least.map(|vcs| 2 * vcs),
        })
    }

    fn adaptivity(&self) -> Adaptivity {
        Adaptivity::Oblivious
    }

    fn legs(&self) -> u8 {
        2
    }

    fn are_legs_alike(&self) -> bool {
        true
    }

    fn between(&self) -> Option<&dyn Intermediates> {
        Some(&self.between)
    }

    fn candidates(&self, network: &Network, hop: Hop, out: &mut Candidates) {
        let before = out.as_slice().len();
        self.legs[usize::from(hop.leg)].candidates(network, hop, out);
        if hop.leg == 1 {
            out.shift_from(before, self.offset);
        }
    }
}
