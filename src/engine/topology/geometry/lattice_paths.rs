//! Shortest paths of lattices.
//!
//! With Σ o hops left, o_d of them in dimension d, there are (Σ o)!/Π o_d! orders of hops, of
//! which a fraction o_d/Σ o begins in d. A node halfway around a ring can be reached in both
//! directions, each on half of the paths.

use std::cmp::Ordering;

use super::coordinates::Coordinates;
use super::lattice::{Direction, Lattice};
use super::shortest_paths::{PathPorts, ShortestPaths};
use crate::topology::{NodeId, Port};

pub(in crate::topology) fn of_lattice(lattice: &Lattice) -> ShortestPaths {
    let coordinates = Coordinates::of(lattice);
    match lattice.rings() {
        None => ShortestPaths::new(MeshPaths { coordinates }),
        Some(direction) => ShortestPaths::new(TorusPaths {
            coordinates,
            radices: lattice.radices().to_vec(),
            direction,
        }),
    }
}

#[derive(Debug)]
struct MeshPaths {
    coordinates: Coordinates,
}

impl PathPorts for MeshPaths {
    fn ports(&self, here: NodeId, to: NodeId, offer: &mut dyn FnMut(Port, u32)) {
        for (dimension, here, to) in self.coordinates.differing(here, to) {
            let port = Port(2 * dimension + u8::from(to < here));
            offer(port, to.abs_diff(here));
        }
    }
}

#[derive(Debug)]
struct TorusPaths {
    coordinates: Coordinates,
    /// By dimension: nodes of a ring.
    radices: Vec<u32>,
    /// Directions in which the rings carry flits.
    direction: Direction,
}

impl PathPorts for TorusPaths {
    fn ports(&self, here: NodeId, to: NodeId, offer: &mut dyn FnMut(Port, u32)) {
        for (dimension, here, to) in self.coordinates.differing(here, to) {
            let k = self.radices[usize::from(dimension)];
            let ahead = if to >= here { to - here } else { to + k - here };
            let (up, down) = (Port(2 * dimension), Port(2 * dimension + 1));
            match (self.direction, (2 * ahead).cmp(&k)) {
                (Direction::Up, _) => offer(Port(dimension), ahead),
                (Direction::Both, Ordering::Less) => offer(up, 2 * ahead),
                (Direction::Both, Ordering::Greater) => offer(down, 2 * (k - ahead)),
                // A ring of two has one link, not two.
                (Direction::Both, Ordering::Equal) if k == 2 => offer(up, 2),
                (Direction::Both, Ordering::Equal) => {
                    offer(up, ahead);
                    offer(down, ahead);
                }
            }
        }
    }
}
