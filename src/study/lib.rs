//! Scenarios and what is asked of them: measured points and curves, published models beside them, reproduced papers,
//! charts, and functions that users write.

#![warn(unreachable_pub)]

pub mod batch;
pub mod custom;
pub mod laboratory;
pub mod paper;
pub mod plot;
pub mod scenario;
pub mod script;
pub mod sweep;
pub mod version;
pub mod wire;
