//! Nodes as they stand in the picture.

use super::{Layout, NODE_RADIUS};
use crate::scene::draw::{Glyph, Ink, Shape};
use engine::topology::NodeId;

impl Layout {
    /// The shapes of a node: one at each place where it is drawn.
    pub(in crate::scene) fn plates(
        &self,
        node: NodeId,
        fill: Ink,
    ) -> impl Iterator<Item = Shape> + use<> {
        let glyph = if self.is_round(node) {
            Glyph::Disc
        } else {
            Glyph::Square
        };
        let places = [Some(self.node(node)), self.second(node)];
        places.into_iter().flatten().map(move |at| Shape::Mark {
            at,
            radius: NODE_RADIUS,
            glyph,
            fill,
            edge: Ink::NodeEdge,
        })
    }
}
