//! Delivery by functions with two legs: to an intermediate node, and from there.
//!
//! Only registered functions have two legs. Each leg arrives wherever it reaches its end, so a message
//! is lost only where failed links cut a leg off.

use super::{Delivery, Ends, LostKind, explore};
use crate::routing::RoutingFunction;
use crate::routing::VcSet;
use crate::routing::states::States;
use crate::topology::{Network, NodeId, Topology};

/// Follows a function with two legs between all pairs of terminals.
pub(super) fn follow(
    found: &mut Delivery,
    topology: &dyn Topology,
    network: &Network,
    routing: &dyn RoutingFunction,
) {
    let legs = Legs {
        network,
        routing,
        hops: [0, 1].map(|leg| of_leg(found, network, routing, leg)),
    };
    found.is_minimal = routing.is_minimal();
    for to in network.terminals().iter() {
        for from in network.terminals().iter().filter(|&from| from != to) {
            if !legs.serves(from, to) {
                found.lose(from, to, LostKind::Never, || vec![from]);
            } else if let Some(most) = found.most_hops.as_mut() {
                let hops = match (routing.between(), routing.is_minimal()) {
                    (_, true) => topology.distance(from, to),
                    (Some(_), false) => legs.most_through(from, to),
                    // The most hops through any node are found for all pairs at once.
                    (None, false) => 0,
                };
                *most = hops.max(*most);
            }
        }
    }
    if routing.between().is_none() && !routing.is_minimal() {
        found.most_hops = found
            .most_hops
            .map(|most| most.max(legs.most_through_any()));
    }
}

/// The most hops of a leg, by its end and its start; `None` where it has no path.
type Hops = Vec<Vec<Option<u32>>>;

fn of_leg(found: &mut Delivery, network: &Network, routing: &dyn RoutingFunction, leg: u8) -> Hops {
    let nodes = network.nodes() as usize;
    let mut hops = vec![Vec::new(); nodes];
    let mut states = States::new(VcSet::MOST);
    for to in routing.ends(network, leg) {
        explore(&mut states, network, routing, to, leg);
        let ends = Ends::of(network, &states);
        let row = &mut hops[to.0 as usize];
        row.resize(nodes, None);
        row[to.0 as usize] = Some(0);
        for start in states.starts().filter(|&start| ends.leads[start]) {
            row[states.hop(start).here.0 as usize] = ends.most_hops[start];
        }
        let lanes = (0..states.len()).flat_map(|state| states.lanes(state));
        found.vcs.0 |= lanes.fold(0, |vcs, (lane, _)| vcs | 1 << lane.vc);
    }
    hops
}

struct Legs<'a> {
    network: &'a Network,
    routing: &'a dyn RoutingFunction,
    hops: [Hops; 2],
}

impl Legs<'_> {
    fn hops(&self, leg: usize, from: NodeId, to: NodeId) -> Option<u32> {
        *self.hops[leg][to.0 as usize].get(from.0 as usize)?
    }

    /// The most hops through an intermediate node; `None` if there is no such path.
    fn through(&self, from: NodeId, by: NodeId, to: NodeId) -> Option<u32> {
        Some(self.hops(0, from, by)? + self.hops(1, by, to)?)
    }

    /// The most hops of the paths through all intermediate nodes of a pair, and of the direct one if
    /// the function chooses between them.
    fn all(&self, from: NodeId, to: NodeId) -> impl Iterator<Item = u32> + '_ {
        let direct = self.routing.weighs_load().then(|| self.hops(1, from, to));
        let count = self.routing.intermediates(self.network, from, to);
        let nodes = (0..count).map(move |nth| self.routing.intermediate(from, to, nth));
        let through = nodes.filter_map(move |by| self.through(from, by, to));
        direct.flatten().into_iter().chain(through)
    }

    fn serves(&self, from: NodeId, to: NodeId) -> bool {
        let is_direct = self.routing.between().is_none() && self.hops(1, from, to).is_some();
        is_direct || self.all(from, to).next().is_some()
    }

    fn most_through(&self, from: NodeId, to: NodeId) -> u32 {
        self.all(from, to).max().unwrap_or(0)
    }

    /// The most hops of any message through any node.
    fn most_through_any(&self) -> u32 {
        let nodes = || (0..self.network.nodes()).map(NodeId);
        let terminals = || self.network.terminals().iter();
        let mut most = 0;
        for by in nodes() {
            // The two farthest destinations: a message is not bound for its own source.
            let mut farthest = [(0, None); 2];
            for to in terminals() {
                if let Some(hops) = self.hops(1, by, to) {
                    let next = (hops, Some(to));
                    if hops >= farthest[0].0 {
                        farthest = [next, farthest[0]];
                    } else if hops > farthest[1].0 {
                        farthest[1] = next;
                    }
                }
            }
            for from in terminals() {
                if let Some(first) = self.hops(0, from, by) {
                    let other = |(_, to): &&(u32, Option<NodeId>)| *to != Some(from);
                    let second = farthest.iter().find(other).map_or(0, |(hops, _)| *hops);
                    most = most.max(first + second);
                }
            }
        }
        most
    }
}
