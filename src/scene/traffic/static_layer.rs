//! The part of the picture that does not change with time: links, nodes and what they are
//! called.

use super::worms;
use crate::routing::{VcSet, VirtualChannel};
use crate::scene::draw::{Bounds, Glyph, Ink, Shape, Stroke};
use crate::scene::layout::{Detail, Layout, NODE_RADIUS, Names, Naming};
use crate::sim::Design;
use crate::topology::Topology;

/// What channels look like at rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lanes {
    /// V.
    pub vcs: u8,
    /// Those that are only for escape.
    pub escapes: VcSet,
    /// B, flits per lane; `None` where a lane holds a whole message.
    pub buffer: Option<u32>,
}

impl Lanes {
    /// As a design has them.
    pub fn of(design: &Design) -> Self {
        Self {
            vcs: design.vcs,
            escapes: design.routing.escapes(),
            buffer: design.room(),
        }
    }
}

/// Links, then nodes and their names, as far as they are `within` what can be seen and there
/// is room for them at so many pixels per grid unit.
pub fn network(
    topology: &dyn Topology,
    layout: &Layout,
    lanes: Lanes,
    naming: Naming,
    pitch: f32,
    within: Bounds,
) -> Vec<Shape> {
    let mut shapes = Vec::new();
    let detail = Detail::of(pitch);
    if detail > Detail::Density {
        links(layout, lanes, pitch, within, &mut shapes);
    }
    let nodes: Vec<_> = layout.nodes_within(within).collect();
    shapes.extend(nodes.iter().map(|&node| Shape::Mark {
        at: layout.node(node),
        radius: NODE_RADIUS,
        glyph: Glyph::Disc,
        fill: if detail > Detail::Nodes {
            Ink::Node
        } else {
            Ink::Link
        },
        edge: Ink::Text,
    }));
    let names = Names::new(topology, naming);
    if names.fit(pitch) {
        shapes.extend(
            nodes
                .iter()
                .filter_map(|&node| names.label(layout, node, Ink::Text)),
        );
    } else {
        shapes.extend(names.some(layout, pitch, within));
    }
    shapes
}

fn links(layout: &Layout, lanes: Lanes, pitch: f32, within: Bounds, shapes: &mut Vec<Shape>) {
    /// From this width of a lane on \[pixels\] each has a line of its own, and its buffers.
    const LANES_FROM: f32 = 6.5;
    /// From this size of a grid unit on \[pixels\] long links show their buffers too.
    const LONG_BUFFERS_FROM: f32 = 75.0;
    /// More places than these are not worth seeing one by one.
    const MOST_SLOTS: u32 = 8;
    let seen = layout.channels_within(within);
    let seen: Vec<_> = seen
        .filter(|&channel| !layout.is_on_demand(channel))
        .collect();
    let is_short = |channel| layout.curve(channel).is_short();
    if layout.lane_width() * pitch < LANES_FROM {
        for short in [false, true] {
            let alike = seen.iter().filter(|&&channel| is_short(channel) == short);
            shapes.extend(alike.map(|&channel| Shape::Line {
                curve: layout.middle(channel),
                width: if short { 0.03 } else { 0.015 },
                ink: link_ink(short),
                stroke: Stroke::Solid,
            }));
        }
        return;
    }
    let is_escape = |vc: u8| lanes.escapes.iter().any(|escape| escape == vc);
    for (stroke, escapes) in [(Stroke::Solid, false), (Stroke::Double, true)] {
        for vc in (0..lanes.vcs).filter(|&vc| is_escape(vc) == escapes) {
            shapes.extend(seen.iter().map(|&channel| Shape::Line {
                curve: layout.lane(VirtualChannel { channel, vc }),
                width: layout.lane_width() * line_share(is_short(channel), escapes),
                ink: link_ink(is_short(channel)),
                stroke,
            }));
        }
    }
    if let Some(buffer) = lanes.buffer.filter(|&buffer| buffer <= MOST_SLOTS) {
        // Buffers of long links crowd around the nodes until one is near.
        let is_near = pitch >= LONG_BUFFERS_FROM;
        let seen = seen.iter().filter(|&&channel| is_near || is_short(channel));
        let all =
            seen.flat_map(|&channel| (0..lanes.vcs).map(move |vc| VirtualChannel { channel, vc }));
        shapes.extend(worms::slots(layout, all, buffer));
    }
}

/// How much of its lane a line at rest takes.
fn line_share(is_short: bool, is_escape: bool) -> f32 {
    match (is_escape, is_short) {
        (true, _) => 0.3,
        (false, true) => 0.12,
        (false, false) => 0.06,
    }
}

fn link_ink(short: bool) -> Ink {
    if short { Ink::Link } else { Ink::FarLink }
}
