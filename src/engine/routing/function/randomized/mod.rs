//! Functions that balance any traffic in meshes, tori and hypercubes: dimension order via a random
//! node, or with the order of dimensions chosen per message.

pub(super) mod one_turn;
pub(super) mod two_phase;
