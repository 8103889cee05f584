//! Whether a routing function delivers every message, and over how long ways.
//!
//! A registered function always does. One that somebody writes may offer nothing where a message
//! can come to, or lead it in a circle.

use std::collections::VecDeque;

use super::states::States;
use super::{RoutingFunction, VcSet};
use serde::{Deserialize, Serialize};

use crate::topology::{Network, NodeId, Topology};

/// What becomes of messages from every node to every other.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Delivery {
    /// Ordered pairs of different nodes.
    pub pairs: u32,
    /// Of these, the ones between which no way leads.
    pub never: u32,
    /// Those between which ways lead, and others end where nothing is offered any more.
    pub may_end: u32,
    /// Those between which ways lead, and others go round in a circle.
    pub may_circle: u32,
    /// A way that does not arrive, of the worst kind that there is.
    pub lost: Option<Lost>,
    /// The most hops to any destination; `None` if some way does not arrive.
    pub most_hops: Option<u32>,
    /// Whether every hop leads nearer to the destination.
    pub is_minimal: bool,
    /// The VCs that are offered, on whatever channel.
    pub vcs: VcSet,
}

/// A way that does not arrive.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lost {
    /// The nodes, from the source on. It ends where nothing is offered, or at a node to which it
    /// has come before in the same way.
    pub way: Vec<NodeId>,
    /// Where it should lead.
    pub to: NodeId,
    /// Which kind.
    pub kind: LostKind,
}

/// How a way does not arrive, the worst first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum LostKind {
    /// No other way between the two nodes arrives.
    Never,
    /// It ends where nothing is offered.
    Ends,
    /// It goes round in a circle.
    Circles,
}

impl Delivery {
    /// Follows a function of one leg from everywhere to everywhere.
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
            // Whatever is offered is followed, also where it does not arrive.
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

    /// Whether every message arrives, whichever way it takes.
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

/// Where ways lead from every state with one destination.
struct Ends {
    /// Some way arrives.
    leads: Vec<bool>,
    /// Some way ends where nothing is offered.
    may_end: Vec<bool>,
    /// The most hops to an end; `None` where some way goes in a circle.
    most_hops: Vec<Option<u32>>,
}

impl Ends {
    /// Backwards from where ways end.
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
        let mut arrive = Vec::new();
        let mut stand = Vec::new();
        for state in 0..count {
            if states.offers(state).is_empty() {
                stand.push(state);
            }
            for (lane, _) in states.lanes(state) {
                if let Some(next) = states.after(network, lane) {
                    before[next].push(state);
                    awaited[state] += 1;
                } else {
                    arrive.push(state);
                    longest[state] = longest[state].max(1);
                }
            }
        }
        spread(&before, arrive, &mut ends.leads);
        spread(&before, stand, &mut ends.may_end);
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

    /// A way from a state that does not arrive: to where nothing is offered, if some way leads
    /// there, or else round in a circle.
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
            // Where a way can go in a circle, one of its next states can too.
            let Some(after) = next(state).find(|&after| self.most_hops[after].is_none()) else {
                break;
            };
            way.push(node(after));
            state = after;
        }
        way
    }
}

/// Marks what leads to some states, and these.
fn spread(before: &[Vec<usize>], mut open: Vec<usize>, marks: &mut [bool]) {
    while let Some(state) = open.pop() {
        if !std::mem::replace(&mut marks[state], true) {
            open.extend(&before[state]);
        }
    }
}
