//! Hamiltonian labelings: all nodes numbered along one path through the network.
//!
//! In a mesh the path is a snake: rows run to and fro, planes of rows up and down, and so on.
//! With dimension n − 1 first, the label of (x₀, x₁, …) is built digit by digit,
//!
//! ℓ ← ℓ·k_d + (x_d where ℓ is even, k_d − 1 − x_d where it is odd).
//!
//! In two dimensions that is yW + x on even rows and yW + W − 1 − x on odd ones; with all
//! radices 2 it is the rank in the reflected Gray code, so a hypercube needs no rule of its
//! own. Channels towards higher labels form a network without cycles, those towards lower
//! labels another one (Lin & Ni 1991).

use super::lattice::Lattice;
use crate::topology::{NodeId, Port, Topology};

/// Numbers of all nodes along Hamiltonian paths, by which label-based algorithms go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PathLabels {
    /// Along one path through the network.
    Throughout(Vec<u32>),
    /// Along a path through every level, nodes of which follow each other.
    WithinLevels(Vec<u32>),
}

impl PathLabels {
    /// The number of every node on its path.
    pub fn of_nodes(&self) -> &[u32] {
        match self {
            Self::Throughout(labels) | Self::WithinLevels(labels) => labels,
        }
    }

    /// The same, with the nodes of a level before those of the next.
    pub fn ranks(&self) -> Vec<u32> {
        let labels = self.of_nodes();
        let on_path = labels.iter().max().map_or(1, |last| last + 1);
        let nodes = (0..).zip(labels);
        nodes
            .map(|(node, label)| node / on_path * on_path + label)
            .collect()
    }
}

/// Labels of a lattice: a snake.
pub(in crate::topology) fn of_lattice(lattice: &Lattice) -> Vec<u32> {
    let nodes = (0..lattice.nodes()).map(NodeId);
    let label = |node| {
        let digits = (0..lattice.dimensions()).rev();
        snake(digits.map(|d| (lattice.radix(d), lattice.coordinate(node, d))))
    };
    nodes.map(label).collect()
}

/// Labels of a binary n-cube: ranks in the Gray code.
pub(in crate::topology) fn of_cube(dimension: u32) -> Vec<u32> {
    let nodes = 0..1_u32 << dimension;
    nodes
        .map(|node| snake((0..dimension).rev().map(|bit| (2, node >> bit & 1))))
        .collect()
}

/// Labels of all nodes, and who is joined to whom in terms of labels.
#[derive(Debug, Clone)]
pub struct Labeling {
    labels: Vec<u32>,
    nodes: Vec<NodeId>,
    /// Labels of the neighbors of a label, ascending, `degree` places each; a neighbor that
    /// a border lacks is the label itself, which is never nearer to anything.
    neighbors: Vec<u32>,
    degree: usize,
}

impl Labeling {
    /// Labels a network through which one path leads; `None` for others.
    pub fn new(topology: &dyn Topology) -> Option<Self> {
        let Some(PathLabels::Throughout(labels)) = topology.path_labels() else {
            return None;
        };
        let mut nodes = vec![NodeId(0); labels.len()];
        for (node, &label) in topology.node_ids().zip(&labels) {
            nodes[label as usize] = node;
        }
        let degree = usize::from(topology.degree());
        let mut neighbors = Vec::with_capacity(labels.len() * degree);
        for (&node, own) in nodes.iter().zip(0..) {
            let label = |port: Port| {
                let neighbor = topology.neighbor(node, port);
                neighbor.map_or(own, |to| labels[to.0 as usize])
            };
            neighbors.extend(topology.ports().map(label));
            let first = neighbors.len() - degree;
            neighbors[first..].sort_unstable();
        }
        Some(Self {
            labels,
            nodes,
            neighbors,
            degree,
        })
    }

    /// ℓ of a node.
    pub fn label(&self, node: NodeId) -> u32 {
        self.labels[node.0 as usize]
    }

    /// The node with a label.
    pub fn node(&self, label: u32) -> NodeId {
        self.nodes[label as usize]
    }

    /// The labels of the neighbors of a label, ascending; a neighbor that a border lacks is the
    /// label itself.
    pub fn neighbors(&self, label: u32) -> &[u32] {
        let first = label as usize * self.degree;
        &self.neighbors[first..first + self.degree]
    }

    /// The label routing R of Lin & Ni: from a label towards another one, the neighbor with
    /// the greatest label that is not beyond it; downwards the least. The path is a shortest
    /// one in a mesh of two dimensions; in a hypercube it can be longer.
    pub fn next(&self, here: u32, to: u32) -> u32 {
        let mut neighbors = self.neighbors(here).iter();
        // The path itself leads on, so there is always such a neighbor.
        let next = if here < to {
            neighbors.rfind(|&&label| label <= to)
        } else {
            neighbors.find(|&&label| label >= to)
        };
        *next.expect("successive labels are neighbors")
    }
}

/// The rank of radices and digits, the most significant first, when every digit runs to and
/// fro.
fn snake(digits: impl Iterator<Item = (u32, u32)>) -> u32 {
    digits.fold(0, |label, (radix, digit)| {
        let forth = label.is_multiple_of(2);
        label * radix + if forth { digit } else { radix - 1 - digit }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::topology;

    fn labels(spec: &str) -> Vec<u32> {
        let topology = topology::from_spec(spec).expect("a network in range");
        let labeling = Labeling::new(&*topology).expect("it can be labeled");
        topology
            .node_ids()
            .map(|node| labeling.label(node))
            .collect()
    }

    #[test]
    fn rows_of_a_mesh_run_to_and_fro() {
        let snake = [0, 1, 2, 5, 4, 3, 6, 7, 8, 11, 10, 9];
        assert_eq!(labels("mesh:3x4"), snake);
        // The second plane is the first one backwards.
        let second: Vec<_> = snake.iter().map(|label| 23 - label).collect();
        assert_eq!(labels("mesh:3x4x2"), [&snake[..], &second].concat());
    }

    #[test]
    fn a_hypercube_is_numbered_by_the_reflected_gray_code() {
        let labels = labels("hypercube:4");
        for rank in 0..16_u32 {
            let gray = rank ^ rank >> 1;
            assert_eq!(labels[gray as usize], rank);
        }
    }
}
