//! The things that the user points at or has selected.

use super::names::Names;
use super::{Layout, NODE_RADIUS};
use crate::scene::draw::{Glyph, Ink, Shape, Stroke};
use engine::routing::VirtualChannel;
use engine::sim::{MessageId, Snapshot};
use engine::topology::{ChannelId, NodeId, Point};

/// A part of the network that can be pointed at and described.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Thing {
    Node(NodeId),
    /// A channel, with all its lanes.
    Channel(ChannelId),
    Lane(VirtualChannel),
    Worm(MessageId),
}

impl Thing {
    /// The channel of a channel or one of its lanes.
    pub fn channel(self) -> Option<ChannelId> {
        match self {
            Self::Channel(channel) => Some(channel),
            Self::Lane(lane) => Some(lane.channel),
            Self::Node(_) | Self::Worm(_) => None,
        }
    }
}

/// The things that the user points at or has selected.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Focus {
    /// The thing under the pointer.
    pub pointed: Option<Thing>,
    /// The thing selected by click or key.
    pub selected: Option<Thing>,
    /// The node from which a message is about to be sent.
    pub source: Option<NodeId>,
    /// The position of the pointer that drags a message from the source.
    pub aim: Option<Point>,
}

impl Focus {
    pub const NONE: Self = Self {
        pointed: None,
        selected: None,
        source: None,
        aim: None,
    };

    /// The thing to describe: the selected one, else the one pointed at.
    pub fn thing(&self) -> Option<Thing> {
        self.selected.or(self.pointed)
    }
}

/// The thing drawn at a point, at a `pitch` in pixels per grid unit: a node, a lane if lanes are
/// wide enough to point at, or a channel.
pub fn thing_at(layout: &Layout, point: Point, pitch: f32) -> Option<Thing> {
    /// The width from which lanes can be pointed at separately \[pixels\].
    const APART: f32 = 5.0;
    if let Some(node) = layout.node_at(point) {
        return Some(Thing::Node(node));
    }
    let channel = layout.channel_at(point)?;
    if layout.vcs() > 1 && layout.lane_width() * pitch < APART {
        return Some(Thing::Channel(channel));
    }
    let lanes = (0..layout.vcs()).map(|vc| VirtualChannel { channel, vc });
    let distance = |lane: &VirtualChannel| layout.lane(*lane).distance(point);
    let nearest = lanes.min_by(|a, b| distance(a).total_cmp(&distance(b)));
    nearest.map(Thing::Lane)
}

/// The worm whose flits are drawn at a point.
pub fn worm_at(layout: &Layout, snapshot: &Snapshot, point: Point) -> Option<MessageId> {
    let channel = layout.channel_at(point)?;
    let distance = |vc| {
        let lane = VirtualChannel { channel, vc };
        layout.lane(lane).distance(point)
    };
    let holders = snapshot.holders(channel);
    let nearest = holders.min_by(|a, b| distance(a.0).total_cmp(&distance(b.0)));
    nearest.map(|(_, worm, _)| worm.message)
}

/// Bands under the channels that are pointed at or selected, to be drawn below the worms.
pub(in crate::scene) fn halo(layout: &Layout, focus: &Focus) -> Vec<Shape> {
    let things = [focus.pointed, focus.selected];
    let channels = things.into_iter().flatten().filter_map(Thing::channel);
    let band = |channel| Shape::Line {
        curve: layout.middle(channel),
        width: layout.bed_width() + 0.07,
        ink: Ink::Halo,
        stroke: Stroke::Flat,
    };
    channels.map(band).collect()
}

/// Frames around the nodes that are pointed at or selected, with their names, and the message that
/// is being dragged. Worms that pass over these nodes remain visible.
pub(in crate::scene) fn rings(
    layout: &Layout,
    names: &Names,
    focus: &Focus,
    pitch: f32,
) -> Vec<Shape> {
    let mark = |node: NodeId, radius: f32| {
        let places = [Some(layout.node(node)), layout.second(node)];
        let frames = places.into_iter().flatten().map(move |at| Shape::Mark {
            at,
            radius,
            glyph: if layout.is_round(node) {
                Glyph::Loop
            } else {
                Glyph::Frame
            },
            fill: Ink::Node,
            edge: Ink::Chosen,
        });
        frames.chain(names.strong(layout, node, pitch))
    };
    let things = [focus.pointed, focus.selected].into_iter().flatten();
    let nodes = things.filter_map(|thing| match thing {
        Thing::Node(node) if focus.source != Some(node) => Some(node),
        _ => None,
    });
    let ringed = nodes.flat_map(|node| mark(node, NODE_RADIUS * 1.05));
    let source = focus.source.into_iter();
    let source = source.flat_map(|node| mark(node, NODE_RADIUS * 1.2));
    let aim = focus.source.zip(focus.aim).map(|(node, to)| Shape::Arrow {
        curve: crate::scene::draw::Curve::straight(layout.node(node), to),
        width: 0.05,
        ink: Ink::Chosen,
        stroke: Stroke::Dashed,
    });
    aim.into_iter().chain(ringed.chain(source)).collect()
}
