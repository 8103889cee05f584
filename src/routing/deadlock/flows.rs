//! Everywhere a header can be on its way, whatever its destination, and where it can go on.
//!
//! A *flow* is all that is bound for one node on one leg. Its states are those of
//! [`States`]: nodes, or of a function that asks how a header came, virtual channels. All
//! states of all flows are numbered together. At the end of a leg that is not the last one a header goes on in
//! the flow of the next leg, to every node for which some message can have come this way.

use std::convert::Infallible;

use super::lanes::Lanes;
use crate::routing::states::States;
use crate::routing::{Adaptivity, Candidate, Hop, RoutingFunction, VcSet, VirtualChannel};
use crate::topology::{ChannelId, Network, NodeId};

/// The flows to some destinations.
pub(super) struct Flows<'a> {
    pub(super) network: &'a Network,
    vcs: u32,
    asks_arrival: bool,
    is_oblivious: bool,
    legs: u8,
    /// Leg by leg, each to every destination in turn.
    list: Vec<Flow>,
    states: Vec<State>,
    offers: Vec<Candidate>,
    /// By flow and node, or by flow and lane: the state of a header that came there.
    index: Vec<u32>,
    /// The states of each flow, those to which others lead before these, as far as there is such an order.
    order: Vec<u32>,
    /// For functions of two legs, by channel: the destinations of messages that end their first
    /// leg over it, a bit for each flow of the second one.
    onward: Vec<Vec<u64>>,
}

/// What is bound for one node on one leg.
#[derive(Debug, Clone, Copy)]
pub(super) struct Flow {
    pub(super) to: NodeId,
    pub(super) leg: u8,
    first: u32,
    /// Of them, those in which the leg begins.
    starts: u32,
    end: u32,
}

/// Where a header is: what it is offered lies between this `first` and the next one's.
#[derive(Debug, Clone, Copy)]
struct State {
    first: u32,
    node: NodeId,
    flow: u32,
}

const NONE: u32 = u32::MAX;

/// The number of a state.
pub(super) type StateId = u32;

/// What a header comes to that took a virtual channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Next {
    /// Another state of its flow.
    State(StateId),
    /// The end of a leg that is not the last one.
    EndOfLeg,
    /// Its destination.
    Arrived,
}

impl<'a> Flows<'a> {
    /// Those of messages to `destinations`.
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
            for &to in destinations {
                flows.add(&mut states, routing, to, leg);
            }
        }
        flows.states.push(State {
            first: flows.offers.len() as u32,
            node: NodeId(0),
            flow: NONE,
        });
        if flows.legs > 1 {
            flows.go_on(routing, destinations);
        }
        flows
    }

    fn add(&mut self, states: &mut States, routing: &dyn RoutingFunction, to: NodeId, leg: u8) {
        let network = self.network;
        let starts = network
            .terminals()
            .iter()
            .map(|from| Hop::new(from, to, leg));
        let starts = starts.filter(|&hop| routing.reaches(network, hop));
        let Ok(()) =
            states.explore::<Infallible>(network, starts, self.asks_arrival, |hop, out| {
                routing.candidates(network, hop, out);
                Ok(())
            });
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
            starts: first + states.starts().end as u32,
            end: self.states.len() as u32,
        });
        self.put_in_order(flow);
    }

    /// Depth first, each state behind those to which it leads.
    fn put_in_order(&mut self, flow: u32) {
        let Flow { first, end, .. } = self.list[flow as usize];
        let mut is_met = vec![false; (end - first) as usize];
        // The last state has no `first` of another behind it yet.
        self.states.push(State {
            first: self.offers.len() as u32,
            node: NodeId(0),
            flow,
        });
        let mut open: Vec<_> = (first..end).rev().map(|state| (state, false)).collect();
        while let Some((state, is_behind)) = open.pop() {
            if is_behind {
                self.order.push(state);
                continue;
            }
            if std::mem::replace(&mut is_met[(state - first) as usize], true) {
                continue;
            }
            open.push((state, true));
            for offer in self.offers(state) {
                // All of them lead to the same, unless it matters how a header came.
                let vcs = if self.asks_arrival {
                    offer.vcs
                } else {
                    VcSet(1)
                };
                for vc in vcs.iter() {
                    match self.next(state, offer.channel, vc) {
                        Next::State(next) if !is_met[(next - first) as usize] => {
                            open.push((next, false));
                        }
                        _ => {}
                    }
                }
            }
        }
        self.states.pop();
    }

    /// Finds out where messages can go on from the ends of first legs.
    ///
    /// Where the intermediate node is drawn from a box, where a message may go on to is least restricted for one
    /// that begins at the last node before it: one that comes by from farther away is on a
    /// shortest path already. Elsewhere only a message that begins there does not return there.
    fn go_on(&mut self, routing: &dyn RoutingFunction, destinations: &[NodeId]) {
        let words = destinations.len().div_ceil(64);
        self.onward = vec![vec![0; words]; self.network.channels() as usize];
        for flow in self.flows_of(0) {
            let mut comes_by = vec![false; self.network.nodes() as usize];
            for state in flow.first..flow.end {
                for offer in self.offers(state) {
                    comes_by[self.network.to(offer.channel).0 as usize] = true;
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
                        let goes = if to == flow.to {
                            false
                        } else if routing.minimal_box().is_some() {
                            to != here && routing.goes_by(here, flow.to, to)
                        } else {
                            to != here || comes_by[here.0 as usize]
                        };
                        let goes = goes && self.start(flow.to, place, 1).is_some();
                        if goes {
                            self.onward[channel.0 as usize][place / 64] |= 1 << (place % 64);
                        }
                    }
                }
            }
        }
    }

    /// The flows of a leg, in the order of destinations.
    pub(super) fn flows_of(&self, leg: u8) -> Vec<Flow> {
        let each = self.list.len() / usize::from(self.legs);
        let first = usize::from(leg) * each;
        self.list[first..first + each].to_vec()
    }

    /// How many legs messages have.
    pub(super) fn legs(&self) -> u8 {
        self.legs
    }

    /// How many states there are.
    pub(super) fn len(&self) -> usize {
        self.states.len() - 1
    }

    /// The flow that a state belongs to.
    pub(super) fn flow(&self, state: StateId) -> Flow {
        self.list[self.states[state as usize].flow as usize]
    }

    /// All of a flow, those to which others lead before these.
    pub(super) fn states(&self, flow: Flow) -> &[StateId] {
        &self.order[flow.first as usize..flow.end as usize]
    }

    /// Whether a leg begins in a state.
    pub(super) fn is_start(&self, state: StateId) -> bool {
        state < self.flow(state).starts
    }

    /// Where a header in a state is.
    pub(super) fn node(&self, state: StateId) -> NodeId {
        self.states[state as usize].node
    }

    /// What is offered in a state, preferred first.
    #[inline]
    pub(super) fn offers(&self, state: StateId) -> &[Candidate] {
        let state = state as usize;
        let (first, end) = (self.states[state].first, self.states[state + 1].first);
        &self.offers[first as usize..end as usize]
    }

    /// What a header in a state waits for: all that it is offered, or of a function that draws, one of
    /// the offers.
    #[inline]
    pub(super) fn groups(&self, state: StateId) -> impl Iterator<Item = &[Candidate]> {
        let offers = self.offers(state);
        let size = if self.is_oblivious { 1 } else { offers.len() };
        // A dead end waits for nothing, forever.
        let none = offers.is_empty().then_some(offers);
        offers.chunks(size.max(1)).chain(none)
    }

    /// What a header comes to that takes a virtual channel in a state.
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

    /// All that a header can come to from a state over lanes of a set, with the lanes that lead there.
    #[inline]
    pub(super) fn each_next(
        &self,
        state: StateId,
        lanes: &Lanes,
        mut see: impl FnMut(ChannelId, VcSet, Next),
    ) {
        for offer in self.offers(state) {
            let vcs = VcSet(offer.vcs.0 & lanes.on(offer.channel).0);
            if vcs.is_empty() {
                continue;
            }
            if self.asks_arrival {
                for vc in vcs.iter() {
                    see(
                        offer.channel,
                        VcSet(1 << vc),
                        self.next(state, offer.channel, vc),
                    );
                }
            } else {
                see(offer.channel, vcs, self.next(state, offer.channel, 0));
            }
        }
    }

    /// The state in which a leg begins at a node, bound for the destination in this place of the list.
    pub(super) fn start(&self, node: NodeId, place: usize, leg: u8) -> Option<StateId> {
        let each = self.list.len() / usize::from(self.legs);
        let flow = self.list[usize::from(leg) * each + place];
        let starts = &self.states[flow.first as usize..flow.starts as usize];
        let found = starts
            .binary_search_by_key(&node, |state| state.node)
            .ok()?;
        Some(flow.first + found as u32)
    }

    /// The states in which a message that ends its first leg over a channel can go on.
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

    /// The lanes on which headers can be held up: all that are offered and do not only lead to destinations.
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

    /// All lanes that are offered.
    pub(super) fn lanes_offered(&self) -> Lanes {
        let mut all = Lanes::none(self.network);
        for offer in &self.offers {
            all.add(offer.channel, offer.vcs);
        }
        all
    }

    /// States that are no destinations and in which nothing is offered.
    pub(super) fn dead_ends(&self) -> impl Iterator<Item = StateId> + '_ {
        (0..self.len() as StateId).filter(|&state| self.offers(state).is_empty())
    }
}

/// The lanes of some offers, ascending and each once.
pub(super) fn lanes_of(offers: &[Candidate]) -> Vec<VirtualChannel> {
    let mut lanes: Vec<_> = offers.iter().flat_map(|offer| offer.lanes()).collect();
    lanes.sort_unstable();
    lanes.dedup();
    lanes
}
