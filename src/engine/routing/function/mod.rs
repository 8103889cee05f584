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
pub(super) mod switched;
mod turn_models;

use super::RoutingFamily;

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
