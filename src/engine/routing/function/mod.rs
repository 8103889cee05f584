//! The registered routing functions.

pub(super) mod any_network;
pub(super) mod dimension_order;
mod dimension_reversal;
mod duato;
mod folded;
mod label;
mod mesh_hypercube;
mod odd_even;
mod one_channel;
mod randomized;
mod switched;
mod turn_models;

use super::{RoutingFunction, Vcs};
use crate::catalog::{BuildError, Family, Settings};
use crate::topology::Topology;
use crate::topology::switched::Concentrated;
use switched::OverRouters;

/// Builds a routing function for a topology and its virtual channels, with settings for its
/// parameters.
type Make = fn(&dyn Topology, Vcs, &Settings) -> Result<Box<dyn RoutingFunction>, BuildError>;

/// The constructor of a routing function, and the networks that it is used in.
#[derive(Debug)]
pub struct Build {
    make: Make,
    /// Whether it is also used between the routers of networks whose routers have terminals.
    is_between_routers: bool,
}

impl Build {
    const fn new(make: Make) -> Self {
        Self {
            make,
            is_between_routers: false,
        }
    }

    /// The same for a function that is also used between routers that have terminals. It must have one
    /// leg and mark no escapes.
    const fn between_routers(self) -> Self {
        Self {
            is_between_routers: true,
            ..self
        }
    }
}

/// Names, help and sources of the functions.
const TEXTS: &str = include_str!("../catalog.md");

/// A catalog entry of a routing function.
pub type RoutingFamily = Family<Build>;

impl RoutingFamily {
    /// Builds the function for a topology and its virtual channels.
    pub fn build(
        &self,
        topology: &dyn Topology,
        vcs: Vcs,
        settings: &Settings,
    ) -> Result<Box<dyn RoutingFunction>, BuildError> {
        let make = |topology: &dyn Topology| (self.build.make)(topology, vcs, settings);
        let network = topology.as_a::<Concentrated>();
        if let Some(network) = network.filter(|_| self.build.is_between_routers)
            && let Ok(inner) = make(network.routers())
        {
            return Ok(Box::new(OverRouters::new(network, inner, vcs.count)));
        }
        // The error names the whole network.
        make(topology)
    }
}

/// All registered routing functions, in menu order.
pub const FAMILIES: &[RoutingFamily] = &[
    dimension_order::FAMILY,
    duato::FAMILY,
    label::FAMILY,
    mesh_hypercube::MESH_FIRST,
    mesh_hypercube::CUBE_FIRST,
    mesh_hypercube::HYBRID,
    folded::FAMILY,
    turn_models::WEST_FIRST,
    turn_models::NORTH_LAST,
    turn_models::NEGATIVE_FIRST,
    odd_even::FAMILY,
    dimension_reversal::FAMILY,
    any_network::shortest_paths::RANDOM,
    randomized::two_phase::VALIANT,
    randomized::two_phase::ROMM,
    randomized::one_turn::O1TURN,
    randomized::one_turn::XY_YX,
    switched::destination_tag::FAMILY,
    switched::fat_tree::RANDOM,
    switched::fat_tree::ADAPTIVE,
    switched::fat_tree::D_MOD_K,
    switched::dragonfly::MINIMAL,
    switched::dragonfly::VALIANT,
    switched::dragonfly::UGAL_L,
    switched::dragonfly::UGAL_G,
    any_network::shortest_paths::SHORTEST,
    any_network::up_down::FAMILY,
    any_network::distance_classes::FAMILY,
    any_network::shortest_paths::UNRESTRICTED,
];
