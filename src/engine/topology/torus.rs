//! The torus (k-ary n-cube): a lattice in which every dimension is a ring.

use super::geometry::{Arrangement, Direction, Lattice, OnLattice, Point, RADICES, place};
use super::{Build, NodeId, TEXTS, TopologyFamily};
use crate::catalog::{Entry, Family, Param};

pub(super) const FAMILY: TopologyFamily = Family {
    entry: Entry::new(TEXTS, "torus", &[Param::Radices(RADICES)]),
    build: Build::new(|settings| {
        let lattice = Lattice::from_settings(settings, Some(Direction::Both))?;
        Ok(Box::new(Torus { lattice }))
    }),
};

pub(super) const UNIDIRECTIONAL: TopologyFamily = Family {
    entry: Entry::new(TEXTS, "torus-uni", &[Param::Radices(RADICES)]),
    build: Build::new(|settings| {
        let lattice = Lattice::from_settings(settings, Some(Direction::Up))?;
        Ok(Box::new(Torus { lattice }))
    }),
};

/// A torus with any number of dimensions.
#[derive(Debug)]
struct Torus {
    lattice: Lattice,
}

impl OnLattice for Torus {
    fn family(&self) -> &'static str {
        match self.lattice.rings() {
            Some(Direction::Up) => UNIDIRECTIONAL.entry.id,
            _ => FAMILY.entry.id,
        }
    }

    fn on(&self) -> &Lattice {
        &self.lattice
    }

    fn arrangements(&self) -> &'static [Arrangement] {
        use Arrangement::{Folded, Oblique, Plain};
        let radices = self.lattice.radices();
        // Folding shortens no link of a ring of three nodes or fewer.
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
}
