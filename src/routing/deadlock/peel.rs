//! Lanes that no deadlock can ever hold, taken away in rounds.
//!
//! In a deadlock every lane that is held belongs to a message whose lanes from there on are held too, and
//! whose header waits only for lanes that are held. So a lane of which no message can go on, over lanes that
//! may be held, to a state that waits only for such lanes, is held in no deadlock; and with it gone,
//! others follow. Where all are gone there is no deadlock, and the rounds are its proof:
//! let every header escape to the lane that went first of those offered to it.
//! A message that holds a lane of round r then waits, wherever it has gone from there, for an
//! escape of an earlier round, so that waiting for escapes forms no cycle. These are waiting channels as Duato
//! (1995) and Schwiebert & Jayasimha (1996) have them, found rather than declared.

use super::Room;
use super::flows::{Flow, Flows, Next};
use super::knot::{held_up, is_held_up};
use super::lanes::Lanes;
use crate::routing::{VcSet, VirtualChannel};

/// What peeling leaves, and in which round each lane went.
pub(super) struct Peeled {
    /// What is left; empty where nothing can deadlock.
    pub(super) left: Lanes,
    /// By channel and VC, `NEVER` of what is left.
    pub(super) rounds: Vec<u32>,
}

/// Of a lane that is left.
pub(super) const NEVER: u32 = u32::MAX;

/// Peels lanes of `vcs` virtual channels a channel as far as they go. A lane that nobody is held up behind has round 0.
pub(super) fn peel(flows: &Flows, all: Lanes, vcs: u8, room: Room) -> Peeled {
    let place =
        |lane: VirtualChannel| lane.channel.0 as usize * usize::from(vcs) + usize::from(lane.vc);
    let mut rounds = vec![0; flows.network.channels() as usize * usize::from(vcs)];
    for lane in all.iter() {
        rounds[place(lane)] = NEVER;
    }
    let mut left = all;
    let mut is_good = vec![false; flows.len()];
    for round in 1.. {
        let kept = match room {
            Room::Flits => kept(flows, &left, &mut is_good),
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

/// The lanes of a set from which a message can go on over the set to where it waits only for lanes of it.
fn kept(flows: &Flows, lanes: &Lanes, is_good: &mut [bool]) -> Lanes {
    let mut kept = Lanes::none(flows.network);
    let mut goes_on = vec![false; flows.network.channels() as usize];
    for leg in (0..flows.legs()).rev() {
        for flow in flows.flows_of(leg) {
            spread(flows, flow, lanes, is_good, &goes_on);
            for &state in flows.states(flow) {
                flows.each_next(state, lanes, |channel, vcs, next| {
                    let is_good = leads(next, is_good, goes_on[channel.0 as usize]);
                    kept.add(channel, if is_good { vcs } else { VcSet(0) });
                });
            }
        }
        if leg > 0 {
            for channel in flows.network.channel_ids() {
                goes_on[channel.0 as usize] =
                    flows.onward(channel).any(|next| is_good[next as usize]);
            }
        }
    }
    kept
}

/// Finds the states of a flow that wait only for lanes of a set, or lead over it to one that does.
fn spread(flows: &Flows, flow: Flow, lanes: &Lanes, is_good: &mut [bool], goes_on: &[bool]) {
    let states = flows.states(flow);
    for &state in states {
        is_good[state as usize] = is_held_up(flows, state, lanes);
    }
    // Once, where none leads back to one before it.
    loop {
        let mut has_changed = false;
        for &state in states {
            if is_good[state as usize] {
                continue;
            }
            let mut is_led = false;
            flows.each_next(state, lanes, |channel, _, next| {
                is_led |= leads(next, is_good, goes_on[channel.0 as usize]);
            });
            is_good[state as usize] = is_led;
            has_changed |= is_led;
        }
        if !has_changed {
            break;
        }
    }
}

fn leads(next: Next, is_good: &[bool], goes_on: bool) -> bool {
    match next {
        Next::State(next) => is_good[next as usize],
        Next::EndOfLeg => goes_on,
        Next::Arrived => false,
    }
}
