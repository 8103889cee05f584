//! What several of the test programs share.

#![allow(dead_code, reason = "a program uses its part of it")]

pub mod any_scenario;
pub mod command;
pub mod effort;
pub mod networks;
