//! Routing functions in the script language.

mod twins;

use flitscope::custom::{self, Budget};
use flitscope::routing::Table;
use flitscope::topology::Topology;

/// The table of a script that is in order.
fn table(text: &str, topology: &dyn Topology, vcs: u8) -> Table {
    let compiled = custom::compile(text, topology, vcs, Budget::default());
    compiled.unwrap_or_else(|fault| panic!("{fault} on {}:\n{text}", topology.spec()))
}
