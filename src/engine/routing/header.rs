//! A header on its route, with known nodes but unknown virtual channels.

use super::{Candidate, Candidates, Hop, RoutingFunction, VcSet, VirtualChannel};
use crate::topology::{ChannelId, Network, NodeId};

/// The position of a header, with all states that are consistent with the channels it took.
#[derive(Debug, Clone)]
pub struct Header<'a> {
    network: &'a Network,
    routing: &'a dyn RoutingFunction,
    hops: Vec<Hop>,
}

impl<'a> Header<'a> {
    /// A header at its source, at the start of a leg.
    pub fn new(network: &'a Network, routing: &'a dyn RoutingFunction, start: Hop) -> Self {
        Self {
            network,
            routing,
            hops: vec![start],
        }
    }

    pub fn here(&self) -> NodeId {
        self.hops[0].here
    }

    /// Whether the header is at the end of its leg.
    pub fn is_there(&self) -> bool {
        self.hops[0].here == self.hops[0].to
    }

    /// The possible states of the header: a single one or, for functions that ask how a header
    /// arrived, one for each virtual channel over which it can have arrived.
    pub fn hops(&self) -> &[Hop] {
        &self.hops
    }

    /// The candidates that the header may be offered here, preferred first; none at the end of the
    /// leg.
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

    /// The channels that the header may be offered here, each with all offered virtual channels.
    pub(super) fn branches(&self) -> Vec<(ChannelId, VcSet)> {
        let mut branches: Vec<(ChannelId, VcSet)> = Vec::new();
        for offer in self.offers() {
            match branches
                .iter_mut()
                .find(|(known, _)| *known == offer.channel)
            {
                Some((_, vcs)) => vcs.0 |= offer.vcs.0,
                None => branches.push((offer.channel, offer.vcs)),
            }
        }
        branches
    }

    /// The same header after it crossed a channel on any of the given virtual channels.
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

    /// Moves the header to a neighbor if a channel to it is offered; returns whether it is.
    pub fn go_to(&mut self, next: NodeId) -> bool {
        let branches = self.branches();
        let branch = branches
            .iter()
            .find(|branch| self.network.to(branch.0) == next);
        if let Some(&(channel, vcs)) = branch {
            *self = self.behind(channel, vcs);
        }
        branch.is_some()
    }
}
