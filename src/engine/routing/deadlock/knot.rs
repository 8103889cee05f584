//! Knots, the deadlocks of messages that hold one lane each.
//!
//! A *knot* is a set of lanes each of which can be held by a message that waits only for lanes of
//! the set. With one such message per lane, none of them ever moves again.

use super::flows::{Flows, Next, StateId};
use super::lanes::Lanes;
use crate::routing::{Candidate, VcSet};

/// Whether a set contains all lanes of a group.
#[inline]
pub(super) fn is_within(group: &[Candidate], lanes: &Lanes) -> bool {
    group
        .iter()
        .all(|offer| offer.vcs.0 & !lanes.on(offer.channel).0 == 0)
}

/// Whether a header in a state can wait only for lanes of a set.
#[inline]
pub(super) fn is_held_up(flows: &Flows, state: StateId, lanes: &Lanes) -> bool {
    flows.groups(state).any(|group| is_within(group, lanes))
}

/// The greatest knot within some lanes; empty if there is none.
pub(super) fn greatest(flows: &Flows, mut lanes: Lanes) -> Lanes {
    loop {
        let kept = held_up(flows, &lanes);
        if kept == lanes {
            return lanes;
        }
        lanes = kept;
    }
}

/// The lanes of a set that can be held by a message that waits only for lanes of the set.
pub(super) fn held_up(flows: &Flows, lanes: &Lanes) -> Lanes {
    let mut kept = Lanes::none(flows.network);
    let is_blocked: Vec<_> = (0..flows.len() as StateId)
        .map(|state| is_held_up(flows, state, lanes))
        .collect();
    // By channel, for those that end first legs.
    let mut continues = vec![None; flows.network.channels() as usize];
    for state in 0..flows.len() as StateId {
        flows.each_next(state, lanes, |channel, vcs, next| {
            let is_blocked = match next {
                Next::State(next) => is_blocked[next as usize],
                Next::Arrived => false,
                Next::EndOfLeg => *continues[channel.0 as usize].get_or_insert_with(|| {
                    flows.onward(channel).any(|next| is_blocked[next as usize])
                }),
            };
            kept.add(channel, if is_blocked { vcs } else { VcSet(0) });
        });
    }
    kept
}
