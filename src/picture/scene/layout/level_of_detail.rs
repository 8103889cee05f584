//! The level of detail of a drawing at a scale.

use super::{Layout, NODE_RADIUS};
use engine::topology::{
    NodeId, Point,
    sorted::{ascending, order_of},
};

/// The level of detail of a drawing, by its pitch: the pixels per grid unit, which is the distance
/// between neighbors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Detail {
    /// Below 4 pixels: nodes merge. Only the density of traffic is visible, in the drawing or in a
    /// [`Matrix`](crate::scene::matrix::Matrix).
    Density,
    /// From 4 pixels: nodes are dots, and of a worm the links that it holds are visible, but not
    /// its flits. Links of the same level are painted in one stroke.
    Nodes,
    /// From 10 pixels: routers and flits, each a dot; the lanes of a channel coincide.
    Routers,
    /// From 28 pixels: a flit on one of four lanes is at least a pixel wide, so lanes, slots and
    /// the parts of worms are distinguishable.
    Full,
}

impl Detail {
    /// The level for a pitch [pixels/grid unit].
    pub fn of(pitch: f32) -> Self {
        const NODES: f32 = 4.0;
        const ROUTERS: f32 = 10.0;
        const FULL: f32 = 28.0;
        if pitch >= FULL {
            Self::Full
        } else if pitch >= ROUTERS {
            Self::Routers
        } else if pitch >= NODES {
            Self::Nodes
        } else {
            Self::Density
        }
    }
}

/// The nodes whose names are shown, and the size of the text.
#[derive(Debug, Clone, PartialEq)]
pub struct Labels {
    /// The nodes, row by row.
    pub nodes: Vec<NodeId>,
    /// Font size [grid units].
    pub size: f32,
}

impl Labels {
    /// The pitch from which every node has its name \[pixels/grid unit\].
    pub const EVERY_FROM: f32 = 40.0;

    /// The font size of names \[pixels\]: large where there are few nodes with room around them.
    pub fn font_size(layout: &Layout, pitch: f32) -> f32 {
        const FEW: usize = 16;
        const ROOMY: f32 = 95.0;
        if layout.nodes().count() <= FEW && pitch >= ROOMY {
            22.0
        } else {
            13.0
        }
    }

    /// The labels of up to `letters` characters, of the nodes that have one, at a pitch
    /// [pixels/grid unit]: those of all nodes, or of so few that they do not collide.
    ///
    /// The space of a label is rounded up to a power of two of grid units, or to a half, a quarter
    /// or an eighth. The labeled nodes of a grid are thus every second, fourth, … of a row and
    /// column and stay the same until the zoom changes by a factor of two; they do not depend on
    /// the visible part of the drawing.
    pub fn at(
        layout: &Layout,
        letters: usize,
        pitch: f32,
        is_named: impl Fn(NodeId) -> bool,
    ) -> Self {
        /// Mean width of a character relative to the font size, and space around a label [pixels].
        const WIDTH: f32 = 0.58;
        const SPACE: Point = Point::new(4.0, 3.0);
        /// The smallest space is one of these parts of a grid unit, since nodes of a cube are less
        /// than one unit apart.
        const PARTS: f32 = 8.0;
        let nodes = layout.nodes().filter(|&(node, _)| is_named(node));
        let height = Self::font_size(layout, pitch);
        let least = if pitch < Self::EVERY_FROM { 2.0 } else { 0.0 };
        let room = |pixels: f32| {
            // The upper limit applies to drawings of zero size; it exceeds the size of any drawing.
            let parts = (PARTS * pixels / pitch).ceil().clamp(1.0, 65_536.0) as u32;
            (parts.next_power_of_two() as f32 / PARTS).max(least)
        };
        let room = Point::new(
            room(letters as f32 * WIDTH * height + SPACE.x),
            room(height + SPACE.y),
        );
        Self {
            nodes: spaced(&nodes.collect::<Vec<_>>(), room),
            size: height / pitch,
        }
    }
}

/// The nodes in reading order, without those too close to an earlier one in both directions.
fn spaced(nodes: &[(NodeId, Point)], room: Point) -> Vec<NodeId> {
    // Coordinates are sums of fractions and have rounding errors.
    const TOLERANCE: f32 = 0.01;
    let keys = nodes.iter();
    let keys = keys.map(|(_, at)| ascending(at.y) << 32 | ascending(at.x));
    let mut taken: Vec<(NodeId, Point)> = Vec::new();
    for (node, at) in order_of(keys).map(|place| nodes[place]) {
        // Nodes of rows farther up are too far away to collide.
        let near = taken.iter().rev();
        let mut near = near.take_while(|(_, other)| at.y - other.y < room.y - TOLERANCE);
        if near.all(|(_, other)| (other.x - at.x).abs() >= room.x - TOLERANCE) {
            taken.push((node, at));
        }
    }
    taken.into_iter().map(|(node, _)| node).collect()
}

/// The font size at which text of this number of characters fits a node's disc [grid units].
pub(in crate::scene) fn label_size(letters: usize) -> f32 {
    (NODE_RADIUS * 2.65 / letters.max(2) as f32).min(NODE_RADIUS * 0.95)
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::topology::{self, Arrangement, Network};

    fn labels(spec: &str, pitch: f32) -> (Layout, Labels) {
        let topology = topology::from_spec(spec).expect("a valid network");
        let network = Network::new(&*topology);
        let layout = Layout::new(&*topology, &network, 1, Arrangement::Plain);
        let labels = Labels::at(&layout, 5, pitch, |_| true);
        (layout, labels)
    }

    #[test]
    fn detail_grows_with_the_pitch() {
        let details = [1.0, 4.0, 9.9, 10.0, 27.0, 28.0, 200.0].map(Detail::of);
        assert!(details.is_sorted());
        assert_eq!(
            (details[0], details[1], details[3], details[5]),
            (
                Detail::Density,
                Detail::Nodes,
                Detail::Routers,
                Detail::Full
            )
        );
    }

    #[test]
    fn labels_never_collide() {
        for spec in ["torus:64x64", "hypercube:10", "torus:300", "mesh:8x8x8"] {
            for pitch in [2.0, 7.0, 15.0, 33.0, 60.0] {
                let (layout, labels) = labels(spec, pitch);
                let places: Vec<_> = labels.nodes.iter().map(|&n| layout.node(n)).collect();
                let (wide, high) = (5.0 * 0.62 * labels.size, labels.size);
                assert!(!places.is_empty());
                for (i, a) in places.iter().enumerate() {
                    for b in &places[..i] {
                        let collide = (a.x - b.x).abs() < wide && (a.y - b.y).abs() < high;
                        assert!(!collide, "{spec} at {pitch}: {a:?} {b:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn every_node_has_its_name_where_cells_are_large_enough() {
        for spec in ["mesh-hypercube:3x8", "mesh:8x8", "hypercube:5"] {
            let (layout, labels) = labels(spec, 60.0);
            assert_eq!(labels.nodes.len(), layout.nodes().count(), "{spec}");
        }
    }

    #[test]
    fn in_small_cells_every_second_row_and_column_has_names() {
        let (layout, some) = labels("mesh:8x8", 30.0);
        assert_eq!(some.nodes.len(), 16);
        let numbers = some.nodes.iter().map(|node| node.0);
        let is_second = |node: u32| (node % 8).is_multiple_of(2);
        assert!(
            numbers.clone().all(is_second),
            "{:?}",
            layout.node(NodeId(1))
        );
    }
}
