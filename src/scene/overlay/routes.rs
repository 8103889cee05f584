//! What there is to see and to say of the routes between two nodes.

use super::route_choices::{self, Step, Ways};
use crate::routing::routes;
use crate::scene::draw::Shape;
use crate::scene::layout::{Layout, Names, Naming};
use crate::sim::Design;
use crate::topology::{NodeId, Topology, disjoint_paths};

/// A question about routes.
#[derive(Debug, Clone, Copy)]
pub struct RouteView<'a> {
    /// The network, as the literature sees it.
    pub topology: &'a dyn Topology,
    /// How it is run.
    pub design: &'a Design,
    /// Where everything stands.
    pub layout: &'a Layout,
    /// What is written on nodes.
    pub naming: Naming,
    /// Source and destination, two nodes.
    pub ends: (NodeId, NodeId),
    /// The nodes walked so far, the source first.
    pub begun: &'a [NodeId],
    /// Whether to show node-disjoint paths, over any channels, in place of those that
    /// routing allows.
    pub is_apart: bool,
}

/// Its answer.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RouteAnswer {
    /// How many routes there are.
    pub sentence: String,
    /// The one that is walked, unless node-disjoint paths are shown.
    pub steps: Vec<Step>,
    /// What is laid over the network.
    pub shapes: Vec<Shape>,
}

impl Naming {
    /// What stands on nodes while routes are shown: the labels that routing goes by, if it
    /// goes by labels.
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
    /// Looks at all paths.
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
        let ways = Ways {
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
            let shapes = route_choices::apart(self.layout, network, &names, &paths, self.ends);
            (apart_in_a_sentence(&paths), shapes)
        } else {
            (ways.in_a_sentence(), ways.shapes(self.layout, &names))
        };
        RouteAnswer {
            sentence,
            steps: if self.is_apart {
                Vec::new()
            } else {
                ways.steps()
            },
            shapes,
        }
    }
}

fn apart_in_a_sentence(paths: &[Vec<NodeId>]) -> String {
    let lengths: Vec<_> = paths.iter().map(|p| (p.len() - 1).to_string()).collect();
    let shared = match paths.len() {
        1 => "there is one path, and no other is node-disjoint with it".to_owned(),
        number => format!("{number} node-disjoint paths, as many as there can be"),
    };
    let lengths = lengths.join(", ");
    format!("Whatever the routing, {shared}; of {lengths} hops.")
}
