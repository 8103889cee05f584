//! The minimal box of two nodes: all nodes on shortest paths that keep to one direction per
//! dimension.
//!
//! In a mesh it is the box with the two nodes as opposite corners, in a hypercube the sub-cube
//! spanned by the bits in which they differ. In a torus the box extends in the shorter direction
//! around each ring; ties are broken as in dimension-order routing.

use super::Intermediates;
use super::function::dimension_order::along_ring;
use crate::topology::{Coordinates, Lattice, NodeId, Topology};

/// The minimal boxes of a network.
#[derive(Debug)]
pub(super) enum MinimalBox {
    /// Boxes of a mesh or torus.
    Lattice {
        /// The lattice of the network.
        lattice: Lattice,
        /// The coordinates of its nodes, as a table.
        coordinates: Coordinates,
    },
    Cube,
}

impl MinimalBox {
    /// The boxes of a topology; `None` for topologies without minimal boxes.
    pub(super) fn of(topology: &dyn Topology) -> Option<Self> {
        match topology.lattice() {
            Some(lattice) => Some(Self::Lattice {
                coordinates: Coordinates::of(lattice),
                lattice: lattice.clone(),
            }),
            None => topology.cube_dimension().map(|_| Self::Cube),
        }
    }
}

impl Intermediates for MinimalBox {
    /// The number of nodes in the box, including both ends.
    fn count(&self, from: NodeId, to: NodeId) -> u32 {
        match self {
            Self::Lattice {
                lattice,
                coordinates,
            } => {
                let sides = coordinates.differing(from, to);
                sides
                    .map(|(d, here, to)| 1 + hops(lattice, d, here, to).1)
                    .product()
            }
            Self::Cube => 1 << (from.0 ^ to.0).count_ones(),
        }
    }

    /// The `nth` node of the box, from 0: `from` is the first, `to` the last.
    fn nth(&self, from: NodeId, to: NodeId, mut nth: u32) -> NodeId {
        match self {
            Self::Lattice {
                lattice,
                coordinates,
            } => {
                let mut by = from;
                for (d, here, to) in coordinates.differing(from, to) {
                    let (up, hops) = hops(lattice, d, here, to);
                    let (along, k) = (nth % (hops + 1), lattice.radix(d));
                    nth /= hops + 1;
                    let at = if up { here + along } else { here + k - along };
                    by = lattice.moved(by, d, at % k);
                }
                by
            }
            Self::Cube => {
                let mut by = from.0;
                let mut differing = from.0 ^ to.0;
                while differing != 0 {
                    let lowest = differing & differing.wrapping_neg();
                    by ^= lowest * (nth & 1);
                    nth >>= 1;
                    differing ^= lowest;
                }
                NodeId(by)
            }
        }
    }

    fn contains(&self, from: NodeId, by: NodeId, to: NodeId) -> bool {
        match self {
            Self::Lattice {
                lattice,
                coordinates,
            } => (0..lattice.dimensions()).all(|d| {
                let [here, by, to] =
                    [from, by, to].map(|node| coordinates.at(node)[usize::from(d)]);
                if here == to {
                    return by == here;
                }
                let (up, hops) = hops(lattice, d, here, to);
                let k = lattice.radix(d);
                let along = if up { by + k - here } else { here + k - by };
                along % k <= hops
            }),
            Self::Cube => (by.0 ^ from.0) & !(from.0 ^ to.0) == 0,
        }
    }

    fn words(&self) -> &'static str {
        "any node between them"
    }
}

/// The direction (`true` for upwards) and the number of hops in one dimension.
fn hops(lattice: &Lattice, dimension: u8, here: u32, to: u32) -> (bool, u32) {
    match lattice.rings() {
        None => (here < to, here.abs_diff(to)),
        Some(direction) => along_ring(direction, lattice.radix(dimension), here, to),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::topology;

    /// `count`, `nth` and `contains` describe the same nodes, and each lies on a shortest path.
    #[test]
    fn a_box_contains_the_nodes_between_two_nodes() {
        for spec in [
            "mesh:4x3",
            "mesh:3x2x2",
            "torus:4x5",
            "torus:2x6",
            "torus-uni:4x3",
            "ring:8",
            "hypercube:4",
        ] {
            let topology = topology::from_spec(spec).expect("a network in range");
            let boxes = MinimalBox::of(&*topology).expect("it has some");
            let nodes = || topology.node_ids();
            for (from, to) in nodes().flat_map(|from| nodes().map(move |to| (from, to))) {
                let mut all: Vec<_> = (0..boxes.count(from, to))
                    .map(|nth| boxes.nth(from, to, nth))
                    .collect();
                assert_eq!((all.first(), all.last()), (Some(&from), Some(&to)));
                all.sort_unstable();
                let inside = nodes().filter(|&by| boxes.contains(from, by, to));
                assert!(inside.eq(all.iter().copied()), "{spec}: {from:?} to {to:?}");
                for by in all {
                    let detour = topology.distance(from, by) + topology.distance(by, to);
                    assert_eq!(detour, topology.distance(from, to), "{spec}");
                }
            }
        }
    }
}
