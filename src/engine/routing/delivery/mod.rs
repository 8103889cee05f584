//! Whether a routing function delivers every message, and in how many hops.
//!
//! Registered functions always do, unless failed links cut nodes off. A user-written function may
//! serve only some pairs of nodes, offer nothing in a state that a message can reach, or lead messages
//! around a cycle. Whether messages can wait for each other forever is another question
//! ([`deadlock`](super::deadlock)).

mod ends;
mod two_legs;
mod words;

use serde::{Deserialize, Serialize};

use super::states::States;
use super::{RoutingFunction, VcSet};
use crate::topology::{Network, NodeId, Topology};
use ends::Ends;

/// The largest number of pairs that [`Delivery::unserved`] lists.
pub const MOST_UNSERVED: usize = 100;

/// The outcome for messages from every terminal to every other.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Delivery {
    /// The number of ordered pairs of distinct terminals.
    pub pairs: u32,
    /// The number of pairs without any path that arrives: those that are not served.
    pub never: u32,
    /// The first [`MOST_UNSERVED`] of these pairs, source and destination, by destination.
    pub unserved: Vec<(NodeId, NodeId)>,
    /// The number of pairs with paths of which some end at a node where nothing is offered.
    pub may_end: u32,
    /// The number of pairs with paths of which none ends early, but some enter a cycle.
    pub may_circle: u32,
    /// The number of states of headers in which nothing is offered, of messages between any two
    /// terminals. A state consists of the node, the destination and, for functions that ask, the
    /// virtual channel over which the header arrived.
    pub dead_ends: u32,
    /// A path that does not arrive, of the worst kind found; `None` if all arrive.
    pub lost: Option<Lost>,
    /// The maximum number of hops to any destination; `None` if some path does not arrive.
    pub most_hops: Option<u32>,
    /// Whether every hop leads closer to the destination.
    pub is_minimal: bool,
    /// The VCs that are offered, over all channels.
    pub vcs: VcSet,
}

/// A path that does not arrive.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lost {
    /// The nodes, from the source on. The path ends where nothing is offered, or when it enters a
    /// state for the second time.
    pub way: Vec<NodeId>,
    pub to: NodeId,
    pub kind: LostKind,
}

/// The kinds of paths that do not arrive, the worst first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum LostKind {
    /// No path between the two nodes arrives.
    Never,
    /// The path ends where nothing is offered.
    Ends,
    /// The path enters a cycle.
    Circles,
}

impl Delivery {
    /// Follows a function between all pairs of terminals.
    ///
    /// # Complexity
    /// O(N²·d) calls of the function for N nodes of degree d. For functions with two legs whose
    /// intermediate node depends on both ends, also one step for each such node of every pair.
    pub fn of(topology: &dyn Topology, network: &Network, routing: &dyn RoutingFunction) -> Self {
        let terminals = network.terminals().count();
        let mut found = Self {
            pairs: terminals * terminals.saturating_sub(1),
            never: 0,
            unserved: Vec::new(),
            may_end: 0,
            may_circle: 0,
            dead_ends: 0,
            lost: None,
            most_hops: Some(0),
            is_minimal: true,
            vcs: VcSet(0),
        };
        if routing.legs() > 1 {
            two_legs::follow(&mut found, topology, network, routing);
            return found;
        }
        let mut states = States::new(VcSet::MOST);
        for to in network.terminals().iter() {
            explore(&mut states, network, routing, to, 0);
            found.add(topology, network, &states, to);
        }
        found
    }

    /// Whether every message arrives, whichever path it takes.
    pub fn is_certain(&self) -> bool {
        self.lost.is_none()
    }

    fn add(&mut self, topology: &dyn Topology, network: &Network, states: &States, to: NodeId) {
        for state in 0..states.len() {
            let here = states.hop(state).here;
            self.dead_ends += u32::from(states.offers(state).is_empty());
            for (lane, _) in states.lanes(state) {
                self.vcs.0 |= 1 << lane.vc;
                let next = network.to(lane.channel);
                self.is_minimal &= topology.distance(next, to) < topology.distance(here, to);
            }
        }
        let ends = Ends::of(network, states);
        for from in network.terminals().iter().filter(|&from| from != to) {
            let Some(start) = states.start(from) else {
                self.lose(from, to, LostKind::Never, || vec![from]);
                continue;
            };
            let kind = match (
                ends.leads[start],
                ends.may_end[start],
                ends.most_hops[start],
            ) {
                (false, ..) => LostKind::Never,
                (true, true, _) => LostKind::Ends,
                (true, false, None) => LostKind::Circles,
                (true, false, Some(hops)) => {
                    self.most_hops = self.most_hops.map(|most| most.max(hops));
                    continue;
                }
            };
            self.lose(from, to, kind, || ends.lost_way(network, states, start));
        }
    }

    /// Counts a pair of which some message does not arrive.
    fn lose(
        &mut self,
        from: NodeId,
        to: NodeId,
        kind: LostKind,
        way: impl FnOnce() -> Vec<NodeId>,
    ) {
        self.most_hops = None;
        match kind {
            LostKind::Never => {
                self.never += 1;
                if self.unserved.len() < MOST_UNSERVED {
                    self.unserved.push((from, to));
                }
            }
            LostKind::Ends => self.may_end += 1,
            LostKind::Circles => self.may_circle += 1,
        }
        if self.lost.as_ref().is_none_or(|known| kind < known.kind) {
            let way = way();
            self.lost = Some(Lost { way, to, kind });
        }
    }
}

/// Finds the states of messages on one leg from all of its starts, following also offers that do not
/// lead to its end.
fn explore(
    states: &mut States,
    network: &Network,
    routing: &dyn RoutingFunction,
    to: NodeId,
    leg: u8,
) {
    let starts = routing.starts(network, to, leg);
    states.follow(network, routing, starts);
}

/// The terminals whose messages to a node have some path that arrives, by node, of a function with
/// one leg.
pub(super) fn served(network: &Network, routing: &dyn RoutingFunction, to: NodeId) -> Vec<NodeId> {
    let mut states = States::new(VcSet::MOST);
    explore(&mut states, network, routing, to, 0);
    let ends = Ends::of(network, &states);
    let starts = states.starts().filter(|&start| ends.leads[start]);
    starts.map(|start| states.hop(start).here).collect()
}
