//! Recognizes deadlock, exactly and at once.
//!
//! A blocked header waits until one of the lanes it may take is freed, so it waits for the
//! worms that hold them. It can go on some day if from it, along "waits for", some worm can
//! be reached that is not blocked, or that will leave the lane in question: a blocked worm
//! still closes up behind its header. If none can, all worms reached wait for each other for
//! ever: a deadlock. Only a header that has just become blocked can complete one, so the
//! search starts there, and ends at the first worm that is free to move.

use super::lanes::NONE;
use super::worms::Header;
use super::{MessageId, Simulator};

/// Worms that wait for each other and will never move again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deadlock {
    /// The cycle in which the last header became blocked.
    pub cycle: u64,
    /// The messages, in the order in which one waits for the next.
    pub worms: Vec<MessageId>,
}

impl Simulator {
    /// Looks whether one of the headers that have just become blocked completes a deadlock.
    pub(super) fn look_for_deadlock(&mut self) {
        let mut blocked = std::mem::take(&mut self.scratch.newly_blocked);
        for worm in blocked.drain(..) {
            if self.deadlock.is_none() && self.waits_for_ever(worm) {
                let reached = self.scratch.reached.iter();
                self.deadlock = Some(Deadlock {
                    cycle: self.clock,
                    worms: reached.map(|&w| self.worms.at(w).message).collect(),
                });
            }
        }
        self.scratch.newly_blocked = blocked;
    }

    /// Whether all worms that a blocked one waits for, directly or not, are blocked; if so,
    /// they are in `scratch.reached`.
    fn waits_for_ever(&mut self, first: u32) -> bool {
        self.searches += 1;
        let mut reached = std::mem::take(&mut self.scratch.reached);
        reached.clear();
        reached.push(first);
        self.worms.at_mut(first).searched = self.searches;
        let mut next = 0;
        let mut locked = true;
        while locked && next < reached.len() {
            locked = self.reach_holders(reached[next], &mut reached);
            next += 1;
        }
        self.scratch.reached = reached;
        locked
    }

    /// Adds the worms that hold what a blocked header wants; false if one of them can move.
    fn reach_holders(&mut self, blocked: u32, reached: &mut Vec<u32>) -> bool {
        // At its destination a header waits for a processor, which always takes flits.
        if self.worms.at(blocked).is_home {
            return false;
        }
        let (lanes, worms) = (&self.lanes, &self.worms);
        let known = reached.len();
        for offer in worms.offers(blocked) {
            for vc in offer.vcs.iter() {
                let lane = lanes.of(offer.channel, vc);
                let holder = lanes.at(lane).worm;
                if holder == NONE
                    || worms.at(holder).header != Header::Blocked
                    || !self.keeps(holder, lane)
                {
                    return false;
                }
                if worms.at(holder).searched != self.searches && !reached[known..].contains(&holder)
                {
                    reached.push(holder);
                }
            }
        }
        for &worm in &reached[known..] {
            self.worms.at_mut(worm).searched = self.searches;
        }
        true
    }

    /// Whether a blocked worm will still hold a lane when it has closed up behind its header,
    /// B flits to a lane.
    fn keeps(&self, worm: u32, lane: u32) -> bool {
        let at = self.worms.at(worm);
        let behind = |&lane: &u32| Some(self.lanes.at(lane).behind).filter(|&lane| lane != NONE);
        let held = std::iter::successors(Some(at.head), behind);
        let kept = at.length.div_ceil(self.design.buffer) as usize;
        held.take(kept).any(|held| held == lane)
    }
}
