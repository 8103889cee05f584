//! The dependency view: which virtual channels a message that holds another may ask for, and
//! a cycle of them.

use super::marks;
use crate::routing::VirtualChannel;
use crate::scene::draw::{Glyph, Ink, Shape, Stroke};
use crate::scene::layout::{Layout, NODE_RADIUS, Names, Thing};
use crate::topology::Network;

/// What is known of dependencies.
#[derive(Debug, Clone, Copy)]
pub struct Dependencies<'a> {
    /// From what is held to what may be asked for.
    pub edges: &'a [(VirtualChannel, VirtualChannel)],
    /// A shortest cycle of them, if there is one.
    pub cycle: &'a [VirtualChannel],
    /// Which dependency of the cycle stands out, from 0, if any.
    pub lit: Option<usize>,
    /// What is selected: its dependencies stand out.
    pub chosen: Option<Thing>,
}

impl Dependencies<'_> {
    /// More arrows than these hide each other; then only those of what is selected are drawn.
    pub const MOST: usize = 300;

    /// An arrow for every dependency, the cycle numbered in its order.
    pub fn shapes(&self, layout: &Layout, network: &Network, names: &Names) -> Vec<Shape> {
        let is_few = self.edges.len() <= Self::MOST;
        let concerns = |lane: VirtualChannel| match self.chosen {
            Some(Thing::Lane(chosen)) => chosen == lane,
            Some(Thing::Channel(channel)) => channel == lane.channel,
            Some(Thing::Node(node)) => network.to(lane.channel) == node,
            Some(Thing::Worm(_)) | None => false,
        };
        let (chosen, others): (Vec<_>, Vec<_>) =
            self.edges.iter().partition(|(held, _)| concerns(*held));
        let others = if is_few { &*others } else { &[] };
        let mut shapes: Vec<_> = others
            .iter()
            .map(|edge| marks::dependency(layout, *edge, 0.018, Ink::Muted))
            .collect();
        shapes.extend(
            chosen
                .iter()
                .map(|edge| marks::dependency(layout, *edge, 0.035, Ink::Chosen)),
        );
        if !shapes.is_empty() {
            shapes.extend(nodes_again(layout, names));
        }
        let round = self.cycle.iter().cycle().skip(1);
        let cycle = || self.cycle.iter().copied().zip(round.clone().copied());
        shapes.extend(self.cycle.iter().map(|&lane| Shape::Line {
            curve: layout.lane(lane),
            width: layout.lane_width().min(0.12) * 0.7,
            ink: Ink::Blocked,
            stroke: Stroke::Solid,
        }));
        for (index, edge) in cycle().enumerate() {
            let width = if Some(index) == self.lit { 0.06 } else { 0.035 };
            shapes.push(marks::dependency(layout, edge, width, Ink::Blocked));
        }
        for (number, &lane) in (1..).zip(self.cycle) {
            let is_lit = self.lit == Some(number - 1);
            shapes.push(Shape::Badge {
                at: layout.lane(lane).at(0.5).0,
                size: if is_lit { 0.2 } else { 0.17 },
                text: format!("{number}"),
                fill: if is_lit { Ink::Text } else { Ink::Blocked },
            });
        }
        shapes
    }
}

/// Nodes above the arrows that lead past them.
pub(super) fn nodes_again(layout: &Layout, names: &Names) -> Vec<Shape> {
    let shapes = layout.nodes().flat_map(|(node, at)| {
        let disc = Shape::Mark {
            at,
            radius: NODE_RADIUS,
            glyph: Glyph::Disc,
            fill: Ink::Node,
            edge: Ink::Text,
        };
        [Some(disc), names.label(layout, node, Ink::Text)]
    });
    shapes.flatten().collect()
}
