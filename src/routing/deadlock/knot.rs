//! Lanes that can all be held while nobody waits for any other.
//!
//! A *knot* is a set of lanes of which each can be held by a message that waits only for lanes of the
//! set: one message a lane, and none of them ever moves again.

use super::flows::{Flows, Next, StateId};
use super::lanes::Lanes;
use crate::routing::{Candidate, VcSet};

/// Whether all that is waited for is in a set.
#[inline]
pub(super) fn is_within(group: &[Candidate], lanes: &Lanes) -> bool {
    group
        .iter()
        .all(|offer| offer.vcs.0 & !lanes.on(offer.channel).0 == 0)
}

/// Whether a header in a state can be one that waits only for lanes of a set.
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

/// The lanes of a set that can be held by a message that waits only for lanes of it.
pub(super) fn held_up(flows: &Flows, lanes: &Lanes) -> Lanes {
    let mut kept = Lanes::none(flows.network);
    let is_up: Vec<_> = (0..flows.len() as StateId)
        .map(|state| is_held_up(flows, state, lanes))
        .collect();
    // Of the channels at the ends of first legs.
    let mut goes_on = vec![None; flows.network.channels() as usize];
    for state in 0..flows.len() as StateId {
        flows.each_next(state, lanes, |channel, vcs, next| {
            let is_up = match next {
                Next::State(next) => is_up[next as usize],
                Next::Arrived => false,
                Next::EndOfLeg => *goes_on[channel.0 as usize]
                    .get_or_insert_with(|| flows.onward(channel).any(|next| is_up[next as usize])),
            };
            kept.add(channel, if is_up { vcs } else { VcSet(0) });
        });
    }
    kept
}
