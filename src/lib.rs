#![doc = include_str!("ARCHITECTURE.md")]
#![warn(unreachable_pub)]

pub mod batch;
#[cfg(all(target_arch = "wasm32", feature = "page"))]
pub mod browser;
pub mod catalog;
pub mod custom;
pub mod film;
pub mod laboratory;
pub mod lesson;
pub mod model;
pub mod multicast;
pub mod page;
pub mod paper;
pub mod plot;
pub mod routing;
pub mod scenario;
pub mod scene;
pub mod script;
pub mod sim;
pub mod sweep;
pub mod topology;
pub mod traffic;
pub mod wire;

#[cfg(doc)]
#[doc = include_str!("GUIDE.md")]
pub mod guide {}
