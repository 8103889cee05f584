//! Flat tables of channels, for code that runs every cycle.

use super::{ChannelId, NodeId, Port, Terminals, Topology};

/// Lookup tables of a topology, with its channels numbered by node and port.
#[derive(Debug)]
pub struct Network {
    nodes: u32,
    degree: u8,
    /// Channel at index node · degree + port, or `NONE` at a border.
    out: Vec<u32>,
    from: Vec<NodeId>,
    to: Vec<NodeId>,
    port: Vec<Port>,
    dimension: Vec<u8>,
    terminals: Terminals,
}

const NONE: u32 = u32::MAX;

impl Network {
    /// Numbers the channels of a topology.
    pub fn new(topology: &dyn Topology) -> Self {
        let (nodes, degree) = (topology.nodes(), topology.degree());
        let mut network = Self {
            nodes,
            degree,
            out: Vec::with_capacity(nodes as usize * usize::from(degree)),
            from: Vec::new(),
            to: Vec::new(),
            port: Vec::new(),
            dimension: topology
                .ports()
                .map(|port| topology.dimension(port))
                .collect(),
            terminals: Terminals::of(topology),
        };
        for node in topology.node_ids() {
            for port in topology.ports() {
                match topology.neighbor(node, port) {
                    Some(neighbor) => {
                        network.out.push(network.from.len() as u32);
                        network.from.push(node);
                        network.to.push(neighbor);
                        network.port.push(port);
                    }
                    None => network.out.push(NONE),
                }
            }
        }
        network
    }

    /// Number of nodes N.
    pub fn nodes(&self) -> u32 {
        self.nodes
    }

    /// The nodes that send and receive messages.
    pub fn terminals(&self) -> &Terminals {
        &self.terminals
    }

    /// Number of unidirectional physical channels.
    pub fn channels(&self) -> u32 {
        self.from.len() as u32
    }

    /// The channel at a port; `None` at a border.
    pub fn channel_at(&self, node: NodeId, port: Port) -> Option<ChannelId> {
        let channel = self.out[node.0 as usize * usize::from(self.degree) + usize::from(port.0)];
        (channel != NONE).then_some(ChannelId(channel))
    }

    /// The channel at a port that is known to have one.
    ///
    /// # Panics
    /// If the port is at a border; a routing function never offers such a port.
    pub fn channel(&self, node: NodeId, port: Port) -> ChannelId {
        self.channel_at(node, port)
            .expect("routing stays inside the network")
    }

    /// The node a channel leaves.
    pub fn from(&self, channel: ChannelId) -> NodeId {
        self.from[channel.0 as usize]
    }

    /// The node a channel leads to.
    pub fn to(&self, channel: ChannelId) -> NodeId {
        self.to[channel.0 as usize]
    }

    /// The port at which a channel leaves its node.
    pub fn port(&self, channel: ChannelId) -> Port {
        self.port[channel.0 as usize]
    }

    /// The dimension of a channel, as numbered by [`Topology::dimension`].
    pub fn dimension(&self, channel: ChannelId) -> u8 {
        self.dimension[usize::from(self.port(channel).0)]
    }

    pub fn channel_ids(&self) -> impl Iterator<Item = ChannelId> + use<> {
        (0..self.channels()).map(ChannelId)
    }

    /// Channels that leave a node, in order of port.
    pub fn channels_of(&self, node: NodeId) -> impl Iterator<Item = ChannelId> + '_ {
        (0..self.degree).filter_map(move |port| self.channel_at(node, Port(port)))
    }

    /// The channel from a node to a neighbor, that of the lowest port if there are several.
    pub fn between(&self, from: NodeId, to: NodeId) -> Option<ChannelId> {
        self.channels_of(from)
            .find(|&channel| self.to(channel) == to)
    }

    /// Smallest and largest number of channels that leave a node.
    pub fn degrees(&self) -> (u32, u32) {
        let degrees = (0..self.nodes).map(|node| self.channels_of(NodeId(node)).count() as u32);
        degrees.fold((u32::MAX, 0), |(min, max), d| (min.min(d), max.max(d)))
    }
}
