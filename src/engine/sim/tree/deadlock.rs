//! Exact deadlock detection for trees, in the cycle in which the deadlock forms.
//!
//! A header of a tree waits until everything it needs is free, whereas other headers need only one
//! of their candidates. So it waits forever as soon as one of its channels is held forever, and
//! then every lane of its tree that the tail can no longer leave is held forever as well. Let q be
//! the place at which the header waits, and a the last place shared by the paths to q and to a
//! place p. The flits that can still pass a are those for which there is room between a and q: k·B
//! if these are k channels apart. The tail leaves the lane to p only if that is the whole message.
//!
//! Headers that wait forever are found by elimination. The list starts with all blocked headers; a
//! header is removed if nothing that it needs is kept by a header still in the list, until no more
//! can be removed. A header whose request is granted can also complete a deadlock, if another
//! header of its tree is blocked, so a search follows such grants as well.

use std::collections::HashSet;

use crate::sim::Simulator;
use crate::sim::events::{EventKind, Events};
use crate::sim::records::Deadlock;
use crate::sim::state::{Header, LaneIndex, Motion, TableIndex as _, WormIndex};

impl Simulator {
    /// Detects headers that wait for each other forever, in a cycle in which this may have arisen.
    pub(in crate::sim) fn look_for_deadlock_among_trees(&mut self) {
        let is_blocked = !self.scratch.newly_blocked.is_empty();
        self.scratch.newly_blocked.clear();
        let blocked = Events::when(EventKind::Blocked, is_blocked);
        self.events = self.events.with(blocked);
        if self.deadlock.is_some() || !is_blocked && !self.trees.have_claimed {
            return;
        }
        let mut waiting = std::mem::take(&mut self.scratch.reached);
        waiting.clear();
        let entries = self.worms.entries();
        let blocked = entries.filter(|(_, worm)| worm.header == Header::Blocked);
        waiting.extend(blocked.map(|(index, _)| index));
        self.searches += 1;
        for &worm in &waiting {
            self.worms.at_mut(worm).searched = self.searches;
        }
        loop {
            let before = waiting.len();
            waiting.retain(|&worm| {
                let waits_forever = self.waits_forever(worm);
                if !waits_forever {
                    self.worms.at_mut(worm).searched = 0;
                }
                waits_forever
            });
            if waiting.len() == before {
                break;
            }
        }
        // In the order of service, so that the result does not depend on the order in which they
        // were found.
        let by_age = |worm: &&WormIndex| {
            let at = self.worms.at(**worm);
            (at.since, at.message, at.front)
        };
        if let Some(&first) = waiting.iter().min_by_key(by_age) {
            self.deadlock = Some(self.deadlock_from(first));
        }
        self.scratch.reached = waiting;
    }

    /// The deadlock of the messages that a header waits for forever, directly or indirectly.
    fn deadlock_from(&self, first: WormIndex) -> Deadlock {
        let mut reached = vec![first];
        let (mut worms, mut channels) = (Vec::new(), Vec::new());
        // The contents of these lists as sets.
        let mut worms_before = HashSet::new();
        let mut channels_before = HashSet::new();
        let mut reached_before = HashSet::from([first]);
        let mut next = 0;
        while let Some(&waiting) = reached.get(next) {
            next += 1;
            let message = self.worms.at(waiting).message;
            if worms_before.insert(message) {
                worms.push(message);
            }
            for lane in self.obstacles(waiting) {
                if self.lanes.is_network(lane) {
                    let wanted = self.lanes.virtual_channel(lane);
                    if channels_before.insert(wanted) {
                        channels.push(wanted);
                    }
                }
                let permanent_holder = self.permanent_holder(lane);
                if reached_before.insert(permanent_holder) {
                    reached.push(permanent_holder);
                }
            }
        }
        Deadlock {
            cycle: self.clock,
            worms,
            channels,
        }
    }

    /// Whether the headers still in the list hold forever all that a blocked header may take, or,
    /// for a header of a tree, something that it needs.
    fn waits_forever(&self, waiting: WormIndex) -> bool {
        let is_held_forever = |lane| self.permanent_holder(lane).is_some();
        let mut ports = self.lanes.ejection_lanes(self.worms.at(waiting).here);
        if self.worms.at(waiting).motion.is_of_tree() {
            return self.needed(waiting).any(is_held_forever)
                || self.stop_of(waiting).delivers && ports.all(is_held_forever);
        }
        if self.waits_for_port(waiting) {
            return ports.all(is_held_forever);
        }
        let mut wanted = self.wanted(waiting);
        wanted.all(|at| is_held_forever(self.lanes.of(at.channel, at.vc)))
    }

    /// The lanes that block a header forever: all that it may take or, for a header of a tree, one
    /// that it needs.
    fn obstacles(&self, waiting: WormIndex) -> Vec<LaneIndex> {
        let at = self.worms.at(waiting);
        let ports = || self.lanes.ejection_lanes(at.here).collect();
        if at.motion.is_of_tree() {
            let mut needed = self.needed(waiting);
            let kept = needed.find(|&lane| self.permanent_holder(lane).is_some());
            return kept.map_or_else(ports, |lane| vec![lane]);
        }
        if self.waits_for_port(waiting) {
            return ports();
        }
        let wanted = self.wanted(waiting);
        wanted.map(|at| self.lanes.of(at.channel, at.vc)).collect()
    }

    /// A header that waits forever and thereby keeps a lane held forever; `NONE` if there is none.
    fn permanent_holder(&self, lane: LaneIndex) -> WormIndex {
        let holder = self.lanes.owner(lane);
        if holder.worm.is_none() || self.lanes.is_due(lane) {
            return WormIndex::NONE;
        }
        let is_stuck = |worm: WormIndex| self.worms.at(worm).searched == self.searches;
        if self.worms.at(holder.worm).motion != Motion::Tree {
            let keeps = is_stuck(holder.worm) && self.keeps(holder, lane);
            return if keeps { holder.worm } else { WormIndex::NONE };
        }
        let tree = self.trees.at(self.tree_of(holder.worm));
        let length = u64::from(self.worms.at(holder.worm).length);
        let keeps = |place: usize| {
            let apart = tree.shape.apart(place, holder.position.row());
            u64::from(apart) * u64::from(self.capacity) < length
        };
        let mut stuck = tree.asking().filter(|&(_, header)| is_stuck(header));
        let permanent_holder = stuck.find(|&(place, _)| keeps(place));
        permanent_holder.map_or(WormIndex::NONE, |(_, header)| header)
    }
}
