//! The routes by which deadlocked messages reached their positions.

use std::collections::{BTreeMap, VecDeque};

use super::configuration::Stuck;
use super::flows::{Flows, Next, StateId, lanes_of};
use crate::routing::{Candidate, VirtualChannel};
use crate::topology::NodeId;

/// The consecutive lanes that a message holds, and the state that it has reached.
#[derive(Debug, Clone)]
pub(super) struct Held {
    /// The state in which it took the first of these lanes.
    pub(super) first: StateId,
    /// The lanes, from its tail to its header.
    pub(super) lanes: Vec<VirtualChannel>,
    /// The state in which its header waits.
    pub(super) last: StateId,
    /// The index of the group of offers that it waits for in this state.
    pub(super) group: usize,
}

impl Held {
    /// The offers that the message waits for.
    pub(super) fn wants<'f>(&self, flows: &'f Flows) -> &'f [Candidate] {
        flows.groups(self.last).nth(self.group).unwrap_or(&[])
    }

    /// The message, with its route from a source.
    pub(super) fn message(&self, flows: &Flows) -> Option<Stuck> {
        let (first, last) = (flows.flow(self.first), flows.flow(self.last));
        let has_second_leg = first.leg < last.leg;
        // A message with a second leg is not bound for its own source.
        let avoided = has_second_leg.then_some(last.to);
        let (from, mut walk) = route_to(flows, self.first, avoided)?;
        walk.extend(&self.lanes);
        // Any destination will do for a message in its first leg, so take the end of the leg.
        let is_first_of_two = last.leg + 1 < flows.legs();
        let ends_at_switch = !flows.network.terminals().contains(last.to);
        let to = if ends_at_switch {
            flows.another(from)?
        } else {
            last.to
        };
        let by = if is_first_of_two || has_second_leg {
            Some(first.to)
        } else {
            None
        };
        Some(Stuck {
            from,
            by,
            to,
            walk,
            held: self.lanes.len(),
            wants: lanes_of(self.wants(flows)),
        })
    }
}

/// A shortest route from a source to a state of a leg.
fn route_to(
    flows: &Flows,
    goal: StateId,
    avoided: Option<NodeId>,
) -> Option<(NodeId, Vec<VirtualChannel>)> {
    let is_source = |state: StateId| flows.is_source(state) && avoided != Some(flows.node(state));
    if is_source(goal) {
        return Some((flows.node(goal), Vec::new()));
    }
    let flow = flows.flow(goal);
    let all = flows.lanes_offered();
    let mut before: BTreeMap<StateId, (StateId, VirtualChannel)> = BTreeMap::new();
    let starts = flows.states(flow).iter().copied();
    let mut starts: Vec<_> = starts.filter(|&state| is_source(state)).collect();
    starts.sort_unstable();
    let is_at_start = |state: &StateId| starts.binary_search(state).is_ok();
    let mut open: VecDeque<_> = starts.iter().copied().collect();
    while let Some(state) = open.pop_front() {
        if state == goal {
            break;
        }
        flows.each_next(state, &all, |channel, vcs, next| {
            if let Next::State(next) = next
                && !is_at_start(&next)
                && !before.contains_key(&next)
            {
                let vc = vcs.0.trailing_zeros() as u8;
                before.insert(next, (state, VirtualChannel { channel, vc }));
                open.push_back(next);
            }
        });
    }
    let mut walk = Vec::new();
    let mut state = goal;
    while let Some(&(earlier, lane)) = before.get(&state) {
        walk.push(lane);
        state = earlier;
    }
    walk.reverse();
    is_source(state).then(|| (flows.node(state), walk))
}
