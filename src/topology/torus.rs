//! The torus (k-ary n-cube): a lattice in which every dimension is a ring.
//!
//! Bidirectional: port 2d leads to the next higher coordinate of dimension d modulo k, port
//! 2d + 1 to the next lower one. In a ring of two nodes both would be the same link, which
//! exists once, as port 2d. Unidirectional: port d leads to the next higher coordinate.

use super::lattice::{Lattice, RADICES, dimension_name};
use super::place::{self, Point};
use super::{Arrangement, NodeId, Port, Topology, TopologyFamily, mean_over_pairs};
use crate::catalog::{Entry, Family, Param, Source};

const SOURCES: &[Source] = &[
    Source {
        cite: "Dally 1990",
        work: "Performance analysis of k-ary n-cube interconnection networks, IEEE ToC 39(6)",
    },
    Source {
        cite: "Ciciani, Colajanni & Paolucci 1998",
        work: "Performance evaluation of deterministic wormhole routing in k-ary n-cubes, \
               Parallel Computing 24",
    },
];

pub(super) const FAMILY: TopologyFamily = Family {
    entry: Entry {
        id: "torus",
        name: "Torus",
        summary: "a grid without borders: every dimension is a ring, used both ways",
        help: "A mesh whose borders are joined. All nodes look alike, and the longest way \
               around a ring is half of it.",
        sources: SOURCES,
        params: &[Param::Radices(RADICES)],
    },
    build: |settings| {
        let lattice = Lattice::from_settings(settings)?;
        Ok(Box::new(Torus::new(lattice, Direction::Both)))
    },
};

pub(super) const UNIDIRECTIONAL: TopologyFamily = Family {
    entry: Entry {
        id: "torus-uni",
        name: "Torus, one-way",
        summary: "every dimension is a ring, used in one direction only",
        help: "Each node has one channel out per dimension. Cheaper to build with wide \
               channels; a message goes almost half around each ring on average.",
        sources: SOURCES,
        params: &[Param::Radices(RADICES)],
    },
    build: |settings| {
        let lattice = Lattice::from_settings(settings)?;
        Ok(Box::new(Torus::new(lattice, Direction::Up)))
    },
};

/// In which directions the rings of a torus carry flits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// Towards higher coordinates only.
    Up,
    /// Both ways.
    Both,
}

/// A torus of any dimensions.
#[derive(Debug)]
pub struct Torus {
    lattice: Lattice,
    direction: Direction,
}

impl Torus {
    /// A torus over a lattice.
    pub fn new(lattice: Lattice, direction: Direction) -> Self {
        Self { lattice, direction }
    }

    /// Its coordinates.
    pub fn lattice(&self) -> &Lattice {
        &self.lattice
    }

    /// The directions of its rings.
    pub fn direction(&self) -> Direction {
        self.direction
    }

    /// The port towards higher coordinates of a dimension.
    pub fn port_up(&self, dimension: u8) -> Port {
        match self.direction {
            Direction::Up => Port(dimension),
            Direction::Both => Port(2 * dimension),
        }
    }

    fn along_ring(&self, k: u32, from: u32, to: u32) -> u32 {
        let up = (to + k - from) % k;
        match self.direction {
            Direction::Up => up,
            Direction::Both => up.min(k - up),
        }
    }
}

impl Topology for Torus {
    fn nodes(&self) -> u32 {
        self.lattice.nodes()
    }

    fn degree(&self) -> u8 {
        match self.direction {
            Direction::Up => self.lattice.dimensions(),
            Direction::Both => 2 * self.lattice.dimensions(),
        }
    }

    fn neighbor(&self, node: NodeId, port: Port) -> Option<NodeId> {
        let (dimension, up) = match self.direction {
            Direction::Up => (port.0, true),
            Direction::Both => (port.0 / 2, port.0.is_multiple_of(2)),
        };
        let k = self.lattice.radix(dimension);
        let here = self.lattice.coordinate(node, dimension);
        let to = if up {
            (here + 1) % k
        } else if k > 2 {
            (here + k - 1) % k
        } else {
            return None;
        };
        Some(self.lattice.moved(node, dimension, to))
    }

    fn distance(&self, from: NodeId, to: NodeId) -> u32 {
        let pairs = self
            .lattice
            .coordinates(from)
            .zip(self.lattice.coordinates(to));
        pairs
            .zip(self.lattice.radices())
            .map(|((a, b), &k)| self.along_ring(k, a, b))
            .sum()
    }

    fn diameter(&self) -> u32 {
        let across = |k: &u32| match self.direction {
            Direction::Up => k - 1,
            Direction::Both => k / 2,
        };
        self.lattice.radices().iter().map(across).sum()
    }

    fn mean_distance(&self) -> f64 {
        let total = self.lattice.total_distance(|k| match self.direction {
            Direction::Up => k * k * (k - 1.0) / 2.0,
            Direction::Both => k * (k * k / 4.0).floor(),
        });
        mean_over_pairs(total, self.nodes())
    }

    fn label(&self, node: NodeId) -> String {
        self.lattice.label(node)
    }

    fn address(&self, node: NodeId) -> String {
        format!("({})", self.label(node))
    }

    fn parse_label(&self, text: &str) -> Option<NodeId> {
        self.lattice.parse_label(text)
    }

    fn labels_allowed(&self) -> String {
        self.lattice.labels_allowed()
    }

    fn port_name(&self, port: Port) -> String {
        let (dimension, sign) = match self.direction {
            Direction::Up => (port.0, '+'),
            Direction::Both => (port.0 / 2, if port.0.is_multiple_of(2) { '+' } else { '−' }),
        };
        format!("{sign}{}", dimension_name(dimension))
    }

    fn dimension(&self, port: Port) -> u8 {
        match self.direction {
            Direction::Up => port.0,
            Direction::Both => port.0 / 2,
        }
    }

    fn arrangements(&self) -> &'static [Arrangement] {
        use Arrangement::{Folded, Oblique, Plain};
        let radices = self.lattice.radices();
        // A ring of three is as short as it gets.
        let folds = radices.iter().any(|&k| k > 3);
        match (radices.len(), folds) {
            (3, true) => &[Plain, Folded, Oblique],
            (3, false) => &[Plain, Oblique],
            (_, true) => &[Plain, Folded],
            (_, false) => &[Plain],
        }
    }

    fn position(&self, node: NodeId, arrangement: Arrangement) -> Point {
        match (self.lattice.radices(), arrangement) {
            ([ring], Arrangement::Folded) => place::flat_ring(*ring, node.0),
            ([ring], _) => place::ring(*ring, node.0),
            ([_, _, _], Arrangement::Oblique) => self.lattice.oblique(node),
            (_, Arrangement::Folded) => self.lattice.folded(node),
            _ => self.lattice.sliced(node),
        }
    }

    fn spec(&self) -> String {
        let family = match self.direction {
            Direction::Up => &UNIDIRECTIONAL,
            Direction::Both => &FAMILY,
        };
        self.lattice.spec(family.entry.id)
    }
}
