//! Recognizes deadlock, exactly and at once.
//!
//! A blocked header waits until one of the lanes it may take is freed, so it waits for the
//! worms that hold them. It can go on some day if from it, along "waits for", some worm can
//! be reached that is not blocked, or that will leave the lane in question: a blocked worm
//! still closes up behind its header. If none can, all worms reached wait for each other for
//! ever: a deadlock. Only a header that has just become blocked can complete one.
//!
//! Every blocked worm keeps one lane on such a way, its *way out*. Together they are a forest,
//! whose roots can move: who holds a way out is blocked, and has one, or is a root. A lane that
//! changes hands goes to a worm that has just moved, so all that can break the forest is that a
//! root becomes blocked. It then needs a way out that does not lead back to itself. Mostly one of
//! its own lanes is one; if not, the search goes on from those who hold them, as far as their
//! ways out lead back. Within a cycle, what was found to lead to a root is not followed again. So
//! a cycle costs about as much as headers became blocked in it, however many are.

use std::collections::HashSet;

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

/// What a worm is marked with in a search.
#[derive(Clone, Copy)]
struct Marks {
    /// Its ways out lead to a root; the same for all searches of a cycle.
    free: u64,
    /// It has been reached.
    reached: u64,
    /// Its ways out lead back to what has been reached.
    passed: u64,
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
        if self.deadlock.is_none() {
            blocked.retain(|&worm| {
                let way_out = self.plain_way_out(worm);
                self.worms.at_mut(worm).way_out = way_out;
                way_out == NONE
            });
            // As they were served, so that it does not matter which node came first.
            let worms = &self.worms;
            blocked.sort_unstable_by_key(|&worm| (worms.at(worm).since, worms.at(worm).message));
            self.searches += 1;
            let free = self.searches;
            for &worm in &blocked {
                let is_open = self.worms.at(worm).way_out == NONE;
                if is_open && self.deadlock.is_none() && !self.finds_a_way_out(worm, free) {
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
        let mut before = HashSet::new();
        let wanted = reached.iter().flat_map(|&worm| self.wanted(worm));
        let channels = wanted.filter(|&wanted| before.insert(wanted)).collect();
        Deadlock {
            cycle: self.clock,
            worms: reached.iter().map(|&w| self.worms.at(w).message).collect(),
            channels,
        }
    }

    /// The lane that a blocked header would like best, if it will be free some day, as is plain
    /// without a search; else `NONE`.
    #[inline]
    fn plain_way_out(&self, worm: u32) -> u32 {
        let [offer, ..] = *self.worms.offers(worm) else {
            return NONE;
        };
        if self.waits_for_port(worm) {
            return NONE;
        }
        let first = offer.vcs.0.trailing_zeros() as u8;
        let lane = self.lanes.of(offer.channel, first);
        if self.will_be_free(lane) { lane } else { NONE }
    }

    /// Whether a blocked worm can go on some day, which is marked as `free`, with all that were
    /// found to. If it cannot, all that it waits for, directly or not, are in `scratch.reached`.
    fn finds_a_way_out(&mut self, first: u32, free: u64) -> bool {
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
        reached_by.push((0, NONE));
        self.worms.at_mut(first).searched = marks.reached;
        let mut next = 0;
        let mut way_out = NONE;
        while way_out == NONE && next < reached.len() {
            way_out = self.way_out_of(reached[next], marks, |holder, lane| {
                reached.push(holder);
                reached_by.push((next as u32, lane));
            });
            next += 1;
        }
        if way_out != NONE {
            // The last one looked at goes on by it, and so does who waits for that one.
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
        way_out != NONE
    }

    /// A lane that a blocked header wants and that will be free some day, or `NONE`, after worms
    /// that have not been reached yet and hold what it wants have been handed over.
    fn way_out_of(&mut self, blocked: u32, marks: Marks, mut reach: impl FnMut(u32, u32)) -> u32 {
        self.scratch.visits += 1;
        if self.waits_for_port(blocked) {
            // A message that is being received at its destination always moves on; one that
            // delivers on its way keeps the port as long as the lane.
            let ports = self.lanes.ejection_lanes(self.worms.at(blocked).here);
            for port in ports {
                if self.is_way_out(port, marks, &mut reach) {
                    return port;
                }
            }
            return NONE;
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
        NONE
    }

    /// Whether a wanted lane will be free some day; if not, hands over its holder, unless that has
    /// been reached before.
    fn is_way_out(&mut self, lane: u32, marks: Marks, reach: &mut impl FnMut(u32, u32)) -> bool {
        if self.will_be_free(lane) {
            return true;
        }
        let holder = self.lanes.owner(lane).worm;
        if self.worms.at(holder).searched == marks.reached {
            return false;
        }
        let gets_on = self.leads_to_a_root(holder, marks);
        if !gets_on {
            self.worms.at_mut(holder).searched = marks.reached;
            reach(holder, lane);
        }
        gets_on
    }

    /// Whether the ways out, from a blocked worm on, end at one that can move.
    fn leads_to_a_root(&mut self, mut worm: u32, marks: Marks) -> bool {
        let mut trail = std::mem::take(&mut self.scratch.trail);
        let leads = loop {
            let at = self.worms.at_mut(worm);
            if at.searched == marks.free {
                break true;
            }
            if at.way_out == NONE || [marks.reached, marks.passed].contains(&at.searched) {
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

    /// Whether a lane will be free though the header of the worm that holds it may be blocked for
    /// ever, or is free already.
    #[inline]
    pub(super) fn will_be_free(&self, lane: u32) -> bool {
        let holder = self.lanes.owner(lane);
        self.lanes.is_due(lane)
            || holder.worm == NONE
            || self.worms.at(holder.worm).header != Header::Blocked
            || !self.keeps(holder)
    }

    /// Whether a blocked worm will still hold a lane when it has closed up behind its header,
    /// as many flits to a lane as there is room for.
    pub(super) fn keeps(&self, holder: Owner) -> bool {
        let at = self.worms.at(holder.worm);
        at.head - holder.position < at.length.div_ceil(self.capacity)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::sim::{Design, Ports, Selection, Switching, Timing};
    use crate::topology::Network;
    use crate::traffic::Length;
    use crate::{routing, topology, traffic};

    /// Most headers that become blocked find a way out among their own lanes, however many others
    /// are blocked; a search that came by all of those would look at hundreds for each.
    #[test]
    fn a_search_comes_by_few_of_the_worms_that_are_blocked() {
        let topology = topology::from_spec("torus:10x10x10").expect("a network");
        let routing = routing::from_id("unrestricted", &*topology, 2);
        let mut simulator = Simulator::new(Arc::new(Design {
            network: Network::new(&*topology),
            routing: routing.expect("it is defined everywhere"),
            faults: Vec::new(),
            pattern: Some(traffic::from_id("uniform", &*topology).expect("a pattern")),
            rate: 1.0,
            length: Length::Fixed(4),
            multicasts: None,
            switching: Switching::Wormhole,
            selection: Selection::First,
            vcs: 2,
            buffer: 1,
            timing: Timing::default(),
            ports: Ports {
                injection: 1,
                ejection: None,
            },
            seed: 1,
            orders: Vec::new(),
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
        /// Messages whose header is blocked, and since when.
        fn blocked(&self) -> impl Iterator<Item = (MessageId, u64)> + '_ {
            let worms = self.worms.entries().map(|(_, worm)| worm);
            let blocked = worms.filter(|worm| worm.header == Header::Blocked);
            blocked.map(|worm| (worm.message, worm.since))
        }
    }
}
