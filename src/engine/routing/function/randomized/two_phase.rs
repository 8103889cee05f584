//! Dimension order to a random node, then to the destination.
//!
//! Both legs use separate virtual channels, so that no message of the second leg waits for one of
//! the first. A message whose random node is its source or destination has one leg.
//!
//! - *Valiant's routing* draws the node from the whole network. For every permutation each leg then
//!   looks like uniform traffic, and the mean path length is about twice the mean distance, however
//!   close source and destination are.
//! - *Two-phase ROMM* (randomized, oblivious, multi-phase, minimal; Nesson & Johnsson 1995) draws it
//!   from the minimal box, so the whole path is a shortest one: traffic is spread as in Valiant's
//!   routing, but over fewer paths and without detours.

use crate::catalog::{BuildError, Entry, Family};
use crate::routing::function::TEXTS;
use crate::routing::function::dimension_order;
use crate::routing::{
    Adaptivity, Build, Candidates, Hop, Intermediates, Least, MinimalBox, RoutingFamily,
    RoutingFunction, Vcs,
};
use crate::topology::{Network, Topology};

pub(in crate::routing::function) const VALIANT: RoutingFamily = Family {
    entry: Entry::new(TEXTS, "valiant", &[]),
    build: Build::new(|topology, vcs, _| {
        // Without a third node to go by, every message has one leg.
        let legs = if topology.nodes() > 2 { 2 } else { 1 };
        build(topology, vcs, None, |least| legs * least)
    }),
};

pub(in crate::routing::function) const ROMM: RoutingFamily = Family {
    entry: Entry::new(TEXTS, "romm", &[]),
    build: Build::new(|topology, vcs, _| {
        let Some(between) = MinimalBox::of(topology) else {
            return topology.refuse("ROMM", "choose a mesh, torus or hypercube");
        };
        // Unless the second leg can return to a dimension that the first has left, both legs together
        // form the path of dimension order.
        let turns = topology.dimension_names().len() > 1;
        let least = |least| if least == 1 && !turns { 1 } else { 2 * least };
        build(topology, vcs, Some(between), least)
    }),
};

fn build(
    topology: &dyn Topology,
    vcs: Vcs,
    between: Option<MinimalBox>,
    least_of_both: impl Fn(u8) -> u8,
) -> Result<Box<dyn RoutingFunction>, BuildError> {
    let first = vcs.count / 2;
    let leg = |count: u8| {
        let count = count.max(1);
        dimension_order::build(topology, Vcs { count, ..vcs })
    };
    let legs = [leg(first)?, leg(vcs.count - first)?];
    Ok(Box::new(TwoPhase {
        least: legs[0].least().known().map(least_of_both),
        legs,
        // A single VC serves both legs, whose messages can then wait for each other.
        offset: first,
        between,
    }))
}

#[derive(Debug)]
struct TwoPhase {
    legs: [Box<dyn RoutingFunction>; 2],
    /// The first VC of the second leg.
    offset: u8,
    /// The nodes from which the random one is drawn; `None` for the whole network.
    between: Option<MinimalBox>,
    least: Option<u8>,
}

impl RoutingFunction for TwoPhase {
    fn least(&self) -> Least<'_> {
        Least::Known(self.least)
    }

    fn adaptivity(&self) -> Adaptivity {
        Adaptivity::Oblivious
    }

    fn is_minimal(&self) -> bool {
        self.between.is_some()
    }

    fn legs(&self) -> u8 {
        2
    }

    fn are_legs_alike(&self) -> bool {
        true
    }

    fn between(&self) -> Option<&dyn Intermediates> {
        let between = self.between.as_ref();
        between.map(|between| between as &dyn Intermediates)
    }

    fn candidates(&self, network: &Network, hop: Hop, out: &mut Candidates) {
        let before = out.as_slice().len();
        self.legs[usize::from(hop.leg)].candidates(network, hop, out);
        if hop.leg == 1 {
            out.shift_from(before, self.offset);
        }
    }
}
