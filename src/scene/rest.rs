//! The part of the picture that does not change with time: links, nodes and what they are
//! called.

use super::{Bounds, Detail, Glyph, Ink, Labels, Layout, NODE_RADIUS, Shape, Stroke, worms};
use crate::routing::{VcSet, VirtualChannel};
use crate::sim::Design;
use crate::topology::{Labeling, MeshHypercube, NodeId, Point, Topology};

/// What is written on nodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Naming {
    /// As the literature writes them: `0110`, `3,2`.
    #[default]
    Address,
    /// The number of the node, from 0.
    Number,
    /// The number along a Hamiltonian path, of the whole network or of a level.
    Hamiltonian,
    /// Nothing.
    None,
}

impl Naming {
    /// In the order in which a key goes through them, with what each is called.
    pub const ALL: [(Self, &'static str); 4] = [
        (Self::Address, "addresses"),
        (Self::Number, "numbers"),
        (Self::Hamiltonian, "Hamiltonian labels"),
        (Self::None, "no labels"),
    ];
}

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

/// Writes on nodes.
#[derive(Debug)]
pub struct Names<'a> {
    topology: &'a dyn Topology,
    naming: Naming,
    /// By node, where the network has them.
    labels: Option<Vec<u32>>,
}

impl<'a> Names<'a> {
    /// For a network; where it has no labels, its addresses stand instead.
    pub fn new(topology: &'a dyn Topology, naming: Naming) -> Self {
        let wants_labels = naming == Naming::Hamiltonian;
        Self {
            topology,
            naming,
            labels: wants_labels.then(|| labels(topology)).flatten(),
        }
    }

    /// What stands on a node.
    pub fn name(&self, node: NodeId) -> Option<String> {
        match (self.naming, &self.labels) {
            (Naming::None, _) => None,
            (Naming::Number, _) => Some(node.0.to_string()),
            (Naming::Hamiltonian, Some(labels)) => Some(labels[node.0 as usize].to_string()),
            _ => Some(short_address(self.topology, node)),
        }
    }

    /// Whether every node's name can be read on its disc.
    fn fit(&self, pitch: f32) -> bool {
        /// Smaller letters cannot be read [pixels].
        const LEAST: f32 = 8.0;
        label_size(self.longest()) * pitch >= LEAST
    }

    /// Letters of the longest name, which is that of the last node or the first one.
    fn longest(&self) -> usize {
        let last = NodeId(self.topology.nodes() - 1);
        let ends = [NodeId(0), last].into_iter();
        let letters = ends.filter_map(|node| self.name(node).map(|name| name.chars().count()));
        letters.max().unwrap_or(0)
    }

    /// Names of so few nodes that they can be read, on a ground that keeps links away.
    fn some(&self, layout: &Layout, pitch: f32, within: Bounds) -> Vec<Shape> {
        let labels = Labels::at(layout, self.longest(), pitch);
        let near = labels
            .nodes
            .into_iter()
            .map(|node| (node, layout.node(node)));
        let near = near.filter(|(_, at)| within.meets(Bounds::of(&[*at])));
        let size = labels.size;
        let label = |(node, at): (NodeId, Point)| {
            let text = self.name(node)?;
            let half = 0.33 * size * text.chars().count() as f32;
            let ground = Shape::Cell {
                at: Point::new(at.x - half, at.y - 0.55 * size),
                width: 2.0 * half,
                height: 1.1 * size,
                ink: Ink::Paper,
            };
            let ink = Ink::Muted;
            Some([
                ground,
                Shape::Label {
                    at,
                    size,
                    text,
                    ink,
                },
            ])
        };
        near.filter_map(label).flatten().collect()
    }

    /// The same as a shape.
    pub fn label(&self, layout: &Layout, node: NodeId, ink: Ink) -> Option<Shape> {
        let text = self.name(node)?;
        Some(Shape::Label {
            at: layout.node(node),
            size: label_size(text.chars().count()),
            text,
            ink,
        })
    }
}

/// The numbers by which label-based routing goes: along a Hamiltonian path, or, in a
/// mesh-hypercube, within each level.
fn labels(topology: &dyn Topology) -> Option<Vec<u32>> {
    if let Some(levels) = topology.as_a::<MeshHypercube>() {
        let nodes = topology.node_ids();
        return Some(
            nodes
                .map(|node| levels.label_of(levels.cube_address(node)))
                .collect(),
        );
    }
    let labeling = Labeling::new(topology)?;
    Some(
        topology
            .node_ids()
            .map(|node| labeling.label(node))
            .collect(),
    )
}

/// Height of so many letters that fit a node's disc [grid units].
pub(super) fn label_size(letters: usize) -> f32 {
    (NODE_RADIUS * 2.9 / letters.max(2) as f32).min(NODE_RADIUS * 0.95)
}

/// Longest address written on a node \[letters\]; more bits are too small to read.
pub(super) const LONGEST_LABEL: usize = 5;

/// A node in as few letters as drawings have.
pub(super) fn short_address(topology: &dyn Topology, node: NodeId) -> String {
    let address = topology.address(node);
    let plain = address.trim_matches(['(', ')']);
    if plain.len() > LONGEST_LABEL {
        topology.label(node)
    } else {
        plain.to_owned()
    }
}
