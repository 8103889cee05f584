//! Coordinates shared by meshes and tori.
//!
//! Node (x₀, x₁, …) of a lattice with radices k₀ × k₁ × … has the number
//! x₀ + k₀·(x₁ + k₁·(…)): dimension 0 varies fastest.

use super::NodeId;
use super::place::{self, Block, Point};
use crate::catalog::{BuildError, Control, Radices, Settings};

/// The radices of a lattice, and the arithmetic of its coordinates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lattice {
    radices: Vec<u32>,
    strides: Vec<u32>,
}

pub(super) const RADICES: Radices = Radices {
    control: Control {
        id: "k",
        symbol: "k",
        label: "Radices",
        unit: "nodes",
        help: "Nodes along each dimension, joined by x; they need not be equal.",
        default: "8x8",
    },
    min: 2,
    max: super::MOST_NODES,
    most: 16,
    nodes: super::MOST_NODES,
};

impl Lattice {
    /// A lattice with these radices, as [`RADICES`] accepted them.
    fn new(radices: Vec<u32>) -> Self {
        let strides = radices
            .iter()
            .scan(1, |stride, radix| {
                let this = *stride;
                *stride *= radix;
                Some(this)
            })
            .collect();
        Self { radices, strides }
    }

    /// The lattice that settings describe.
    pub(super) fn from_settings(settings: &Settings) -> Result<Self, BuildError> {
        settings.radices(&RADICES).map(Self::new)
    }

    /// Number of dimensions n.
    pub fn dimensions(&self) -> u8 {
        self.radices.len() as u8
    }

    /// Radices k₀, k₁, ….
    pub fn radices(&self) -> &[u32] {
        &self.radices
    }

    /// Product of the radices.
    pub fn nodes(&self) -> u32 {
        self.radices.iter().product()
    }

    /// Coordinate of a node along a dimension.
    pub fn coordinate(&self, node: NodeId, dimension: u8) -> u32 {
        let d = usize::from(dimension);
        node.0 / self.strides[d] % self.radices[d]
    }

    /// All coordinates of a node.
    pub fn coordinates(&self, node: NodeId) -> impl Iterator<Item = u32> + '_ {
        (0..self.dimensions()).map(move |dimension| self.coordinate(node, dimension))
    }

    /// The node with these coordinates.
    pub fn node(&self, coordinates: &[u32]) -> Option<NodeId> {
        if coordinates.len() != self.radices.len() {
            return None;
        }
        let inside = coordinates.iter().zip(&self.radices).all(|(x, k)| x < k);
        let number = coordinates.iter().zip(&self.strides).map(|(x, s)| x * s);
        inside.then(|| NodeId(number.sum()))
    }

    /// The node moved to another coordinate along one dimension.
    pub fn moved(&self, node: NodeId, dimension: u8, to: u32) -> NodeId {
        let stride = self.strides[usize::from(dimension)];
        NodeId(node.0 - self.coordinate(node, dimension) * stride + to * stride)
    }

    pub(super) fn radix(&self, dimension: u8) -> u32 {
        self.radices[usize::from(dimension)]
    }

    /// Sum of distances over ordered pairs of nodes, when one dimension of radix k
    /// contributes `along(k)` over its own ordered pairs of coordinates.
    pub(super) fn total_distance(&self, along: impl Fn(f64) -> f64) -> f64 {
        let nodes = f64::from(self.nodes());
        let radices = self.radices.iter().map(|&k| f64::from(k));
        radices.map(|k| along(k) * (nodes / k) * (nodes / k)).sum()
    }

    pub(super) fn spec(&self, id: &str) -> String {
        let radices: Vec<_> = self.radices.iter().map(ToString::to_string).collect();
        format!("{id}:{}", radices.join("x"))
    }

    pub(super) fn label(&self, node: NodeId) -> String {
        let coordinates: Vec<_> = self.coordinates(node).map(|x| x.to_string()).collect();
        coordinates.join(",")
    }

    pub(super) fn parse_label(&self, text: &str) -> Option<NodeId> {
        let text = text.trim();
        let bare = text.strip_prefix('(').and_then(|t| t.strip_suffix(')'));
        let coordinates: Option<Vec<u32>> = bare
            .unwrap_or(text)
            .split(',')
            .map(|x| x.trim().parse().ok())
            .collect();
        self.node(&coordinates?)
    }

    pub(super) fn labels_allowed(&self) -> String {
        let last: Vec<_> = self.radices.iter().map(|k| (k - 1).to_string()).collect();
        let first = vec!["0"; last.len()].join(",");
        format!("a node from {first} to {}", last.join(","))
    }

    /// Dimensions 0 and 1 span a plane, the origin at the lower left; every further
    /// dimension tiles what has been laid out so far.
    pub(super) fn sliced(&self, node: NodeId) -> Point {
        let [across, up] = self.plane();
        let at = Point::new(
            self.coordinate(node, 0) as f32,
            (up - 1 - self.coordinate(node, 1)) as f32,
        );
        let block = Block {
            width: (across - 1) as f32,
            height: (up - 1) as f32,
        };
        self.tiled(node, at, block, Block::tile)
    }

    /// The same with every ring folded: rows and columns in the order of [`place::fold`],
    /// tiles in two rows, there and back.
    ///
    /// In a row, nodes of the way back stand half a unit lower than those of the way there,
    /// in a column half a unit to the right. So a link that passes a node passes beside it,
    /// and all links are straight.
    pub(super) fn folded(&self, node: NodeId) -> Point {
        const BESIDE: f32 = 0.5;
        let [across, up] = self.plane();
        let column = place::fold(across, self.coordinate(node, 0));
        let row = place::fold(up, self.coordinate(node, 1));
        let at = Point::new(
            column as f32 + BESIDE * (row % 2) as f32,
            (up - 1 - row) as f32 + BESIDE * (column % 2) as f32,
        );
        let block = Block {
            width: (across - 1) as f32 + BESIDE,
            height: (up - 1) as f32 + BESIDE,
        };
        self.tiled(node, at, block, Block::ladder)
    }

    /// Radices of dimensions 0 and 1.
    fn plane(&self) -> [u32; 2] {
        [self.radix(0), self.radix(1)]
    }

    /// Lays out the dimensions beyond a plane: `tile` puts blocks of one into those of the next.
    fn tiled(
        &self,
        node: NodeId,
        mut at: Point,
        mut block: Block,
        tile: fn(Block, u32, u32, Point) -> (Point, Block),
    ) -> Point {
        let mut gap = place::GAP;
        for dimension in 2..self.dimensions() {
            let index = self.coordinate(node, dimension);
            let (offset, size) = tile(block, index, self.radix(dimension), gap);
            at.x += offset.x;
            at.y += offset.y;
            block = size;
            gap = Point::new(gap.x + place::WIDER, gap.y + place::WIDER);
        }
        at
    }

    /// Three dimensions at once: x to the right, y upwards, z slanting to the back.
    ///
    /// The planes of one z lie so far apart that all of a z line fits between two of their
    /// rows, and between two of their columns, with a gap that shows where it ends: no line
    /// of a dimension runs through a node that is not on it.
    pub(super) fn oblique(&self, node: NodeId) -> Point {
        /// How far one step in z leads to the right, and up.
        const STEP: Point = Point::new(0.8, 0.6);
        const GAP: f32 = 0.6;
        let [x, y, z] = [0, 1, 2].map(|d| self.coordinate(node, d) as f32);
        let [_, high, deep] = [0, 1, 2].map(|d| self.radix(d) as f32);
        let pitch = deep + GAP;
        Point::new(
            STEP.x * (x * pitch + z),
            STEP.y * ((high - 1.0 - y) * pitch + (deep - 1.0 - z)),
        )
    }
}

/// Name of a dimension: x, y, z, then d3, d4, ….
pub(super) fn dimension_name(dimension: u8) -> String {
    match dimension {
        0..=2 => ["x", "y", "z"][usize::from(dimension)].to_owned(),
        _ => format!("d{dimension}"),
    }
}
