//! How much a routing function leads over every channel, exactly.
//!
//! What a function offers depends on where a header is, perhaps on how it came, and on where its
//! leg ends, so messages from anywhere to one node flow together: destination by destination, what
//! comes to a state goes on over what is offered in it. A deterministic function offers one channel. One that draws lots
//! makes all of its paths equally likely, so a channel gets as large a share as paths from its
//! far end are of all that are left. Of two legs by way of any node, the first goes to every node
//! equally often, and the second comes from every node equally often; of two by way of a node in
//! the minimal box, to and from those of each pair's box.

use super::ChannelLoad;
use super::cuts::Matrix;
use crate::routing::RoutingFunction;
use crate::routing::states::States;
use crate::topology::{ChannelId, Network, NodeId};

/// Messages over channels for each one that a node sends.
pub(super) fn channel_load(
    network: &Network,
    routing: &dyn RoutingFunction,
    traffic: &Matrix,
) -> ChannelLoad {
    let mut flows = Flows {
        network,
        routing,
        carried: vec![0.0; network.channels() as usize],
    };
    let nodes = (0..network.nodes()).map(NodeId);
    let sends: Vec<_> = nodes.clone().map(|from| traffic.sends(from)).collect();
    let all = f64::from(network.nodes());
    if routing.minimal_box().is_some() {
        let [first, second] = by_way_of_boxes(network, routing, traffic);
        for (to, (first, second)) in nodes.zip(first.into_iter().zip(second)) {
            flows.to(to, 0, &first);
            flows.to(to, 1, &second);
        }
        return flows.load();
    }
    for to in nodes.clone() {
        if routing.legs() > 1 {
            let first: Vec<_> = sends.iter().map(|sends| sends / all).collect();
            flows.to(to, 0, &first);
            let received = traffic.received_by(to);
            flows.to(to, 1, &vec![received / all; sends.len()]);
        } else {
            let sent = nodes.clone().map(|from| traffic.share(from, to));
            flows.to(to, 0, &sent.collect::<Vec<_>>());
        }
    }
    flows.load()
}

/// What goes to every node from every other on the first leg, and on the second.
fn by_way_of_boxes(
    network: &Network,
    routing: &dyn RoutingFunction,
    traffic: &Matrix,
) -> [Vec<Vec<f64>>; 2] {
    let size = network.nodes() as usize;
    let mut legs = [(); 2].map(|()| vec![vec![0.0; size]; size]);
    let nodes = || (0..network.nodes()).map(NodeId);
    for (from, to) in nodes().flat_map(|from| nodes().map(move |to| (from, to))) {
        let share = traffic.share(from, to);
        if share > 0.0 {
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
    /// By channel.
    carried: Vec<f64>,
}

impl Flows<'_> {
    fn load(&self) -> ChannelLoad {
        let sum: f64 = self.carried.iter().sum();
        ChannelLoad {
            max: self.carried.iter().copied().fold(0.0, f64::max),
            mean: sum / self.carried.len().max(1) as f64,
        }
    }

    /// Adds what goes to one node, from every node as much as `sent` says.
    fn to(&mut self, to: NodeId, leg: u8, sent: &[f64]) {
        let states = States::to(self.network, self.routing, to, leg);
        let end = states.len();
        let ways: Vec<_> = (0..end).map(|state| self.ways(&states, state)).collect();
        let order = order(&ways);
        // Paths from each state to the end, from there backwards.
        let mut paths = vec![0.0; end + 1];
        paths[end] = 1.0;
        for &state in order.iter().rev().filter(|&&state| state != end) {
            paths[state] = ways[state].iter().map(|&(_, next)| paths[next]).sum();
        }
        let mut coming = vec![0.0; end + 1];
        for start in states.starts() {
            coming[start] = sent[states.hop(start).here.0 as usize];
        }
        for state in order {
            if state == end || paths[state] <= 0.0 {
                continue;
            }
            for &(channel, next) in &ways[state] {
                let flow = coming[state] * paths[next] / paths[state];
                self.carried[channel.0 as usize] += flow;
                coming[next] += flow;
            }
        }
    }

    /// The channels that are offered in a state, with the states to which they lead: the end is
    /// behind all others.
    fn ways(&self, states: &States, state: usize) -> Vec<(ChannelId, usize)> {
        let lanes = states.lanes(state).map(|(lane, _)| lane);
        let ways = lanes.map(|lane| {
            let next = states.after(self.network, lane);
            (lane.channel, next.unwrap_or(states.len()))
        });
        let mut ways: Vec<_> = ways.collect();
        ways.dedup();
        ways
    }
}

/// The states and their end, each before those to which its channels lead.
fn order(ways: &[Vec<(ChannelId, usize)>]) -> Vec<usize> {
    let mut awaited = vec![0_u32; ways.len() + 1];
    for &(_, next) in ways.iter().flatten() {
        awaited[next] += 1;
    }
    let free = awaited.iter().enumerate().filter(|(_, n)| **n == 0);
    let mut order: Vec<_> = free.map(|(state, _)| state).collect();
    let mut done = 0;
    while let Some(&state) = order.get(done) {
        done += 1;
        for &(_, next) in ways.get(state).into_iter().flatten() {
            awaited[next] -= 1;
            if awaited[next] == 0 {
                order.push(next);
            }
        }
    }
    order
}
