//! Hamiltonian labelings: all nodes numbered along one path through the network.
//!
//! In a mesh, the path is a serpentine: successive rows run in opposite directions, as do
//! successive planes, and so on. Starting with dimension n − 1, the label of (x₀, x₁, …) is built
//! digit by digit,
//!
//! ℓ ← ℓ·k_d + (x_d where ℓ is even, k_d − 1 − x_d where it is odd).
//!
//! In two dimensions, that is yW + x on even rows and yW + W − 1 − x on odd ones; with all
//! radices 2 it is the rank in the reflected Gray code, so a hypercube needs no rule of its
//! own. Channels towards higher labels form an acyclic network, and so do those towards lower
//! labels (Lin & Ni 1991).

use super::lattice::Lattice;
use crate::topology::{NodeId, Port, Topology};

/// Numbers of all nodes along Hamiltonian paths, for label-based algorithms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PathLabels {
    /// Numbers along one path through the network.
    Throughout(Vec<u32>),
    /// Numbers along one path through every level; the nodes of a level are numbered consecutively.
    WithinLevels(Vec<u32>),
}

impl PathLabels {
    /// By node: its number on its path.
    pub fn of_nodes(&self) -> &[u32] {
        match self {
            Self::Throughout(labels) | Self::WithinLevels(labels) => labels,
        }
    }

    /// By node: its rank in the order of these numbers, with all nodes of a level before those of the
    /// next.
    pub fn ranks(&self) -> Vec<u32> {
        let labels = self.of_nodes();
        let on_path = labels.iter().max().map_or(1, |last| last + 1);
        let nodes = (0..).zip(labels);
        nodes
            .map(|(node, label)| node / on_path * on_path + label)
            .collect()
    }
}

/// Labels of a lattice, along a serpentine.
pub(in crate::topology) fn of_lattice(lattice: &Lattice) -> Vec<u32> {
    let nodes = (0..lattice.nodes()).map(NodeId);
    let label = |node| {
        let digits = (0..lattice.dimensions()).rev();
        serpentine(digits.map(|d| (lattice.radix(d), lattice.coordinate(node, d))))
    };
    nodes.map(label).collect()
}

/// Labels of a binary n-cube: ranks in the Gray code.
pub(in crate::topology) fn of_cube(dimension: u32) -> Vec<u32> {
    let nodes = 0..1_u32 << dimension;
    nodes
        .map(|node| serpentine((0..dimension).rev().map(|bit| (2, node >> bit & 1))))
        .collect()
}

/// Labels of all nodes, and the labels of their neighbors.
#[derive(Debug, Clone)]
pub struct Labeling {
    labels: Vec<u32>,
    nodes: Vec<NodeId>,
    /// Labels of the neighbors of a label, ascending, `degree` entries each; the label itself
    /// represents a missing neighbor at a border, and is never nearer to a destination.
    neighbors: Vec<u32>,
    degree: usize,
}

impl Labeling {
    /// Labels a network with one Hamiltonian path through all nodes; `None` for others.
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

    pub fn label(&self, node: NodeId) -> u32 {
        self.labels[node.0 as usize]
    }

    pub fn node(&self, label: u32) -> NodeId {
        self.nodes[label as usize]
    }

    /// The labels of the neighbors of a label, ascending; the label itself represents a missing
    /// neighbor at a border.
    pub fn neighbors(&self, label: u32) -> &[u32] {
        let first = label as usize * self.degree;
        &self.neighbors[first..first + self.degree]
    }

    /// Next label from `here` towards `to` in the label routing R of Lin & Ni: upwards the greatest
    /// label of a neighbor that does not exceed `to`, downwards the least that is not below it. The
    /// path is a shortest one in a two-dimensional mesh; in a hypercube it can be longer.
    pub fn next(&self, here: u32, to: u32) -> u32 {
        let mut neighbors = self.neighbors(here).iter();
        // The next node on the Hamiltonian path is always such a neighbor.
        let next = if here < to {
            neighbors.rfind(|&&label| label <= to)
        } else {
            neighbors.find(|&&label| label >= to)
        };
        *next.expect("successive labels are neighbors")
    }
}

/// The rank of digits with these radices, most significant first, in a serpentine: every digit
/// alternates between ascending and descending.
fn serpentine(digits: impl Iterator<Item = (u32, u32)>) -> u32 {
    digits.fold(0, |label, (radix, digit)| {
        let ascends = label.is_multiple_of(2);
        label * radix + if ascends { digit } else { radix - 1 - digit }
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
    fn rows_of_a_mesh_alternate_in_direction() {
        let serpentine = [0, 1, 2, 5, 4, 3, 6, 7, 8, 11, 10, 9];
        assert_eq!(labels("mesh:3x4"), serpentine);
        // The second plane is the first one in reverse.
        let second: Vec<_> = serpentine.iter().map(|label| 23 - label).collect();
        assert_eq!(labels("mesh:3x4x2"), [&serpentine[..], &second].concat());
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
