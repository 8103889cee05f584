//! The mesh-hypercube MH(m, n): m levels, each a hypercube of n = 2ᵏ nodes.
//!
//! Node (L, X), 1 ≤ L ≤ m, 0 ≤ X < n, has the number (L − 1)·n + X. Port i < k flips bit i
//! of X; port k leads one level up, port k + 1 one level down. The levels form a line, so
//! the diameter is (m − 1) + k.

use std::cmp::Ordering;

use super::geometry::{
    Arrangement, Half, PathLabels, PathPorts, Point, ShortestPaths, each_bit, place,
};
use super::{Build, MOST_NODES, NodeId, Port, TEXTS, Topology, TopologyFamily, mean_over_pairs};
use crate::catalog::{BuildError, Control, Entry, Family, Integer, Param};

pub(super) const FAMILY: TopologyFamily = Family {
    entry: Entry::new(
        TEXTS,
        "mesh-hypercube",
        &[Param::Integer(LEVELS), Param::Integer(CUBE_NODES)],
    ),
    build: Build::new(|settings| {
        let levels = settings.integer(&LEVELS)?;
        let cube = settings.integer(&CUBE_NODES)?;
        if !cube.is_power_of_two() {
            return Err(BuildError::rejected(
                "Nodes per level n",
                "a power of two from 2 to 32768",
                cube.to_string(),
            ));
        }
        let nodes = u64::from(levels) * u64::from(cube);
        if nodes > u64::from(MOST_NODES) {
            return Err(BuildError::rejected(
                "Levels m × nodes per level n",
                format!("at most {MOST_NODES}"),
                format!("{levels}x{cube}"),
            ));
        }
        let bits = cube.trailing_zeros();
        Ok(Box::new(MeshHypercube { levels, bits }))
    })
    .joined_by_x(),
};

const LEVELS: Integer = Control::new("m", "m", "Levels")
    .default("3")
    .help("Hypercubes in the line.")
    .integer(1, 32768);

const CUBE_NODES: Integer = Control::new("n", "n", "Nodes per level")
    .unit("nodes")
    .default("8")
    .help("Nodes of each hypercube, a power of two.")
    .integer(2, 32768);

/// The mesh-hypercube MH(m, 2ᵏ).
#[derive(Debug, Clone)]
pub struct MeshHypercube {
    levels: u32,
    bits: u32,
}

impl MeshHypercube {
    /// Number of address bits k within a level.
    pub fn bits(&self) -> u32 {
        self.bits
    }

    pub fn levels(&self) -> u32 {
        self.levels
    }

    /// The label of an address within a level: its rank in the reflected Gray code. Bit i of the
    /// rank is the XOR of bits i to k − 1 of the address.
    pub fn label_of(&self, address: u32) -> u32 {
        let shifts = std::iter::successors(Some(address), |rest| Some(rest >> 1));
        shifts
            .take_while(|&rest| rest != 0)
            .fold(0, |label, rest| label ^ rest)
    }

    /// The level of a node, from 1 as in the paper.
    pub fn level(&self, node: NodeId) -> u32 {
        (node.0 >> self.bits) + 1
    }

    /// The address X of a node within its level.
    pub fn cube_address(&self, node: NodeId) -> u32 {
        node.0 & (self.cube_nodes() - 1)
    }

    /// The port towards higher levels.
    pub fn up(&self) -> Port {
        Port(self.bits as u8)
    }

    /// The port towards lower levels.
    pub fn down(&self) -> Port {
        Port(self.bits as u8 + 1)
    }

    fn cube_nodes(&self) -> u32 {
        1 << self.bits
    }

    fn node_at(&self, level: u32, address: u32) -> Option<NodeId> {
        let inside = (1..=self.levels).contains(&level) && address < self.cube_nodes();
        inside.then(|| NodeId((level - 1) << self.bits | address))
    }
}

impl Topology for MeshHypercube {
    fn nodes(&self) -> u32 {
        self.levels << self.bits
    }

    fn degree(&self) -> u8 {
        self.bits as u8 + 2
    }

    fn neighbor(&self, node: NodeId, port: Port) -> Option<NodeId> {
        let address = self.cube_address(node);
        if port == self.up() {
            self.node_at(self.level(node) + 1, address)
        } else if port == self.down() {
            self.node_at(self.level(node) - 1, address)
        } else {
            Some(NodeId(node.0 ^ (1 << port.0)))
        }
    }

    fn distance(&self, from: NodeId, to: NodeId) -> u32 {
        let differing = (self.cube_address(from) ^ self.cube_address(to)).count_ones();
        self.level(from).abs_diff(self.level(to)) + differing
    }

    fn diameter(&self) -> u32 {
        self.levels - 1 + self.bits
    }

    fn mean_distance(&self) -> f64 {
        let (m, n) = (f64::from(self.levels), f64::from(self.cube_nodes()));
        let along_line = m * (m * m - 1.0) / 3.0 * n * n;
        let in_cubes = f64::from(self.bits) / 2.0 * n * n * m * m;
        mean_over_pairs(along_line + in_cubes, self.nodes())
    }

    fn label(&self, node: NodeId) -> String {
        format!("{},{}", self.level(node), self.cube_address(node))
    }

    fn address(&self, node: NodeId) -> String {
        format!("({})", self.label(node))
    }

    fn address_digits(&self, node: NodeId) -> Vec<String> {
        let address = self.cube_address(node);
        let bits = (0..self.bits).rev().map(|bit| address >> bit & 1);
        let digits = std::iter::once(self.level(node)).chain(bits);
        digits.map(|digit| digit.to_string()).collect()
    }

    fn parse_label(&self, text: &str) -> Option<NodeId> {
        let text = text.trim();
        let bare = text.strip_prefix('(').and_then(|t| t.strip_suffix(')'));
        let (level, address) = bare.unwrap_or(text).split_once(',')?;
        self.node_at(level.trim().parse().ok()?, address.trim().parse().ok()?)
    }

    fn labels_allowed(&self) -> String {
        let last = self.cube_nodes() - 1;
        format!("a level and address from 1,0 to {},{last}", self.levels)
    }

    fn port_name(&self, port: Port) -> String {
        if port == self.up() {
            "level up".to_owned()
        } else if port == self.down() {
            "level down".to_owned()
        } else {
            format!("bit {}", port.0)
        }
    }

    fn dimension(&self, port: Port) -> u8 {
        port.0.min(self.up().0)
    }

    fn path_labels(&self) -> Option<PathLabels> {
        let labels = (0..self.nodes()).map(|node| self.label_of(self.cube_address(NodeId(node))));
        Some(PathLabels::WithinLevels(labels.collect()))
    }

    fn shortest_paths(&self) -> ShortestPaths {
        ShortestPaths::new(self.clone())
    }

    fn are_shortest_paths_free(&self) -> Option<bool> {
        Some(self.diameter() <= 1)
    }

    fn natural_cuts(&self) -> Vec<Half> {
        let middle = self.levels / 2;
        let by_level = Half::by("levels".to_owned(), self.nodes(), |node| {
            self.level(node) <= middle
        });
        let by_level = Some(by_level).filter(|_| self.levels > 1);
        let by_bits = Half::by_bits(self.nodes(), self.bits);
        by_bits.chain(by_level).collect()
    }

    fn position(&self, node: NodeId, _: Arrangement) -> Point {
        /// More levels than this, or levels with more bits, do not fit side by side.
        const MOST_IN_A_ROW: u32 = 8;
        const MOST_BITS: u32 = 3;
        let level = self.level(node) - 1;
        let (inside, block) = place::hypercube(self.bits, self.cube_address(node));
        let offset = if self.levels <= MOST_IN_A_ROW && self.bits <= MOST_BITS {
            block.row(level, place::GAP)
        } else {
            block.tile(level, self.levels, place::GAP).0
        };
        Point::new(inside.x + offset.x, inside.y + offset.y)
    }

    fn spec(&self) -> String {
        format!("{}:{}x{}", FAMILY.entry.id, self.levels, self.cube_nodes())
    }
}

impl PathPorts for MeshHypercube {
    fn ports(&self, here: NodeId, to: NodeId, offer: &mut dyn FnMut(Port, u32)) {
        let differing = self.cube_address(here) ^ self.cube_address(to);
        each_bit(differing, |port| offer(port, 1));
        let (here, to) = (self.level(here), self.level(to));
        match here.cmp(&to) {
            Ordering::Less => offer(self.up(), to - here),
            Ordering::Greater => offer(self.down(), here - to),
            Ordering::Equal => {}
        }
    }
}
