//! What somebody makes instead of choosing it: a routing function, scenarios that have one, a network.

pub mod own_network;
mod scripts;
pub mod written;
