//! Topologies that a lattice defines in everything but their drawing.

use std::any::Any;

use super::arrangement::Arrangement;
use super::cut::Half;
use super::labeling::PathLabels;
use super::lattice::Lattice;
use super::lattice_paths;
use super::place::Point;
use super::shortest_paths::ShortestPaths;
use crate::topology::{NodeId, Port, Topology};

/// A topology whose nodes and links are those of a lattice.
pub(in crate::topology) trait OnLattice: Any + Send + Sync {
    /// The id of the family, with which the specification begins.
    fn family(&self) -> &'static str;

    fn on(&self) -> &Lattice;

    /// As [`Topology::path_labels`].
    fn path_labels(&self) -> Option<PathLabels> {
        None
    }

    /// As [`Topology::arrangements`].
    fn arrangements(&self) -> &'static [Arrangement] {
        &[Arrangement::Plain]
    }

    /// As [`Topology::position`].
    fn position(&self, node: NodeId, arrangement: Arrangement) -> Point;
}

impl<T: OnLattice> Topology for T {
    fn nodes(&self) -> u32 {
        self.on().nodes()
    }

    fn degree(&self) -> u8 {
        self.on().degree()
    }

    fn neighbor(&self, node: NodeId, port: Port) -> Option<NodeId> {
        self.on().neighbor(node, port)
    }

    fn distance(&self, from: NodeId, to: NodeId) -> u32 {
        self.on().distance(from, to)
    }

    fn diameter(&self) -> u32 {
        self.on().diameter()
    }

    fn mean_distance(&self) -> f64 {
        self.on().mean_distance()
    }

    fn label(&self, node: NodeId) -> String {
        self.on().label(node)
    }

    fn address(&self, node: NodeId) -> String {
        format!("({})", self.on().label(node))
    }

    fn address_digits(&self, node: NodeId) -> Vec<String> {
        self.on().digits(node)
    }

    fn parse_label(&self, text: &str) -> Option<NodeId> {
        self.on().parse_label(text)
    }

    fn labels_allowed(&self) -> String {
        self.on().labels_allowed()
    }

    fn port_name(&self, port: Port) -> String {
        self.on().port_name(port)
    }

    fn dimension(&self, port: Port) -> u8 {
        self.on().dimension(port)
    }

    fn lattice(&self) -> Option<&Lattice> {
        Some(self.on())
    }

    fn shortest_paths(&self) -> ShortestPaths {
        lattice_paths::of_lattice(self.on())
    }

    /// All shortest paths together form no cycle on a line of nodes, and where each has one hop.
    fn are_shortest_paths_free(&self) -> Option<bool> {
        let lattice = self.on();
        let is_line = lattice.rings().is_none() && lattice.dimensions() == 1;
        Some(is_line || lattice.diameter() <= 1)
    }

    fn known_bisection(&self) -> Option<u32> {
        self.on().known_bisection()
    }

    fn natural_cuts(&self) -> Vec<Half> {
        self.on().halves()
    }

    fn path_labels(&self) -> Option<PathLabels> {
        OnLattice::path_labels(self)
    }

    fn arrangements(&self) -> &'static [Arrangement] {
        OnLattice::arrangements(self)
    }

    fn position(&self, node: NodeId, arrangement: Arrangement) -> Point {
        OnLattice::position(self, node, arrangement)
    }

    fn spec(&self) -> String {
        self.on().spec(self.family())
    }
}
