#![doc = include_str!("ARCHITECTURE.md")]
#![warn(unreachable_pub)]

pub mod catalog;
pub mod laboratory;
pub mod model;
pub mod multicast;
pub mod paper;
pub mod plot;
pub mod routing;
pub mod scenario;
pub mod scene;
pub mod sim;
pub mod sweep;
pub mod topology;
pub mod traffic;
