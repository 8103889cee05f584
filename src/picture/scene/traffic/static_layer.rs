//! The part of the picture that does not change with time: links, nodes and their names.

use super::buffers::{MOST_SLOTS, slots};
use crate::scene::draw::{Bounds, Glyph, Ink, Shape, Stroke};
use crate::scene::layout::{Detail, Layout, NODE_RADIUS, Names, Naming};
use crate::scene::overlay::heads;
use engine::routing::{VcSet, VirtualChannel};
use engine::sim::Design;
use engine::topology::Topology;

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
    let mut shapes = Vec::new();
    let detail = Detail::of(pitch);
    if detail > Detail::Density {
        links(layout, lanes, pitch, within, &mut shapes);
    }
    let nodes = layout.nodes_within(within).flat_map(|node| {
        let both = [Some(layout.node(node)), layout.second(node)];
        both.into_iter().flatten().map(move |at| (node, at))
    });
    let nodes: Vec<_> = nodes.collect();
    shapes.extend(nodes.iter().map(|&(node, at)| Shape::Mark {
        at,
        radius: NODE_RADIUS,
        glyph: if topology.is_switch(node) {
            Glyph::Square
        } else {
            Glyph::Disc
        },
        fill: if detail > Detail::Nodes {
            Ink::Node
        } else {
            Ink::Link
        },
        edge: Ink::Text,
    }));
    let names = Names::new(topology, naming);
    let is_named = names.on_discs(pitch);
    if nodes.iter().any(|&(node, _)| is_named(node)) {
        let named = nodes.iter().filter(|&&(node, _)| is_named(node));
        shapes.extend(named.filter_map(|&(node, at)| names.label_at(at, node, Ink::Text)));
    } else {
        shapes.extend(names.some(layout, pitch, within));
    }
    shapes
}

/// Draws idle links: those that pass other nodes pale and in the back, those of neighbors thin.
/// Their virtual channels and buffers are visible at close range only.
fn links(layout: &Layout, lanes: Lanes, pitch: f32, within: Bounds, shapes: &mut Vec<Shape>) {
    /// The pitch from which each lane has its own line and empty buffers are shown \[pixels\]; it
    /// is larger than in any drawing that shows the whole network.
    const NEAR: f32 = 270.0;
    let seen = layout.channels_within(within);
    let (short, far): (Vec<_>, Vec<_>) = seen
        .filter(|&channel| !layout.is_on_demand(channel))
        .partition(|&channel| layout.curve(channel).is_short());
    let is_escape = |vc: u8| lanes.escapes.iter().any(|escape| escape == vc);
    let is_near = pitch >= NEAR;
    for (channels, ink, width) in [(&far, Ink::FarLink, 0.007), (&short, Ink::Link, 0.009)] {
        if !is_near {
            shapes.extend(channels.iter().map(|&channel| Shape::Line {
                curve: layout.middle(channel),
                width,
                ink,
                stroke: Stroke::Solid,
            }));
            continue;
        }
        for (stroke, escapes) in [(Stroke::Solid, false), (Stroke::Double, true)] {
            let width = if escapes {
                0.3 * layout.lane_width()
            } else {
                width
            };
            for vc in (0..lanes.vcs).filter(|&vc| is_escape(vc) == escapes) {
                shapes.extend(channels.iter().map(|&channel| Shape::Line {
                    curve: layout.lane(VirtualChannel { channel, vc }),
                    width,
                    ink,
                    stroke,
                }));
            }
        }
    }
    if Detail::of(pitch) >= Detail::Full {
        let one_way = far.iter().chain(&short).copied();
        let one_way = one_way.filter(|&channel| layout.is_one_way(channel));
        shapes.extend(heads(layout, one_way, Ink::Muted));
    }
    if !is_near {
        return;
    }
    if let Some(buffer) = lanes.buffer.filter(|&buffer| buffer <= MOST_SLOTS) {
        let channels = far.iter().chain(&short);
        let all = channels
            .flat_map(|&channel| (0..lanes.vcs).map(move |vc| VirtualChannel { channel, vc }));
        shapes.extend(slots(layout, all, buffer));
    }
}
