//! Networks, routing functions, multicasts and traffic, the simulator that moves flits through them, and models of their
//! latency.
//!
//! It knows neither scenarios nor pictures.

#![warn(unreachable_pub)]

pub mod catalog;
pub mod model;
pub mod multicast;
pub mod routing;
pub mod sim;
pub mod topology;
pub mod traffic;
