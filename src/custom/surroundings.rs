//! What a script can ask of the network: `net`, and how a header came: `came`.

use std::rc::Rc;

use rhai::{Array, Engine};

use crate::script::{Given, refuse};
use crate::topology::{Coordinates, Network, NodeId, Port, ShortestPaths, Topology};

/// A network as scripts see it; copies share it.
#[derive(Debug, Clone)]
pub(super) struct Net(Rc<Known>);

/// What a script can know of a network.
#[derive(Debug)]
pub(super) struct Known {
    pub topology: Box<dyn Topology>,
    pub network: Network,
    pub paths: ShortestPaths,
    coordinates: Option<Coordinates>,
    pub vcs: u8,
}

/// The virtual channel over which a header came.
#[derive(Debug, Clone, Copy)]
pub(super) struct Came {
    pub from: i64,
    pub port: i64,
    pub dimension: i64,
    pub vc: i64,
}

impl Net {
    pub(super) fn new(topology: Box<dyn Topology>, vcs: u8) -> Self {
        Self(Rc::new(Known {
            network: Network::new(&*topology),
            paths: topology.shortest_paths(),
            coordinates: topology.lattice().map(Coordinates::of),
            topology,
            vcs,
        }))
    }

    pub(super) fn known(&self) -> &Known {
        &self.0
    }

    fn node(&self, node: i64) -> Given<NodeId> {
        let nodes = self.0.topology.nodes();
        match u32::try_from(node) {
            Ok(number) if number < nodes => Ok(NodeId(number)),
            _ => refuse(format!(
                "a node must be a number from 0 to {}, not {node}",
                nodes - 1
            )),
        }
    }

    fn dimension(&self, dimension: i64) -> Given<usize> {
        let Some(lattice) = self.0.topology.lattice() else {
            let place = self.0.topology.spec();
            return refuse(format!("{place} has no coordinates"));
        };
        let dimensions = lattice.radices().len();
        match usize::try_from(dimension) {
            Ok(number) if number < dimensions => Ok(number),
            _ => refuse(format!(
                "a dimension must be a number from 0 to {}, not {dimension}",
                dimensions - 1
            )),
        }
    }

    fn ports(&mut self, node: i64) -> Given<Array> {
        let network = &self.0.network;
        let channels = network.channels_of(self.node(node)?);
        Ok(channels
            .map(|channel| i64::from(network.port(channel).0).into())
            .collect())
    }

    fn neighbor(&mut self, node: i64, port: i64) -> Given<i64> {
        let network = &self.0.network;
        let here = self.node(node)?;
        let channel = u8::try_from(port)
            .ok()
            .filter(|&port| port < self.0.topology.degree())
            .and_then(|port| network.channel_at(here, Port(port)));
        match channel {
            Some(channel) => Ok(network.to(channel).0.into()),
            None => refuse(format!("node {node} has no port {port}")),
        }
    }

    fn port(&mut self, node: i64, next: i64) -> Given<i64> {
        let network = &self.0.network;
        match network.between(self.node(node)?, self.node(next)?) {
            Some(channel) => Ok(network.port(channel).0.into()),
            None => refuse(format!("no channel leads from node {node} to node {next}")),
        }
    }

    fn distance(&mut self, from: i64, to: i64) -> Given<i64> {
        let (from, to) = (self.node(from)?, self.node(to)?);
        Ok(self.0.topology.distance(from, to).into())
    }

    fn nearer(&mut self, here: i64, to: i64) -> Given<Array> {
        let (here, to) = (self.node(here)?, self.node(to)?);
        let mut ports = Array::new();
        if here != to {
            self.0
                .paths
                .ports(here, to, |port, _| ports.push(i64::from(port.0).into()));
        }
        Ok(ports)
    }

    fn coordinate(&mut self, node: i64, dimension: i64) -> Given<i64> {
        let node = self.node(node)?;
        let dimension = self.dimension(dimension)?;
        let coordinates = self.0.coordinates.as_ref();
        Ok(coordinates.map_or(0, |coordinates| coordinates.at(node)[dimension].into()))
    }

    fn radix(&mut self, dimension: i64) -> Given<i64> {
        let dimension = self.dimension(dimension)?;
        let lattice = self.0.topology.lattice();
        Ok(lattice.map_or(0, |lattice| lattice.radices()[dimension].into()))
    }

    fn label(&mut self, node: i64) -> Given<String> {
        Ok(self.0.topology.label(self.node(node)?))
    }
}

/// A function that scripts can call: how it is written, and what it gives, in a line.
pub const AT_HAND: &[(&str, &str)] = &[
    (
        "net.nodes",
        "how many nodes there are; they are numbered from 0",
    ),
    (
        "net.vcs",
        "virtual channels of each channel; they are numbered from 0",
    ),
    (
        "net.ports(here)",
        "the ports of a node, each with a channel behind it",
    ),
    ("net.neighbor(here, port)", "the node behind a port"),
    ("net.port(here, next)", "the port that leads to a neighbor"),
    (
        "net.nearer(here, to)",
        "the ports on shortest paths to another node",
    ),
    ("net.distance(a, b)", "hops of a shortest path"),
    ("net.dimensions", "how many dimensions a mesh or torus has"),
    ("net.radix(d)", "nodes along a dimension"),
    ("net.at(node, d)", "the coordinate of a node in a dimension"),
    ("net.x(node), net.y(node)", "its first two coordinates"),
    ("net.label(node)", "the node as the picture names it"),
    ("came", "() where the message begins, else how it came"),
    ("came.from", "the node from which it came"),
    ("came.port", "the port of that node"),
    ("came.dimension", "the dimension of the channel"),
    ("came.vc", "the virtual channel over which it came"),
];

/// Lets scripts ask.
pub(super) fn register(engine: &mut Engine) {
    engine
        .register_type_with_name::<Net>("network")
        .register_get("nodes", |net: &mut Net| i64::from(net.0.topology.nodes()))
        .register_get("vcs", |net: &mut Net| i64::from(net.0.vcs))
        .register_get("dimensions", |net: &mut Net| {
            let lattice = net.0.topology.lattice();
            lattice.map_or(0, |lattice| lattice.radices().len() as i64)
        })
        .register_fn("ports", Net::ports)
        .register_fn("neighbor", Net::neighbor)
        .register_fn("port", Net::port)
        .register_fn("nearer", Net::nearer)
        .register_fn("distance", Net::distance)
        .register_fn("radix", Net::radix)
        .register_fn("at", Net::coordinate)
        .register_fn("x", |net: &mut Net, node: i64| net.coordinate(node, 0))
        .register_fn("y", |net: &mut Net, node: i64| net.coordinate(node, 1))
        .register_fn("label", Net::label);
    engine
        .register_type_with_name::<Came>("arrival")
        .register_get("from", |came: &mut Came| came.from)
        .register_get("port", |came: &mut Came| came.port)
        .register_get("dimension", |came: &mut Came| came.dimension)
        .register_get("vc", |came: &mut Came| came.vc);
}
