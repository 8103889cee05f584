//! Exact channel loads of a routing function.
//!
//! The offers of a function depend on the position of a header, in some functions on the channel
//! over which it arrived, and on the end of its leg. So messages from all sources to one
//! destination are computed together: the flow into a state leaves over the channels that are
//! offered in it. A deterministic function offers one channel. A randomized function makes all of
//! its paths equally likely, so the share of a channel is the fraction of the remaining paths that
//! use it. If a message has two legs via any node, the first leg goes to every node equally often,
//! and the second comes from every node equally often; via a node in the minimal box, the legs go
//! to and from the nodes in the box of each pair. Only states that messages reach are visited, and
//! both legs are computed together if they use the same channels.

use std::convert::Infallible;
use std::ops::Range;

use super::ChannelLoad;
use super::cuts::Matrix;
use crate::routing::states::States;
use crate::routing::{Hop, RoutingFunction, VcSet};
use crate::topology::{ChannelId, Network, NodeId};

/// Messages over channels per message that each node sends.
pub(super) fn channel_load(
    network: &Network,
    routing: &dyn RoutingFunction,
    traffic: &Matrix,
) -> ChannelLoad {
    let mut flows = Flows {
        network,
        routing,
        carried: vec![0.0; network.channels() as usize],
        states: States::new(VcSet::MOST),
        transitions: Transitions::default(),
    };
    if routing.between().is_some() {
        let [first, second] = via_boxes(network, routing, traffic);
        for (to, (first, second)) in (0..).map(NodeId).zip(first.into_iter().zip(second)) {
            flows.legs(to, first, &second);
        }
    } else if routing.legs() > 1 {
        let all = f64::from(network.nodes());
        let nodes = (0..network.nodes()).map(NodeId);
        let sent: Vec<_> = nodes.map(|from| traffic.sends(from) / all).collect();
        for (to, received) in (0..).map(NodeId).zip(traffic.received()) {
            flows.legs(to, sent.clone(), &vec![received / all; sent.len()]);
        }
    } else {
        traffic.columns(|to, sent| flows.to(to, 0, sent));
    }
    flows.load()
}

/// The flow to every node from every other on the first leg and on the second, as
/// `[leg][end][start]`.
fn via_boxes(
    network: &Network,
    routing: &dyn RoutingFunction,
    traffic: &Matrix,
) -> [Vec<Vec<f64>>; 2] {
    let size = network.nodes() as usize;
    let mut legs = [(); 2].map(|()| vec![vec![0.0; size]; size]);
    for from in (0..network.nodes()).map(NodeId) {
        for (to, share) in traffic.row(from) {
            let all = routing.intermediates(network, from, to);
            for nth in 0..all {
                let by = routing.intermediate(from, to, nth).0 as usize;
                legs[0][by][from.0 as usize] += share / f64::from(all);
                legs[1][to.0 as usize][by] += share / f64::from(all);
            }
        }
    }
    legs
}

struct Flows<'a> {
    network: &'a Network,
    routing: &'a dyn RoutingFunction,
    /// Messages over each channel.
    carried: Vec<f64>,
    /// The states of the current destination and leg, and the transitions between them.
    states: States,
    transitions: Transitions,
}

/// Transitions between states; the end of the leg has the index after the last state.
#[derive(Default)]
struct Transitions {
    /// The start of each state's transitions in `list`, and the end of the last ones.
    first: Vec<usize>,
    /// The offered channels, and the states to which they lead.
    list: Vec<(ChannelId, usize)>,
    /// The states and the end in topological order.
    order: Vec<usize>,
}

impl Flows<'_> {
    fn load(&self) -> ChannelLoad {
        let sum: f64 = self.carried.iter().sum();
        ChannelLoad {
            max: self.carried.iter().copied().fold(0.0, f64::max),
            mean: sum / self.carried.len().max(1) as f64,
        }
    }

    /// Adds the flow to one node on both legs, given the amounts from each node.
    fn legs(&mut self, to: NodeId, mut first: Vec<f64>, second: &[f64]) {
        if self.routing.are_legs_alike() {
            for (sent, more) in first.iter_mut().zip(second) {
                *sent += more;
            }
        } else {
            self.to(to, 1, second);
        }
        self.to(to, 0, &first);
    }

    /// Adds the flow to one node on one leg, given the amounts from each node.
    fn to(&mut self, to: NodeId, leg: u8, sent: &[f64]) {
        let Self {
            network, routing, ..
        } = *self;
        let senders = (0..).map(NodeId).zip(sent).filter(|(_, sent)| **sent > 0.0);
        let starts = senders.map(|(from, _)| Hop::new(from, to, leg));
        let starts = starts.filter(|&hop| routing.reaches(network, hop));
        let asks = routing.asks_arrival();
        let Ok(()) = self
            .states
            .explore::<Infallible>(network, starts, asks, |hop, out| {
                routing.candidates(network, hop, out);
                Ok(())
            });
        let end = self.states.len();
        self.transitions.between(network, &self.states, asks);
        let transitions = &self.transitions;
        // The number of paths from each state to the end, counted backwards from the end.
        let mut paths = vec![0.0; end + 1];
        paths[end] = 1.0;
        for &state in transitions
            .order
            .iter()
            .rev()
            .filter(|&&state| state != end)
        {
            paths[state] = transitions
                .of(state)
                .iter()
                .map(|&(_, next)| paths[next])
                .sum();
        }
        let mut inflow = vec![0.0; end + 1];
        for start in self.states.starts() {
            inflow[start] = sent[self.states.hop(start).here.0 as usize];
        }
        for &state in &transitions.order {
            if state == end || paths[state] <= 0.0 {
                continue;
            }
            let transitions = transitions.of(state);
            for &(channel, next) in transitions {
                let flow = match transitions {
                    [_] => inflow[state],
                    _ => inflow[state] * paths[next] / paths[state],
                };
                self.carried[channel.0 as usize] += flow;
                inflow[next] += flow;
            }
        }
    }
}

impl Transitions {
    /// Replaces the transitions with those between `states`, and reuses the memory.
    fn between(&mut self, network: &Network, states: &States, asks_arrival: bool) {
        self.first.clear();
        self.list.clear();
        // If the function ignores the arrival, all virtual channels of a channel lead to one state.
        let lanes = if asks_arrival { usize::MAX } else { 1 };
        for state in 0..states.len() {
            let start = self.list.len();
            self.first.push(start);
            let offers = states.offers(state).iter();
            for lane in offers.flat_map(|offer| offer.lanes().take(lanes)) {
                let next = states.after(network, lane);
                let transition = (lane.channel, next.unwrap_or(states.len()));
                if self.list[start..].last() != Some(&transition) {
                    self.list.push(transition);
                }
            }
        }
        self.first.push(self.list.len());
        self.sort(states.len() + 1);
    }

    fn of(&self, state: usize) -> &[(ChannelId, usize)] {
        &self.list[self.places(state)]
    }

    /// The range of a state's transitions in `list`, empty for the end.
    fn places(&self, state: usize) -> Range<usize> {
        let until = self.first.get(state + 1);
        until.map_or(0..0, |&until| self.first[state]..until)
    }

    fn sort(&mut self, states: usize) {
        let mut awaited = vec![0_u32; states];
        for &(_, next) in &self.list {
            awaited[next] += 1;
        }
        let free = awaited.iter().enumerate().filter(|(_, n)| **n == 0);
        self.order.clear();
        self.order.extend(free.map(|(state, _)| state));
        let mut done = 0;
        while let Some(&state) = self.order.get(done) {
            done += 1;
            for place in self.places(state) {
                let (_, next) = self.list[place];
                awaited[next] -= 1;
                if awaited[next] == 0 {
                    self.order.push(next);
                }
            }
        }
    }
}
