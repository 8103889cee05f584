//! How much of a network is worth painting at a scale.

use super::{Layout, NODE_RADIUS};
use crate::topology::{
    NodeId, Point,
    sorted::{ascending, order_of},
};

/// Level of detail of a drawing, by its pitch: the pixels of a grid unit, which is the
/// distance between neighbors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Detail {
    /// Below 4 pixels: nodes run together. What there is to see is how full places are, in
    /// the drawing or as a [`Matrix`](crate::scene::matrix::Matrix).
    Density,
    /// From 4 pixels: nodes are dots, and of a worm one sees which links it holds, not its
    /// flits. Links are painted together by level, one stroke each.
    Nodes,
    /// From 10 pixels: routers and flits, each a dot; lanes of a channel fall together.
    Routers,
    /// From 28 pixels: a flit of one of four lanes is a pixel wide or more; so lanes, slots
    /// and the parts of worms can be told apart.
    Full,
}

impl Detail {
    /// What suits a pitch [pixels/grid unit].
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

/// Nodes whose addresses are written, and how large.
#[derive(Debug, Clone, PartialEq)]
pub struct Labels {
    /// Which nodes, row by row.
    pub nodes: Vec<NodeId>,
    /// Height of the letters [grid units].
    pub size: f32,
}

impl Labels {
    /// The labels of up to `letters` that can be read at a pitch [pixels/grid unit]: those of
    /// all nodes where letters that fit a disc are large enough, else of so few that larger
    /// ones do not collide.
    ///
    /// The space of a label is rounded up to a power of two of grid units, or to a half, a quarter
    /// or an eighth. So the nodes of a grid that have one are every second, fourth, … of a row, and
    /// stay the same until a person has zoomed by two; they do not depend on which part of a
    /// drawing is in view.
    pub fn at(layout: &Layout, letters: usize, pitch: f32) -> Self {
        /// Smaller letters cannot be read [pixels].
        const LEAST: f32 = 8.0;
        /// Height of letters that do not have to fit a disc, their mean width, and the space
        /// around a label [pixels].
        const HEIGHT: f32 = 11.0;
        const WIDTH: f32 = 0.62 * HEIGHT;
        const SPACE: Point = Point::new(8.0, 5.0);
        /// Parts of a grid unit: the nodes of a cube are less than one apart.
        const PARTS: f32 = 8.0;
        let nodes = layout.nodes();
        let in_disc = label_size(letters);
        if in_disc * pitch >= LEAST {
            return Self {
                nodes: nodes.map(|(node, _)| node).collect(),
                size: in_disc,
            };
        }
        let room = |pixels: f32| {
            // Of a drawing without size, more than any has.
            let parts = (PARTS * pixels / pitch).ceil().clamp(1.0, 65_536.0) as u32;
            parts.next_power_of_two() as f32 / PARTS
        };
        let room = Point::new(
            room(letters as f32 * WIDTH + SPACE.x),
            room(HEIGHT + SPACE.y),
        );
        Self {
            nodes: apart(&nodes.collect::<Vec<_>>(), room),
            size: HEIGHT / pitch,
        }
    }
}

/// Nodes in reading order without those too close to an earlier one in both directions.
fn apart(nodes: &[(NodeId, Point)], room: Point) -> Vec<NodeId> {
    // Coordinates are sums of fractions.
    const TOLERANCE: f32 = 0.01;
    let keys = nodes.iter();
    let keys = keys.map(|(_, at)| ascending(at.y) << 32 | ascending(at.x));
    let mut taken: Vec<(NodeId, Point)> = Vec::new();
    for (node, at) in order_of(keys).map(|place| nodes[place]) {
        // Rows farther up are out of reach.
        let near = taken.iter().rev();
        let mut near = near.take_while(|(_, other)| at.y - other.y < room.y - TOLERANCE);
        if near.all(|(_, other)| (other.x - at.x).abs() >= room.x - TOLERANCE) {
            taken.push((node, at));
        }
    }
    taken.into_iter().map(|(node, _)| node).collect()
}

/// Height of so many letters that fit a node's disc [grid units].
pub(in crate::scene) fn label_size(letters: usize) -> f32 {
    (NODE_RADIUS * 2.65 / letters.max(2) as f32).min(NODE_RADIUS * 0.95)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::topology::{self, Arrangement, Network};

    fn labels(spec: &str, pitch: f32) -> (Layout, Labels) {
        let topology = topology::from_spec(spec).expect("a valid network");
        let network = Network::new(&*topology);
        let layout = Layout::new(&*topology, &network, 1, Arrangement::Plain);
        let labels = Labels::at(&layout, 5, pitch);
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
    fn every_node_of_a_mesh_hypercube_has_its_label_beside_a_page() {
        let (layout, labels) = labels("mesh-hypercube:3x8", 77.0);
        assert_eq!(labels.nodes.len(), layout.nodes().count());
    }

    #[test]
    fn labels_of_a_grid_stand_in_a_grid_of_powers_of_two() {
        let (_, every) = labels("mesh:8x8", 100.0);
        assert_eq!(every.nodes.len(), 64);
        let (layout, some) = labels("mesh:8x8", 30.0);
        assert_eq!(some.nodes.len(), 32);
        assert!(
            some.nodes
                .iter()
                .all(|&node| layout.node(node).x % 2.0 == 0.0)
        );
        let (_, few) = labels("mesh:64x64", 5.0);
        assert_eq!(few.nodes.len(), 4 * 16);
    }
}
