//! The folded hypercube: a binary n-cube with an additional link from every node to its complement.
//!
//! Port i flips bit i; port n flips all bits. For h differing bits, a path takes h hops without
//! the complement link, or 1 + (n − h) hops with it.

use super::geometry::{Arrangement, Half, PathPorts, Point, ShortestPaths, each_bit, place};
use super::hypercube::{addresses_allowed, parse_address};
use super::{Build, NodeId, Port, TEXTS, Topology, TopologyFamily};
use crate::catalog::{Control, Entry, Family, Integer, Param};

pub(super) const FAMILY: TopologyFamily = Family {
    entry: Entry::new(TEXTS, "folded-hypercube", &[Param::Integer(DIMENSION)]),
    build: Build::new(|settings| {
        let dimension = settings.integer(&DIMENSION)?;
        Ok(Box::new(FoldedHypercube { dimension }))
    }),
};

const DIMENSION: Integer = Control::new("n", "n", "Dimension")
    .default("4")
    .help("Address bits; the network has 2ⁿ nodes with n + 1 links each.")
    // With one bit, the complement link would duplicate the ordinary one.
    .integer(2, 16);

#[derive(Debug, Clone)]
pub struct FoldedHypercube {
    dimension: u32,
}

impl FoldedHypercube {
    pub fn dimension(&self) -> u32 {
        self.dimension
    }

    /// The port that flips all bits.
    pub fn complement(&self) -> Port {
        Port(self.dimension as u8)
    }

    /// Whether a shortest path over `differing` bits begins with the complement link:
    /// h > ⌈n/2⌉, the rule of Aboelaze & Houstis. At equality, a path without it is shortest; for
    /// odd n, one with it is equally short.
    pub fn folds(&self, differing: u32) -> bool {
        differing > self.dimension.div_ceil(2)
    }

    fn hops(&self, differing: u32) -> u32 {
        if self.folds(differing) {
            1 + self.dimension - differing
        } else {
            differing
        }
    }
}

impl Topology for FoldedHypercube {
    fn nodes(&self) -> u32 {
        1 << self.dimension
    }

    fn degree(&self) -> u8 {
        self.dimension as u8 + 1
    }

    fn neighbor(&self, node: NodeId, port: Port) -> Option<NodeId> {
        let flipped = if port == self.complement() {
            self.nodes() - 1
        } else {
            1 << port.0
        };
        Some(NodeId(node.0 ^ flipped))
    }

    fn distance(&self, from: NodeId, to: NodeId) -> u32 {
        self.hops((from.0 ^ to.0).count_ones())
    }

    fn diameter(&self) -> u32 {
        self.dimension.div_ceil(2)
    }

    fn mean_distance(&self) -> f64 {
        let others = 1..self.nodes();
        let total: u64 = others.map(|a| u64::from(self.hops(a.count_ones()))).sum();
        total as f64 / f64::from(self.nodes() - 1)
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
        if port == self.complement() {
            "complement".to_owned()
        } else {
            format!("bit {}", port.0)
        }
    }

    fn shortest_paths(&self) -> ShortestPaths {
        ShortestPaths::new(self.clone())
    }

    fn are_shortest_paths_free(&self) -> Option<bool> {
        Some(self.diameter() <= 1)
    }

    /// The second eigenvalue of its Laplacian is 4 from two dimensions on, so at least 4·N/4 links cross
    /// every division into halves (Fiedler 1973).
    fn known_bisection(&self) -> Option<u32> {
        (self.dimension > 1).then(|| self.nodes())
    }

    fn natural_cuts(&self) -> Vec<Half> {
        Half::by_bits(self.nodes(), self.dimension).collect()
    }

    /// In all but the smallest cubes, complement links would obscure the other links.
    fn is_hidden_at_rest(&self, port: Port) -> bool {
        const LEAST_DIMENSION: u32 = 4;
        self.dimension >= LEAST_DIMENSION && port == self.complement()
    }

    fn position(&self, node: NodeId, _: Arrangement) -> Point {
        place::hypercube(self.dimension, node.0).0
    }

    fn spec(&self) -> String {
        format!("{}:{}", FAMILY.entry.id, self.dimension)
    }
}

impl PathPorts for FoldedHypercube {
    fn ports(&self, here: NodeId, to: NodeId, offer: &mut dyn FnMut(Port, u32)) {
        let differing = here.0 ^ to.0;
        let direct = differing.count_ones();
        let folded = 1 + self.dimension - direct;
        if direct <= folded {
            each_bit(differing, |port| offer(port, 1));
        }
        if folded <= direct {
            let all = (1 << self.dimension) - 1;
            each_bit(!differing & all, |port| offer(port, 1));
            offer(self.complement(), 1);
        }
    }
}
