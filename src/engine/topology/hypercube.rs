//! The binary n-cube: 2ⁿ nodes, joined when their addresses differ in one bit.
//!
//! Port i flips bit i, so the distance between two nodes is the number of bits in which they
//! differ, and the diameter is n.

use super::geometry::{
    Arrangement, Half, PathLabels, PathPorts, Point, ShortestPaths, each_bit, labeling, place,
};
use super::{Build, NodeId, Port, TEXTS, Topology, TopologyFamily};
use crate::catalog::{Control, Entry, Family, Integer, Param};

pub(super) const FAMILY: TopologyFamily = Family {
    entry: Entry::new(TEXTS, "hypercube", &[Param::Integer(DIMENSION)]),
    build: Build::new(|settings| {
        let dimension = settings.integer(&DIMENSION)?;
        Ok(Box::new(Hypercube { dimension }))
    }),
};

const DIMENSION: Integer = Control::new("n", "n", "Dimension")
    .default("6")
    .help("Address bits; the network has 2ⁿ nodes.")
    .integer(1, 16);

#[derive(Debug)]
struct Hypercube {
    dimension: u32,
}

impl Topology for Hypercube {
    fn nodes(&self) -> u32 {
        1 << self.dimension
    }

    fn degree(&self) -> u8 {
        self.dimension as u8
    }

    fn neighbor(&self, node: NodeId, port: Port) -> Option<NodeId> {
        Some(NodeId(node.0 ^ (1 << port.0)))
    }

    fn distance(&self, from: NodeId, to: NodeId) -> u32 {
        (from.0 ^ to.0).count_ones()
    }

    fn diameter(&self) -> u32 {
        self.dimension
    }

    fn mean_distance(&self) -> f64 {
        let nodes = f64::from(self.nodes());
        f64::from(self.dimension) / 2.0 * nodes / (nodes - 1.0)
    }

    fn address(&self, node: NodeId) -> String {
        format!("{:0width$b}", node.0, width = self.dimension as usize)
    }

    fn address_digits(&self, node: NodeId) -> Vec<String> {
        self.address(node).chars().map(String::from).collect()
    }

    fn parse_label(&self, text: &str) -> Option<NodeId> {
        parse_address(text, self.dimension)
    }

    fn labels_allowed(&self) -> String {
        addresses_allowed(self.dimension)
    }

    fn port_name(&self, port: Port) -> String {
        format!("bit {}", port.0)
    }

    fn cube_dimension(&self) -> Option<u32> {
        Some(self.dimension)
    }

    fn path_labels(&self) -> Option<PathLabels> {
        Some(PathLabels::Throughout(labeling::of_cube(self.dimension)))
    }

    fn shortest_paths(&self) -> ShortestPaths {
        ShortestPaths::new(CubePaths)
    }

    fn are_shortest_paths_free(&self) -> Option<bool> {
        Some(self.diameter() <= 1)
    }

    /// One message between any two nodes loads every channel with N/2, and N²/4 cross every division into
    /// halves.
    fn known_bisection(&self) -> Option<u32> {
        Some(self.nodes() / 2)
    }

    fn natural_cuts(&self) -> Vec<Half> {
        Half::by_bits(self.nodes(), self.dimension).collect()
    }

    fn position(&self, node: NodeId, _: Arrangement) -> Point {
        place::hypercube(self.dimension, node.0).0
    }

    fn spec(&self) -> String {
        format!("{}:{}", FAMILY.entry.id, self.dimension)
    }
}

/// Paths that flip the differing bits in any order.
#[derive(Debug)]
struct CubePaths;

impl PathPorts for CubePaths {
    fn ports(&self, here: NodeId, to: NodeId, offer: &mut dyn FnMut(Port, u32)) {
        each_bit(here.0 ^ to.0, |port| offer(port, 1));
    }
}

/// Parses a decimal address, or a binary one after `0b` or with all its digits, as in drawings:
/// with four bits, `0011` is 3, not 11.
pub(super) fn parse_address(text: &str, dimension: u32) -> Option<NodeId> {
    let text = text.trim();
    let all_bits = text.len() == dimension as usize && text.bytes().all(|b| b"01".contains(&b));
    let address = match text.strip_prefix("0b") {
        Some(bits) => u32::from_str_radix(bits, 2),
        None if all_bits => u32::from_str_radix(text, 2),
        None => text.parse(),
    };
    address.ok().filter(|&a| a < 1 << dimension).map(NodeId)
}

pub(super) fn addresses_allowed(dimension: u32) -> String {
    let last = (1_u32 << dimension) - 1;
    format!("a node from 0 to {last}, or its {dimension} bits,")
}
