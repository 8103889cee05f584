//! Exact channel loads of a routing function.
//!
//! Messages from all sources to one destination are computed together (`routing/shares.rs`). If a
//! message has two legs via any node, the first leg goes to every node equally often, and the second
//! comes from every node equally often; via certain nodes, the legs go to and from those of each pair.
//! Both legs are computed together if they use the same channels.

use super::ChannelLoad;
use super::cuts::Matrix;
use engine::routing::shares::Shares;
use engine::routing::{Hop, RoutingFunction};
use engine::topology::{Network, NodeId};

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
        shares: Shares::default(),
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
    carried: Vec<f64>,
    /// The paths to the current destination on the current leg.
    shares: Shares,
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
        let senders = (0..).map(NodeId).zip(sent).filter(|(_, sent)| **sent > 0.0);
        let starts = senders.map(|(from, _)| Hop::new(from, to, leg));
        self.shares.find(self.network, self.routing, starts);
        let carried = &mut self.carried;
        self.shares.carry(
            |from| sent[from.0 as usize],
            |channel, flow| carried[channel.0 as usize] += flow,
        );
    }
}
