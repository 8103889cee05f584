//! Whether a routing function delivers every message, and in how many hops.
//!
//! Registered functions always do. A user-written function may offer nothing in a state that a
//! message can reach, or lead messages around a cycle.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use super::states::States;
use super::{RoutingFunction, VcSet};
use crate::topology::{Network, NodeId, Topology};

/// The outcome for messages from every node to every other.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Delivery {
    /// The number of ordered pairs of distinct nodes.
    pub pairs: u32,
    /// The number of pairs without any path.
    pub never: u32,
    /// The number of pairs with paths of which some end at a node where nothing is offered.
    pub may_end: u32,
    /// The number of pairs with paths of which none ends early, but some enter a cycle.
    pub may_circle: u32,
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
    /// The destination.
    pub to: NodeId,
    /// The kind of failure.
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
    /// Follows a function with one leg between all pairs of nodes.
    pub fn of(topology: &dyn Topology, network: &Network, routing: &dyn RoutingFunction) -> Self {
        let nodes = topology.nodes();
        let mut found = Self {
            pairs: nodes * nodes.saturating_sub(1),
            never: 0,
            may_end: 0,
            may_circle: 0,
            lost: None,
            most_hops: Some(0),
            is_minimal: true,
            vcs: VcSet(0),
        };
        let mut states = States::new(VcSet::MOST);
        for to in topology.node_ids() {
            // Offers that do not lead to the destination are followed too.
            let starts = topology.node_ids().map(|here| super::Hop::new(here, to, 0));
            let asks = routing.asks_arrival();
            let Ok(()) =
                states.explore::<std::convert::Infallible>(network, starts, asks, |hop, out| {
                    routing.candidates(network, hop, out);
                    Ok(())
                });
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
            for (lane, _) in states.lanes(state) {
                self.vcs.0 |= 1 << lane.vc;
                let next = network.to(lane.channel);
                self.is_minimal &= topology.distance(next, to) < topology.distance(here, to);
            }
        }
        let ends = Ends::of(network, states);
        for start in states.starts() {
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
            self.most_hops = None;
            match kind {
                LostKind::Never => self.never += 1,
                LostKind::Ends => self.may_end += 1,
                LostKind::Circles => self.may_circle += 1,
            }
            if self.lost.as_ref().is_none_or(|known| kind < known.kind) {
                let way = ends.lost_way(network, states, start);
                self.lost = Some(Lost { way, to, kind });
            }
        }
    }
}

/// The outcome of the paths from every state bound for one destination.
struct Ends {
    /// Whether some path arrives.
    leads: Vec<bool>,
    /// Whether some path ends where nothing is offered.
    may_end: Vec<bool>,
    /// The maximum number of hops to an end; `None` if some path enters a cycle.
    most_hops: Vec<Option<u32>>,
}

impl Ends {
    /// Searches backwards from the states in which paths end.
    fn of(network: &Network, states: &States) -> Self {
        let count = states.len();
        let mut ends = Self {
            leads: vec![false; count],
            may_end: vec![false; count],
            most_hops: vec![None; count],
        };
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); count];
        let mut awaited = vec![0_u32; count];
        let mut longest = vec![0_u32; count];
        let mut last = Vec::new();
        let mut stuck = Vec::new();
        for state in 0..count {
            if states.offers(state).is_empty() {
                stuck.push(state);
            }
            for (lane, _) in states.lanes(state) {
                if let Some(next) = states.after(network, lane) {
                    before[next].push(state);
                    awaited[state] += 1;
                } else {
                    last.push(state);
                    longest[state] = longest[state].max(1);
                }
            }
        }
        spread(&before, last, &mut ends.leads);
        spread(&before, stuck, &mut ends.may_end);
        let mut known: Vec<_> = (0..count).filter(|&state| awaited[state] == 0).collect();
        while let Some(state) = known.pop() {
            ends.most_hops[state] = Some(longest[state]);
            for &earlier in &before[state] {
                longest[earlier] = longest[earlier].max(longest[state] + 1);
                awaited[earlier] -= 1;
                if awaited[earlier] == 0 {
                    known.push(earlier);
                }
            }
        }
        ends
    }

    /// A path from a state that does not arrive: a shortest one to a state without offers if there
    /// is one, otherwise one into a cycle.
    fn lost_way(&self, network: &Network, states: &States, start: usize) -> Vec<NodeId> {
        let next = |state: usize| {
            let lanes = states.lanes(state);
            lanes.filter_map(|(lane, _)| states.after(network, lane))
        };
        let node = |state: usize| states.hop(state).here;
        if self.may_end[start] {
            let mut came_from = vec![usize::MAX; states.len()];
            came_from[start] = start;
            let mut open = VecDeque::from([start]);
            while let Some(state) = open.pop_front() {
                if states.offers(state).is_empty() {
                    let back = |&state: &usize| (state != start).then(|| came_from[state]);
                    let mut way: Vec<_> =
                        std::iter::successors(Some(state), back).map(node).collect();
                    way.reverse();
                    return way;
                }
                for after in next(state) {
                    if came_from[after] == usize::MAX {
                        came_from[after] = state;
                        open.push_back(after);
                    }
                }
            }
        }
        let mut is_passed = vec![false; states.len()];
        let mut way = vec![node(start)];
        let mut state = start;
        while !std::mem::replace(&mut is_passed[state], true) {
            // If a cycle is reachable from a state, it is reachable from one of its successors.
            let Some(after) = next(state).find(|&after| self.most_hops[after].is_none()) else {
                break;
            };
            way.push(node(after));
            state = after;
        }
        way
    }
}

/// Marks the states in `open` and all states that lead to them.
fn spread(before: &[Vec<usize>], mut open: Vec<usize>, marks: &mut [bool]) {
    while let Some(state) = open.pop() {
        if !std::mem::replace(&mut marks[state], true) {
            open.extend(&before[state]);
        }
    }
}
