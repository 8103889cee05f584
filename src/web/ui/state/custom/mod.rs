//! User-written routing functions, the scenarios that use one, and user-drawn networks.

pub mod own_network;
mod scripts;
pub mod written;
