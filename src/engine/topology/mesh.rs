//! The mesh: a lattice whose dimensions are lines.

use super::geometry::{
    Arrangement, Lattice, OnLattice, PathLabels, Point, RADICES, labeling, place,
};
use super::{Build, NodeId, TEXTS, Topology, TopologyFamily};
use crate::catalog::{Entry, Family, Param};

pub(super) const FAMILY: TopologyFamily = Family {
    entry: Entry::new(TEXTS, "mesh", &[Param::Radices(RADICES)]),
    build: Build::new(|settings| {
        let lattice = Lattice::from_settings(settings, None)?;
        Ok(Box::new(Mesh { lattice }))
    }),
};

/// The mesh of a lattice without rings.
pub(super) fn of(lattice: Lattice) -> impl Topology {
    Mesh { lattice }
}

/// A mesh with any number of dimensions.
#[derive(Debug)]
struct Mesh {
    lattice: Lattice,
}

impl OnLattice for Mesh {
    fn family(&self) -> &'static str {
        FAMILY.entry.id
    }

    fn on(&self) -> &Lattice {
        &self.lattice
    }

    fn path_labels(&self) -> Option<PathLabels> {
        Some(PathLabels::Throughout(labeling::of_lattice(&self.lattice)))
    }

    fn arrangements(&self) -> &'static [Arrangement] {
        match self.lattice.dimensions() {
            3 => &[Arrangement::Plain, Arrangement::Oblique],
            _ => &[Arrangement::Plain],
        }
    }

    fn position(&self, node: NodeId, arrangement: Arrangement) -> Point {
        match (self.lattice.radices(), arrangement) {
            ([line], _) => place::serpentine(*line, node.0),
            ([_, _, _], Arrangement::Oblique) => self.lattice.oblique(node),
            _ => self.lattice.sliced(node),
        }
    }
}
