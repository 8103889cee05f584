//! Every shortest path: the ports that lead nearer, and how many shortest paths begin with each.

use std::cmp::Ordering;

use super::Hop;
use super::coordinates::Coordinates;
use crate::topology::{
    Direction, FoldedHypercube, Hypercube, Mesh, MeshHypercube, Port, Topology, Torus,
};

/// The shortest paths of a topology.
#[derive(Debug)]
pub(super) enum Minimal {
    Mesh(Coordinates),
    Torus {
        coordinates: Coordinates,
        radices: Vec<u32>,
        direction: Direction,
    },
    Hypercube,
    Folded {
        bits: u32,
        complement: Port,
    },
    Levels {
        bits: u32,
        up: Port,
        down: Port,
    },
}

impl Minimal {
    /// `None` for a topology of which this file does not know.
    pub(super) fn of(topology: &dyn Topology) -> Option<Self> {
        if let Some(mesh) = topology.as_a::<Mesh>() {
            Some(Self::Mesh(Coordinates::of(mesh.lattice())))
        } else if let Some(torus) = topology.as_a::<Torus>() {
            Some(Self::Torus {
                coordinates: Coordinates::of(torus.lattice()),
                radices: torus.lattice().radices().to_vec(),
                direction: torus.direction(),
            })
        } else if topology.as_a::<Hypercube>().is_some() {
            Some(Self::Hypercube)
        } else if let Some(folded) = topology.as_a::<FoldedHypercube>() {
            Some(Self::Folded {
                bits: folded.dimension(),
                complement: folded.complement(),
            })
        } else {
            let levels = topology.as_a::<MeshHypercube>()?;
            Some(Self::Levels {
                bits: levels.bits(),
                up: levels.up(),
                down: levels.down(),
            })
        }
    }

    /// Calls `offer` with every port that leads nearer and its weight: the number of shortest
    /// paths that begin there, up to a factor that all ports of a hop share.
    ///
    /// Where Σ o hops are left, o_d of them in dimension d, the orders number (Σ o)!/Π o_d!,
    /// of which o_d in Σ o begin in d. A ring's node half-way around can be reached both ways,
    /// each with half of the orders.
    pub(super) fn ports(&self, hop: Hop, mut offer: impl FnMut(Port, u32)) {
        match self {
            Self::Mesh(coordinates) => {
                for (dimension, here, to) in coordinates.differing(hop) {
                    let port = Port(2 * dimension + u8::from(to < here));
                    offer(port, to.abs_diff(here));
                }
            }
            Self::Torus {
                coordinates,
                radices,
                direction,
            } => {
                for (dimension, here, to) in coordinates.differing(hop) {
                    let k = radices[usize::from(dimension)];
                    let ahead = if to >= here { to - here } else { to + k - here };
                    let (up, down) = (Port(2 * dimension), Port(2 * dimension + 1));
                    match (direction, (2 * ahead).cmp(&k)) {
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
            Self::Hypercube => each_bit(hop.here.0 ^ hop.to.0, |port| offer(port, 1)),
            Self::Folded { bits, complement } => {
                let differing = hop.here.0 ^ hop.to.0;
                let direct = differing.count_ones();
                let folded = 1 + bits - direct;
                if direct <= folded {
                    each_bit(differing, |port| offer(port, 1));
                }
                if folded <= direct {
                    let all = (1 << bits) - 1;
                    each_bit(!differing & all, |port| offer(port, 1));
                    offer(*complement, 1);
                }
            }
            Self::Levels { bits, up, down } => {
                let (here, to) = (hop.here.0 >> bits, hop.to.0 >> bits);
                let inside = (1 << bits) - 1;
                each_bit((hop.here.0 ^ hop.to.0) & inside, |port| offer(port, 1));
                match here.cmp(&to) {
                    Ordering::Less => offer(*up, to - here),
                    Ordering::Greater => offer(*down, here - to),
                    Ordering::Equal => {}
                }
            }
        }
    }
}

/// The ports of the bits that are set, ascending.
pub(super) fn each_bit(mut bits: u32, mut visit: impl FnMut(Port)) {
    while bits != 0 {
        visit(Port(bits.trailing_zeros() as u8));
        bits &= bits - 1;
    }
}
