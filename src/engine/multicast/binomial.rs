//! Broadcast along a spanning binomial tree of the hypercube, with one-hop messages.
//!
//! The tree has an order of dimensions: the source sends a copy over each, and a node that received
//! the message over the i-th dimension forwards it over every later one. The sub-tree behind the
//! first dimension is half of the network, so its copy leaves first. Every node receives the
//! message once, after at most n steps.
//!
//! The order of dimensions is cyclic and starts at a *base*. 2ⁱ of the 2ⁿ − 1 copies cross the i-th
//! dimension, so that with the same base for all broadcasts the channels of the last dimension
//! carry half of the load. Abraham & Padmanabhan (1989) use a different base for every broadcast.
//!
//! A multicast to fewer nodes uses the same sub-cubes and skips those without destinations. If the
//! root of a sub-cube is not a destination, the copy goes to the destination nearest to the sender
//! instead (ties go to the lowest in the order of the tree), which then serves the rest of the
//! sub-cube. Thus only destinations receive copies, some of them over more than one hop.

use xxhash_rust::xxh3::xxh3_64;

use super::{MulticastAlgorithm, MulticastFamily, Plan, PlannedWorm, Route, TEXTS};
use crate::catalog::{Choice, Control, Entry, Family, Param};
use crate::topology::NodeId;

pub(super) const FAMILY: MulticastFamily = Family {
    entry: Entry::new(TEXTS, "binomial-broadcast", &[Param::Choice(BASE)]),
    build: |topology, settings| {
        let base = match settings.choice(&BASE)? {
            "fixed" => |_| 0,
            "random" => |nth: u64| xxh3_64(&nth.to_le_bytes()),
            _ => |nth| nth,
        };
        match topology.cube_dimension() {
            Some(dimension) => Ok(Box::new(BinomialTree { dimension, base })),
            None => topology.refuse("the binomial tree", "choose a hypercube"),
        }
    },
};

const BASE: Choice = Control::new("base", "", "Base dimension")
    .default("round-robin")
    .help(
        "The tree's first dimension: the next one for every multicast, always 0, or drawn at \
         random.",
    )
    .choice(&["round-robin", "fixed", "random"]);

/// The spanning binomial tree, with a base per multicast.
#[derive(Debug)]
struct BinomialTree {
    /// The dimension n of the hypercube.
    dimension: u32,
    /// The base of the nth multicast, to be reduced modulo n.
    base: fn(u64) -> u64,
}

/// A node that has the message, and the destinations that it serves.
struct Holder {
    /// The address of the node in the tree.
    at: u32,
    /// The number of dimensions that it may send over, counted from the end of the order.
    dimensions: u32,
    /// The range of destinations to which it distributes the message, including itself.
    first: usize,
    end: usize,
}

impl MulticastAlgorithm for BinomialTree {
    fn plan(&self, from: NodeId, to: &[NodeId], nth: u64) -> Plan {
        let tree = Addresses {
            from,
            dimension: self.dimension,
            base: ((self.base)(nth) % u64::from(self.dimension)) as u32,
        };
        let mut sorted: Vec<_> = to.iter().map(|&node| tree.address(node)).collect();
        sorted.push(0);
        sorted.sort_unstable();
        let mut worms = Vec::with_capacity(to.len());
        let mut holders = Vec::with_capacity(sorted.len());
        holders.push(Holder {
            at: 0,
            dimensions: self.dimension,
            first: 0,
            end: sorted.len(),
        });
        let mut turn = 0;
        while let Some(&Holder {
            at,
            dimensions,
            mut first,
            mut end,
        }) = holders.get(turn)
        {
            for dimensions in (0..dimensions).rev() {
                // The holder keeps its own half of the sub-cube.
                let bit = |address: u32| address >> dimensions & 1;
                let middle = first + sorted[first..end].partition_point(|&a| bit(a) == 0);
                let half = if bit(at) == 0 {
                    (middle, std::mem::replace(&mut end, middle))
                } else {
                    (std::mem::replace(&mut first, middle), middle)
                };
                let others = sorted[half.0..half.1].iter();
                if let Some(&nearest) = others.min_by_key(|&&other| (other ^ at).count_ones()) {
                    worms.push(PlannedWorm {
                        from: tree.node(at),
                        after: turn.checked_sub(1),
                        route: Route::Routed,
                        deliver: vec![tree.node(nearest)],
                    });
                    holders.push(Holder {
                        at: nearest,
                        dimensions,
                        first: half.0,
                        end: half.1,
                    });
                }
            }
            turn += 1;
        }
        Plan::of(worms)
    }

    fn forks(&self) -> bool {
        true
    }
}

/// Tree addresses, in which the source is 0 and the first dimension of the tree is the highest bit,
/// so that each sub-cube is a range.
struct Addresses {
    from: NodeId,
    /// The dimension n of the hypercube.
    dimension: u32,
    base: u32,
}

impl Addresses {
    fn address(&self, node: NodeId) -> u32 {
        self.reversed(self.rotated(node.0 ^ self.from.0, self.base))
    }

    fn node(&self, address: u32) -> NodeId {
        let bits = self.rotated(self.reversed(address), self.dimension - self.base);
        NodeId(bits ^ self.from.0)
    }

    /// Rotates the n address bits to the right, such that bit `by` becomes bit 0.
    fn rotated(&self, bits: u32, by: u32) -> u32 {
        (bits >> by | bits << (self.dimension - by)) & ((1 << self.dimension) - 1)
    }

    fn reversed(&self, bits: u32) -> u32 {
        bits.reverse_bits() >> (u32::BITS - self.dimension)
    }
}
