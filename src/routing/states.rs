//! Everywhere a header can be on its way to one node, and what it is offered there.
//!
//! Where a function goes by nodes alone, a header's state is the node it is at. Where it asks how
//! the header came, the state is the virtual channel over which it came, or its source. Only
//! states that can occur are kept: those in which a message begins, and those to which what is
//! offered in them leads.

use super::{Candidate, Candidates, Hop, RoutingFunction, VcSet, VirtualChannel};
use crate::topology::{Network, NodeId};

/// The states of headers bound for one node, those in which messages begin first.
#[derive(Debug, Default)]
pub struct States {
    hops: Vec<Hop>,
    /// Where the offers of each state begin, and where the last ones end.
    first: Vec<u32>,
    offers: Vec<Candidate>,
    /// How many of the states messages begin in.
    starts: usize,
    /// By node, or by virtual channel: the state of a header that came there.
    index: Vec<u32>,
    asks_arrival: bool,
}

const NONE: u32 = u32::MAX;

impl States {
    /// Asks a function about all headers on one leg to one node.
    pub fn to(network: &Network, routing: &dyn RoutingFunction, to: NodeId, leg: u8) -> Self {
        let mut states = Self::default();
        states.ask(network, routing, to, leg);
        states
    }

    /// The same, in the memory of what was asked before.
    pub fn ask(&mut self, network: &Network, routing: &dyn RoutingFunction, to: NodeId, leg: u8) {
        self.asks_arrival = routing.asks_arrival();
        let keys = if self.asks_arrival {
            network.channels() as usize * usize::from(VcSet::MOST)
        } else {
            network.nodes() as usize
        };
        self.index.clear();
        self.index.resize(keys, NONE);
        self.hops.clear();
        self.offers.clear();
        self.first.clear();
        self.first.push(0);
        let starts = (0..network.nodes()).map(|node| Hop::new(NodeId(node), to, leg));
        for hop in starts.filter(|hop| hop.here != to && routing.reaches(network, *hop)) {
            if !self.asks_arrival {
                self.index[hop.here.0 as usize] = self.hops.len() as u32;
            }
            self.hops.push(hop);
        }
        self.starts = self.hops.len();
        let mut candidates = Candidates::default();
        let mut state = 0;
        while let Some(&hop) = self.hops.get(state) {
            candidates.clear();
            routing.candidates(network, hop, &mut candidates);
            self.offers.extend_from_slice(candidates.as_slice());
            self.first.push(self.offers.len() as u32);
            if self.asks_arrival {
                for lane in candidates.as_slice().iter().flat_map(|offer| offer.lanes()) {
                    let here = network.to(lane.channel);
                    let state = &mut self.index[key(lane)];
                    if here != to && *state == NONE {
                        *state = self.hops.len() as u32;
                        self.hops.push(Hop::new(here, to, leg).over(lane));
                    }
                }
            }
            state += 1;
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.hops.len()
    }

    /// Whether nothing can be on its way there.
    pub fn is_empty(&self) -> bool {
        self.hops.is_empty()
    }

    /// The states in which messages begin, in the order of their sources.
    pub fn starts(&self) -> std::ops::Range<usize> {
        0..self.starts
    }

    /// Where a header in a state is, and how it came.
    pub fn hop(&self, state: usize) -> Hop {
        self.hops[state]
    }

    /// What it is offered, preferred first.
    pub fn offers(&self, state: usize) -> &[Candidate] {
        &self.offers[self.first[state] as usize..self.first[state + 1] as usize]
    }

    /// The virtual channels that it is offered, with whether each is an escape.
    pub fn lanes(&self, state: usize) -> impl Iterator<Item = (VirtualChannel, bool)> + '_ {
        let offers = self.offers(state).iter();
        offers.flat_map(|offer| offer.lanes().map(|lane| (lane, offer.is_escape)))
    }

    /// The state of a header that took a virtual channel; `None` at its destination, and where
    /// none can come from.
    pub fn after(&self, network: &Network, lane: VirtualChannel) -> Option<usize> {
        let key = if self.asks_arrival {
            key(lane)
        } else {
            network.to(lane.channel).0 as usize
        };
        let state = self.index[key];
        (state != NONE).then_some(state as usize)
    }
}

fn key(lane: VirtualChannel) -> usize {
    lane.channel.0 as usize * usize::from(VcSet::MOST) + usize::from(lane.vc)
}
