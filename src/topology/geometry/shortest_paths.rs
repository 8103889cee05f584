//! Every shortest path: the ports on one, and how many shortest paths start with each.

use std::cmp::Ordering;
use std::sync::OnceLock;

use super::coordinates::Coordinates;
use super::lattice::{Direction, Lattice};
use crate::topology::{NodeId, Port, Topology};

/// The shortest paths of a topology: in closed form, or for any as its links have it.
#[derive(Debug)]
pub enum ShortestPaths {
    /// In lines, dimension by dimension.
    Mesh(Coordinates),
    /// In rings.
    Torus {
        /// Of all nodes.
        coordinates: Coordinates,
        /// Nodes of each ring.
        radices: Vec<u32>,
        /// In which they can be gone around.
        direction: Direction,
    },
    /// Of a binary n-cube, in which port i flips bit i.
    Cube,
    /// The same with a port that flips all bits.
    FoldedCube {
        /// n.
        bits: u32,
        /// The port that flips all of them.
        complement: Port,
    },
    /// Of cubes in a line.
    Levels {
        /// Of an address within a cube.
        bits: u32,
        /// The port to the next cube.
        up: Port,
        /// The port to the one before.
        down: Port,
    },
    /// Looked up.
    ByDistance(ByDistance),
}

impl ShortestPaths {
    /// Those of a lattice.
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

    /// Those of any network.
    pub fn by_distance<T: Topology + ?Sized>(topology: &T) -> Self {
        Self::ByDistance(ByDistance::new(topology))
    }

    /// Calls `offer` with every port that leads nearer and its weight: the number of shortest
    /// paths that begin there, up to a factor that all ports of a hop share.
    ///
    /// Where Σ o hops are left, o_d of them in dimension d, the orders number (Σ o)!/Π o_d!,
    /// of which o_d in Σ o begin in d. A ring's node half-way around can be reached both ways,
    /// each with half of the orders.
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

/// The ports of the bits that are set, ascending.
pub fn each_bit(mut bits: u32, mut visit: impl FnMut(Port)) {
    while bits != 0 {
        visit(Port(bits.trailing_zeros() as u8));
        bits &= bits - 1;
    }
}

/// The shortest paths of any network, found destination by destination when they are asked for.
#[derive(Debug)]
pub struct ByDistance {
    degree: usize,
    /// By node and port; the node itself where a border lacks one.
    neighbors: Vec<u32>,
    /// By node: those of which it is a neighbor.
    into: Vec<Vec<u32>>,
    /// By destination.
    to: Vec<OnceLock<Box<[Way]>>>,
}

/// What there is between a node and a destination.
#[derive(Debug, Clone, Copy)]
struct Way {
    hops: u32,
    /// Shortest paths.
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

    /// Ascending by port.
    fn ports(&self, here: NodeId, to: NodeId, mut offer: impl FnMut(Port, u32)) {
        /// Counts up to this one are weights as they are, others are scaled to it.
        const MOST: f64 = 65536.0;
        let ways = self.to[to.0 as usize].get_or_init(|| self.ways(to));
        let own = ways[here.0 as usize];
        let neighbors = self.neighbors[here.0 as usize * self.degree..][..self.degree].iter();
        // In this order, lest a last port of 255 be counted past.
        for (&next, port) in neighbors.zip(0..) {
            let next = ways[next as usize];
            if next.hops < own.hops {
                let scale = (MOST / own.paths).min(1.0);
                offer(Port(port), (next.paths * scale).max(1.0) as u32);
            }
        }
    }

    /// From every node, backwards from the destination.
    fn ways(&self, to: NodeId) -> Box<[Way]> {
        const UNKNOWN: Way = Way {
            hops: u32::MAX,
            paths: 0.0,
        };
        let mut ways = vec![UNKNOWN; self.into.len()];
        ways[to.0 as usize] = Way {
            hops: 0,
            paths: 1.0,
        };
        let mut found = vec![to.0];
        let mut next = 0;
        while let Some(&node) = found.get(next) {
            let Way { hops, paths } = ways[node as usize];
            for &before in &self.into[node as usize] {
                let way = &mut ways[before as usize];
                if way.hops == u32::MAX {
                    way.hops = hops + 1;
                    found.push(before);
                }
                if way.hops == hops + 1 {
                    way.paths += paths;
                }
            }
            next += 1;
        }
        ways.into_boxed_slice()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::topology;

    /// What a topology says in closed form is what its links say.
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
            let (told, found) = (
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
                let (told, found) = (shares(&told), shares(&found));
                assert_eq!(told.len(), found.len(), "{spec}: {here:?} to {to:?}");
                for ((port, share), (known, wanted)) in told.into_iter().zip(found) {
                    assert_eq!(port, known, "{spec}: {here:?} to {to:?}");
                    assert!((share - wanted).abs() < 1e-9, "{spec}: {here:?} to {to:?}");
                }
            }
        }
    }
}
