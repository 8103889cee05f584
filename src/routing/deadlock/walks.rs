//! How messages have come to where they are.

use std::collections::{BTreeMap, VecDeque};

use super::configuration::Stuck;
use super::flows::{Flows, Next, StateId, lanes_of};
use crate::routing::{Candidate, VirtualChannel};
use crate::topology::NodeId;

/// Lanes that a message holds one behind the other, and the state that it has come to.
#[derive(Debug, Clone)]
pub(super) struct Held {
    /// The state in which it took the first of them.
    pub(super) first: StateId,
    /// From its tail to its header.
    pub(super) lanes: Vec<VirtualChannel>,
    /// Where its header waits.
    pub(super) last: StateId,
    /// For which of the groups there.
    pub(super) group: usize,
}

impl Held {
    /// What it waits for.
    pub(super) fn wants<'f>(&self, flows: &'f Flows) -> &'f [Candidate] {
        flows.groups(self.last).nth(self.group).unwrap_or(&[])
    }

    /// The message, with its way from a source.
    pub(super) fn message(&self, flows: &Flows) -> Option<Stuck> {
        let (first, last) = (flows.flow(self.first), flows.flow(self.last));
        let goes_on = first.leg < last.leg;
        // A message that goes on after its first leg is not bound for where it came from.
        let avoided = goes_on.then_some(last.to);
        let (from, mut walk) = way_to(flows, self.first, avoided)?;
        walk.extend(&self.lanes);
        // One whose first leg ends at its destination is held up as well as any other there.
        let is_first_of_two = last.leg + 1 < flows.legs();
        let by = if is_first_of_two || goes_on {
            Some(first.to)
        } else {
            None
        };
        Some(Stuck {
            from,
            by,
            to: last.to,
            walk,
            held: self.lanes.len(),
            wants: lanes_of(self.wants(flows)),
        })
    }
}

/// A shortest way from where a leg begins to a state of it, and the source.
fn way_to(
    flows: &Flows,
    goal: StateId,
    avoided: Option<NodeId>,
) -> Option<(NodeId, Vec<VirtualChannel>)> {
    let is_source = |state: StateId| flows.is_start(state) && avoided != Some(flows.node(state));
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
