//! Recognizes deadlock, exactly and at once.
//!
//! A blocked header waits until one of the lanes it may take is freed, so it waits for the
//! worms that hold them. It can go on some day if from it, along "waits for", some worm can
//! be reached that is not blocked, or that will leave the lane in question: a blocked worm
//! still closes up behind its header. If none can, all worms reached wait for each other for
//! ever: a deadlock. Only a header that has just become blocked can complete one, so the
//! search starts there, and ends at the first worm that is free to move.

use super::lanes::{NONE, Owner};
use super::worm::Header;
use super::{EventKind, Events, MessageId, Simulator};
use crate::routing::VirtualChannel;

/// Worms that wait for each other and will never move again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deadlock {
    /// The cycle in which the last header became blocked.
    pub cycle: u64,
    /// The messages, in the order in which one waits for the next.
    pub worms: Vec<MessageId>,
    /// The virtual channels that they wait for, all held by one of them; those of the first
    /// message come first. None where they wait for ejection ports alone.
    pub channels: Vec<VirtualChannel>,
}

impl Simulator {
    /// Looks whether one of the headers that have just become blocked completes a deadlock.
    pub(super) fn look_for_deadlock(&mut self) {
        if self.design.replicates() {
            return self.look_for_deadlock_among_trees();
        }
        if self.scratch.newly_blocked.is_empty() {
            return;
        }
        self.events = self.events.with(Events::when(EventKind::Blocked, true));
        let mut blocked = std::mem::take(&mut self.scratch.newly_blocked);
        blocked.retain(|&worm| self.may_wait_for_ever(worm));
        if self.deadlock.is_none() && !blocked.is_empty() {
            // As they were served, so that it does not matter which node came first.
            let worms = &self.worms;
            blocked.sort_unstable_by_key(|&worm| (worms.at(worm).since, worms.at(worm).message));
            for &worm in &blocked {
                if self.deadlock.is_none() && self.waits_for_ever(worm) {
                    self.deadlock = Some(self.locked());
                }
            }
        }
        blocked.clear();
        self.scratch.newly_blocked = blocked;
    }

    /// The worms that a search has reached, in words of the network.
    fn locked(&self) -> Deadlock {
        let reached = &self.scratch.reached;
        let mut channels = Vec::new();
        for wanted in reached.iter().flat_map(|&worm| self.wanted(worm)) {
            if !channels.contains(&wanted) {
                channels.push(wanted);
            }
        }
        Deadlock {
            cycle: self.clock,
            worms: reached.iter().map(|&w| self.worms.at(w).message).collect(),
            channels,
        }
    }

    /// False if what a blocked header would like best will be free some day, as is plain
    /// without a search.
    #[inline]
    fn may_wait_for_ever(&self, worm: u32) -> bool {
        let [offer, ..] = *self.worms.offers(worm) else {
            return true;
        };
        let lane = self
            .lanes
            .of(offer.channel, offer.vcs.0.trailing_zeros() as u8);
        let holder = self.lanes.owner(lane).worm;
        self.waits_for_port(worm)
            || !self.lanes.is_due(lane)
                && holder != NONE
                && self.worms.at(holder).header == Header::Blocked
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
        if self.waits_for_port(blocked) {
            // A message that is being received at its destination always moves on; one that
            // delivers on its way keeps the port as long as the lane.
            let ports = self.lanes.ejection_lanes(self.worms.at(blocked).here);
            return ports
                .into_iter()
                .all(|port| self.reach_holder(port, reached));
        }
        let mut next = 0;
        while let Some(&offer) = self.worms.offers(blocked).get(next) {
            let mut lanes = offer.vcs.iter().map(|vc| self.lanes.of(offer.channel, vc));
            let lanes: [u32; 16] = std::array::from_fn(|_| lanes.next().unwrap_or(NONE));
            let wanted = lanes.into_iter().take_while(|&lane| lane != NONE);
            for lane in wanted {
                if !self.reach_holder(lane, reached) {
                    return false;
                }
            }
            next += 1;
        }
        true
    }

    /// Adds the worm that holds a lane; false if it will leave it some day.
    fn reach_holder(&mut self, lane: u32, reached: &mut Vec<u32>) -> bool {
        let holder = self.lanes.owner(lane);
        if self.lanes.is_due(lane)
            || holder.worm == NONE
            || self.worms.at(holder.worm).header != Header::Blocked
            || !self.keeps(holder)
        {
            return false;
        }
        let at = self.worms.at_mut(holder.worm);
        if at.searched != self.searches {
            at.searched = self.searches;
            reached.push(holder.worm);
        }
        true
    }

    /// Whether a blocked worm will still hold a lane when it has closed up behind its header,
    /// as many flits to a lane as there is room for.
    pub(super) fn keeps(&self, holder: Owner) -> bool {
        let at = self.worms.at(holder.worm);
        at.head - holder.position < at.length.div_ceil(self.capacity)
    }
}
