//! A header on its way, of which the nodes are known and not the virtual channels.

use super::{Candidate, Candidates, Hop, RoutingFunction, VcSet, VirtualChannel};
use crate::topology::{ChannelId, Network, NodeId};

/// Where a header is, and every way in which it can have come there over the channels that it took.
#[derive(Debug, Clone)]
pub struct Header<'a> {
    network: &'a Network,
    routing: &'a dyn RoutingFunction,
    hops: Vec<Hop>,
}

impl<'a> Header<'a> {
    /// At its source, at the start of a leg.
    pub fn new(network: &'a Network, routing: &'a dyn RoutingFunction, start: Hop) -> Self {
        Self {
            network,
            routing,
            hops: vec![start],
        }
    }

    /// Where it is.
    pub fn here(&self) -> NodeId {
        self.hops[0].here
    }

    /// Whether this is the end of the leg.
    pub fn is_there(&self) -> bool {
        self.hops[0].here == self.hops[0].to
    }

    /// What it may be: one state, or one for each virtual channel over which it can have come, of a
    /// function that asks.
    pub fn hops(&self) -> &[Hop] {
        &self.hops
    }

    /// What it may be offered here, preferred first; nothing at the end of the leg.
    pub fn offers(&self) -> Vec<Candidate> {
        let mut candidates = Candidates::default();
        for &hop in self.hops.iter().filter(|_| !self.is_there()) {
            self.routing.candidates(self.network, hop, &mut candidates);
        }
        if self.hops.len() == 1 {
            return candidates.as_slice().to_vec();
        }
        let mut offers: Vec<Candidate> = Vec::new();
        for &more in candidates.as_slice() {
            let same = |known: &&mut Candidate| {
                known.channel == more.channel && known.is_escape == more.is_escape
            };
            match offers.iter_mut().find(same) {
                Some(known) => known.vcs.0 |= more.vcs.0,
                None => offers.push(more),
            }
        }
        offers
    }

    /// The channels that it may be offered here, each with all its virtual channels.
    pub(super) fn ways(&self) -> Vec<(ChannelId, VcSet)> {
        let mut ways: Vec<(ChannelId, VcSet)> = Vec::new();
        for offer in self.offers() {
            match ways.iter_mut().find(|(known, _)| *known == offer.channel) {
                Some((_, vcs)) => vcs.0 |= offer.vcs.0,
                None => ways.push((offer.channel, offer.vcs)),
            }
        }
        ways
    }

    /// The same header behind a channel, over any of some virtual channels.
    pub(super) fn behind(&self, channel: ChannelId, vcs: VcSet) -> Self {
        let hop = Hop {
            here: self.network.to(channel),
            came: None,
            ..self.hops[0]
        };
        let hops = if self.routing.asks_arrival() {
            let lanes = vcs.iter().map(|vc| VirtualChannel { channel, vc });
            lanes.map(|lane| hop.over(lane)).collect()
        } else {
            vec![hop]
        };
        Self { hops, ..*self }
    }

    /// Goes to a neighbor, if that is offered; says whether it is.
    pub fn go_to(&mut self, next: NodeId) -> bool {
        let ways = self.ways();
        let way = ways.iter().find(|way| self.network.to(way.0) == next);
        if let Some(&(channel, vcs)) = way {
            *self = self.behind(channel, vcs);
        }
        way.is_some()
    }
}
