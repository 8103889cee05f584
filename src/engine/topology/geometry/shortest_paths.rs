//! Shortest paths: the ports that begin one, and the number of shortest paths that each begins.

use std::fmt;
use std::sync::OnceLock;

use crate::topology::{NodeId, Port, Topology};

/// A rule for the shortest paths of a kind of network, which a topology may define in closed form.
pub trait PathPorts: fmt::Debug + Send + Sync {
    /// Calls `offer` with every port on a shortest path and its weight: the number of shortest
    /// paths that start with it, up to a factor common to all ports of the hop.
    fn ports(&self, here: NodeId, to: NodeId, offer: &mut dyn FnMut(Port, u32));
}

/// The shortest paths of a topology: in closed form, or computed from its links.
#[derive(Debug)]
pub struct ShortestPaths {
    rule: Box<dyn PathPorts>,
}

impl ShortestPaths {
    /// The shortest paths that a rule defines.
    pub fn new(rule: impl PathPorts + 'static) -> Self {
        Self {
            rule: Box::new(rule),
        }
    }

    /// The shortest paths of any network, computed from its links.
    pub fn by_distance<T: Topology + ?Sized>(topology: &T) -> Self {
        Self::new(ByDistance::new(topology))
    }

    /// Calls `offer` with every port on a shortest path and its weight, as
    /// [`PathPorts::ports`] does.
    pub fn ports(&self, here: NodeId, to: NodeId, mut offer: impl FnMut(Port, u32)) {
        self.rule.ports(here, to, &mut offer);
    }

    /// The lowest port on a shortest path; `None` at its end.
    pub fn first(&self, here: NodeId, to: NodeId) -> Option<Port> {
        let mut first: Option<Port> = None;
        self.ports(here, to, |port, _| {
            first = Some(first.map_or(port, |first| first.min(port)));
        });
        first
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
struct ByDistance {
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

impl PathPorts for ByDistance {
    /// Offers the ports in ascending order.
    fn ports(&self, here: NodeId, to: NodeId, offer: &mut dyn FnMut(Port, u32)) {
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
}
