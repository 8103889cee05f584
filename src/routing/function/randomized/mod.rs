//! Functions that spread any traffic over meshes, tori and hypercubes: dimension order, by way of a
//! random node or along dimensions in another order.

pub(super) mod one_turn;
pub(super) mod romm;
pub(super) mod valiant;
