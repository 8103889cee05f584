//! What commands share: networks, scenarios and functions as arguments name them, help and refusals,
//! and tables.

pub(super) mod help;
pub(super) mod network;
pub(super) mod refusal;
pub(super) mod tables;
pub(super) mod written;
