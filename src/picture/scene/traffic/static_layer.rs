//! The part of the picture that does not change with time: links, nodes and their names.

use super::buffers::{MOST_SLOTS, slots};
use crate::scene::draw::{Bounds, Curve, Ink, Shape, Stroke};
use crate::scene::layout::{Detail, Layout, NODE_RADIUS, Names, Naming, Region};
use crate::scene::overlay::heads;
use engine::routing::{VcSet, VirtualChannel};
use engine::sim::Design;
use engine::topology::{ChannelId, Point, Topology};

/// The properties of channels that their idle appearance depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lanes {
    /// The number of virtual channels per channel, V.
    pub vcs: u8,
    /// The virtual channels used only for escape.
    pub escapes: VcSet,
    /// The buffer size B [flits/lane]; `None` if a lane holds a whole message.
    pub buffer: Option<u32>,
}

impl Lanes {
    /// The properties in a design.
    pub fn of(design: &Design) -> Self {
        Self {
            vcs: design.vcs,
            escapes: design.escapes(),
            buffer: design.room(),
        }
    }
}

/// Draws links, then nodes and their names, as far as they are `within` the visible part and there
/// is room for them at a `pitch` in pixels per grid unit.
pub fn network(
    topology: &dyn Topology,
    layout: &Layout,
    lanes: Lanes,
    naming: Naming,
    pitch: f32,
    within: Bounds,
) -> Vec<Shape> {
    let mut shapes: Vec<Shape> = layout.regions().iter().map(Region::area).collect();
    let detail = Detail::of(pitch);
    if detail > Detail::Density {
        links(layout, lanes, pitch, within, &mut shapes);
    }
    shapes.extend(datelines(layout));
    shapes.extend(plates(layout, pitch, within));
    shapes.extend(Names::new(topology, naming).beside(layout, pitch, within));
    if naming != Naming::None {
        let regions = layout.regions().iter();
        shapes.extend(regions.map(|region| region.label(pitch, Some(layout.bounds()))));
    }
    shapes
}

pub(super) fn plates(layout: &Layout, pitch: f32, within: Bounds) -> Vec<Shape> {
    let fill = if Detail::of(pitch) > Detail::Nodes {
        Ink::Node
    } else {
        Ink::Link
    };
    let nodes = layout.nodes_within(within);
    nodes.flat_map(|node| layout.plates(node, fill)).collect()
}

/// The width from which lanes have a groove of their own \[pixels\].
const GROOVE_FROM: f32 = 4.0;

/// Draws idle channels as beds with a groove for every lane, if lanes are wide enough. Empty buffers
/// are visible at close range only.
fn links(layout: &Layout, lanes: Lanes, pitch: f32, within: Bounds, shapes: &mut Vec<Shape>) {
    /// The pitch from which empty buffers are shown \[pixels\]; it is larger than in any drawing
    /// that shows the whole network.
    const NEAR: f32 = 270.0;
    let seen = layout.channels_within(within);
    let (short, far): (Vec<_>, Vec<_>) = seen
        .filter(|&channel| !layout.is_on_demand(channel))
        .partition(|&channel| layout.curve(channel).is_short());
    // Links that pass other nodes lie below the others.
    let channels = [far, short].concat();
    shapes.extend(channels.iter().map(|&channel| bed(layout, channel, 0)));
    shapes.extend(grooves(layout, lanes, &channels, pitch));
    if Detail::of(pitch) >= Detail::Full {
        let one_way = channels.iter().copied();
        let one_way = one_way.filter(|&channel| layout.is_one_way(channel));
        shapes.extend(heads(layout, one_way, Ink::Link));
    }
    if pitch < NEAR {
        return;
    }
    if let Some(buffer) = lanes.buffer.filter(|&buffer| buffer <= MOST_SLOTS) {
        let channels = channels.iter();
        let all = channels
            .flat_map(|&channel| (0..lanes.vcs).map(move |vc| VirtualChannel { channel, vc }));
        shapes.extend(slots(layout, all, buffer));
    }
}

/// The bed of a channel at a level of utilization.
pub(super) fn bed(layout: &Layout, channel: ChannelId, level: u8) -> Shape {
    /// Width of the bed beside the outermost lanes [grid units].
    const RIM: f32 = 0.02;
    Shape::Line {
        curve: under_nodes(layout.middle(channel)),
        width: layout.bed_width() + 2.0 * RIM,
        ink: Ink::Heat(level),
        stroke: Stroke::Flat,
    }
}

/// The grooves of the lanes of some channels, if they are wide enough; those of escape lanes are
/// double lines. Links that bend around other nodes have none, since these would hide what they
/// cross.
pub(super) fn grooves(
    layout: &Layout,
    lanes: Lanes,
    channels: &[ChannelId],
    pitch: f32,
) -> Vec<Shape> {
    let width = layout.lane_width();
    if width * pitch < GROOVE_FROM {
        return Vec::new();
    }
    let is_escape = |vc: u8| lanes.escapes.iter().any(|escape| escape == vc);
    let channels = channels.iter().copied();
    let is_seen = |channel: &ChannelId| {
        let curve = layout.curve(*channel);
        curve.is_short() || curve.is_straight()
    };
    let channels: Vec<_> = channels.filter(is_seen).collect();
    let mut grooves = Vec::with_capacity(channels.len() * usize::from(lanes.vcs));
    for (stroke, ink, escapes) in [
        (Stroke::Flat, Ink::Lane, false),
        (Stroke::Double, Ink::Heat(2), true),
    ] {
        for vc in (0..lanes.vcs).filter(|&vc| is_escape(vc) == escapes) {
            grooves.extend(channels.iter().map(|&channel| Shape::Line {
                curve: under_nodes(layout.lane(VirtualChannel { channel, vc })),
                width,
                ink,
                stroke,
            }));
        }
    }
    grooves
}

/// A line prolonged at both ends to under the nodes, whose edges it does not meet at a right angle
/// in general.
fn under_nodes(curve: Curve) -> Curve {
    const FURTHER: f32 = 0.7 * NODE_RADIUS;
    let share = FURTHER / curve.length().max(FURTHER);
    curve.part(-share, 1.0 + share)
}

/// The edges at which links leave the drawing and come in at the opposite one, as dotted lines.
pub(super) fn datelines(layout: &Layout) -> impl Iterator<Item = Shape> {
    layout.edges().iter().flat_map(|&Bounds { min, max }| {
        let corner = |x, y| Point::new(x, y);
        let corners = [
            corner(min.x, min.y),
            corner(max.x, min.y),
            corner(max.x, max.y),
            corner(min.x, max.y),
        ];
        (0..4).map(move |side| Shape::Line {
            curve: Curve::straight(corners[side], corners[(side + 1) % 4]),
            width: 0.02,
            ink: Ink::Dateline,
            stroke: Stroke::Dotted,
        })
    })
}
