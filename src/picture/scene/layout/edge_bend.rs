//! The bends of links, by which their lines pass beside the nodes between their ends.
//!
//! Within rows and columns a line bends by a rule; other lines are straight. If the result crosses
//! a node, other bends are tried, the smallest first.

use super::spatial_index::Buckets;
use super::{MOST_LINKS_SHOWN, NODE_RADIUS};
use crate::scene::draw::{Bounds, Curve, distance_to_piece, length};
use engine::topology::{
    Arrangement, Point,
    sorted::{ascending, order_of},
};

/// Computes the lines of links between nodes at given positions.
pub(super) struct Bends<'a> {
    nodes: &'a [Point],
    buckets: &'a Buckets,
    arrangement: Arrangement,
    lines: Lines,
    /// By node: whether it is a disc. Nodes that are drawn a second time are discs.
    round: &'a [bool],
}

/// The distance of a point within which [`around`] finds every node [grid units].
const NEAR: f32 = 0.5;

/// An index that finds nodes within [`NEAR`] of a point.
pub(in crate::scene) fn around(nodes: &[Point], bounds: Bounds) -> Buckets {
    Buckets::new(bounds, nodes.len() as u32, |node, found| {
        found(Bounds::of(&[nodes[node as usize]]).grown(NEAR));
    })
}

impl<'a> Bends<'a> {
    /// Creates the lines for an arrangement of nodes, which `buckets` indexes.
    pub(in crate::scene) fn new(
        nodes: &'a [Point],
        buckets: &'a Buckets,
        arrangement: Arrangement,
        round: &'a [bool],
    ) -> Self {
        Self {
            nodes,
            buckets,
            arrangement,
            lines: Lines::new(nodes),
            round,
        }
    }

    /// The line of a link: clear of all nodes but its ends, if possible.
    pub(in crate::scene) fn line(&self, ends: [usize; 2]) -> Curve {
        /// The bends tried in turn [grid units]; between the diagonals of a grid there are 0.35 to
        /// either side.
        const TRIED: [f32; 10] = [0.25, -0.25, 0.35, -0.35, 0.5, -0.5, 0.75, -0.75, 1.0, -1.0];
        let places = self.lines.places(ends);
        let first = places.map_or(0.0, |places| self.along_line(ends, places));
        let first = self.bent(ends, first);
        let is_ruled = places.is_some() && self.is_large_grid();
        if is_ruled || self.is_clear(&first, ends) {
            return first;
        }
        // Both directions of a link bend to the same side of the picture.
        let sign = if ends[0] < ends[1] { 1.0 } else { -1.0 };
        let others = TRIED.iter().map(|bow| self.bent(ends, sign * bow));
        let found = others.into_iter().find(|line| self.is_clear(line, ends));
        found.unwrap_or(first)
    }

    /// The straight line between two nodes, even if it crosses others.
    pub(in crate::scene) fn straight(&self, ends: [usize; 2]) -> Curve {
        self.bent(ends, 0.0)
    }

    /// The bend to the left of a link within a row or column, with its ends at these positions:
    /// zero between neighbors, and larger the longer the link is.
    ///
    /// Both directions of a link bend to the same side of the picture: rows upwards, columns to the
    /// right. At the turns of a folded ring two links each pass one node; they bend to different
    /// sides, since they would overlap otherwise.
    fn along_line(&self, ends: [usize; 2], [from, to]: [u32; 2]) -> f32 {
        let apart = from.abs_diff(to);
        if apart == 1 {
            return 0.0;
        }
        let [a, b] = ends.map(|node| self.nodes[node]);
        let long = length(b.x - a.x, b.y - a.y);
        let height = 0.42 + 0.12 * (1.0 - 1.6 / long.max(1.6));
        let is_return_link =
            self.arrangement == Arrangement::Folded && apart == 2 && from.min(to) % 2 == 1;
        // Left of rightward is up and left of downward is right on a screen.
        if (from < to) == is_return_link {
            -height
        } else {
            height
        }
    }

    /// Whether rows and columns are at least a unit apart, as the rule for lines within them
    /// assumes, and nodes are too many for trying several bends.
    fn is_large_grid(&self) -> bool {
        self.arrangement != Arrangement::Oblique && self.nodes.len() > MOST_LINKS_SHOWN as usize
    }

    fn bent(&self, [from, to]: [usize; 2], bow: f32) -> Curve {
        let [a, b] = [from, to].map(|node| self.nodes[node]);
        let is_round = |node: usize| self.round.get(node).is_none_or(|round| *round);
        // A straight line reaches the edge of a square farther out, the more slanted it is.
        let slant = length(b.x - a.x, b.y - a.y) / (b.x - a.x).abs().max((b.y - a.y).abs());
        let radius = |node: usize| {
            if is_round(node) || bow != 0.0 {
                NODE_RADIUS
            } else {
                NODE_RADIUS * slant
            }
        };
        Curve::new(a, b, bow, [radius(from), radius(to)])
    }

    /// Whether a line crosses no third node.
    fn is_clear(&self, line: &Curve, ends: [usize; 2]) -> bool {
        const CLEAR: f32 = NODE_RADIUS * 1.05;
        // Short enough that all nodes which a piece could touch are [`NEAR`] its start.
        const PIECE: f32 = 0.25;
        let pieces = (line.length() * 1.5 / PIECE).clamp(1.0, 4096.0) as u16;
        let points = line.points_along(pieces);
        points.clone().zip(points.skip(1)).all(|(a, b)| {
            let others = self.buckets.near(a).iter().map(|&node| node as usize);
            others
                .filter(|node| !ends.contains(node))
                .all(|node| distance_to_piece([a, b], self.nodes[node]) > CLEAR)
        })
    }
}

/// The rows and columns of the drawing, and the order of the nodes in each.
struct Lines {
    /// The row and the position in it of every node, then the column and the position in it.
    places: [Vec<(u32, u32)>; 2],
}

impl Lines {
    fn new(nodes: &[Point]) -> Self {
        /// Resolution at which coordinates count as equal [1/grid units].
        const FINENESS: f32 = 32.0;
        let sorted_by = |key: fn(&Point) -> (f32, f32)| {
            let line = |node: usize| (key(&nodes[node]).0 * FINENESS).round() as u32;
            let along = |node: usize| ascending(key(&nodes[node]).1);
            let keys = (0..nodes.len()).map(|node| u64::from(line(node)) << 32 | along(node));
            let mut places = vec![(0, 0); nodes.len()];
            let mut next = (0, 0);
            for node in order_of(keys) {
                let here = line(node);
                next = (here, if here == next.0 { next.1 } else { 0 });
                places[node] = next;
                next.1 += 1;
            }
            places
        };
        Self {
            places: [sorted_by(|p| (p.y, p.x)), sorted_by(|p| (p.x, p.y))],
        }
    }

    /// The positions of two nodes in the row or column that they share.
    fn places(&self, [a, b]: [usize; 2]) -> Option<[u32; 2]> {
        let shared = self.places.iter().find(|places| places[a].0 == places[b].0);
        shared.map(|places| [places[a].1, places[b].1])
    }
}
