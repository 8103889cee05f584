//! Failed links: what remains of a routing function when some channels are gone.
//!
//! Nothing is offered on a failed channel, nor on one behind which every way that the function
//! allows ends at a failed one: routers know of failures beforehand. A function that allows
//! several paths goes round where one of them is left; where none is, the destination is out of
//! reach, which [`RoutingFunction::reaches`] tells.

use std::sync::OnceLock;

use super::{Adaptivity, Candidates, Hop, RoutingFunction, VcSet};
use crate::topology::{ChannelId, Network, NodeId};

/// A routing function around failed channels.
#[derive(Debug)]
pub struct Detour {
    whole: Box<dyn RoutingFunction>,
    has_failed: Vec<bool>,
    nodes: u32,
    /// For every leg and end of one: from which nodes it is reached. Filled in on demand.
    reached_from: Vec<OnceLock<Vec<bool>>>,
}

impl Detour {
    /// What remains of a function without some channels.
    pub fn new(whole: Box<dyn RoutingFunction>, network: &Network, failed: &[ChannelId]) -> Self {
        let mut has_failed = vec![false; network.channels() as usize];
        for channel in failed {
            has_failed[channel.0 as usize] = true;
        }
        let ends = usize::from(whole.legs()) * network.nodes() as usize;
        Self {
            has_failed,
            nodes: network.nodes(),
            reached_from: (0..ends).map(|_| OnceLock::new()).collect(),
            whole,
        }
    }

    /// From which nodes a leg comes to its end.
    fn reached_from(&self, network: &Network, leg: u8, to: NodeId) -> &[bool] {
        let index = u32::from(leg) * self.nodes + to.0;
        self.reached_from[index as usize].get_or_init(|| self.search(network, leg, to))
    }

    /// Backwards from the end of a leg, over all channels that are left of what is allowed.
    fn search(&self, network: &Network, leg: u8, to: NodeId) -> Vec<bool> {
        let mut candidates = Candidates::default();
        let mut before = vec![Vec::new(); self.nodes as usize];
        for here in (0..self.nodes).map(NodeId).filter(|&here| here != to) {
            candidates.clear();
            self.whole
                .candidates(network, Hop { here, to, leg }, &mut candidates);
            for candidate in candidates.as_slice() {
                if !self.has_failed[candidate.channel.0 as usize] {
                    before[network.to(candidate.channel).0 as usize].push(here);
                }
            }
        }
        let mut reached = vec![false; self.nodes as usize];
        reached[to.0 as usize] = true;
        let mut open = vec![to];
        while let Some(node) = open.pop() {
            for here in &before[node.0 as usize] {
                if !std::mem::replace(&mut reached[here.0 as usize], true) {
                    open.push(*here);
                }
            }
        }
        reached
    }

    /// Takes away, from a candidate on, what does not lead on.
    fn prune(&self, network: &Network, hop: Hop, first: usize, out: &mut Candidates) {
        let reached = self.reached_from(network, hop.leg, hop.to);
        out.retain_from(first, |candidate| {
            let next = network.to(candidate.channel);
            !self.has_failed[candidate.channel.0 as usize] && reached[next.0 as usize]
        });
    }
}

impl RoutingFunction for Detour {
    fn min_vcs(&self) -> Option<u8> {
        self.whole.min_vcs()
    }

    fn adaptivity(&self) -> Adaptivity {
        self.whole.adaptivity()
    }

    fn is_minimal(&self) -> bool {
        self.whole.is_minimal()
    }

    fn escapes(&self) -> VcSet {
        self.whole.escapes()
    }

    fn legs(&self) -> u8 {
        self.whole.legs()
    }

    fn class(&self, network: &Network, channel: ChannelId) -> Option<&'static str> {
        self.whole.class(network, channel)
    }

    fn is_label_based(&self) -> bool {
        self.whole.is_label_based()
    }

    fn has_failed(&self, channel: ChannelId) -> bool {
        self.has_failed[channel.0 as usize]
    }

    fn reaches(&self, network: &Network, hop: Hop) -> bool {
        self.reached_from(network, hop.leg, hop.to)[hop.here.0 as usize]
    }

    fn candidates(&self, network: &Network, hop: Hop, out: &mut Candidates) {
        let first = out.as_slice().len();
        self.whole.candidates(network, hop, out);
        self.prune(network, hop, first, out);
    }

    /// Where the lot falls on a channel that does not lead on, another of those that do.
    fn drawn(&self, network: &Network, hop: Hop, draw: u32, out: &mut Candidates) {
        let first = out.as_slice().len();
        self.whole.drawn(network, hop, draw, out);
        self.prune(network, hop, first, out);
        if out.as_slice().len() == first {
            self.candidates(network, hop, out);
            let left = out.as_slice().len() - first;
            out.keep_only(first, ((u64::from(draw) * left as u64) >> 32) as usize);
        }
    }
}
