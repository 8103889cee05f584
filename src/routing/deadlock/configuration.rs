//! Messages that wait for each other forever.

use std::collections::BTreeSet;

use crate::routing::{Adaptivity, Candidates, Hop, RoutingFunction, VirtualChannel};
use crate::topology::{Network, NodeId};

/// A message of a deadlock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stuck {
    /// Where it began.
    pub from: NodeId,
    /// Where its first leg ends, possibly at its destination; `None` if the routing function has one leg, or
    /// the message only the second of two.
    pub by: Option<NodeId>,
    /// Where it is bound.
    pub to: NodeId,
    /// All lanes that it has taken, the first one first.
    pub walk: Vec<VirtualChannel>,
    /// How many of them, from the last one back, it holds.
    pub held: usize,
    /// The lanes that it waits for, any of which will do; empty at a dead end.
    pub wants: Vec<VirtualChannel>,
}

impl Stuck {
    /// The lanes that it holds, from its tail to its header.
    pub fn lanes(&self) -> &[VirtualChannel] {
        &self.walk[self.walk.len() - self.held..]
    }
}

/// Messages none of which can ever move: all that each may take is held by messages among them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Configuration {
    /// The messages, each of which waits for others among them.
    pub messages: Vec<Stuck>,
}

impl Configuration {
    /// Whether it is a deadlock, by the definition alone: every message can have come to where it
    /// is, no lane is held by two, no header is at its destination, and every lane that is offered to one is held.
    pub fn is_deadlock(&self, network: &Network, routing: &dyn RoutingFunction) -> bool {
        let held = self.messages.iter().flat_map(Stuck::lanes);
        let all: BTreeSet<_> = held.clone().collect();
        let are_apart = held.count() == all.len();
        let is_stuck = |message: &Stuck| {
            can_be_there(message, network, routing)
                && message.wants.iter().all(|lane| all.contains(lane))
        };
        !self.messages.is_empty() && are_apart && self.messages.iter().all(is_stuck)
    }

    /// The lanes that are held: where the messages wait for each other in one cycle in its order.
    pub fn lanes(&self) -> Vec<VirtualChannel> {
        let cycle = self.cycle();
        let rest = (0..self.messages.len()).filter(|nth| !cycle.contains(nth));
        let all = cycle.iter().copied().chain(rest);
        all.flat_map(|nth| self.messages[nth].lanes().to_vec())
            .collect()
    }

    /// Messages of which each waits for the next, and the last for the first, by their places; empty where
    /// none waits for anything.
    pub fn cycle(&self) -> Vec<usize> {
        let holder = |message: &Stuck| {
            let wanted = message.wants.first()?;
            self.messages
                .iter()
                .position(|other| other.lanes().contains(wanted))
        };
        let mut way: Vec<usize> = Vec::new();
        let mut next = (!self.messages.is_empty()).then_some(0);
        while let Some(here) = next {
            if let Some(first) = way.iter().position(|&passed| passed == here) {
                return way.split_off(first);
            }
            way.push(here);
            next = holder(&self.messages[here]);
        }
        Vec::new()
    }

    /// Fewest of the messages that are a deadlock without the others, among those that wait for each other.
    #[must_use]
    pub(super) fn reduced(self) -> Self {
        use petgraph::algo::tarjan_scc;
        use petgraph::graph::DiGraph;
        let mut waits = DiGraph::<(), (), u32>::new();
        let nodes: Vec<_> = self.messages.iter().map(|_| waits.add_node(())).collect();
        let holders = self.messages.iter().zip(&nodes);
        let holders = holders
            .flat_map(|(message, &node)| message.lanes().iter().map(move |&lane| (lane, node)));
        let holders: std::collections::BTreeMap<_, _> = holders.collect();
        for (message, &node) in self.messages.iter().zip(&nodes) {
            for lane in &message.wants {
                if let Some(&holder) = holders.get(lane) {
                    waits.update_edge(node, holder, ());
                }
            }
        }
        // Those that wait for no others outside.
        let closed = tarjan_scc(&waits).into_iter().filter(|part| {
            let leads_out = |&node: &_| waits.neighbors(node).any(|next| !part.contains(&next));
            !part.iter().any(leads_out)
        });
        let Some(mut fewest) = closed.min_by_key(Vec::len) else {
            return self;
        };
        fewest.sort_unstable();
        let messages = fewest.into_iter();
        Self {
            messages: messages
                .map(|node| self.messages[node.index()].clone())
                .collect(),
        }
    }
}

/// Whether a message can have taken its lanes and wait for what it wants.
fn can_be_there(message: &Stuck, network: &Network, routing: &dyn RoutingFunction) -> bool {
    let last_leg = routing.legs() - 1;
    let (aim, leg) = match message.by {
        Some(by) => (by, 0),
        None => (message.to, last_leg),
    };
    let is_by = message.by.is_none_or(|by| {
        last_leg > 0 && by != message.from && routing.goes_by(message.from, by, message.to)
    });
    if !is_by || message.from == message.to || message.held > message.walk.len() {
        return false;
    }
    let mut hop = Hop::new(message.from, aim, leg);
    let mut candidates = Candidates::default();
    for lane in message.walk.iter().copied() {
        candidates.clear();
        routing.candidates(network, hop, &mut candidates);
        let mut offered = candidates.as_slice().iter().flat_map(|offer| offer.lanes());
        if hop.here == hop.to || !offered.any(|known| known == lane) {
            return false;
        }
        hop.here = network.to(lane.channel);
        if routing.asks_arrival() {
            hop = hop.over(lane);
        }
        if hop.here == hop.to && hop.to != message.to {
            hop = Hop::new(hop.here, message.to, last_leg);
        }
    }
    if hop.here == hop.to {
        return false;
    }
    candidates.clear();
    routing.candidates(network, hop, &mut candidates);
    let offers = candidates.as_slice();
    if routing.adaptivity() == Adaptivity::Oblivious && !offers.is_empty() {
        let mut offers = offers.iter();
        return offers.any(|offer| offer.lanes().eq(message.wants.iter().copied()));
    }
    let offered: BTreeSet<_> = offers.iter().flat_map(|offer| offer.lanes()).collect();
    offered.into_iter().eq(message.wants.iter().copied())
}
