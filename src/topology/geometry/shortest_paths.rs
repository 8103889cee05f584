//! Shortest paths: the ports that begin one, and the number of shortest paths that each begins.

use std::cmp::Ordering;
use std::sync::OnceLock;

use super::coordinates::Coordinates;
use super::lattice::{Direction, Lattice};
use crate::topology::{NodeId, Port, Topology};

/// The shortest paths of a topology: in closed form, or computed from its links.
#[derive(Debug)]
pub enum ShortestPaths {
    /// Paths of a mesh.
    Mesh(Coordinates),
    /// Paths of a torus.
    Torus {
        /// Coordinates of all nodes.
        coordinates: Coordinates,
        /// By dimension: nodes of a ring.
        radices: Vec<u32>,
        /// Directions in which the rings carry flits.
        direction: Direction,
    },
    /// Paths of a binary n-cube, in which port i flips bit i.
    Cube,
    /// Paths of a folded n-cube, which has an additional port that flips all bits.
    FoldedCube {
        /// Dimension n.
        bits: u32,
        /// The port that flips all bits.
        complement: Port,
    },
    /// Paths of cubes in a line.
    Levels {
        /// Number of address bits within a cube.
        bits: u32,
        /// The port to the next cube.
        up: Port,
        /// The port to the previous cube.
        down: Port,
    },
    /// Paths computed from the links.
    ByDistance(ByDistance),
}

impl ShortestPaths {
    /// The shortest paths of a lattice.
    pub(in crate::topology) fn of_lattice(lattice: &Lattice) -> Self {
        let coordinates = Coordinates::of(lattice);
        match lattice.rings() {
            None => Self::Mesh(coordinates),
            Some(direction) => Self::Torus {
                coordinates,
                radices: lattice.radices().to_vec(),
                direction,
            },
        }
    }

    /// The shortest paths of any network.
    pub fn by_distance<T: Topology + ?Sized>(topology: &T) -> Self {
        Self::ByDistance(ByDistance::new(topology))
    }

    /// Calls `offer` with every port on a shortest path and its weight: the number of shortest
    /// paths that start with it, up to a factor common to all ports of the hop.
    ///
    /// With Σ o hops left, o_d of them in dimension d, there are (Σ o)!/Π o_d! orders of hops, of
    /// which a fraction o_d/Σ o begins in d. A node halfway around a ring can be reached in both
    /// directions, each on half of the paths.
    pub fn ports(&self, here: NodeId, to: NodeId, mut offer: impl FnMut(Port, u32)) {
        match self {
            Self::Mesh(coordinates) => {
                for (dimension, here, to) in coordinates.differing(here, to) {
                    let port = Port(2 * dimension + u8::from(to < here));
                    offer(port, to.abs_diff(here));
                }
            }
            Self::Torus {
                coordinates,
                radices,
                direction,
            } => {
                for (dimension, here, to) in coordinates.differing(here, to) {
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
            Self::Cube => each_bit(here.0 ^ to.0, |port| offer(port, 1)),
            Self::FoldedCube { bits, complement } => {
                let differing = here.0 ^ to.0;
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
                let inside = (1 << bits) - 1;
                each_bit((here.0 ^ to.0) & inside, |port| offer(port, 1));
                let (here, to) = (here.0 >> bits, to.0 >> bits);
                match here.cmp(&to) {
                    Ordering::Less => offer(*up, to - here),
                    Ordering::Greater => offer(*down, here - to),
                    Ordering::Equal => {}
                }
            }
            Self::ByDistance(links) => links.ports(here, to, offer),
        }
    }
}

/// Visits the ports of the bits that are set, in ascending order.
pub fn each_bit(mut bits: u32, mut visit: impl FnMut(Port)) {
    while bits != 0 {
        visit(Port(bits.trailing_zeros() as u8));
        bits &= bits - 1;
    }
}

/// The shortest paths of any network, computed for each destination on first use.
#[derive(Debug)]
pub struct ByDistance {
    degree: usize,
    /// Neighbors by node and port; the node itself at a border.
    neighbors: Vec<u32>,
    /// By node: the nodes that have it as a neighbor.
    into: Vec<Vec<u32>>,
    /// By destination: the paths from every node.
    to: Vec<OnceLock<Box<[Count]>>>,
}

/// The shortest paths from a node to a destination.
#[derive(Debug, Clone, Copy)]
struct Count {
    hops: u32,
    /// Number of shortest paths.
    paths: f64,
}

impl ByDistance {
    fn new<T: Topology + ?Sized>(topology: &T) -> Self {
        let (nodes, degree) = (topology.nodes(), topology.degree());
        let mut neighbors = Vec::with_capacity(nodes as usize * usize::from(degree));
        let mut into = vec![Vec::new(); nodes as usize];
        for node in 0..nodes {
            for port in (0..degree).map(Port) {
                let neighbor = topology.neighbor(NodeId(node), port);
                if let Some(neighbor) = neighbor {
                    into[neighbor.0 as usize].push(node);
                }
                neighbors.push(neighbor.map_or(node, |neighbor| neighbor.0));
            }
        }
        Self {
            degree: usize::from(degree),
            neighbors,
            into,
            to: (0..nodes).map(|_| OnceLock::new()).collect(),
        }
    }

    /// Offers the ports in ascending order.
    fn ports(&self, here: NodeId, to: NodeId, mut offer: impl FnMut(Port, u32)) {
        /// Numbers of paths up to this one are used unchanged as weights; larger ones are scaled.
        const MOST: f64 = 65536.0;
        let counts = self.to[to.0 as usize].get_or_init(|| self.count(to));
        let own = counts[here.0 as usize];
        let neighbors = self.neighbors[here.0 as usize * self.degree..][..self.degree].iter();
        // In this order, so that `0..` is not advanced past the last port, which could overflow.
        for (&next, port) in neighbors.zip(0..) {
            let next = counts[next as usize];
            if next.hops < own.hops {
                let scale = (MOST / own.paths).min(1.0);
                offer(Port(port), (next.paths * scale).max(1.0) as u32);
            }
        }
    }

    /// Counts the shortest paths from every node, by a search backwards from the destination.
    fn count(&self, to: NodeId) -> Box<[Count]> {
        const UNKNOWN: Count = Count {
            hops: u32::MAX,
            paths: 0.0,
        };
        let mut counts = vec![UNKNOWN; self.into.len()];
        counts[to.0 as usize] = Count {
            hops: 0,
            paths: 1.0,
        };
        let mut found = vec![to.0];
        let mut next = 0;
        while let Some(&node) = found.get(next) {
            let Count { hops, paths } = counts[node as usize];
            for &before in &self.into[node as usize] {
                let count = &mut counts[before as usize];
                if count.hops == u32::MAX {
                    count.hops = hops + 1;
                    found.push(before);
                }
                if count.hops == hops + 1 {
                    count.paths += paths;
                }
            }
            next += 1;
        }
        counts.into_boxed_slice()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::topology;

    /// Closed forms agree with a search over the links.
    #[test]
    fn closed_forms_agree_with_links() {
        for spec in [
            "mesh:5x3",
            "mesh:3x2x4",
            "torus:4x3",
            "torus:5x2",
            "torus:6",
            "torus-uni:4x3",
            "ring:7",
            "ring:8",
            "hypercube:4",
            "folded-hypercube:4",
            "folded-hypercube:5",
            "mesh-hypercube:3x4",
            "complete:6",
        ] {
            let topology = topology::from_spec(spec).expect("a network in range");
            let (closed, found) = (
                topology.shortest_paths(),
                ShortestPaths::by_distance(&*topology),
            );
            let pairs = topology
                .node_ids()
                .flat_map(|here| topology.node_ids().map(move |to| (here, to)));
            for (here, to) in pairs.filter(|(here, to)| here != to) {
                let shares = |paths: &ShortestPaths| {
                    let mut ports = Vec::new();
                    paths.ports(here, to, |port, weight| {
                        ports.push((port, f64::from(weight)));
                    });
                    ports.sort_by_key(|&(port, _)| port);
                    let all: f64 = ports.iter().map(|(_, weight)| weight).sum();
                    for (_, weight) in &mut ports {
                        *weight /= all;
                    }
                    ports
                };
                let (closed, found) = (shares(&closed), shares(&found));
                assert_eq!(closed.len(), found.len(), "{spec}: {here:?} to {to:?}");
                for ((port, share), (known, wanted)) in closed.into_iter().zip(found) {
                    assert_eq!(port, known, "{spec}: {here:?} to {to:?}");
                    assert!((share - wanted).abs() < 1e-9, "{spec}: {here:?} to {to:?}");
                }
            }
        }
    }
}
