//! Routing functions in the script language.

mod any;
mod exercises;
mod hostile;
mod python;
mod sentences;
mod twins;

use flitscope::custom::{self, Budget};
use flitscope::routing::Table;
use flitscope::topology::Topology;

use crate::common::networks::build;

/// The table of a valid script.
fn table(text: &str, topology: &dyn Topology, vcs: u8) -> Table {
    let compiled = custom::compile(text, topology, vcs, Budget::default());
    compiled.unwrap_or_else(|fault| panic!("{fault} on {}:\n{text}", topology.spec()))
}

/// Scripts or bodies of functions, and their error messages.
fn rows(table: &str) -> Vec<(String, String)> {
    crate::common::refused::rows(table)
}

/// A script whose routing function has this body.
fn route(body: &str) -> String {
    format!("fn route(net, here, to) {{{body}}}")
}

/// The error of a script on a small mesh with two virtual channels; empty if it is valid.
fn error(text: &str) -> String {
    let compiled = custom::compile(text, &*build("mesh:3x3"), 2, Budget::default());
    compiled
        .err()
        .map_or_else(String::new, |fault| fault.to_string())
}
