//! Valiant's two-phase routing: to a random node, then to the destination.
//!
//! Both legs use dimension order, on separate virtual channels, so that no message of the second
//! leg waits for one of the first. For every permutation each leg then looks like uniform traffic,
//! and the mean path length is about twice the mean distance, however close source and destination
//! are. A message whose random node is its source or destination has one leg.

use crate::catalog::{Entry, Family};
use crate::routing::function::dimension_order;
use crate::routing::{
    Adaptivity, Build, Candidates, Hop, Least, RoutingFamily, RoutingFunction, TEXTS, Vcs,
};
use crate::topology::Network;

pub(in crate::routing::function) const FAMILY: RoutingFamily = Family {
    entry: Entry::new(TEXTS, "valiant", &[]),
    build: Build::new(|topology, vcs, _| {
        let first = vcs.count / 2;
        let leg = |count: u8| {
            let count = count.max(1);
            dimension_order::build(topology, Vcs { count, ..vcs })
        };
        Ok(Box::new(Valiant {
            legs: [leg(first)?, leg(vcs.count - first)?],
            // A single VC serves both legs, whose messages can then wait for each other.
            offset: first,
            has_third: topology.nodes() > 2,
        }))
    }),
};

#[derive(Debug)]
struct Valiant {
    legs: [Box<dyn RoutingFunction>; 2],
    /// The first VC of the second leg.
    offset: u8,
    /// Whether there is a third node to serve as the intermediate one.
    has_third: bool,
}

impl RoutingFunction for Valiant {
    fn least(&self) -> Least<'_> {
        let legs = if self.has_third { 2 } else { 1 };
        Least::Known(self.legs[0].least().known().map(|vcs| legs * vcs))
    }

    fn adaptivity(&self) -> Adaptivity {
        Adaptivity::Oblivious
    }

    fn is_minimal(&self) -> bool {
        false
    }

    fn legs(&self) -> u8 {
        2
    }

    fn are_legs_alike(&self) -> bool {
        true
    }

    fn candidates(&self, network: &Network, hop: Hop, out: &mut Candidates) {
        let before = out.as_slice().len();
        self.legs[usize::from(hop.leg)].candidates(network, hop, out);
        if hop.leg == 1 {
            out.shift_from(before, self.offset);
        }
    }
}
