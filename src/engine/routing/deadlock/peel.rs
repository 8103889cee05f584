//! Peeling: removal, in rounds, of lanes that no deadlock can hold.
//!
//! In a deadlock every held lane belongs to a message that also holds the subsequent lanes up to
//! its header, which waits only for held lanes. A lane is therefore held in no deadlock if no
//! message on it can continue, over lanes that may be held, to a state that waits only for such
//! lanes. Removing it may allow others to be removed. If no lane is left, there is no deadlock, and
//! the rounds are the proof: let every header escape to the lane that was removed first of those
//! offered to it. A message that holds a lane of round r then waits, wherever it has moved since,
//! for an escape of an earlier round, so waiting for escapes forms no cycle. These are the waiting
//! channels of Duato (1995) and Schwiebert & Jayasimha (1996), found rather than declared.

use super::Room;
use super::flows::{Flow, Flows, Next};
use super::knot::{held_up, is_held_up};
use super::lanes::Lanes;
use crate::routing::{VcSet, VirtualChannel};

pub(super) struct Peeled {
    /// The lanes left; empty if nothing can deadlock.
    pub(super) left: Lanes,
    /// By channel and VC: the round in which the lane was removed, [`NEVER`] for lanes left.
    pub(super) rounds: Vec<u32>,
}

/// The round of a lane that is left.
pub(super) const NEVER: u32 = u32::MAX;

/// Peels as many lanes as possible, for `vcs` virtual channels per channel. Lanes outside `all`,
/// behind which no header is blocked, have round 0.
pub(super) fn peel(flows: &Flows, all: Lanes, vcs: u8, room: Room) -> Peeled {
    let place =
        |lane: VirtualChannel| lane.channel.0 as usize * usize::from(vcs) + usize::from(lane.vc);
    let mut rounds = vec![0; flows.network.channels() as usize * usize::from(vcs)];
    for lane in all.iter() {
        rounds[place(lane)] = NEVER;
    }
    let mut left = all;
    let mut is_blockable = vec![false; flows.len()];
    for round in 1.. {
        let kept = match room {
            Room::Flits => kept(flows, &left, &mut is_blockable),
            Room::Message => held_up(flows, &left),
        };
        if kept == left {
            break;
        }
        for lane in left.iter().filter(|&lane| !kept.contains(lane)) {
            rounds[place(lane)] = round;
        }
        left = kept;
    }
    Peeled { left, rounds }
}

/// The lanes of a set from which a message can continue over the set to a state in which it waits
/// only for lanes of the set.
fn kept(flows: &Flows, lanes: &Lanes, is_blockable: &mut [bool]) -> Lanes {
    let mut kept = Lanes::none(flows.network);
    let mut continues = vec![false; flows.network.channels() as usize];
    for leg in (0..flows.legs()).rev() {
        for flow in flows.flows_of(leg) {
            spread(flows, flow, lanes, is_blockable, &continues);
            for &state in flows.states(flow) {
                flows.each_next(state, lanes, |channel, vcs, next| {
                    let is_blockable = leads(next, is_blockable, continues[channel.0 as usize]);
                    kept.add(channel, if is_blockable { vcs } else { VcSet(0) });
                });
            }
        }
        if leg > 0 {
            for channel in flows.network.channel_ids() {
                continues[channel.0 as usize] = flows
                    .onward(channel)
                    .any(|next| is_blockable[next as usize]);
            }
        }
    }
    kept
}

/// Marks the states of a flow that wait only for lanes of a set, or lead over the set to one that
/// does.
fn spread(flows: &Flows, flow: Flow, lanes: &Lanes, is_blockable: &mut [bool], continues: &[bool]) {
    let states = flows.states(flow);
    for &state in states {
        is_blockable[state as usize] = is_held_up(flows, state, lanes);
    }
    // Without cycles the first pass completes the marks, since successors come first.
    loop {
        let mut has_changed = false;
        for &state in states {
            if is_blockable[state as usize] {
                continue;
            }
            let mut leads_to_blockable = false;
            flows.each_next(state, lanes, |channel, _, next| {
                leads_to_blockable |= leads(next, is_blockable, continues[channel.0 as usize]);
            });
            is_blockable[state as usize] = leads_to_blockable;
            has_changed |= leads_to_blockable;
        }
        if !has_changed {
            break;
        }
    }
}

fn leads(next: Next, is_blockable: &[bool], continues: bool) -> bool {
    match next {
        Next::State(next) => is_blockable[next as usize],
        Next::EndOfLeg => continues,
        Next::Arrived => false,
    }
}
