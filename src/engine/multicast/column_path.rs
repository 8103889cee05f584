//! Column-path multicast (Boppana, Chalasani & Raghavendra 1998): at most two worms per column.
//!
//! A column is served by one worm for its destinations in the row of the source or above, and one
//! for those below. A worm travels along the row of the source to its column and then along the
//! column. Messages under dimension-order routing take the same paths, so together they cannot
//! deadlock.

use super::{MulticastAlgorithm, MulticastFamily, Plan, PlannedWorm, Route, TEXTS};
use crate::catalog::{Entry, Family};
use crate::topology::sorted::order_of;
use crate::topology::{Lattice, NodeId, Topology};

pub(super) const FAMILY: MulticastFamily = Family {
    entry: Entry::new(TEXTS, "column-path", &[]),
    build: |topology, _| match plane(topology) {
        Some(plane) => Ok(Box::new(ColumnPath { plane })),
        None => topology.refuse("column-path multicast", MESH),
    },
};

/// The networks of algorithms for [`plane`]s, as advice.
pub(super) const MESH: &str = "choose a mesh of two dimensions";

/// The lattice of a two-dimensional mesh; `None` for other topologies.
pub(super) fn plane(topology: &dyn Topology) -> Option<Lattice> {
    let lattice = topology.mesh()?;
    (lattice.dimensions() == 2).then(|| lattice.clone())
}

#[derive(Debug)]
pub(super) struct ColumnPath {
    pub(super) plane: Lattice,
}

impl ColumnPath {
    /// The worms from a node to others; those to distant columns come first, since they take
    /// longest.
    pub(super) fn worms(&self, from: NodeId, to: &[NodeId]) -> Vec<PlannedWorm> {
        let at = |node| [0, 1].map(|d| self.plane.coordinate(node, d));
        let [x, y] = at(from);
        // Destinations are sorted by column, then by whether they are below or above the source,
        // then by distance from its row.
        let part = |node: NodeId| {
            let [column, row] = at(node);
            (x.abs_diff(column), column, row >= y)
        };
        let key = |&node: &NodeId| {
            let (far, column, is_above) = part(node);
            let along = at(node)[1].abs_diff(y);
            // No mesh has more than 65536 nodes.
            u64::from(far) << 48
                | u64::from(column) << 32
                | u64::from(is_above) << 31
                | u64::from(along)
        };
        let sorted: Vec<_> = order_of(to.iter().map(key))
            .map(|place| to[place])
            .collect();
        let parts = sorted.chunk_by(|&a, &b| part(a) == part(b));
        let mut worms: Vec<_> = parts.map(|part| self.worm(from, part.to_vec())).collect();
        worms.reverse();
        worms
    }

    /// The worm along the row, then along the column past all given destinations.
    fn worm(&self, from: NodeId, deliver: Vec<NodeId>) -> PlannedWorm {
        let end = *deliver.last().expect("a part is not empty");
        let mut path = vec![from];
        let mut here = from;
        for dimension in [0, 1] {
            let goal = self.plane.coordinate(end, dimension);
            let mut at = self.plane.coordinate(here, dimension);
            while at != goal {
                at = if at < goal { at + 1 } else { at - 1 };
                here = self.plane.moved(here, dimension, at);
                path.push(here);
            }
        }
        PlannedWorm {
            from,
            after: None,
            route: Route::Path(path),
            deliver,
        }
    }
}

impl MulticastAlgorithm for ColumnPath {
    fn plan(&self, from: NodeId, to: &[NodeId], _nth: u64) -> Plan {
        Plan::of(self.worms(from, to))
    }

    fn base(&self) -> Option<&'static str> {
        Some("dimension-order")
    }

    fn preparation(&self) -> u32 {
        8
    }
}
