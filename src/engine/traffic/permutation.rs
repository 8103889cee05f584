//! Permutations: every node sends all its messages to one other node.
//!
//! They represent the communication of matrix, Fourier and sorting codes, and load some
//! channels far more than others. A node that a permutation maps to itself sends nothing.

use super::{Pattern, PatternFamily, Random, TEXTS};
use crate::catalog::{BuildError, Entry, Family, quoted};
use crate::topology::{NodeId, Terminals, Topology};

pub(super) const TRANSPOSE: PatternFamily = Family {
    entry: Entry::new(TEXTS, "transpose", &[]),
    build: |topology, _| {
        let square = topology
            .lattice()
            .filter(|lattice| matches!(lattice.radices(), [a, b] if a == b));
        if let Some(lattice) = square {
            return Ok(permutation(topology, |node| {
                let mut coordinates: Vec<_> = lattice.coordinates(node).collect();
                coordinates.reverse();
                lattice.node(&coordinates).expect("a square stays itself")
            }));
        }
        let bits = address_bits(topology).filter(|bits| bits % 2 == 0);
        let Some(bits) = bits else {
            return topology.refuse(
                "traffic.pattern transpose",
                "a square or 4ⁱ nodes are needed",
            );
        };
        let half = bits / 2;
        let low = (1 << half) - 1;
        Ok(permutation(topology, |node| {
            NodeId((node.0 & low) << half | node.0 >> half)
        }))
    },
};

pub(super) const COMPLEMENT: PatternFamily = Family {
    entry: Entry::new(TEXTS, "bit-complement", &[]),
    // In any mixed radix, the complement of a number is its difference from the largest number.
    build: |topology, _| {
        let last = Terminals::of(topology).count() - 1;
        Ok(permutation(topology, |node| NodeId(last - node.0)))
    },
};

pub(super) const REVERSE: PatternFamily = Family {
    entry: Entry::new(TEXTS, "bit-reverse", &[]),
    build: |topology, _| {
        let Some(bits) = address_bits(topology) else {
            return topology.refuse("traffic.pattern bit-reverse", "2ⁱ nodes are needed");
        };
        Ok(permutation(topology, |node| {
            NodeId(node.0.reverse_bits() >> (u32::BITS - bits))
        }))
    },
};

pub(super) const SHUFFLE: PatternFamily = Family {
    entry: Entry::new(TEXTS, "shuffle", &[]),
    build: |topology, _| {
        let Some(bits) = address_bits(topology) else {
            return topology.refuse("traffic.pattern shuffle", "2ⁱ nodes are needed");
        };
        let all = (1 << bits) - 1;
        Ok(permutation(topology, |node| {
            NodeId((node.0 << 1 | node.0 >> (bits - 1)) & all)
        }))
    },
};

pub(super) const ROTATION: PatternFamily = Family {
    entry: Entry::new(TEXTS, "bit-rotation", &[]),
    build: |topology, _| {
        let Some(bits) = address_bits(topology) else {
            return topology.refuse("traffic.pattern bit-rotation", "2ⁱ nodes are needed");
        };
        Ok(permutation(topology, |node| {
            NodeId(node.0 >> 1 | (node.0 & 1) << (bits - 1))
        }))
    },
};

/// The prefix of a permutation given as a list.
pub(super) const PREFIX: &str = "permutation:";

/// The permutation that sends from each terminal to the one with the listed index, in order of their
/// numbers; a terminal with its own index sends nothing.
pub(super) fn listed(list: &str, topology: &dyn Topology) -> Result<Box<dyn Pattern>, BuildError> {
    let count = Terminals::of(topology).count();
    let reject = |given: String| {
        let allowed = format!("permutation: and each number from 0 to {} once", count - 1);
        BuildError::rejected("traffic.pattern", allowed, given)
    };
    let (mut to, mut is_taken) = (Vec::new(), vec![false; count as usize]);
    for word in list.split(',') {
        let index = word
            .trim()
            .parse::<u32>()
            .ok()
            .filter(|&index| index < count);
        let index = index.ok_or_else(|| reject(quoted(word)))?;
        if std::mem::replace(&mut is_taken[index as usize], true) {
            return Err(reject(format!("{index} twice")));
        }
        to.push(index);
    }
    if to.len() < count as usize {
        return Err(reject(format!("{} numbers", to.len())));
    }
    Ok(permutation(topology, |node| NodeId(to[node.0 as usize])))
}

/// A permutation as the list that [`listed`] reads.
pub(super) fn written(pattern: &dyn Pattern, topology: &dyn Topology) -> String {
    let terminals = Terminals::of(topology);
    let mut list = Vec::new();
    for (index, from) in terminals.iter().enumerate() {
        let mut others = terminals.iter();
        let to = others.position(|to| to != from && pattern.weight(from, to) > 0.0);
        list.push(to.unwrap_or(index).to_string());
    }
    [PREFIX, &list.join(",")].concat()
}

#[derive(Debug)]
struct Permutation {
    to: Vec<NodeId>,
}

impl Pattern for Permutation {
    fn destination(&self, from: NodeId, _: &mut Random) -> Option<NodeId> {
        Some(self.to[from.0 as usize]).filter(|&to| to != from)
    }

    fn weight(&self, from: NodeId, to: NodeId) -> f64 {
        f64::from(u8::from(self.to[from.0 as usize] == to))
    }
}

/// Returns the permutation of terminals by their indices; a switch sends nothing.
pub(super) fn permutation(
    topology: &dyn Topology,
    to: impl Fn(NodeId) -> NodeId,
) -> Box<dyn Pattern> {
    let terminals = Terminals::of(topology);
    let to = |node| match terminals.place(node) {
        Some(index) => terminals.nth(to(NodeId(index)).0),
        None => node,
    };
    Box::new(Permutation {
        to: topology.node_ids().map(to).collect(),
    })
}

/// Number of address bits, if the number of terminals is a power of two greater than one.
fn address_bits(topology: &dyn Topology) -> Option<u32> {
    let nodes = Terminals::of(topology).count();
    (nodes.is_power_of_two() && nodes > 1).then(|| nodes.trailing_zeros())
}
