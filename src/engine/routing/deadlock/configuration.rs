//! Deadlocked messages.

use std::collections::BTreeSet;

use crate::routing::{Adaptivity, Candidates, Hop, RoutingFunction, VirtualChannel};
use crate::topology::{Network, NodeId};

/// A message of a deadlock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stuck {
    pub from: NodeId,
    /// The end of the first leg, possibly the destination; `None` if the routing function has one
    /// leg, or the message only the second of two.
    pub by: Option<NodeId>,
    pub to: NodeId,
    /// All lanes that the message has taken, in order.
    pub walk: Vec<VirtualChannel>,
    /// The number of these lanes, counted from the last, that the message still holds.
    pub held: usize,
    /// The lanes that the message waits for, any one of which suffices.
    pub wants: Vec<VirtualChannel>,
}

impl Stuck {
    /// The lanes that the message holds, from its tail to its header.
    pub fn lanes(&self) -> &[VirtualChannel] {
        &self.walk[self.walk.len() - self.held..]
    }
}

/// A set of messages none of which can ever move: every lane that one may take is held by another
/// message of the set or by itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Configuration {
    /// The messages, each of which waits for messages of the set.
    pub messages: Vec<Stuck>,
}

impl Configuration {
    /// Whether the set is a deadlock by definition: every message can have reached its position, no
    /// lane is held twice, no header is at its destination, and every lane offered to a header is
    /// held.
    pub fn is_deadlock(&self, network: &Network, routing: &dyn RoutingFunction) -> bool {
        let held = self.messages.iter().flat_map(Stuck::lanes);
        let all: BTreeSet<_> = held.clone().collect();
        let are_apart = held.count() == all.len();
        let is_stuck = |message: &Stuck| {
            !message.wants.is_empty()
                && can_be_there(message, network, routing)
                && message.wants.iter().all(|lane| all.contains(lane))
        };
        !self.messages.is_empty() && are_apart && self.messages.iter().all(is_stuck)
    }

    /// The held lanes, first those of the messages on the [`cycle`](Self::cycle) in its order.
    pub fn lanes(&self) -> Vec<VirtualChannel> {
        let cycle = self.cycle();
        let rest = (0..self.messages.len()).filter(|nth| !cycle.contains(nth));
        let all = cycle.iter().copied().chain(rest);
        all.flat_map(|nth| self.messages[nth].lanes().to_vec())
            .collect()
    }

    /// The indices of messages of which each waits for the next and the last for the first; empty
    /// if there is no such cycle.
    pub fn cycle(&self) -> Vec<usize> {
        let holder = |message: &Stuck| {
            let wanted = message.wants.first()?;
            self.messages
                .iter()
                .position(|other| other.lanes().contains(wanted))
        };
        let mut path: Vec<usize> = Vec::new();
        let mut next = (!self.messages.is_empty()).then_some(0);
        while let Some(here) = next {
            if let Some(first) = path.iter().position(|&passed| passed == here) {
                return path.split_off(first);
            }
            path.push(here);
            next = holder(&self.messages[here]);
        }
        Vec::new()
    }

    /// The smallest set of messages that wait for each other and for no messages outside the set.
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
        // Components whose messages wait for no message outside.
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

/// Whether a message can have taken its lanes and can wait for those that it wants.
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
    if routing.adaptivity() == Adaptivity::Oblivious {
        let mut offers = offers.iter();
        return offers.any(|offer| offer.lanes().eq(message.wants.iter().copied()));
    }
    let offered: BTreeSet<_> = offers.iter().flat_map(|offer| offer.lanes()).collect();
    offered.into_iter().eq(message.wants.iter().copied())
}
