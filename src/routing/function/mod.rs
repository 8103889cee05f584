//! The routing functions that are registered.

pub(super) mod dimension_order;
mod distance_classes;
mod duato;
mod folded;
mod label;
mod least;
mod level_order;
mod mesh_hypercube;
mod odd_even;
mod one_turn;
mod random_shortest;
mod romm;
mod shortest;
mod turn_models;
mod unrestricted;
pub(super) mod up_down;
mod valiant;

use super::{RoutingFamily, RoutingFunction};
use crate::catalog::BuildError;
use crate::topology::Topology;

/// Every routing function, in the order of the menu.
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
    random_shortest::FAMILY,
    valiant::FAMILY,
    romm::FAMILY,
    one_turn::O1TURN,
    one_turn::XY_YX,
    shortest::FAMILY,
    up_down::FAMILY,
    distance_classes::FAMILY,
    unrestricted::FAMILY,
];

fn unsupported(
    what: &str,
    topology: &dyn Topology,
    instead: &str,
) -> Result<Box<dyn RoutingFunction>, BuildError> {
    Err(BuildError::Unsupported {
        what: what.to_owned(),
        place: topology.short_name(),
        instead: instead.to_owned(),
    })
}
