//! Everywhere a header can be on its way to one node, and what it is offered there.
//!
//! Where a function goes by nodes alone, a header's state is the node it is at. Where it asks how
//! the header came, the state is the virtual channel over which it came, or its source. Only
//! states that can occur are kept: those in which a message begins, and those to which what is
//! offered in them leads.

use std::convert::Infallible;

use super::{Candidate, Candidates, Hop, RoutingFunction, VcSet, VirtualChannel};
use crate::topology::{Network, NodeId};

/// The states of headers bound for one node, those in which messages begin first.
#[derive(Debug, Clone)]
pub struct States {
    hops: Vec<Hop>,
    /// Where the offers of each state begin, and where the last ones end.
    first: Vec<u32>,
    offers: Vec<Candidate>,
    /// How many of the states messages begin in.
    starts: usize,
    /// By node, or by virtual channel: the state of a header that came there.
    index: Vec<u32>,
    vcs: u32,
    asks_arrival: bool,
}

const NONE: u32 = u32::MAX;

impl States {
    /// None yet, of channels with so many virtual channels at most.
    pub fn new(vcs: u8) -> Self {
        Self {
            hops: Vec::new(),
            first: vec![0],
            offers: Vec::new(),
            starts: 0,
            index: Vec::new(),
            vcs: vcs.into(),
            asks_arrival: false,
        }
    }

    /// Those of a function on one leg to one node.
    pub fn to(network: &Network, routing: &dyn RoutingFunction, to: NodeId, leg: u8) -> Self {
        let mut states = Self::new(VcSet::MOST);
        states.ask(network, routing, to, leg);
        states
    }

    /// The same, in the memory of what was asked before.
    pub fn ask(&mut self, network: &Network, routing: &dyn RoutingFunction, to: NodeId, leg: u8) {
        let starts = (0..network.nodes()).map(|node| Hop::new(NodeId(node), to, leg));
        let starts = starts.filter(|&hop| routing.reaches(network, hop));
        let Ok(()) =
            self.explore::<Infallible>(network, starts, routing.asks_arrival(), |hop, out| {
                routing.candidates(network, hop, out);
                Ok(())
            });
    }

    /// Follows what is offered, from some starts, in ascending order, that are bound for one node.
    pub fn explore<E>(
        &mut self,
        network: &Network,
        starts: impl Iterator<Item = Hop>,
        asks_arrival: bool,
        mut ask: impl FnMut(Hop, &mut Candidates) -> Result<(), E>,
    ) -> Result<(), E> {
        let keys = if asks_arrival {
            network.channels() * self.vcs
        } else {
            network.nodes()
        };
        self.asks_arrival = asks_arrival;
        self.index.clear();
        self.index.resize(keys as usize, NONE);
        self.hops.clear();
        self.offers.clear();
        self.first.clear();
        self.first.push(0);
        for hop in starts.filter(|hop| hop.here != hop.to) {
            if !asks_arrival {
                self.index[hop.here.0 as usize] = self.hops.len() as u32;
            }
            self.hops.push(hop);
        }
        self.starts = self.hops.len();
        // Where it does not matter how a header comes, one virtual channel tells of all.
        let lanes = if asks_arrival { usize::MAX } else { 1 };
        let mut candidates = Candidates::default();
        let mut state = 0;
        while let Some(&hop) = self.hops.get(state) {
            candidates.clear();
            ask(hop, &mut candidates)?;
            self.offers.extend_from_slice(candidates.as_slice());
            self.first.push(self.offers.len() as u32);
            let offers = candidates.as_slice().iter();
            for lane in offers.flat_map(|offer| offer.lanes().take(lanes)) {
                let here = network.to(lane.channel);
                let key = self.key(network, lane);
                if here != hop.to && self.index[key] == NONE {
                    self.index[key] = self.hops.len() as u32;
                    let came = asks_arrival.then_some(lane);
                    self.hops.push(Hop { here, came, ..hop });
                }
            }
            state += 1;
        }
        Ok(())
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

    /// By node, or by virtual channel: the state of a header that came there, or `u32::MAX`.
    pub(super) fn index(&self) -> &[u32] {
        &self.index
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
        let state = self.index[self.key(network, lane)];
        (state != NONE).then_some(state as usize)
    }

    /// The state of a header that begins at a node.
    pub fn start(&self, node: NodeId) -> Option<usize> {
        if !self.asks_arrival {
            let state = self.index[node.0 as usize];
            // States in which messages begin stand first.
            return (state < self.starts as u32).then_some(state as usize);
        }
        let starts = &self.hops[..self.starts];
        let found = starts.binary_search_by_key(&node, |hop| hop.here);
        found.ok()
    }

    /// Where the state of a header that took a virtual channel is to be found.
    fn key(&self, network: &Network, lane: VirtualChannel) -> usize {
        if self.asks_arrival {
            (lane.channel.0 * self.vcs + u32::from(lane.vc)) as usize
        } else {
            network.to(lane.channel).0 as usize
        }
    }
}
