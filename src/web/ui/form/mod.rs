//! The form that edits a scenario.

pub mod fields;
pub mod network;
pub mod register;
pub mod scenario;
pub mod switching;
pub mod traffic;
