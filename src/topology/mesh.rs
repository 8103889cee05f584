//! The mesh: a lattice whose neighbors differ by one in one coordinate, without wrap-around.
//!
//! Port 2d leads towards higher coordinates of dimension d, port 2d + 1 towards lower ones.

use super::lattice::{Lattice, RADICES, dimension_name};
use super::place::{self, Point};
use super::{Arrangement, NodeId, Port, Topology, TopologyFamily, mean_over_pairs};
use crate::catalog::{Entry, Family, Param, Source};

pub(super) const FAMILY: TopologyFamily = Family {
    entry: Entry {
        id: "mesh",
        name: "Mesh",
        summary: "k₀ × k₁ × … nodes in a grid with borders",
        help: "Nodes stand on a grid of any number of dimensions and are joined to the next \
               one along each. Nodes at a border have fewer neighbors, so the middle of a \
               mesh carries the most traffic.",
        sources: &[Source {
            cite: "Dally & Towles 2004",
            work: "Principles and Practices of Interconnection Networks, ch. 5",
        }],
        params: &[Param::Radices(RADICES)],
    },
    build: |settings| {
        let lattice = Lattice::from_settings(settings)?;
        Ok(Box::new(Mesh { lattice }))
    },
};

/// A mesh of any dimensions.
#[derive(Debug)]
pub struct Mesh {
    lattice: Lattice,
}

impl Mesh {
    /// Its coordinates.
    pub fn lattice(&self) -> &Lattice {
        &self.lattice
    }
}

impl Topology for Mesh {
    fn nodes(&self) -> u32 {
        self.lattice.nodes()
    }

    fn degree(&self) -> u8 {
        2 * self.lattice.dimensions()
    }

    fn neighbor(&self, node: NodeId, port: Port) -> Option<NodeId> {
        let dimension = port.0 / 2;
        let here = self.lattice.coordinate(node, dimension);
        let to = if port.0.is_multiple_of(2) {
            here.checked_add(1)
                .filter(|&to| to < self.lattice.radix(dimension))
        } else {
            here.checked_sub(1)
        };
        to.map(|to| self.lattice.moved(node, dimension, to))
    }

    fn distance(&self, from: NodeId, to: NodeId) -> u32 {
        let pairs = self
            .lattice
            .coordinates(from)
            .zip(self.lattice.coordinates(to));
        pairs.map(|(a, b)| a.abs_diff(b)).sum()
    }

    fn diameter(&self) -> u32 {
        self.lattice.radices().iter().map(|k| k - 1).sum()
    }

    fn mean_distance(&self) -> f64 {
        let total = self.lattice.total_distance(|k| k * (k * k - 1.0) / 3.0);
        mean_over_pairs(total, self.nodes())
    }

    fn label(&self, node: NodeId) -> String {
        self.lattice.label(node)
    }

    fn address(&self, node: NodeId) -> String {
        format!("({})", self.label(node))
    }

    fn parse_label(&self, text: &str) -> Option<NodeId> {
        self.lattice.parse_label(text)
    }

    fn labels_allowed(&self) -> String {
        self.lattice.labels_allowed()
    }

    fn port_name(&self, port: Port) -> String {
        let sign = if port.0.is_multiple_of(2) { '+' } else { '−' };
        format!("{sign}{}", dimension_name(port.0 / 2))
    }

    fn dimension(&self, port: Port) -> u8 {
        port.0 / 2
    }

    fn arrangements(&self) -> &'static [Arrangement] {
        match self.lattice.dimensions() {
            3 => &[Arrangement::Plain, Arrangement::Oblique],
            _ => &[Arrangement::Plain],
        }
    }

    fn position(&self, node: NodeId, arrangement: Arrangement) -> Point {
        match (self.lattice.radices(), arrangement) {
            ([line], _) => place::serpentine(*line, node.0),
            ([_, _, _], Arrangement::Oblique) => self.lattice.oblique(node),
            _ => self.lattice.sliced(node),
        }
    }

    fn spec(&self) -> String {
        self.lattice.spec(FAMILY.entry.id)
    }
}
