//! Code shared by commands: networks, scenarios and routing functions as arguments, files, simulations on all
//! cores, help texts, errors, and tables.

pub(super) mod answer;
pub(super) mod evaluation;
pub(super) mod files;
pub(super) mod help;
pub(super) mod jobs;
pub(super) mod network;
pub(super) mod progress;
pub(super) mod refusal;
pub(super) mod replications;
pub(super) mod scenario;
pub(super) mod tables;
pub(super) mod threads;
pub(super) mod written;
