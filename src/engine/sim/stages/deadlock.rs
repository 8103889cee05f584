//! Exact deadlock detection, in the cycle in which the deadlock forms.
//!
//! A blocked header waits until one of the lanes it may take is freed, so it waits for the worms
//! that hold them. It can eventually advance if, along the relation "waits for", it reaches a worm
//! that is not blocked or that will leave the lane in question, because a blocked worm still closes
//! up behind its header. If there is no such worm, all worms reached wait for each other forever: a
//! deadlock. Only a header that has just become blocked can complete one.
//!
//! Every blocked worm records one lane on such a chain, its *way out*. The ways out form a forest
//! whose roots can move: the holder of a way out is either a root or blocked with a way out of its
//! own. A lane is only ever claimed by a worm that can move, so the forest can break only when a
//! root becomes blocked. The root then needs a way out that does not lead back to itself. Usually
//! one of the lanes it may take is one; if not, the search continues from the worms that hold those
//! lanes and whose ways out lead back. Within a cycle, worms found to lead to a root are not
//! followed again. So the cost of a cycle grows with the number of headers that become blocked in
//! it, not with the number of all blocked headers.

use std::collections::HashSet;

use crate::sim::Simulator;
use crate::sim::events::{EventKind, Events};
use crate::sim::records::Deadlock;
use crate::sim::state::{Header, LaneIndex, Motion, Owner, TableIndex as _, WormIndex};

/// The marks that a search sets on worms.
#[derive(Clone, Copy)]
struct Marks {
    /// The worm's ways out lead to a root; all searches of a cycle share this mark.
    free: u64,
    /// The worm has been reached.
    reached: u64,
    /// The worm's ways out lead back to worms that have been reached.
    passed: u64,
}

impl Simulator {
    /// Detects whether one of the headers that have just become blocked completes a deadlock.
    pub(super) fn look_for_deadlock(&mut self) {
        if self.design.router_copies() {
            return self.look_for_deadlock_among_trees();
        }
        let is_blocked = !self.scratch.newly_blocked.is_empty();
        self.events = self
            .events
            .with(Events::when(EventKind::Blocked, is_blocked));
        let again = &mut self.scratch.refused_again;
        self.scratch.newly_blocked.append(again);
        if self.scratch.newly_blocked.is_empty() {
            return;
        }
        // Debug builds search all the same, which checks what is known of routing functions.
        if self.is_free_of_deadlock && !cfg!(debug_assertions) {
            return self.scratch.newly_blocked.clear();
        }
        let mut blocked = std::mem::take(&mut self.scratch.newly_blocked);
        if self.deadlock.is_none() {
            blocked.retain(|&worm| {
                let way_out = self.immediate_way_out(worm);
                self.worms.at_mut(worm).way_out = way_out;
                way_out.is_none()
            });
            // In the order of service, so that the result does not depend on the order of nodes.
            let worms = &self.worms;
            blocked.sort_unstable_by_key(|&worm| (worms.at(worm).since, worms.at(worm).message));
            self.searches += 1;
            let free = self.searches;
            for &worm in &blocked {
                let is_open = self.worms.at(worm).way_out.is_none();
                if is_open && self.deadlock.is_none() && !self.finds_a_way_out(worm, free) {
                    debug_assert!(!self.is_free_of_deadlock, "it is known to be free");
                    self.deadlock = Some(self.deadlock_reached());
                }
            }
        }
        blocked.clear();
        self.scratch.newly_blocked = blocked;
    }

    /// The deadlock formed by the worms that a search has reached.
    fn deadlock_reached(&self) -> Deadlock {
        let reached = &self.scratch.reached;
        let mut before = HashSet::new();
        let wanted = reached.iter().flat_map(|&worm| self.wanted(worm));
        let channels = wanted.filter(|&wanted| before.insert(wanted)).collect();
        Deadlock {
            cycle: self.clock,
            worms: reached.iter().map(|&w| self.worms.at(w).message).collect(),
            channels,
        }
    }

    /// The preferred lane of a blocked header, if it is known without a search to become free
    /// eventually; otherwise `NONE`.
    #[inline]
    fn immediate_way_out(&self, worm: WormIndex) -> LaneIndex {
        let [offer, ..] = *self.worms.offers(worm) else {
            return LaneIndex::NONE;
        };
        if self.waits_for_port(worm) {
            return LaneIndex::NONE;
        }
        let first = offer.vcs.0.trailing_zeros() as u8;
        let lane = self.lanes.of(offer.channel, first);
        if self.will_be_free(lane) {
            lane
        } else {
            LaneIndex::NONE
        }
    }

    /// Whether a blocked worm can eventually advance. If so, marks it as `free`, along with all
    /// others found to be; otherwise `scratch.reached` contains all worms that it waits for,
    /// directly or indirectly.
    fn finds_a_way_out(&mut self, first: WormIndex, free: u64) -> bool {
        let marks = Marks {
            free,
            reached: self.searches + 1,
            passed: self.searches + 2,
        };
        self.searches += 2;
        let mut reached = std::mem::take(&mut self.scratch.reached);
        let mut reached_by = std::mem::take(&mut self.scratch.reached_by);
        reached.clear();
        reached_by.clear();
        reached.push(first);
        reached_by.push((0, LaneIndex::NONE));
        self.worms.at_mut(first).searched = marks.reached;
        let mut next = 0;
        let mut way_out = LaneIndex::NONE;
        while way_out.is_none() && next < reached.len() {
            way_out = self.way_out_of(reached[next], marks, |holder, lane| {
                reached.push(holder);
                reached_by.push((next as u32, lane));
            });
            next += 1;
        }
        if way_out.is_some() {
            // The last worm visited can advance through it, and hence so can those that wait for
            // that worm.
            let mut at = next - 1;
            loop {
                let worm = self.worms.at_mut(reached[at]);
                worm.way_out = way_out;
                worm.searched = free;
                if at == 0 {
                    break;
                }
                let (before, lane) = reached_by[at];
                (at, way_out) = (before as usize, lane);
            }
        }
        self.scratch.reached = reached;
        self.scratch.reached_by = reached_by;
        way_out.is_some()
    }

    /// A lane that a blocked header may take and that will become free eventually. If there is
    /// none, returns `NONE` after passing all holders of those lanes that had not been reached yet
    /// to `reach`.
    fn way_out_of(
        &mut self,
        blocked: WormIndex,
        marks: Marks,
        mut reach: impl FnMut(WormIndex, LaneIndex),
    ) -> LaneIndex {
        self.scratch.visits += 1;
        if let Some(lane) = self.blocks_replies(blocked) {
            return if self.is_way_out(lane, marks, &mut reach) {
                lane
            } else {
                LaneIndex::NONE
            };
        }
        if self.waits_for_port(blocked) {
            // A message being received at its destination always advances; one that delivers along
            // its path keeps the port as long as the lane.
            let ports = self.lanes.ejection_lanes(self.worms.at(blocked).here);
            for port in ports {
                if self.is_way_out(port, marks, &mut reach) {
                    return port;
                }
            }
            return LaneIndex::NONE;
        }
        let mut next = 0;
        while let Some(&offer) = self.worms.offers(blocked).get(next) {
            for vc in offer.vcs.iter() {
                let lane = self.lanes.of(offer.channel, vc);
                if self.is_way_out(lane, marks, &mut reach) {
                    return lane;
                }
            }
            next += 1;
        }
        LaneIndex::NONE
    }

    /// For a request at its destination without a place for its reply, the injection lane of replies:
    /// a place becomes free whenever another reply takes that lane, because all places are occupied
    /// by replies, in the queue or to requests that are being received or served.
    fn blocks_replies(&self, blocked: WormIndex) -> Option<LaneIndex> {
        let at = self.worms.at(blocked);
        let waits = at.is_at_destination && self.lacks_place(at);
        waits.then(|| {
            let queue = self.lanes.reply_queue(at.here);
            self.lanes.injection_lane(queue)
        })
    }

    /// Whether a wanted lane will become free eventually; if not, passes its holder to `reach`
    /// unless it has been reached before.
    fn is_way_out(
        &mut self,
        lane: LaneIndex,
        marks: Marks,
        reach: &mut impl FnMut(WormIndex, LaneIndex),
    ) -> bool {
        if self.will_be_free(lane) {
            return true;
        }
        let holder = self.lanes.owner(lane).worm;
        if self.worms.at(holder).searched == marks.reached {
            return false;
        }
        let may_proceed = self.leads_to_a_root(holder, marks);
        if !may_proceed {
            self.worms.at_mut(holder).searched = marks.reached;
            reach(holder, lane);
        }
        may_proceed
    }

    /// Whether following the ways out from a blocked worm leads to a worm that can move.
    fn leads_to_a_root(&mut self, mut worm: WormIndex, marks: Marks) -> bool {
        let mut trail = std::mem::take(&mut self.scratch.trail);
        let leads = loop {
            let at = self.worms.at_mut(worm);
            if at.searched == marks.free {
                break true;
            }
            if at.way_out.is_none() || [marks.reached, marks.passed].contains(&at.searched) {
                break false;
            }
            at.searched = marks.passed;
            self.scratch.visits += 1;
            let lane = at.way_out;
            trail.push(worm);
            if self.will_be_free(lane) {
                break true;
            }
            worm = self.lanes.owner(lane).worm;
        };
        for worm in trail.drain(..) {
            if leads {
                self.worms.at_mut(worm).searched = marks.free;
            }
        }
        self.scratch.trail = trail;
        leads
    }

    /// Whether a lane is free, or will be even if the header of the worm that holds it stays
    /// blocked forever.
    #[inline]
    pub(in crate::sim) fn will_be_free(&self, lane: LaneIndex) -> bool {
        let holder = self.lanes.owner(lane);
        self.lanes.is_due(lane)
            || holder.worm.is_none()
            || self.worms.at(holder.worm).header != Header::Blocked
            || !self.keeps(holder, lane)
    }

    /// Whether a blocked worm will still hold a lane after closing up behind its header and filling
    /// every lane to capacity.
    pub(in crate::sim) fn keeps(&self, holder: Owner, lane: LaneIndex) -> bool {
        let at = self.worms.at(holder.worm);
        if at.motion == Motion::Buffered {
            return at.lane == lane;
        }
        at.head - holder.position < at.length.div_ceil(self.capacity)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::sim::design::Design;
    use crate::sim::records::MessageId;
    use crate::sim::selection::Selection;
    use crate::topology::Network;
    use crate::traffic::Length;
    use crate::{routing, topology, traffic};

    /// Most headers that become blocked find a way out among their own candidates, however many
    /// others are blocked; a search through all of those would visit hundreds of worms for each.
    #[test]
    fn a_deadlock_search_visits_few_blocked_worms() {
        let topology = topology::from_spec("torus:10x10x10").expect("a network");
        let routing = routing::from_id("unrestricted", &*topology, 2);
        let routing = routing.expect("it is defined everywhere");
        let mut simulator = Simulator::new(Arc::new(Design {
            pattern: Some(traffic::from_id("uniform", &*topology, 1).expect("a pattern")),
            rate: 1.0,
            length: Length::Fixed(4),
            selection: Selection::First,
            vcs: 2,
            ..Design::idle(Network::new(&*topology), routing)
        }));
        let mut blocked = 0;
        while simulator.deadlock.is_none() && simulator.cycle() < 60 {
            let before: Vec<_> = simulator.blocked().collect();
            simulator.step();
            blocked += simulator.blocked().filter(|w| !before.contains(w)).count() as u64;
        }
        assert!(blocked > 10_000, "the network is crowded: {blocked}");
        let visits = simulator.scratch.visits;
        assert!(visits < 8 * blocked, "{visits} for {blocked} headers");
    }

    impl Simulator {
        /// Messages whose header is blocked, each with the cycle of its request.
        fn blocked(&self) -> impl Iterator<Item = (MessageId, u64)> + '_ {
            let worms = self.worms.entries().map(|(_, worm)| worm);
            let blocked = worms.filter(|worm| worm.header == Header::Blocked);
            blocked.map(|worm| (worm.message, worm.since))
        }
    }
}
