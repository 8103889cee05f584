//! Networks of switches: routers that neither send nor receive, and the terminals linked to them.
//!
//! Terminals have the numbers 0 to N − 1, so that traffic patterns treat their addresses as those of
//! other networks; switches follow. A message crosses a channel from its terminal to a switch and one
//! from a switch to its destination, and both count as hops.

mod butterfly;
mod clos;
mod concentrated;
mod concentrated_mesh;
mod digits;
mod dragonfly;
mod fat_tree;
mod hyperx;
mod levels;
mod sites;
mod stages;

pub use concentrated::{Attachment, Concentrated};
pub use dragonfly::{Dragonfly, DragonflyRouters};
pub use fat_tree::FatTree;
pub use hyperx::HyperXRouters;
pub use levels::Levels;
pub use stages::{Stages, Tags};

pub(super) use butterfly::FAMILY as BUTTERFLY;
pub(super) use clos::FAMILY as CLOS;
pub(super) use concentrated_mesh::FAMILY as CONCENTRATED_MESH;
pub(super) use dragonfly::FAMILY as DRAGONFLY;
pub(super) use fat_tree::{FAT_TREE, TREE};
pub(super) use hyperx::{CROSSBAR, FLATTENED_BUTTERFLY, HYPERX};

use super::MOST_NODES;
use crate::catalog::BuildError;

/// The largest number of ports per node.
const MOST_PORTS: u32 = u8::MAX as u32;

/// Rejects networks of more than [`MOST_NODES`] terminals and switches; `None` counts as too many.
fn check_nodes(field: &str, nodes: Option<u32>, given: &str) -> Result<(), BuildError> {
    match nodes {
        Some(nodes) if nodes <= MOST_NODES => Ok(()),
        _ => Err(BuildError::rejected(
            field,
            format!("such that the network has at most {MOST_NODES} nodes"),
            given,
        )),
    }
}

/// Rejects switches of more ports than [`MOST_PORTS`].
fn check_ports(field: &str, ports: u32, given: &str) -> Result<(), BuildError> {
    if ports <= MOST_PORTS {
        return Ok(());
    }
    Err(BuildError::rejected(
        field,
        format!("such that a switch has at most {MOST_PORTS} ports"),
        given,
    ))
}
