//! The ends of the paths of messages for one destination.

use crate::routing::states::States;
use crate::topology::{Network, NodeId};

/// The outcome of the paths from every state bound for one destination.
pub(super) struct Ends {
    pub(super) leads: Vec<bool>,
    /// Whether some path ends where nothing is offered.
    pub(super) may_end: Vec<bool>,
    /// The maximum number of hops to an end; `None` if some path enters a cycle.
    pub(super) most_hops: Vec<Option<u32>>,
}

impl Ends {
    /// Searches backwards from the states in which paths end.
    pub(super) fn of(network: &Network, states: &States) -> Self {
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
    pub(super) fn lost_way(&self, network: &Network, states: &States, start: usize) -> Vec<NodeId> {
        let next = |state: usize| {
            let lanes = states.lanes(state);
            lanes.filter_map(|(lane, _)| states.after(network, lane))
        };
        let node = |state: usize| states.hop(state).here;
        if self.may_end[start] {
            let is_stuck = |state: usize| states.offers(state).is_empty();
            if let Some(way) = states.shortest(network, start, is_stuck) {
                return way;
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
