//! The dependency view: which virtual channels a message that holds another one may request, and a
//! cycle of these dependencies.

use super::marks;
use crate::scene::draw::{Ink, Shape, Stroke};
use crate::scene::layout::{Layout, Thing};
use engine::routing::VirtualChannel;
use engine::topology::Network;

/// The channel dependencies to draw.
#[derive(Debug, Clone, Copy)]
pub struct Dependencies<'a> {
    /// Pairs of the virtual channel held and the one that may be requested.
    pub edges: &'a [(VirtualChannel, VirtualChannel)],
    /// A shortest cycle of dependencies, empty if there is none.
    pub cycle: &'a [VirtualChannel],
    /// The index of the highlighted dependency of the cycle, if any.
    pub lit: Option<usize>,
    /// The selection, whose dependencies are highlighted.
    pub chosen: Option<Thing>,
}

impl Dependencies<'_> {
    /// The most dependencies drawn at once; of more, only those of the selection are drawn, since
    /// arrows would hide each other.
    pub const MOST: usize = 300;

    /// Draws an arrow for every dependency, and numbers on the cycle in its order.
    pub fn shapes(&self, layout: &Layout, network: &Network) -> Vec<Shape> {
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
            shapes.extend(nodes_again(layout));
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

/// Nodes drawn again, above the arrows that pass them.
pub(super) fn nodes_again(layout: &Layout) -> impl Iterator<Item = Shape> {
    let nodes = layout.nodes();
    nodes.flat_map(|(node, _)| layout.plates(node, Ink::Node))
}
