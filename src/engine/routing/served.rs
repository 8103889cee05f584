//! A routing function as far as it serves pairs of nodes.
//!
//! A user-written function may have no path at all for some pairs: a table of the flows that are in
//! use, or an unfinished function. Messages between these nodes are lost, whatever others do. Whether
//! messages can deadlock is therefore judged on the other pairs, of which some path arrives.

use super::{Candidates, Hop, Least, RoutingFunction, delivery};
use crate::topology::{Network, NodeId};

/// A function with one leg, without the messages of which no path arrives.
#[derive(Debug)]
pub struct Served<'a> {
    whole: &'a dyn RoutingFunction,
    nodes: u32,
    /// By destination and source, a bit each.
    pairs: Vec<u64>,
    /// The number of pairs that are served, and of all.
    count: u32,
    all: u32,
}

impl<'a> Served<'a> {
    /// The function without the pairs that it does not serve; `None` if it serves all.
    pub fn of(network: &Network, routing: &'a dyn RoutingFunction) -> Option<Self> {
        if routing.always_arrives() || routing.legs() > 1 {
            return None;
        }
        let nodes = network.nodes();
        let bits = u64::from(nodes) * u64::from(nodes);
        let mut served = Self {
            whole: routing,
            nodes,
            pairs: vec![0; bits.div_ceil(64) as usize],
            count: 0,
            all: 0,
        };
        for to in network.terminals().iter() {
            for from in delivery::served(network, routing, to) {
                let (word, bit) = served.place(from, to);
                served.pairs[word] |= bit;
                served.count += 1;
            }
        }
        let terminals = network.terminals().count();
        served.all = terminals * terminals.saturating_sub(1);
        (served.count < served.all).then_some(served)
    }

    /// The number of ordered pairs that are served.
    pub fn count(&self) -> u32 {
        self.count
    }

    /// The reason for a verdict on the pairs that are served, as the rest of a sentence that begins
    /// with the verdict.
    pub fn in_words(&self, reason: &str) -> String {
        let Self { count, all, .. } = self;
        if *count == 0 {
            return format!("no message arrives, between any of the {all} pairs of nodes.");
        }
        format!("between the {count} of {all} pairs of nodes that are served, {reason}")
    }

    fn place(&self, from: NodeId, to: NodeId) -> (usize, u64) {
        let place = u64::from(to.0) * u64::from(self.nodes) + u64::from(from.0);
        ((place / 64) as usize, 1 << (place % 64))
    }
}

impl RoutingFunction for Served<'_> {
    fn whole(&self) -> Option<&dyn RoutingFunction> {
        Some(self.whole)
    }

    fn least(&self) -> Least<'_> {
        self.whole.least()
    }

    fn always_arrives(&self) -> bool {
        false
    }

    fn reaches(&self, network: &Network, hop: Hop) -> bool {
        self.whole.reaches(network, hop)
    }

    fn serves(&self, from: NodeId, to: NodeId) -> bool {
        let (word, bit) = self.place(from, to);
        self.pairs[word] & bit != 0
    }

    fn candidates(&self, network: &Network, hop: Hop, out: &mut Candidates) {
        self.whole.candidates(network, hop, out);
    }
}
