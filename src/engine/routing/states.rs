//! The reachable states of headers bound for one node, and the offers in each.
//!
//! If a function depends on nodes alone, the state of a header is the node it is at. If the
//! function asks how the header arrived, the state is the virtual channel over which it arrived, or
//! its source. Only reachable states are kept: those in which messages start, and those reached
//! from them over offered channels.

use std::collections::VecDeque;
use std::convert::Infallible;

use super::{Candidate, Candidates, Hop, RoutingFunction, VcSet, VirtualChannel};
use crate::topology::{Network, NodeId};

/// The states of headers bound for one node; start states come first.
#[derive(Debug, Clone)]
pub struct States {
    hops: Vec<Hop>,
    /// The start of the offers of each state in `offers`, and the end of the last ones.
    first: Vec<u32>,
    offers: Vec<Candidate>,
    starts: usize,
    /// The state of an arriving header, by node or by virtual channel.
    index: Vec<u32>,
    vcs: u32,
    asks_arrival: bool,
}

const NONE: u32 = u32::MAX;

impl States {
    /// No states yet, for channels with at most `vcs` virtual channels.
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

    /// The states of a function on one leg to one node.
    pub fn to(network: &Network, routing: &dyn RoutingFunction, to: NodeId, leg: u8) -> Self {
        let mut states = Self::new(VcSet::MOST);
        states.ask(network, routing, to, leg);
        states
    }

    /// The same as [`to`](Self::to), reusing the memory of earlier calls.
    pub fn ask(&mut self, network: &Network, routing: &dyn RoutingFunction, to: NodeId, leg: u8) {
        let starts = (0..network.nodes()).map(|node| Hop::new(NodeId(node), to, leg));
        let starts = starts.filter(|&hop| routing.reaches(network, hop));
        self.follow(network, routing, starts);
    }

    /// Follows all offers of a function from the given start states, as [`explore`](Self::explore).
    pub fn follow(
        &mut self,
        network: &Network,
        routing: &dyn RoutingFunction,
        starts: impl Iterator<Item = Hop>,
    ) {
        let asks = routing.asks_arrival();
        let Ok(()) = self.explore::<Infallible>(network, starts, asks, |hop, out| {
            routing.candidates(network, hop, out);
            Ok(())
        });
    }

    /// Follows all offers from the given start states, which must be in ascending order of nodes
    /// and bound for the same node.
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
        // If arrival does not matter, all virtual channels of a channel lead to the same state.
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

    pub fn len(&self) -> usize {
        self.hops.len()
    }

    /// Whether no header can be bound for the node.
    pub fn is_empty(&self) -> bool {
        self.hops.is_empty()
    }

    /// The states in which messages start, in the order of their sources.
    pub fn starts(&self) -> std::ops::Range<usize> {
        0..self.starts
    }

    /// The state of an arriving header, by node or by virtual channel; `u32::MAX` for none.
    pub(super) fn index(&self) -> &[u32] {
        &self.index
    }

    /// The position and arrival of a header in a state.
    pub fn hop(&self, state: usize) -> Hop {
        self.hops[state]
    }

    /// The offers in a state, preferred first.
    pub fn offers(&self, state: usize) -> &[Candidate] {
        &self.offers[self.first[state] as usize..self.first[state + 1] as usize]
    }

    /// The virtual channels offered in a state, each with whether it is an escape.
    pub fn lanes(&self, state: usize) -> impl Iterator<Item = (VirtualChannel, bool)> + '_ {
        let offers = self.offers(state).iter();
        offers.flat_map(|offer| offer.lanes().map(|lane| (lane, offer.is_escape)))
    }

    /// The state of a header that took a virtual channel; `None` at its destination, and for
    /// virtual channels that no header takes.
    pub fn after(&self, network: &Network, lane: VirtualChannel) -> Option<usize> {
        let state = self.index[self.key(network, lane)];
        (state != NONE).then_some(state as usize)
    }

    /// The nodes of a shortest path over any offers from a state to one for which `is_end` holds.
    pub(super) fn shortest(
        &self,
        network: &Network,
        first: usize,
        is_end: impl Fn(usize) -> bool,
    ) -> Option<Vec<NodeId>> {
        let mut came_from = vec![usize::MAX; self.len()];
        came_from[first] = first;
        let mut open = VecDeque::from([first]);
        while let Some(state) = open.pop_front() {
            if is_end(state) {
                let back = |&state: &usize| (state != first).then(|| came_from[state]);
                let states_back = std::iter::successors(Some(state), back);
                let mut nodes: Vec<_> = states_back.map(|state| self.hop(state).here).collect();
                nodes.reverse();
                return Some(nodes);
            }
            for (lane, _) in self.lanes(state) {
                if let Some(next) = self.after(network, lane)
                    && came_from[next] == usize::MAX
                {
                    came_from[next] = state;
                    open.push_back(next);
                }
            }
        }
        None
    }

    /// The state of a header that starts at a node.
    pub fn start(&self, node: NodeId) -> Option<usize> {
        if !self.asks_arrival {
            let state = self.index[node.0 as usize];
            // Start states come first.
            return (state < self.starts as u32).then_some(state as usize);
        }
        let starts = &self.hops[..self.starts];
        let found = starts.binary_search_by_key(&node, |hop| hop.here);
        found.ok()
    }

    /// The position in `index` of the state of a header that took a virtual channel.
    fn key(&self, network: &Network, lane: VirtualChannel) -> usize {
        if self.asks_arrival {
            (lane.channel.0 * self.vcs + u32::from(lane.vc)) as usize
        } else {
            network.to(lane.channel).0 as usize
        }
    }
}
