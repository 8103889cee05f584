//! The turn models (Glass & Ni 1992): adaptive and minimal, without cycles of turns.
//!
//! A cycle in a two-dimensional mesh needs all four left turns or all four right turns. Forbidding
//! one of each breaks every cycle without additional virtual channels:
//!
//! | model | forbidden | consequence |
//! |---|---|---|
//! | west-first | turns to the west | messages that have to go west do so first |
//! | north-last | turns away from north | north is taken last |
//! | negative-first | turns from a positive to a negative direction | negative directions come first |
//!
//! West is towards lower x, and north towards higher y, which is up in the drawings. Negative
//! directions lead towards lower coordinates, in any number of dimensions.

use crate::catalog::{BuildError, Entry, Family};
use crate::routing::function::TEXTS;
use crate::routing::{
    Adaptivity, Build, Candidates, Hop, Least, RoutingFamily, RoutingFunction, VcSet, Vcs,
};
use crate::topology::{Coordinates, Lattice, Network, Port, Topology};

pub(super) const WEST_FIRST: RoutingFamily = Family {
    entry: Entry::new(TEXTS, "west-first", &[]),
    build: Build::new(|topology, vcs, _| build(topology, vcs, Model::WestFirst)).between_routers(),
};

pub(super) const NORTH_LAST: RoutingFamily = Family {
    entry: Entry::new(TEXTS, "north-last", &[]),
    build: Build::new(|topology, vcs, _| build(topology, vcs, Model::NorthLast)).between_routers(),
};

pub(super) const NEGATIVE_FIRST: RoutingFamily = Family {
    entry: Entry::new(TEXTS, "negative-first", &[]),
    build: Build::new(|topology, vcs, _| build(topology, vcs, Model::NegativeFirst))
        .between_routers(),
};

fn build(
    topology: &dyn Topology,
    vcs: Vcs,
    model: Model,
) -> Result<Box<dyn RoutingFunction>, BuildError> {
    let fits = |mesh: &&Lattice| model == Model::NegativeFirst || mesh.dimensions() == 2;
    let Some(mesh) = topology.mesh().filter(fits) else {
        let instead = if model == Model::NegativeFirst {
            "choose a mesh"
        } else {
            "choose a mesh of two dimensions"
        };
        return topology.refuse("this turn model", instead);
    };
    Ok(Box::new(Turns {
        model,
        coordinates: Coordinates::of(mesh),
        all: VcSet::range(0, vcs.count),
    }))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Model {
    WestFirst,
    NorthLast,
    NegativeFirst,
}

impl Model {
    /// Whether a port must be taken before the other ports.
    fn comes_first(self, port: Port) -> bool {
        const WEST: Port = Port(1);
        const NORTH: Port = Port(2);
        match self {
            Self::WestFirst => port == WEST,
            Self::NorthLast => port != NORTH,
            Self::NegativeFirst => port.0 % 2 == 1,
        }
    }
}

#[derive(Debug)]
struct Turns {
    model: Model,
    coordinates: Coordinates,
    all: VcSet,
}

impl RoutingFunction for Turns {
    fn least(&self) -> Least<'_> {
        Least::Known(Some(1))
    }

    fn adaptivity(&self) -> Adaptivity {
        Adaptivity::Adaptive
    }

    fn candidates(&self, network: &Network, hop: Hop, out: &mut Candidates) {
        let ports = || {
            let differing = self.coordinates.differing(hop.here, hop.to);
            differing.map(|(dimension, here, to)| Port(2 * dimension + u8::from(to < here)))
        };
        let any_first = ports().any(|port| self.model.comes_first(port));
        for port in ports().filter(|&port| self.model.comes_first(port) || !any_first) {
            out.offer(network.channel(hop.here, port), self.all);
        }
    }
}
