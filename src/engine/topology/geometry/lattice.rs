//! The lattice: nodes with coordinates, linked to the next node along each dimension.
//!
//! Node (x₀, x₁, …) of a lattice with radices k₀ × k₁ × … has the number
//! x₀ + k₀·(x₁ + k₁·(…)): dimension 0 varies fastest. Dimensions are lines, as in meshes, or
//! rings, as in tori.
//!
//! In lines and bidirectional rings, dimension d has port 2d towards the next higher coordinate
//! (modulo k in rings) and port 2d + 1 towards the next lower one. In a ring of two nodes, both
//! would be the same link, which exists once, as port 2d. In unidirectional rings, port d leads to
//! the next higher coordinate.

use super::cut::Half;
use super::place::{self, Block, Point};
use crate::catalog::{BuildError, Control, Radices, Settings};
use crate::topology::{NodeId, Port, mean_over_pairs};

/// A lattice: its radices, and the arithmetic of its coordinates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lattice {
    radices: Vec<u32>,
    strides: Vec<u32>,
    rings: Option<Direction>,
}

/// Directions in which rings carry flits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    Up,
    /// Towards higher and lower coordinates.
    Both,
}

pub(in crate::topology) const RADICES: Radices = Control::new("k", "k", "Radices")
    .unit("nodes")
    .default("8x8")
    .help("Nodes along each dimension, joined by x; they need not be equal.")
    .radices(
        2,
        crate::topology::MOST_NODES,
        16,
        crate::topology::MOST_NODES,
    );

impl Lattice {
    /// Creates a lattice with radices that [`RADICES`] accepts; its dimensions are rings with these
    /// directions, or lines for `None`.
    pub(in crate::topology) fn new(radices: Vec<u32>, rings: Option<Direction>) -> Self {
        let strides = radices
            .iter()
            .scan(1, |stride, radix| {
                let this = *stride;
                *stride *= radix;
                Some(this)
            })
            .collect();
        Self {
            radices,
            strides,
            rings,
        }
    }

    /// Creates the lattice that settings describe.
    pub(in crate::topology) fn from_settings(
        settings: &Settings,
        rings: Option<Direction>,
    ) -> Result<Self, BuildError> {
        let radices = settings.radices(&RADICES)?;
        Ok(Self::new(radices, rings))
    }

    /// The directions of the rings; `None` if the dimensions are lines.
    pub fn rings(&self) -> Option<Direction> {
        self.rings
    }

    pub fn dimensions(&self) -> u8 {
        self.radices.len() as u8
    }

    pub fn radices(&self) -> &[u32] {
        &self.radices
    }

    /// Number of nodes, the product of the radices.
    pub fn nodes(&self) -> u32 {
        self.radices.iter().product()
    }

    /// Coordinate of a node along a dimension.
    pub fn coordinate(&self, node: NodeId, dimension: u8) -> u32 {
        let d = usize::from(dimension);
        node.0 / self.strides[d] % self.radices[d]
    }

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

    /// Number of nodes along a dimension.
    pub fn radix(&self, dimension: u8) -> u32 {
        self.radices[usize::from(dimension)]
    }

    /// The port towards higher or lower coordinates in a dimension.
    pub fn port(&self, dimension: u8, up: bool) -> Port {
        match self.rings {
            Some(Direction::Up) => Port(dimension),
            Some(Direction::Both) | None => Port(2 * dimension + u8::from(!up)),
        }
    }

    /// The dimension of a port, and whether it leads to higher coordinates.
    fn direction(&self, port: Port) -> (u8, bool) {
        match self.rings {
            Some(Direction::Up) => (port.0, true),
            Some(Direction::Both) | None => (port.0 / 2, port.0.is_multiple_of(2)),
        }
    }

    /// Number of ports per node.
    pub(in crate::topology) fn degree(&self) -> u8 {
        match self.rings {
            Some(Direction::Up) => self.dimensions(),
            Some(Direction::Both) | None => 2 * self.dimensions(),
        }
    }

    /// The neighbor at a port; `None` at a border.
    pub(in crate::topology) fn neighbor(&self, node: NodeId, port: Port) -> Option<NodeId> {
        let (dimension, up) = self.direction(port);
        let k = self.radix(dimension);
        let here = self.coordinate(node, dimension);
        let wraps = self.rings.is_some();
        let to = if up {
            let next = here + 1;
            if wraps {
                Some(next % k)
            } else {
                Some(next).filter(|&to| to < k)
            }
        } else if wraps {
            // In a ring of two nodes, this link exists as the other port.
            Some((here + k - 1) % k).filter(|_| k > 2)
        } else {
            here.checked_sub(1)
        };
        to.map(|to| self.moved(node, dimension, to))
    }

    pub(in crate::topology) fn dimension(&self, port: Port) -> u8 {
        self.direction(port).0
    }

    /// Human-readable direction of a port: `+x`.
    pub(in crate::topology) fn port_name(&self, port: Port) -> String {
        let (dimension, up) = self.direction(port);
        let sign = if up { '+' } else { '−' };
        format!("{sign}{}", dimension_name(dimension))
    }

    /// Number of hops on a shortest path.
    pub(in crate::topology) fn distance(&self, from: NodeId, to: NodeId) -> u32 {
        let pairs = self.coordinates(from).zip(self.coordinates(to));
        let along = |((a, b), &k): ((u32, u32), &u32)| {
            let up = || (b + k - a) % k;
            match self.rings {
                None => a.abs_diff(b),
                Some(Direction::Up) => up(),
                Some(Direction::Both) => up().min(k - up()),
            }
        };
        pairs.zip(&self.radices).map(along).sum()
    }

    /// The largest distance \[hops\].
    pub(in crate::topology) fn diameter(&self) -> u32 {
        let across = |k: &u32| match self.rings {
            None | Some(Direction::Up) => k - 1,
            Some(Direction::Both) => k / 2,
        };
        self.radices.iter().map(across).sum()
    }

    /// The mean distance \[hops\] over ordered pairs of distinct nodes.
    pub(in crate::topology) fn mean_distance(&self) -> f64 {
        // Sum of distances over the ordered pairs of coordinates in one dimension.
        let along = |k: f64| match self.rings {
            None => k * (k * k - 1.0) / 3.0,
            Some(Direction::Up) => k * k * (k - 1.0) / 2.0,
            Some(Direction::Both) => k * (k * k / 4.0).floor(),
        };
        let nodes = f64::from(self.nodes());
        let radices = self.radices.iter().map(|&k| f64::from(k));
        let total = radices.map(|k| along(k) * (nodes / k) * (nodes / k)).sum();
        mean_over_pairs(total, self.nodes())
    }

    /// The bisection, if the largest radix k is even: N/k channels in a mesh and in a torus of one-way
    /// rings, 2N/k in a torus.
    ///
    /// One message between any two nodes, routed by dimension order and in tori half each way around,
    /// loads a channel with N·k/4 in a mesh and N·k/8 in a torus at most, and N²/4 of them cross every
    /// division into halves. A torus of one-way rings has half of a torus' channels.
    pub fn known_bisection(&self) -> Option<u32> {
        let largest = self.radices.iter().copied().max().unwrap_or(1);
        let lines = self.nodes() / largest;
        match self.rings {
            None if largest.is_multiple_of(2) => Some(lines),
            // A ring of two nodes is a line.
            Some(_) if largest < 4 || !largest.is_multiple_of(2) => None,
            Some(Direction::Both) => Some(2 * lines),
            Some(Direction::Up) => Some(lines),
            None => None,
        }
    }

    /// Divisions in the middle of every dimension.
    pub(in crate::topology) fn halves(&self) -> Vec<Half> {
        let dimensions = 0..self.dimensions();
        let halve = |dimension: u8| {
            let middle = self.radix(dimension) / 2;
            let nodes = (0..self.nodes()).map(NodeId);
            Half {
                across: dimension_name(dimension),
                is_inside: nodes
                    .map(|node| self.coordinate(node, dimension) < middle)
                    .collect(),
            }
        };
        dimensions.map(halve).collect()
    }

    pub(in crate::topology) fn spec(&self, id: &str) -> String {
        let radices: Vec<_> = self.radices.iter().map(ToString::to_string).collect();
        format!("{id}:{}", radices.join("x"))
    }

    /// The coordinates of a node in decimal.
    pub(in crate::topology) fn digits(&self, node: NodeId) -> Vec<String> {
        self.coordinates(node).map(|x| x.to_string()).collect()
    }

    pub(in crate::topology) fn label(&self, node: NodeId) -> String {
        self.digits(node).join(",")
    }

    pub(in crate::topology) fn parse_label(&self, text: &str) -> Option<NodeId> {
        let text = text.trim();
        let bare = text.strip_prefix('(').and_then(|t| t.strip_suffix(')'));
        let coordinates: Option<Vec<u32>> = bare
            .unwrap_or(text)
            .split(',')
            .map(|x| x.trim().parse().ok())
            .collect();
        self.node(&coordinates?)
    }

    pub(in crate::topology) fn labels_allowed(&self) -> String {
        let last: Vec<_> = self.radices.iter().map(|k| (k - 1).to_string()).collect();
        let first = vec!["0"; last.len()].join(",");
        format!("a node from {first} to {}", last.join(","))
    }

    /// Position in a drawing in which dimensions 0 and 1 span a plane, with the origin at the lower
    /// left, and every further dimension tiles the layout of the lower ones.
    pub(in crate::topology) fn sliced(&self, node: NodeId) -> Point {
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

    /// Position in such a drawing with every ring folded: rows and columns in the order of
    /// [`place::fold`], tiles in two rows, one for each half of a ring.
    ///
    /// In a row, nodes of the second half of a ring are half a unit lower than those of the first,
    /// in a column half a unit to the right. All links are therefore straight, and pass beside
    /// nodes rather than through them.
    pub(in crate::topology) fn folded(&self, node: NodeId) -> Point {
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

    /// Lays out the dimensions beyond a plane: for each, `tile` arranges the blocks of the lower
    /// dimensions.
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

    /// Position in an oblique drawing of three dimensions: x to the right, y upwards, z diagonally
    /// to the back.
    ///
    /// In a plane of constant z, rows and columns are so far apart that a whole line along z fits
    /// between two of them, with a gap at its end: no line along a dimension passes through a node
    /// that is not on it.
    pub(in crate::topology) fn oblique(&self, node: NodeId) -> Point {
        /// Displacement of one step in z, to the right and upwards.
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
fn dimension_name(dimension: u8) -> String {
    match dimension {
        0..=2 => ["x", "y", "z"][usize::from(dimension)].to_owned(),
        _ => format!("d{dimension}"),
    }
}
