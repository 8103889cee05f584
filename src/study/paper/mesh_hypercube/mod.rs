//! Al-Mahadeen & Omari: adaptive wormhole routing in the mesh-hypercube.
//!
//! The paper has no measurements. Its figures are pictures, which are live here, and its
//! statements are about all pairs of nodes, so all pairs are checked.

mod figures;
mod statements;

use super::Row;
use engine::multicast::{self, MulticastAlgorithm};
use engine::topology::{self, MeshHypercube, Topology};

pub(super) use figures::{example, labels, network_size, parallel_paths, paths_along_labels};
pub(super) use statements::{deadlocks, distances, multicasts, unicasts};

/// A statement with a number in it, as printed and as counted.
fn row(statement: impl Into<String>, printed: Option<u32>, counted: u32) -> Row {
    Row::counted(statement, "count", printed, counted)
}

fn network(levels: u32, nodes: u32) -> Box<dyn Topology> {
    let spec = format!("mesh-hypercube:{levels}x{nodes}");
    topology::from_spec(&spec).expect("a network in range")
}

/// The topology as a mesh-hypercube, which has levels and labels.
fn levels(topology: &dyn Topology) -> &MeshHypercube {
    topology.as_a().expect("it is a mesh-hypercube")
}

fn four_way(topology: &dyn Topology) -> Box<dyn MulticastAlgorithm> {
    let algorithm = multicast::from_spec("algorithm", "mesh-hypercube", topology);
    algorithm.expect("it is defined on every mesh-hypercube")
}
