//! The routes between two nodes in pictures and words.

use super::route_choices::{self, AllowedPaths, Step};
use crate::routing::routes;
use crate::scene::draw::Shape;
use crate::scene::layout::{Layout, Names, Naming};
use crate::sim::Design;
use crate::topology::{NodeId, Topology, disjoint_paths};

/// A query about routes.
#[derive(Debug, Clone, Copy)]
pub struct RouteView<'a> {
    /// The topology of the network.
    pub topology: &'a dyn Topology,
    /// The simulated design.
    pub design: &'a Design,
    /// The positions of nodes and channels.
    pub layout: &'a Layout,
    /// The kind of names on nodes.
    pub naming: Naming,
    /// The source and the destination, which differ.
    pub ends: (NodeId, NodeId),
    /// The nodes visited so far, source first.
    pub begun: &'a [NodeId],
    /// Whether to show node-disjoint paths, over any channels, instead of those that routing
    /// allows.
    pub is_apart: bool,
}

/// The answer to a [`RouteView`].
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RouteAnswer {
    /// The number of routes in a sentence.
    pub sentence: String,
    /// The steps of the walk; empty if node-disjoint paths are shown.
    pub steps: Vec<Step>,
    /// The shapes to draw over the network.
    pub shapes: Vec<Shape>,
}

impl Naming {
    /// The kind of names on nodes while routes are shown: labels if the routing function is based
    /// on them.
    #[must_use]
    pub fn of_routes(self, design: &Design) -> Self {
        if design.routing.is_label_based() {
            Self::Hamiltonian
        } else {
            self
        }
    }
}

impl RouteView<'_> {
    /// Computes the routes and draws them.
    pub fn answer(&self) -> RouteAnswer {
        let (network, routing) = (&self.design.network, &*self.design.routing);
        let (from, to) = self.ends;
        let walk = route_choices::walked(network, routing, self.ends, self.begun);
        let naming = if self.is_apart {
            self.naming
        } else {
            self.naming.of_routes(self.design)
        };
        let names = Names::new(self.topology, naming);
        let allowed = AllowedPaths {
            topology: self.topology,
            network,
            routing,
            ends: self.ends,
            routes: &routes(network, routing, from, to),
            walk: &walk,
            labels: routing.is_label_based().then_some(&names),
        };
        let (sentence, shapes) = if self.is_apart {
            let paths = disjoint_paths(network, from, to, &self.design.faults);
            let shapes = route_choices::disjoint(self.layout, network, &names, &paths, self.ends);
            (disjoint_in_a_sentence(&paths), shapes)
        } else {
            (allowed.in_a_sentence(), allowed.shapes(self.layout, &names))
        };
        RouteAnswer {
            sentence,
            steps: if self.is_apart {
                Vec::new()
            } else {
                allowed.steps()
            },
            shapes,
        }
    }
}

fn disjoint_in_a_sentence(paths: &[Vec<NodeId>]) -> String {
    let lengths: Vec<_> = paths.iter().map(|p| (p.len() - 1).to_string()).collect();
    let shared = match paths.len() {
        1 => "there is one path, and no other is node-disjoint with it".to_owned(),
        number => format!("{number} node-disjoint paths, as many as there can be"),
    };
    let lengths = lengths.join(", ");
    format!("Whatever the routing, {shared}; of {lengths} hops.")
}
