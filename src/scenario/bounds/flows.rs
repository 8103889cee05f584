//! How much a routing function leads over every channel, exactly.
//!
//! What a function offers depends on where a header is and where its leg ends, so messages from
//! anywhere to one node flow together: destination by destination, what comes to a node goes on
//! over what is offered there. A deterministic function offers one channel. One that draws lots
//! makes all of its paths equally likely, so a channel gets as large a share as paths from its
//! far end are of all that are left. Of two legs by way of any node, the first goes to every node
//! equally often, and the second comes from every node equally often; of two by way of a node in
//! the minimal box, to and from those of each pair's box.

use super::ChannelLoad;
use super::cuts::Matrix;
use crate::routing::{Candidates, Hop, RoutingFunction};
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
            flows.to(to, 0, first);
            flows.to(to, 1, second);
        }
        return flows.load();
    }
    for to in nodes.clone() {
        if routing.legs() > 1 {
            flows.to(to, 0, sends.iter().map(|sends| sends / all).collect());
            let received = traffic.received_by(to);
            flows.to(to, 1, vec![received / all; sends.len()]);
        } else {
            let from = nodes.clone().map(|from| traffic.share(from, to));
            flows.to(to, 0, from.collect());
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

    /// Adds what goes to one node, from every node as much as `coming` says.
    fn to(&mut self, to: NodeId, leg: u8, mut coming: Vec<f64>) {
        let ways = self.ways(to, leg);
        let order = self.order(&ways);
        // Paths from each node to the end, from there backwards.
        let mut paths = vec![0.0; ways.len()];
        paths[to.0 as usize] = 1.0;
        for &node in order.iter().rev() {
            let ahead = ways[node].iter().map(|&channel| self.behind(channel));
            paths[node] += ahead.map(|next| paths[next]).sum::<f64>();
        }
        for node in order {
            if node == to.0 as usize || paths[node] <= 0.0 {
                continue;
            }
            for &channel in &ways[node] {
                let next = self.behind(channel);
                let flow = coming[node] * paths[next] / paths[node];
                self.carried[channel.0 as usize] += flow;
                coming[next] += flow;
            }
        }
    }

    /// The channels that are offered at every node.
    fn ways(&self, to: NodeId, leg: u8) -> Vec<Vec<ChannelId>> {
        let mut candidates = Candidates::default();
        let nodes = (0..self.network.nodes()).map(NodeId);
        let ways = nodes.map(|here| {
            candidates.clear();
            if here != to {
                let hop = Hop::new(here, to, leg);
                self.routing.candidates(self.network, hop, &mut candidates);
            }
            let offered = candidates.as_slice().iter();
            let mut channels: Vec<_> = offered.map(|offer| offer.channel).collect();
            channels.dedup();
            channels
        });
        ways.collect()
    }

    /// The nodes, each before those to which its channels lead.
    fn order(&self, ways: &[Vec<ChannelId>]) -> Vec<usize> {
        let mut awaited = vec![0_u32; ways.len()];
        for &channel in ways.iter().flatten() {
            awaited[self.behind(channel)] += 1;
        }
        let free = awaited.iter().enumerate().filter(|(_, n)| **n == 0);
        let mut order: Vec<_> = free.map(|(node, _)| node).collect();
        let mut done = 0;
        while let Some(&node) = order.get(done) {
            done += 1;
            for &channel in &ways[node] {
                let next = self.behind(channel);
                awaited[next] -= 1;
                if awaited[next] == 0 {
                    order.push(next);
                }
            }
        }
        order
    }

    fn behind(&self, channel: ChannelId) -> usize {
        self.network.to(channel).0 as usize
    }
}
