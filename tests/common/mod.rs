//! Code shared by the test programs.

#![allow(dead_code, reason = "a program uses its part of it")]

pub mod any_path;
pub mod any_scenario;
pub mod command;
pub mod effort;
pub mod frozen;
pub mod hops;
pub mod networks;
pub mod refused;
pub mod routings;
