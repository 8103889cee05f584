//! Networks, routing functions, multicasts and traffic, and the simulator that moves flits through them.
//!
//! It knows neither scenarios nor pictures.

#![warn(unreachable_pub)]

pub mod catalog;
pub mod multicast;
pub mod routing;
pub mod sim;
pub mod topology;
pub mod traffic;
