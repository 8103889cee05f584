//! Shared by commands: networks, scenarios and functions as arguments name them, simulations on all
//! cores, help and refusals, and tables.

pub(super) mod help;
pub(super) mod network;
pub(super) mod refusal;
pub(super) mod replications;
pub(super) mod tables;
pub(super) mod written;
