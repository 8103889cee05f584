//! The routes between two nodes in pictures and words.

use super::route_choices::{self, AllowedPaths, Step};
use crate::scene::draw::Shape;
use crate::scene::layout::{Layout, Names, Naming};
use engine::routing::{Hop, legs_through, routes, routes_by};
use engine::sim::Design;
use engine::topology::{NodeId, Topology, disjoint_paths};

#[derive(Debug, Clone, Copy)]
pub struct RouteView<'a> {
    /// The topology of the network.
    pub topology: &'a dyn Topology,
    pub design: &'a Design,
    /// The positions of nodes and channels.
    pub layout: &'a Layout,
    /// The kind of names on nodes.
    pub naming: Naming,
    /// The source and the destination, which differ.
    pub ends: (NodeId, NodeId),
    /// The intermediate node of routes with two legs; `None` for all.
    pub by: Option<NodeId>,
    /// The nodes visited so far, source first.
    pub begun: &'a [NodeId],
    /// Whether to show node-disjoint paths, over any channels, instead of those that routing
    /// allows.
    pub is_apart: bool,
}

/// The answer to a [`RouteView`].
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RouteAnswer {
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
        let (legs, by) = self.legs();
        let walk = route_choices::walked(network, routing, &legs, self.begun);
        let routes = by
            .and_then(|_| routes_by(network, routing, &legs))
            .unwrap_or_else(|| routes(network, routing, from, to));
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
            by,
            legs: &legs,
            routes: &routes,
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

impl RouteView<'_> {
    /// The legs of the route that is walked, and the intermediate node if the routing function goes
    /// through the one asked for. Without one, the walk consists of the last leg.
    fn legs(&self) -> (Vec<Hop>, Option<NodeId>) {
        let routing = &*self.design.routing;
        let (from, to) = self.ends;
        let through = self.by.and_then(|by| {
            let legs = legs_through(&self.design.network, routing, [from, by, to])?;
            Some((legs, Some(by)))
        });
        through.unwrap_or_else(|| {
            let leg = (from != to).then(|| Hop::new(from, to, routing.legs() - 1));
            (leg.into_iter().collect(), None)
        })
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
