//! The reachable states of headers for all destinations, and the transitions among them.
//!
//! A *flow* comprises all headers bound for one node on one leg. Its states are those of
//! [`States`]: nodes or, for functions that ask how a header arrived, virtual channels. The states
//! of all flows share one numbering. At the end of a leg other than the last, a header continues in
//! the flow of the next leg, to every node for which some message can have come this way.

use super::lanes::Lanes;
use crate::routing::states::States;
use crate::routing::{Adaptivity, Candidate, RoutingFunction, VcSet, VirtualChannel};
use crate::topology::{ChannelId, Network, NodeId};

/// The flows to some destinations.
pub(super) struct Flows<'a> {
    pub(super) network: &'a Network,
    vcs: u32,
    asks_arrival: bool,
    is_oblivious: bool,
    legs: u8,
    /// Ordered by leg, then by destination.
    list: Vec<Flow>,
    states: Vec<State>,
    offers: Vec<Candidate>,
    /// By flow and node, or by flow and lane: the state of a header that arrived there.
    index: Vec<u32>,
    /// The states of each flow, successors before predecessors as far as cycles allow.
    order: Vec<u32>,
    /// For functions with two legs, by channel: the destinations of messages that end their first
    /// leg over it, with a bit for each flow of the second leg.
    onward: Vec<Vec<u64>>,
}

/// The headers bound for one node on one leg.
#[derive(Debug, Clone, Copy)]
pub(super) struct Flow {
    pub(super) to: NodeId,
    pub(super) leg: u8,
    first: u32,
    /// The end of the states `first..sources` in which messages start.
    sources: u32,
    /// The end of the states `first..starts` in which the leg starts, at a source or after another leg.
    starts: u32,
    end: u32,
}

/// The state of a header; its offers start at `first` and end at the `first` of the next state.
#[derive(Debug, Clone, Copy)]
struct State {
    first: u32,
    node: NodeId,
    flow: u32,
}

const NONE: u32 = u32::MAX;

/// The index of a state.
pub(super) type StateId = u32;

/// The result of taking a virtual channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Next {
    /// Another state of its flow.
    State(StateId),
    /// The end of a leg that is not the last one.
    EndOfLeg,
    Arrived,
}

impl<'a> Flows<'a> {
    /// The flows of messages to `destinations`.
    pub(super) fn to(
        network: &'a Network,
        routing: &dyn RoutingFunction,
        vcs: u8,
        destinations: &[NodeId],
    ) -> Self {
        let asks_arrival = routing.asks_arrival();
        let keys = if asks_arrival {
            network.channels() * u32::from(vcs)
        } else {
            network.nodes()
        };
        let mut flows = Self {
            network,
            vcs: vcs.into(),
            asks_arrival,
            is_oblivious: routing.adaptivity() == Adaptivity::Oblivious,
            legs: routing.legs(),
            list: Vec::new(),
            states: Vec::new(),
            offers: Vec::new(),
            index: Vec::with_capacity((keys as usize) * destinations.len()),
            order: Vec::new(),
            onward: Vec::new(),
        };
        let mut states = States::new(vcs);
        for leg in 0..flows.legs {
            let is_last = leg + 1 == flows.legs;
            let ends = if is_last || !routing.turns_at_switches() {
                destinations.to_vec()
            } else {
                routing.ends(network, leg).collect()
            };
            for to in ends {
                flows.add(&mut states, routing, to, leg);
            }
        }
        flows.states.push(State {
            first: flows.offers.len() as u32,
            node: NodeId(0),
            flow: NONE,
        });
        if flows.legs > 1 {
            flows.find_onward(routing, destinations);
        }
        flows
    }

    fn add(&mut self, states: &mut States, routing: &dyn RoutingFunction, to: NodeId, leg: u8) {
        let network = self.network;
        let starts = routing.starts(network, to, leg);
        states.follow(network, routing, starts);
        let starts = states.starts();
        let is_source = |&state: &usize| network.terminals().contains(states.hop(state).here);
        let sources = starts.take_while(is_source).count();
        let first = self.states.len() as u32;
        let flow = self.list.len() as u32;
        for state in 0..states.len() {
            self.states.push(State {
                first: self.offers.len() as u32,
                node: states.hop(state).here,
                flow,
            });
            self.offers.extend_from_slice(states.offers(state));
        }
        self.index.extend(
            states
                .index()
                .iter()
                .map(|&state| if state == NONE { NONE } else { first + state }),
        );
        self.list.push(Flow {
            to,
            leg,
            first,
            sources: first + sources as u32,
            starts: first + states.starts().end as u32,
            end: self.states.len() as u32,
        });
        self.put_in_order(flow);
    }

    /// Appends the states of a flow to `order` in depth-first post-order, after their successors.
    fn put_in_order(&mut self, flow: u32) {
        let Flow { first, end, .. } = self.list[flow as usize];
        let mut is_visited = vec![false; (end - first) as usize];
        // A sentinel: the offers of the last state end at the `first` of the next one.
        self.states.push(State {
            first: self.offers.len() as u32,
            node: NodeId(0),
            flow,
        });
        let mut open: Vec<_> = (first..end).rev().map(|state| (state, false)).collect();
        while let Some((state, is_done)) = open.pop() {
            if is_done {
                self.order.push(state);
                continue;
            }
            if std::mem::replace(&mut is_visited[(state - first) as usize], true) {
                continue;
            }
            open.push((state, true));
            for offer in self.offers(state) {
                // Unless arrival matters, all VCs lead to the same state.
                let vcs = if self.asks_arrival {
                    offer.vcs
                } else {
                    VcSet(1)
                };
                for vc in vcs.iter() {
                    match self.next(state, offer.channel, vc) {
                        Next::State(next) if !is_visited[(next - first) as usize] => {
                            open.push((next, false));
                        }
                        _ => {}
                    }
                }
            }
        }
        self.states.pop();
    }

    /// Computes `onward`: the destinations of messages at the ends of first legs.
    ///
    /// If the intermediate node is drawn from a box, a message that starts at the last node before
    /// it has the most possible destinations: one passing through from farther away is already on a
    /// shortest path. Otherwise only a message that starts at this node cannot return to it.
    fn find_onward(&mut self, routing: &dyn RoutingFunction, destinations: &[NodeId]) {
        let words = destinations.len().div_ceil(64);
        self.onward = vec![vec![0; words]; self.network.channels() as usize];
        for flow in self.flows_of(0) {
            let mut passes_through = vec![false; self.network.nodes() as usize];
            for state in flow.first..flow.end {
                for offer in self.offers(state) {
                    passes_through[self.network.to(offer.channel).0 as usize] = true;
                }
            }
            for state in flow.first..flow.end {
                let here = self.node(state);
                let offers = self.offers(state).iter();
                let last: Vec<_> = offers
                    .map(|offer| offer.channel)
                    .filter(|&channel| self.network.to(channel) == flow.to)
                    .collect();
                for channel in last {
                    for (place, &to) in destinations.iter().enumerate() {
                        let is_possible = if to == flow.to {
                            false
                        } else if routing.between().is_some() {
                            to != here && routing.goes_by(here, flow.to, to)
                        } else {
                            to != here || passes_through[here.0 as usize]
                        };
                        let is_possible = is_possible && self.start(flow.to, place, 1).is_some();
                        if is_possible {
                            self.onward[channel.0 as usize][place / 64] |= 1 << (place % 64);
                        }
                    }
                }
            }
        }
    }

    /// The flows of a leg, in the order of destinations.
    pub(super) fn flows_of(&self, leg: u8) -> Vec<Flow> {
        let flows = self.list.iter().filter(|flow| flow.leg == leg);
        flows.copied().collect()
    }

    pub(super) fn legs(&self) -> u8 {
        self.legs
    }

    pub(super) fn len(&self) -> usize {
        self.states.len() - 1
    }

    /// The flow that contains a state.
    pub(super) fn flow(&self, state: StateId) -> Flow {
        self.list[self.states[state as usize].flow as usize]
    }

    /// The states of a flow, successors before predecessors as far as cycles allow.
    pub(super) fn states(&self, flow: Flow) -> &[StateId] {
        &self.order[flow.first as usize..flow.end as usize]
    }

    /// Whether a message starts in a state.
    pub(super) fn is_source(&self, state: StateId) -> bool {
        state < self.flow(state).sources
    }

    /// The first terminal other than a node.
    pub(super) fn another(&self, than: NodeId) -> Option<NodeId> {
        let mut terminals = self.network.terminals().iter();
        terminals.find(|&terminal| terminal != than)
    }

    pub(super) fn node(&self, state: StateId) -> NodeId {
        self.states[state as usize].node
    }

    /// The offers in a state, preferred first.
    #[inline]
    pub(super) fn offers(&self, state: StateId) -> &[Candidate] {
        let state = state as usize;
        let (first, end) = (self.states[state].first, self.states[state + 1].first);
        &self.offers[first as usize..end as usize]
    }

    /// The groups of offers that a header in a state may wait for: all offers together or, for
    /// oblivious functions, each offer alone. A header in a dead end waits for none.
    #[inline]
    pub(super) fn groups(&self, state: StateId) -> impl Iterator<Item = &[Candidate]> {
        let offers = self.offers(state);
        let size = if self.is_oblivious { 1 } else { offers.len() };
        offers.chunks(size.max(1))
    }

    /// The result of taking a virtual channel in a state.
    #[inline]
    pub(super) fn next(&self, state: StateId, channel: ChannelId, vc: u8) -> Next {
        let at = self.states[state as usize];
        let flow = self.list[at.flow as usize];
        let head = self.network.to(channel);
        if head == flow.to {
            return if flow.leg + 1 < self.legs {
                Next::EndOfLeg
            } else {
                Next::Arrived
            };
        }
        let (keys, key) = if self.asks_arrival {
            let keys = self.network.channels() * self.vcs;
            (keys, channel.0 * self.vcs + u32::from(vc))
        } else {
            (self.network.nodes(), head.0)
        };
        Next::State(self.index[(at.flow * keys + key) as usize])
    }

    /// Visits the transitions from a state over lanes of a set, with the lanes of each.
    #[inline]
    pub(super) fn each_next(
        &self,
        state: StateId,
        lanes: &Lanes,
        mut visit: impl FnMut(ChannelId, VcSet, Next),
    ) {
        for offer in self.offers(state) {
            let vcs = VcSet(offer.vcs.0 & lanes.on(offer.channel).0);
            if vcs.is_empty() {
                continue;
            }
            if self.asks_arrival {
                for vc in vcs.iter() {
                    visit(
                        offer.channel,
                        VcSet(1 << vc),
                        self.next(state, offer.channel, vc),
                    );
                }
            } else {
                visit(offer.channel, vcs, self.next(state, offer.channel, 0));
            }
        }
    }

    /// The state in which a leg starts at a node, bound for the destination with index `place`.
    pub(super) fn start(&self, node: NodeId, place: usize, leg: u8) -> Option<StateId> {
        let before = self.list.partition_point(|flow| flow.leg < leg);
        let flow = self.list[before + place];
        let starts = &self.states[flow.first as usize..flow.starts as usize];
        let found = starts
            .binary_search_by_key(&node, |state| state.node)
            .ok()?;
        Some(flow.first + found as u32)
    }

    /// The states in which a message that ended its first leg over a channel can continue.
    pub(super) fn onward(&self, channel: ChannelId) -> impl Iterator<Item = StateId> + '_ {
        let node = self.network.to(channel);
        let words = self.onward[channel.0 as usize].iter().enumerate();
        let places = words.flat_map(|(word, &bits)| {
            (0..64)
                .filter(move |bit| bits >> bit & 1 == 1)
                .map(move |bit| word * 64 + bit)
        });
        places.filter_map(move |place| self.start(node, place, 1))
    }

    /// The lanes behind which headers can be blocked: all that are offered, except those over which
    /// every header arrives.
    pub(super) fn lanes(&self) -> Lanes {
        let mut all = Lanes::none(self.network);
        for state in 0..self.len() as StateId {
            let to = self.flow(state).to;
            let is_last = self.flow(state).leg + 1 == self.legs;
            for offer in self.offers(state) {
                if !is_last || self.network.to(offer.channel) != to {
                    all.add(offer.channel, offer.vcs);
                }
            }
        }
        all
    }

    /// All lanes that are offered in some state.
    pub(super) fn lanes_offered(&self) -> Lanes {
        let mut all = Lanes::none(self.network);
        for offer in &self.offers {
            all.add(offer.channel, offer.vcs);
        }
        all
    }
}

/// The distinct lanes of some offers, ascending.
pub(super) fn lanes_of(offers: &[Candidate]) -> Vec<VirtualChannel> {
    let mut lanes: Vec<_> = offers.iter().flat_map(|offer| offer.lanes()).collect();
    lanes.sort_unstable();
    lanes.dedup();
    lanes
}
