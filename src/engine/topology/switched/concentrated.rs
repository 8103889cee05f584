//! Networks of routers with the same number of terminals at each.
//!
//! Terminal t is linked to router ⌊t/c⌋. The ports of a router are those of the network of routers,
//! then one that only terminals have, to their router, and one to each of the router's terminals.

use std::cmp::Ordering;

use super::super::geometry::{Arrangement, Half, PathPorts, Point, ShortestPaths};
use super::super::{NodeId, Port, Topology, mean_over_pairs};

/// A network of routers, each with c terminals.
#[derive(Debug)]
pub struct Concentrated {
    spec: String,
    routers: Box<dyn Topology>,
    attachment: Attachment,
    /// By node: its position in a drawing.
    places: Vec<Point>,
}

/// The links between terminals and their routers.
#[derive(Debug, Clone, Copy)]
pub struct Attachment {
    each: u32,
    terminals: u32,
    /// The port by which a terminal reaches its router; those to a router's terminals follow.
    router_port: Port,
}

impl Attachment {
    /// The router of a node, as a node of the network of routers: the node itself or, for a terminal,
    /// the router that it is linked to.
    pub fn router_of(&self, node: NodeId) -> NodeId {
        match node.0.checked_sub(self.terminals) {
            Some(router) => NodeId(router),
            None => NodeId(node.0 / self.each),
        }
    }

    pub fn is_router(&self, node: NodeId) -> bool {
        node.0 >= self.terminals
    }

    /// The node that is a router, given as a node of the network of routers.
    pub fn node_of(&self, router: NodeId) -> NodeId {
        NodeId(self.terminals + router.0)
    }

    /// The port of the next hop, if it is a link of a terminal: from the terminal `here`, or to the
    /// terminal `to` from its router.
    pub fn port(&self, here: NodeId, to: NodeId) -> Option<Port> {
        if here.0 < self.terminals {
            return Some(self.router_port);
        }
        let is_at_router = to.0 < self.terminals && self.router_of(to) == self.router_of(here);
        is_at_router.then(|| self.port_to_terminal(to.0 % self.each))
    }

    /// The port by which a router reaches its `nth` terminal.
    fn port_to_terminal(&self, nth: u32) -> Port {
        Port(self.router_port.0 + 1 + nth as u8)
    }
}

/// Positions of routers, and of the terminals of each.
pub(super) trait Sites {
    /// The position of a router [grid units], anywhere in the plane.
    fn router(&self, router: u32) -> [f64; 2];

    /// The position of the `nth` terminal of a router, in the same plane.
    fn terminal(&self, router: u32, nth: u32) -> [f64; 2];
}

impl Concentrated {
    /// Links `each` terminals to every router.
    pub(super) fn new(
        spec: String,
        routers: Box<dyn Topology>,
        each: u32,
        sites: &dyn Sites,
    ) -> Self {
        let count = routers.nodes();
        let terminals = (0..count * each).map(|t| sites.terminal(t / each, t % each));
        let places: Vec<_> = terminals
            .chain((0..count).map(|router| sites.router(router)))
            .collect();
        let least = |axis: usize| {
            let along = places.iter().map(|place| place[axis]);
            along.fold(f64::INFINITY, f64::min)
        };
        let [left, top] = [least(0), least(1)];
        let places = places
            .iter()
            .map(|[x, y]| Point::new((x - left) as f32, (y - top) as f32))
            .collect();
        Self {
            spec,
            attachment: Attachment {
                each,
                terminals: count * each,
                router_port: Port(routers.degree()),
            },
            routers,
            places,
        }
    }

    /// The network of routers, without terminals.
    pub fn routers(&self) -> &dyn Topology {
        &*self.routers
    }

    /// The links between terminals and routers.
    pub fn attachment(&self) -> Attachment {
        self.attachment
    }

    fn each(&self) -> u32 {
        self.attachment.each
    }

    fn terminals(&self) -> u32 {
        self.attachment.terminals
    }

    fn router_of(&self, node: NodeId) -> NodeId {
        self.attachment.router_of(node)
    }

    fn node_of(&self, router: NodeId) -> NodeId {
        self.attachment.node_of(router)
    }

    fn port_to_router(&self) -> Port {
        self.attachment.router_port
    }

    fn port_to_terminal(&self, nth: u32) -> Port {
        self.attachment.port_to_terminal(nth)
    }
}

impl Topology for Concentrated {
    fn nodes(&self) -> u32 {
        self.terminals() + self.routers.nodes()
    }

    fn degree(&self) -> u8 {
        self.routers.degree() + 1 + self.each() as u8
    }

    fn neighbor(&self, node: NodeId, port: Port) -> Option<NodeId> {
        let router = self.router_of(node);
        if !self.is_switch(node) {
            return (port == self.port_to_router()).then(|| self.node_of(router));
        }
        if port < self.port_to_router() {
            let next = self.routers.neighbor(router, port);
            return next.map(|next| self.node_of(next));
        }
        let nth = u32::from(port.0).checked_sub(u32::from(self.port_to_terminal(0).0))?;
        Some(NodeId(router.0 * self.each() + nth))
    }

    fn is_switch(&self, node: NodeId) -> bool {
        node.0 >= self.terminals()
    }

    /// The terminals of a group of a dragonfly, or of a router.
    fn group_size(&self) -> Option<u32> {
        Some(self.routers.group_size().unwrap_or(1) * self.each())
    }

    fn distance(&self, from: NodeId, to: NodeId) -> u32 {
        if from == to {
            return 0;
        }
        let ends = [from, to].map(|node| u32::from(!self.is_switch(node)));
        let [a, b] = [from, to].map(|node| self.router_of(node));
        ends[0] + self.routers.distance(a, b) + ends[1]
    }

    fn diameter(&self) -> u32 {
        self.routers.diameter() + 2
    }

    fn mean_distance(&self) -> f64 {
        let [routers, each] = [self.routers.nodes(), self.each()].map(f64::from);
        let pairs = routers * (routers - 1.0);
        let between = pairs * (self.routers.mean_distance() + 2.0);
        let total = each * each * between + routers * each * (each - 1.0) * 2.0;
        mean_over_pairs(total, self.terminals())
    }

    fn label(&self, node: NodeId) -> String {
        if self.is_switch(node) {
            format!("r{}", self.routers.label(self.router_of(node)))
        } else {
            node.0.to_string()
        }
    }

    fn longest_address(&self) -> NodeId {
        let letters = |node: &NodeId| self.label(*node).len();
        let router = self.node_of(self.routers.longest_address());
        let last = NodeId(self.terminals() - 1);
        [router, last]
            .into_iter()
            .max_by_key(letters)
            .unwrap_or(last)
    }

    fn parse_label(&self, text: &str) -> Option<NodeId> {
        let text = text.trim();
        if let Some(router) = text.strip_prefix('r') {
            return self.routers.parse_label(router).map(|r| self.node_of(r));
        }
        let number = text.parse().ok();
        number
            .filter(|&number| number < self.terminals())
            .map(NodeId)
    }

    fn labels_allowed(&self) -> String {
        let routers = [NodeId(0), NodeId(self.routers.nodes() - 1)];
        let [first, last] = routers.map(|router| self.label(self.node_of(router)));
        format!(
            "a terminal from 0 to {}, or a router from {first} to {last},",
            self.terminals() - 1
        )
    }

    fn port_name(&self, port: Port) -> String {
        match port.cmp(&self.port_to_router()) {
            Ordering::Less => self.routers.port_name(port),
            Ordering::Equal => "router".to_owned(),
            Ordering::Greater => {
                format!("terminal {}", port.0 - self.port_to_terminal(0).0)
            }
        }
    }

    /// Links of terminals come after the dimensions of the routers.
    fn dimension(&self, port: Port) -> u8 {
        if port < self.port_to_router() {
            return self.routers.dimension(port);
        }
        let ports = (0..self.routers.degree()).map(Port);
        let last = ports.map(|port| self.routers.dimension(port)).max();
        last.map_or(0, |last| last + 1)
    }

    fn shortest_paths(&self) -> ShortestPaths {
        ShortestPaths::new(BetweenTerminals {
            attachment: self.attachment,
            routers: self.routers.shortest_paths(),
        })
    }

    fn are_shortest_paths_free(&self) -> Option<bool> {
        self.routers.are_shortest_paths_free()
    }

    fn natural_cuts(&self) -> Vec<Half> {
        if self.routers.nodes() == 1 {
            let half = self.each() / 2;
            let inside = |node: NodeId| node.0 < half;
            return vec![Half::by("the switch".to_owned(), self.nodes(), inside)];
        }
        let cuts = self.routers.natural_cuts().into_iter();
        let with_terminals = |cut: Half| {
            let inside = |node| cut.is_inside[self.router_of(node).0 as usize];
            Half::by(cut.across.clone(), self.nodes(), inside)
        };
        cuts.map(with_terminals).collect()
    }

    fn is_hidden_at_rest(&self, port: Port) -> bool {
        port < self.port_to_router() && self.routers.is_hidden_at_rest(port)
    }

    fn position(&self, node: NodeId, _: Arrangement) -> Point {
        self.places[node.0 as usize]
    }

    fn spec(&self) -> String {
        self.spec.clone()
    }
}

/// The shortest paths of the routers, with the links of terminals at their ends.
#[derive(Debug)]
struct BetweenTerminals {
    attachment: Attachment,
    routers: ShortestPaths,
}

impl PathPorts for BetweenTerminals {
    fn ports(&self, here: NodeId, to: NodeId, offer: &mut dyn FnMut(Port, u32)) {
        if let Some(port) = self.attachment.port(here, to) {
            return offer(port, 1);
        }
        let [here, to] = [here, to].map(|node| self.attachment.router_of(node));
        self.routers.ports(here, to, offer);
    }
}
