//! The parts of a network to which the quantities of a model refer: channels, queues or paths that
//! a text mentions are highlighted in the picture beside it.

use crate::scene::draw::{Curve, Glyph, Ink, Shape, Stroke};
use crate::scene::layout::{Layout, NODE_RADIUS, Names};
use engine::routing::VirtualChannel;
use engine::topology::{ChannelId, Network, NodeId, Topology};

/// A part of the network that a text mentions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pointed {
    Channels,
    /// The channels of one dimension.
    Dimension(u8),
    /// One channel, as an example.
    Channel,
    /// The virtual channels of one channel.
    Lanes,
    /// The source queues of all nodes.
    Sources,
    /// The source queue of one node.
    Source,
    Nodes,
    /// A shortest path from node 0 to a node at the largest distance from it.
    Path,
}

impl Pointed {
    /// Parses the name of a part: `channels`, `channel`, `lanes`, `sources`, `source`, `nodes`,
    /// `path`, or `dimension-` and a number, as in `dimension-0`.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "channels" => Self::Channels,
            "channel" => Self::Channel,
            "lanes" => Self::Lanes,
            "sources" => Self::Sources,
            "source" => Self::Source,
            "nodes" => Self::Nodes,
            "path" => Self::Path,
            _ => Self::Dimension(name.strip_prefix("dimension-")?.parse().ok()?),
        })
    }

    /// The shapes under the traffic that highlight the part.
    pub(in crate::scene) fn shapes(
        self,
        topology: &dyn Topology,
        network: &Network,
        layout: &Layout,
        names: &Names,
    ) -> Vec<Shape> {
        let band = |curve: Curve, width: f32| Shape::Line {
            curve,
            width,
            ink: Ink::Chosen,
            stroke: Stroke::Solid,
        };
        let line = |channel| band(layout.middle(channel), 0.06);
        let disc = |node, radius, fill, edge| Shape::Mark {
            at: layout.node(node),
            radius,
            glyph: Glyph::Disc,
            fill,
            edge,
        };
        // The node is drawn again, since idle links and nodes lie below.
        let around = |node| {
            let ring = disc(node, NODE_RADIUS * 1.4, Ink::Chosen, Ink::Chosen);
            let node_again = disc(node, NODE_RADIUS, Ink::Node, Ink::Link);
            let label = names.label(layout, node, Ink::Text);
            [Some(ring), Some(node_again), label].into_iter().flatten()
        };
        let channels = || network.channel_ids();
        let middle = NodeId(topology.nodes() / 2);
        match self {
            Self::Channels => channels().map(line).collect(),
            Self::Dimension(dimension) => channels()
                .filter(|&channel| network.dimension(channel) == dimension)
                .map(line)
                .collect(),
            Self::Channel => one_channel(network, middle).map(line).into_iter().collect(),
            Self::Lanes => {
                let lanes = one_channel(network, middle)
                    .into_iter()
                    .flat_map(|channel| {
                        (0..layout.vcs()).map(move |vc| VirtualChannel { channel, vc })
                    });
                // Narrower than the lanes, so that they can be counted.
                lanes
                    .map(|lane| band(layout.lane(lane), layout.lane_width() * 0.6))
                    .collect()
            }
            Self::Source => around(middle).collect(),
            Self::Sources | Self::Nodes => {
                layout.nodes().flat_map(|(node, _)| around(node)).collect()
            }
            Self::Path => {
                let path = longest_path(topology, network);
                let ends = path.first().map(|&first| network.from(first));
                let ends = ends
                    .into_iter()
                    .chain(path.last().map(|&last| network.to(last)));
                let lines = path.iter().map(|&channel| line(channel));
                lines.chain(ends.flat_map(around)).collect()
            }
        }
    }
}

fn one_channel(network: &Network, near: NodeId) -> Option<ChannelId> {
    network
        .channel_ids()
        .find(|&channel| network.from(channel) == near)
}

/// The channels of a shortest path from node 0 to the first of the nodes farthest from it.
fn longest_path(topology: &dyn Topology, network: &Network) -> Vec<ChannelId> {
    let distance = |node| topology.distance(NodeId(0), node);
    let nodes = (0..topology.nodes()).map(NodeId);
    // `max_by_key` returns the last of several maxima; reversing the order makes it the first.
    let Some(to) = nodes.rev().max_by_key(|&node| distance(node)) else {
        return Vec::new();
    };
    let mut here = NodeId(0);
    let mut path = Vec::new();
    while here != to {
        let left = topology.distance(here, to);
        let nearer = network.channel_ids().find(|&channel| {
            network.from(channel) == here && topology.distance(network.to(channel), to) < left
        });
        let Some(channel) = nearer else { break };
        path.push(channel);
        here = network.to(channel);
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::layout::{Layout, Naming};
    use engine::topology::{self, Arrangement};

    fn shapes(spec: &str, place: &str) -> usize {
        let topology = topology::from_spec(spec).expect("a valid topology");
        let network = Network::new(&*topology);
        let layout = Layout::new(&*topology, &network, 2, Arrangement::default());
        let place = Pointed::named(place).expect("a known part");
        let names = Names::new(&*topology, Naming::None);
        place.shapes(&*topology, &network, &layout, &names).len()
    }

    #[test]
    fn every_element_of_a_part_is_highlighted() {
        assert_eq!(shapes("hypercube:4", "channels"), 64);
        assert_eq!(shapes("hypercube:4", "dimension-1"), 16);
        assert_eq!(shapes("hypercube:4", "channel"), 1);
        assert_eq!(shapes("hypercube:4", "lanes"), 2);
        assert_eq!(shapes("hypercube:4", "sources"), 2 * 16);
        assert_eq!(shapes("hypercube:4", "nodes"), 2 * 16);
        assert_eq!(shapes("hypercube:4", "source"), 2);
        assert_eq!(shapes("hypercube:4", "path"), 4 + 2 * 2);
        assert_eq!(shapes("torus-uni:5x5", "path"), 8 + 2 * 2);
    }

    #[test]
    fn unknown_names_are_rejected() {
        for name in ["", "channel-1", "dimension-", "dimension-x", "Nodes"] {
            assert_eq!(Pointed::named(name), None, "{name}");
        }
    }
}
