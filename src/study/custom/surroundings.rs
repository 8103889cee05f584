//! The values that a script can query: the network as `net`, and the arrival of a header as `came`.

use std::cell::{Cell, OnceCell};
use std::rc::Rc;

use rhai::{Array, Engine};

use crate::script::{Given, Steps, known, refuse};
use engine::routing::{self, UpDownTree};
use engine::topology::{
    ChannelId, Coordinates, FoldedHypercube, Lattice, MeshHypercube, Network, NodeId, PathLabels,
    Port, ShortestPaths, Topology,
};

/// The network as exposed to scripts; clones share it.
#[derive(Debug, Clone)]
pub(super) struct Net(Rc<Known>);

/// The data of a network that a script can query.
#[derive(Debug)]
pub(super) struct Known {
    pub topology: Box<dyn Topology>,
    pub network: Network,
    paths: ShortestPaths,
    coordinates: Option<Coordinates>,
    labels: Option<PathLabels>,
    /// Number of address bits within a cube.
    bits: Option<u32>,
    root: OnceCell<NodeId>,
    /// The tree with this root.
    tree: OnceCell<UpDownTree>,
    vcs: u8,
    steps: Steps,
}

/// The virtual channel over which a header arrived.
#[derive(Debug, Clone)]
pub(super) struct Came {
    pub from: i64,
    pub port: i64,
    pub dimension: i64,
    pub vc: i64,
    /// The part of it that the script has queried.
    pub asked: Rc<Cell<Asked>>,
}

/// The part of an arrival on which the result of a script can depend, the smallest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Asked {
    /// At most whether the message begins here.
    Whether,
    Channel,
    Lane,
}

impl Known {
    /// The root of the tree, if a script has asked for its directions.
    pub(super) fn asked_root(&self) -> Option<NodeId> {
        self.tree.get().and_then(|_| self.root.get().copied())
    }
}

impl Came {
    fn answer(&self, asked: Asked, value: i64) -> i64 {
        self.asked.set(self.asked.get().max(asked));
        value
    }
}

impl Net {
    pub(super) fn new(topology: Box<dyn Topology>, vcs: u8, steps: Steps) -> Self {
        let network = Network::new(&*topology);
        let bits = if let Some(levels) = topology.as_a::<MeshHypercube>() {
            Some(levels.bits())
        } else if let Some(folded) = topology.as_a::<FoldedHypercube>() {
            Some(folded.dimension())
        } else {
            topology.cube_dimension()
        };
        Self(Rc::new(Known {
            root: OnceCell::new(),
            tree: OnceCell::new(),
            network,
            paths: topology.shortest_paths(),
            coordinates: topology.lattice().map(Coordinates::of),
            labels: topology.path_labels(),
            bits,
            topology,
            vcs,
            steps,
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

    /// The label of a node in the picture.
    fn named(&self, node: NodeId) -> String {
        self.0.topology.label(node)
    }

    /// The channel from a node to a neighbor.
    fn channel(&self, from: i64, to: i64) -> Given<ChannelId> {
        let (from, to) = (self.node(from)?, self.node(to)?);
        if let Some(channel) = self.0.network.between(from, to) {
            return Ok(channel);
        }
        let [from, to] = [from, to].map(|node| self.named(node));
        refuse(format!("no channel leads from node {from} to node {to}"))
    }

    /// Charges for a loop over the ports of a node, by their number.
    fn charge_for_ports(&self) {
        self.0
            .steps
            .charge(4 + usize::from(self.0.topology.degree()));
    }

    fn lattice(&self) -> Option<&Lattice> {
        self.0.topology.lattice()
    }

    /// The dimensions of a mesh or torus, or the address bits of a hypercube.
    fn dimensions(&self) -> u8 {
        let of_cube = self.0.topology.cube_dimension().unwrap_or(0);
        self.lattice().map_or(of_cube as u8, Lattice::dimensions)
    }

    fn dimension(&self, dimension: i64) -> Given<u8> {
        let dimensions = self.dimensions();
        match u8::try_from(dimension) {
            Ok(number) if number < dimensions => Ok(number),
            _ if dimensions == 0 => {
                let place = self.0.topology.spec();
                refuse(format!("{place} has no coordinates"))
            }
            _ => refuse(format!(
                "a dimension must be a number from 0 to {}, not {dimension}",
                dimensions - 1
            )),
        }
    }

    fn towards(&mut self, dimension: i64, up: bool) -> Given<i64> {
        let dimension = self.dimension(dimension)?;
        let port = self.lattice().map(|lattice| lattice.port(dimension, up));
        Ok(port.map_or(dimension, |port| port.0).into())
    }

    fn ports(&mut self, node: i64) -> Given<Array> {
        let network = &self.0.network;
        let channels = network.channels_of(self.node(node)?);
        let ports = channels.map(|channel| i64::from(network.port(channel).0).into());
        let ports: Array = ports.collect();
        self.charge_for_ports();
        Ok(ports)
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
            None => refuse(format!("node {} has no port {port}", self.named(here))),
        }
    }

    fn port(&mut self, node: i64, next: i64) -> Given<i64> {
        let network = &self.0.network;
        self.charge_for_ports();
        Ok(network.port(self.channel(node, next)?).0.into())
    }

    fn distance(&mut self, from: i64, to: i64) -> Given<i64> {
        let (from, to) = (self.node(from)?, self.node(to)?);
        Ok(self.0.topology.distance(from, to).into())
    }

    fn nearer(&mut self, here: i64, to: i64) -> Given<Array> {
        let (here, to) = (self.node(here)?, self.node(to)?);
        let mut ports = Array::new();
        self.charge_for_ports();
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
        let coordinate = match &self.0.coordinates {
            Some(coordinates) => coordinates.at(node)[usize::from(dimension)],
            None => node.0 >> dimension & 1,
        };
        Ok(coordinate.into())
    }

    fn radix(&mut self, dimension: i64) -> Given<i64> {
        let dimension = self.dimension(dimension)?;
        let radix = self.lattice().map_or(2, |lattice| lattice.radix(dimension));
        Ok(radix.into())
    }

    fn root(&self) -> NodeId {
        let found = || routing::middle(&self.0.network);
        *self.0.root.get_or_init(found)
    }

    fn tree(&self) -> &UpDownTree {
        let grown = || UpDownTree::new(&self.0.network, self.root());
        self.0.tree.get_or_init(grown)
    }

    fn is_up(&mut self, from: i64, to: i64) -> Given<bool> {
        let channel = self.channel(from, to)?;
        Ok(self.tree().is_up(&self.0.network, channel))
    }

    fn hops_up_down(&mut self, from: i64, to: i64, may_rise: bool) -> Given<i64> {
        let (from, to) = (self.node(from)?, self.node(to)?);
        let hops = self.tree().hops(&self.0.network, from, to, may_rise);
        Ok(hops.map_or(-1, i64::from))
    }

    fn bits(&mut self) -> Given<i64> {
        match self.0.bits {
            Some(bits) => Ok(bits.into()),
            None => refuse(format!(
                "nodes of {} have no address bits",
                self.0.topology.spec()
            )),
        }
    }

    fn on_path(&mut self, node: i64) -> Given<i64> {
        let node = self.node(node)?;
        match &self.0.labels {
            Some(labels) => Ok(labels.of_nodes()[node.0 as usize].into()),
            None => refuse(format!(
                "{} has no numbering along a Hamiltonian path",
                self.0.topology.spec()
            )),
        }
    }

    fn label(&mut self, node: i64) -> Given<String> {
        // Building the string takes about as long as copying a list of this length.
        self.0.steps.charge(16);
        Ok(self.0.topology.label(self.node(node)?))
    }
}

/// The functions and properties that scripts can use: how each is written, and its result in a line.
pub const AT_HAND: &[(&str, &str)] = &[
    ("net.nodes", "number of nodes, which are numbered from 0"),
    (
        "net.vcs",
        "virtual channels of each channel, numbered from 0",
    ),
    (
        "net.ports(here)",
        "the ports of a node, each with its channel",
    ),
    ("net.neighbor(here, port)", "the node behind a port"),
    ("net.port(here, next)", "the port that leads to a neighbor"),
    (
        "net.nearer(here, to)",
        "the ports on shortest paths to another node",
    ),
    ("net.distance(a, b)", "hops of a shortest path"),
    (
        "net.dimensions",
        "dimensions of a mesh or torus, or bits of a hypercube",
    ),
    ("net.radix(d)", "nodes along a dimension; 2 in a hypercube"),
    (
        "net.at(node, d)",
        "the coordinate of a node in a dimension, or bit d of its address",
    ),
    (
        "net.up(d), net.down(d)",
        "the ports along a dimension, to the next higher and lower coordinate",
    ),
    ("net.x(node), net.y(node)", "its first two coordinates"),
    (
        "net.bits",
        "address bits of a node within its hypercube; links 0 to bits - 1 flip one each",
    ),
    (
        "net.on_path(node)",
        "its position along a Hamiltonian path, if the network has one; in a mesh-hypercube, \
         within its level",
    ),
    (
        "net.root",
        "a node in the middle: the farthest one from it is as near as possible",
    ),
    (
        "net.is_up(from, next)",
        "whether a channel leads up, to the end that is nearer to net.root",
    ),
    (
        "net.hops_up_down(a, b, may_rise)",
        "hops of a shortest path that goes up, if it may, and then down; -1 if there is none",
    ),
    ("net.label(node)", "the node as the picture names it"),
    ("bit(number, i)", "bit i of a number; bit 0 is the lowest"),
    (
        "here ^ to",
        "exclusive or: the bits in which two addresses differ",
    ),
    (
        "min(a, b), max(a, b), abs(a)",
        "the smaller or larger of two numbers; the absolute value",
    ),
    ("0..4", "a range: 0, 1, 2, 3"),
    (
        "list.len, list[0]",
        "the number of values in a list, and its first value",
    ),
    ("list.push(value)", "adds a value at the end"),
    ("list.contains(value)", "whether a value is in a list"),
    (
        "#{ port: 2, vcs: [1] }",
        "an offer of some virtual channels behind a port; without vcs, of all",
    ),
    (
        "#{ port: 2, vcs: 0, escape: true }",
        "an offer of an escape channel, one for which a message may always wait: see Duato",
    ),
    (
        "came",
        "() at the source of the message, otherwise its arrival",
    ),
    ("came.from", "the node from which it came"),
    ("came.port", "the port of that node"),
    ("came.dimension", "the dimension of the channel"),
    ("came.vc", "the virtual channel over which it came"),
];

/// The fields of an offer, and their values in a line.
pub(super) const OFFER_FIELDS: &[(&str, &str)] = &[
    ("port", "the port that the header may take"),
    (
        "vcs",
        "its virtual channels: a number, a list or a range; without vcs, all",
    ),
    (
        "escape",
        "true for an escape channel, one for which a message may always wait",
    ),
];

/// The names that scripts can use on a value, each followed by a space.
fn names() -> String {
    let mut names = String::new();
    let calls = AT_HAND.iter().flat_map(|(call, _)| call.split(", "));
    for call in calls {
        // Without the receiver and the arguments.
        let call = call.split('(').next().unwrap_or(call);
        if let Some((_, name)) = call.rsplit_once('.')
            && name.starts_with(char::is_alphabetic)
        {
            names.push_str(name);
            names.push(' ');
        }
    }
    names
}

/// Registers the values and functions with the script engine.
pub(super) fn register(engine: &mut Engine) {
    known(engine, &names());
    engine
        .register_type_with_name::<Net>("network")
        .register_get("nodes", |net: &mut Net| i64::from(net.0.topology.nodes()))
        .register_get("vcs", |net: &mut Net| i64::from(net.0.vcs))
        .register_get("dimensions", |net: &mut Net| i64::from(net.dimensions()))
        .register_get("root", |net: &mut Net| i64::from(net.root().0))
        .register_get("bits", Net::bits)
        .register_fn("ports", Net::ports)
        .register_fn("neighbor", Net::neighbor)
        .register_fn("port", Net::port)
        .register_fn("nearer", Net::nearer)
        .register_fn("distance", Net::distance)
        .register_fn("radix", Net::radix)
        .register_fn("up", |net: &mut Net, d: i64| net.towards(d, true))
        .register_fn("down", |net: &mut Net, d: i64| net.towards(d, false))
        .register_fn("is_up", Net::is_up)
        .register_fn("hops_up_down", Net::hops_up_down)
        .register_fn("on_path", Net::on_path)
        .register_fn("at", Net::coordinate)
        .register_fn("x", |net: &mut Net, node: i64| net.coordinate(node, 0))
        .register_fn("y", |net: &mut Net, node: i64| net.coordinate(node, 1))
        .register_fn("label", Net::label);
    engine
        .register_type_with_name::<Came>("arrival")
        .register_get("from", |came: &mut Came| {
            came.answer(Asked::Channel, came.from)
        })
        .register_get("port", |came: &mut Came| {
            came.answer(Asked::Channel, came.port)
        })
        .register_get("dimension", |came: &mut Came| {
            came.answer(Asked::Channel, came.dimension)
        })
        .register_get("vc", |came: &mut Came| came.answer(Asked::Lane, came.vc));
}
