//! What a drawing of the network consists of: a list of shapes, from a snapshot and a time.
//!
//! Pure: no browser, no pixels. Coordinates are grid units of
//! [`Topology::position`], colors are [`Ink`]s that a
//! theme gives a value. The same list is painted on a canvas, exported and tested.
//!
//! Traffic keeps to the right: the two channels of a link are drawn side by side, each with
//! its virtual channels as lanes, and buffers as slots before the node they belong to.

mod account;
mod changes;
mod curve;
mod layout;
mod marks;
mod phase;
mod spacetime;
mod timeline;
mod worms;

use crate::sim::Snapshot;
use crate::topology::{ChannelId, NodeId, Point, Topology};

pub use account::{ACCOUNT, account};
pub use changes::{Change, changes, narrate};
pub use curve::Curve;
pub use layout::{Bounds, Layout, NODE_RADIUS};
pub use marks::{MARKS_WIDTH, mark, marks};
pub use phase::{Answer, Ask, Phase, asks};
pub use spacetime::{Journey, Row, Wait, WaitKind};
pub use timeline::{Caption, Diagram, Foot, Kind, Outline, Sheet};
pub use worms::{Moment, worms};

/// Meaning of a color.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ink {
    /// Links of neighbors at rest.
    Link,
    /// Links at rest that pass other nodes.
    FarLink,
    /// A link pointed at or selected.
    Chosen,
    /// Nodes.
    Node,
    /// Nodes with messages waiting in their queue.
    Queue,
    /// Writing.
    Text,
    /// A message; hues repeat after [`HUES`].
    Message(u8),
    /// Waiting in vain.
    Blocked,
}

/// Message hues before they repeat.
pub const HUES: u8 = 6;

/// Which flit of a worm.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FlitPart {
    /// Carries the route.
    Header,
    /// Follows.
    Body,
    /// Releases each channel as it leaves.
    Tail,
}

/// Something to paint.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    /// A line along a channel.
    Line {
        /// Where.
        curve: Curve,
        /// Width [grid units].
        width: f32,
        /// Color.
        ink: Ink,
    },
    /// A disc with an outline.
    Disc {
        /// Center.
        at: Point,
        /// Radius [grid units].
        radius: f32,
        /// Filling.
        fill: Ink,
        /// Outline.
        edge: Ink,
    },
    /// One flit.
    Flit {
        /// Center.
        at: Point,
        /// Unit vector in the direction of travel.
        heading: Point,
        /// Edge length [grid units].
        size: f32,
        /// Header, body or tail.
        part: FlitPart,
        /// Color of its message.
        ink: Ink,
        /// Whether its worm's header waits in vain.
        blocked: bool,
    },
    /// Writing, centered.
    Label {
        /// Center.
        at: Point,
        /// Height of the letters [grid units].
        size: f32,
        /// What it says.
        text: String,
        /// Color.
        ink: Ink,
    },
}

/// What a person points at or has selected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Focus {
    /// The channel under the pointer.
    pub channel: Option<ChannelId>,
    /// The node under the pointer or reached by keys.
    pub node: Option<NodeId>,
    /// The node chosen as source.
    pub source: Option<NodeId>,
}

/// The part of the picture that does not change: links, then nodes and their addresses.
///
/// In networks of more than [`MOST_LINKS_SHOWN`] nodes only links between neighbors in the
/// drawing are shown, the others when a worm uses them.
pub fn network(topology: &dyn Topology, layout: &Layout) -> Vec<Shape> {
    let all = topology.nodes() <= MOST_LINKS_SHOWN;
    let links = layout.curves().filter(|(_, curve)| all || curve.is_short());
    let links = links.map(|(_, curve)| Shape::Line {
        curve: curve.beside(layout::SIDE),
        width: if curve.is_short() { 0.03 } else { 0.015 },
        ink: if curve.is_short() {
            Ink::Link
        } else {
            Ink::FarLink
        },
    });
    let nodes = topology.node_ids().map(|node| Shape::Disc {
        at: layout.node(node),
        radius: NODE_RADIUS,
        fill: Ink::Node,
        edge: Ink::Text,
    });
    let labels = topology.node_ids();
    let labels = labels.map(|node| label(topology, layout, node, Ink::Text));
    links.chain(nodes).chain(labels).collect()
}

/// Networks with more nodes show only short links at rest.
pub const MOST_LINKS_SHOWN: u32 = 256;

/// The marks of what a person points at or has selected: a ring for the node pointed at, a
/// filled disc for the source.
pub fn focus(topology: &dyn Topology, layout: &Layout, focus: Focus) -> Vec<Shape> {
    let channel = focus.channel.map(|channel| Shape::Line {
        curve: layout.curve(channel).beside(layout::SIDE),
        width: 0.06,
        ink: Ink::Chosen,
    });
    let mark = |node: NodeId, radius: f32, fill: Ink, text: Ink| {
        let disc = Shape::Disc {
            at: layout.node(node),
            radius,
            fill,
            edge: Ink::Chosen,
        };
        [disc, label(topology, layout, node, text)]
    };
    let pointed = focus.node.filter(|_| focus.node != focus.source);
    let pointed = pointed.map(|node| mark(node, NODE_RADIUS * 1.2, Ink::Node, Ink::Text));
    let source = focus.source;
    let source = source.map(|node| mark(node, NODE_RADIUS * 1.3, Ink::Chosen, Ink::Node));
    let nodes = [pointed, source].into_iter().flatten().flatten();
    channel.into_iter().chain(nodes).collect()
}

/// Marks the nodes in whose queues messages wait.
pub fn queues(topology: &dyn Topology, layout: &Layout, snapshot: &Snapshot) -> Vec<Shape> {
    let waiting = topology.node_ids().zip(&snapshot.queued);
    let waiting = waiting.filter(|(_, queued)| **queued > 0);
    let marks = waiting.flat_map(|(node, _)| {
        let disc = Shape::Disc {
            at: layout.node(node),
            radius: NODE_RADIUS,
            fill: Ink::Queue,
            edge: Ink::Text,
        };
        [disc, label(topology, layout, node, Ink::Text)]
    });
    marks.collect()
}

/// The address on a node's disc.
fn label(topology: &dyn Topology, layout: &Layout, node: NodeId, ink: Ink) -> Shape {
    let address = topology.address(node);
    // More bits than these are too small to read.
    let text = if address.len() > LONGEST_LABEL {
        topology.label(node)
    } else {
        address.trim_matches(['(', ')']).to_owned()
    };
    Shape::Label {
        at: layout.node(node),
        size: label_size(&text),
        text,
        ink,
    }
}

/// Longest address written on a node \[letters\].
const LONGEST_LABEL: usize = 5;

/// Letters that fit a node's disc.
fn label_size(text: &str) -> f32 {
    let letters = text.chars().count().max(2) as f32;
    (NODE_RADIUS * 2.9 / letters).min(NODE_RADIUS * 0.95)
}
