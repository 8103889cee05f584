//! Networks whose nodes and links are those of a lattice: meshes, whose dimensions are lines, tori
//! (k-ary n-cubes), in which every dimension is a ring, and the ring by itself.
//!
//! In a ring, port 0 leads to the next higher number, port 1 to the next lower one; the distance
//! between two nodes is that in the shorter direction.

use super::geometry::{
    Arrangement, Direction, Half, Lattice, PathLabels, Point, RADICES, ShortestPaths, labeling,
    lattice_paths, place,
};
use super::{Build, MOST_NODES, NodeId, Port, TEXTS, Topology, TopologyFamily};
use crate::catalog::{Control, Entry, Family, Integer, Param};

pub(super) const MESH: TopologyFamily = Family {
    entry: Entry::new(TEXTS, "mesh", &[Param::Radices(RADICES)]),
    build: Build::new(|settings| Ok(Box::new(mesh(Lattice::from_settings(settings, None)?)))),
};

pub(super) const TORUS: TopologyFamily = Family {
    entry: Entry::new(TEXTS, "torus", &[Param::Radices(RADICES)]),
    build: Build::new(|settings| {
        let lattice = Lattice::from_settings(settings, Some(Direction::Both))?;
        let family = TORUS.entry.id;
        Ok(Box::new(OnLattice { family, lattice }))
    }),
};

pub(super) const UNIDIRECTIONAL: TopologyFamily = Family {
    entry: Entry::new(TEXTS, "torus-uni", &[Param::Radices(RADICES)]),
    build: Build::new(|settings| {
        let lattice = Lattice::from_settings(settings, Some(Direction::Up))?;
        let family = UNIDIRECTIONAL.entry.id;
        Ok(Box::new(OnLattice { family, lattice }))
    }),
};

pub(super) const RING: TopologyFamily = Family {
    entry: Entry::new(TEXTS, "ring", &[Param::Integer(NODES)]),
    build: Build::new(|settings| {
        let lattice = Lattice::new(vec![settings.integer(&NODES)?], Some(Direction::Both));
        let family = RING.entry.id;
        Ok(Box::new(OnLattice { family, lattice }))
    }),
};

const NODES: Integer = Control::new("nodes", "N", "Nodes")
    .unit("nodes")
    .default("8")
    .help("Nodes around the ring.")
    // Two nodes would share a single link, which is not a ring.
    .integer(3, MOST_NODES);

/// The mesh of a lattice without rings.
pub(super) fn mesh(lattice: Lattice) -> impl Topology {
    let family = MESH.entry.id;
    OnLattice { family, lattice }
}

#[derive(Debug)]
struct OnLattice {
    /// The id of the family, with which the specification begins.
    family: &'static str,
    lattice: Lattice,
}

impl OnLattice {
    fn is_mesh(&self) -> bool {
        self.lattice.rings().is_none()
    }

    fn is_torus(&self) -> bool {
        !self.is_mesh() && self.family != RING.entry.id
    }
}

impl Topology for OnLattice {
    fn nodes(&self) -> u32 {
        self.lattice.nodes()
    }

    fn degree(&self) -> u8 {
        self.lattice.degree()
    }

    fn neighbor(&self, node: NodeId, port: Port) -> Option<NodeId> {
        self.lattice.neighbor(node, port)
    }

    fn distance(&self, from: NodeId, to: NodeId) -> u32 {
        self.lattice.distance(from, to)
    }

    fn diameter(&self) -> u32 {
        self.lattice.diameter()
    }

    fn mean_distance(&self) -> f64 {
        self.lattice.mean_distance()
    }

    fn label(&self, node: NodeId) -> String {
        self.lattice.label(node)
    }

    fn address(&self, node: NodeId) -> String {
        format!("({})", self.lattice.label(node))
    }

    fn address_digits(&self, node: NodeId) -> Vec<String> {
        self.lattice.digits(node)
    }

    fn parse_label(&self, text: &str) -> Option<NodeId> {
        self.lattice.parse_label(text)
    }

    fn labels_allowed(&self) -> String {
        self.lattice.labels_allowed()
    }

    fn port_name(&self, port: Port) -> String {
        self.lattice.port_name(port)
    }

    fn dimension(&self, port: Port) -> u8 {
        self.lattice.dimension(port)
    }

    fn lattice(&self) -> Option<&Lattice> {
        Some(&self.lattice)
    }

    fn path_labels(&self) -> Option<PathLabels> {
        let labels = || PathLabels::Throughout(labeling::of_lattice(&self.lattice));
        self.is_mesh().then(labels)
    }

    fn shortest_paths(&self) -> ShortestPaths {
        lattice_paths::of_lattice(&self.lattice)
    }

    /// All shortest paths together form no cycle on a line of nodes, and where each has one hop.
    fn are_shortest_paths_free(&self) -> Option<bool> {
        let is_line = self.is_mesh() && self.lattice.dimensions() == 1;
        Some(is_line || self.diameter() <= 1)
    }

    fn known_bisection(&self) -> Option<u32> {
        self.lattice.known_bisection()
    }

    fn natural_cuts(&self) -> Vec<Half> {
        self.lattice.halves()
    }

    fn arrangements(&self) -> &'static [Arrangement] {
        use Arrangement::{Folded, Oblique, Plain};
        let radices = self.lattice.radices();
        // Folding shortens no link of a ring of three nodes or fewer.
        let folds = self.is_torus() && radices.iter().any(|&k| k > 3);
        match (radices.len(), folds) {
            (3, true) => &[Plain, Folded, Oblique],
            (3, false) => &[Plain, Oblique],
            (_, true) => &[Plain, Folded],
            (_, false) => &[Plain],
        }
    }

    fn position(&self, node: NodeId, arrangement: Arrangement) -> Point {
        match (self.lattice.radices(), arrangement) {
            ([line], _) if self.is_mesh() => place::serpentine(*line, node.0),
            ([ring], Arrangement::Folded) if self.is_torus() => place::flat_ring(*ring, node.0),
            ([ring], _) => place::ring(*ring, node.0),
            ([_, _, _], Arrangement::Oblique) => self.lattice.oblique(node),
            (_, Arrangement::Folded) if self.is_torus() => self.lattice.folded(node),
            _ => self.lattice.sliced(node),
        }
    }

    fn spec(&self) -> String {
        self.lattice.spec(self.family)
    }
}

#[cfg(test)]
mod tests {
    use crate::topology::{self, NodeId, Port};

    #[test]
    fn neighbors_in_a_ring_are_successor_and_predecessor() {
        let ring = topology::from_spec("ring:5").expect("a ring in range");
        assert_eq!(ring.neighbor(NodeId(4), Port(0)), Some(NodeId(0)));
        assert_eq!(ring.neighbor(NodeId(0), Port(1)), Some(NodeId(4)));
        assert_eq!(ring.distance(NodeId(0), NodeId(3)), 2);
        assert_eq!(ring.diameter(), 2);
        assert!(ring.has_rings());
    }

    #[test]
    fn two_nodes_are_not_a_ring() {
        let refusal = topology::from_spec("ring:2").expect_err("it is too small");
        assert_eq!(
            refusal.to_string(),
            "Nodes N must be a whole number from 3 to 65536, not 2"
        );
    }
}
