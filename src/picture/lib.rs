//! Snapshots of a run as shapes and sentences, and films of consecutive cycles.

#![warn(unreachable_pub)]

pub mod film;
pub mod scene;
