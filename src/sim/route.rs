//! Stage 2: headers ask for lanes, first come, first served.
//!
//! Only headers at one node compete, for the channels that leave it and its ejection ports.
//! So every node keeps a queue of the headers that wait there, and is looked at only in a
//! cycle in which a header has come to it, or one of those lanes has been freed.

use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::calendar::Calendar;
use super::lanes::{NEVER, NONE, Owner};
use super::voyage::Absorption;
use super::worm::{Header, Motion};
use super::worms::bit;
use super::{EventKind, Events, Selection, Simulator};
use crate::routing::{Candidate, Hop, VcSet, VirtualChannel};
use crate::topology::NodeId;

/// The queues of waiting headers.
#[derive(Debug, Clone)]
pub(super) struct Routers {
    table: Vec<Router>,
    /// Nodes to look at in the next route stage.
    busy: Vec<u32>,
    /// Nodes in which a header becomes ready in a later cycle.
    pub timers: Calendar,
    due: Vec<u32>,
}

#[derive(Debug, Clone, Copy)]
struct Router {
    /// The header that is served first.
    first: u32,
    /// Whether it is in `busy`.
    is_busy: bool,
}

impl Routers {
    pub(super) fn new(nodes: u32) -> Self {
        Self {
            table: vec![
                Router {
                    first: NONE,
                    is_busy: false,
                };
                nodes as usize
            ],
            busy: Vec::new(),
            timers: Calendar::new(nodes),
            due: Vec::new(),
        }
    }

    /// Whether no node is to be looked at in the next route stage, as far as is known now.
    pub(super) fn are_quiet(&self) -> bool {
        self.busy.is_empty()
    }

    /// Has a node looked at in the next route stage, if a header waits there.
    #[inline]
    pub(super) fn wake(&mut self, node: NodeId) {
        let router = &mut self.table[node.0 as usize];
        if router.first != NONE && !router.is_busy {
            router.is_busy = true;
            self.busy.push(node.0);
        }
    }

    /// Has a node looked at in the route stage of a later cycle, if a header waits there.
    #[inline]
    pub(super) fn wake_at(&mut self, cycle: u64, node: NodeId) {
        if self.table[node.0 as usize].first != NONE {
            self.timers.add(cycle, node.0);
        }
    }

    /// The header that is served first at a node, or `NONE`.
    #[cfg(debug_assertions)]
    pub(super) fn first_waiting(&self, node: NodeId) -> u32 {
        self.table[node.0 as usize].first
    }

    fn wake_due(&mut self, cycle: u64) {
        self.timers.take(cycle, &mut self.due);
        while let Some(node) = self.due.pop() {
            self.wake(NodeId(node));
        }
    }

    /// Memory in use \[bytes\], about.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.table) + self.timers.bytes()
    }
}

impl Simulator {
    pub(super) fn route(&mut self) {
        self.routers.wake_due(self.clock);
        while let Some(node) = self.routers.busy.pop() {
            self.routers.table[node as usize].is_busy = false;
            self.serve(node as usize);
        }
        self.look_for_deadlock();
    }

    /// Puts a header into the queue of its node, by the cycle in which it came to ask and by
    /// age.
    pub(super) fn line_up(&mut self, worm: u32) {
        let at = self.worms.at(worm);
        let (node, since, message, ready) = (at.here, at.since, at.message, at.ready);
        let queue = node.0 as usize;
        let (mut before, mut next) = (NONE, self.routers.table[queue].first);
        while next != NONE {
            let other = self.worms.at(next);
            if (other.since, other.message) > (since, message) {
                break;
            }
            (before, next) = (next, other.next_waiting);
        }
        self.worms.at_mut(worm).next_waiting = next;
        self.link(queue, before, worm);
        // In the coming route stage, which is this cycle's or the next one's.
        if ready == since {
            self.routers.wake(node);
        } else {
            self.routers.timers.add(ready, node.0);
        }
    }

    fn link(&mut self, node: usize, before: u32, worm: u32) {
        if before == NONE {
            self.routers.table[node].first = worm;
        } else {
            self.worms.at_mut(before).next_waiting = worm;
        }
    }

    /// Gives the headers that wait at a node what is free.
    fn serve(&mut self, node: usize) {
        let mut before = NONE;
        let mut worm = self.routers.table[node].first;
        while worm != NONE {
            let at = self.worms.at(worm);
            let next = at.next_waiting;
            // Most of those that asked before wait for one channel, and in vain again.
            let is_hopeless = at.header == Header::Blocked
                && at.offered == 1
                && !at.is_home
                && at.voyage == NONE
                && self.free(at.offer).is_empty();
            if at.ready <= self.clock && !is_hopeless && self.gets_a_lane(worm) {
                self.link(node, before, next);
            } else {
                before = worm;
            }
            worm = next;
        }
    }

    fn gets_a_lane(&mut self, worm: u32) -> bool {
        if self.worms.at(worm).motion.is_of_tree() {
            return self.gets_all(worm);
        }
        if self.worms.at(worm).header == Header::Asking {
            self.ask_routing(worm);
        }
        let gets_on = self.worms.at(worm).voyage == NONE || self.gets_a_port(worm);
        let lane = if gets_on {
            self.free_lane_for(worm)
        } else {
            NONE
        };
        if lane != NONE {
            self.claim(worm, lane);
        } else if self.worms.at(worm).header == Header::Asking {
            self.worms.at_mut(worm).header = Header::Blocked;
            self.scratch.newly_blocked.push(worm);
            self.look_again_when_due(worm);
        }
        lane != NONE
    }

    /// Has the node of a header that has just become blocked looked at again when a lane that
    /// it may take is free, as far as that is known. Of the rest it is told later.
    fn look_again_when_due(&mut self, worm: u32) {
        let at = self.worms.at(worm);
        if at.is_home {
            return;
        }
        for offer in self.worms.offers(worm) {
            let due = self.lanes.turns[offer.channel.0 as usize].due;
            if due != NEVER {
                self.routers.timers.add(due + 1, at.here.0);
            }
        }
    }

    /// Where a waiting header is and wants to go.
    ///
    /// The routing function is asked once per hop: what it allows does not change while the
    /// header waits.
    fn ask_routing(&mut self, worm: u32) {
        let at = self.worms.at(worm);
        let hop = Hop {
            here: at.here,
            to: at.aim,
            leg: at.leg,
        };
        let (message, hops) = (at.message, at.hops);
        if at.voyage != NONE
            && let Some(path) = self.voyages.path_ahead(at.voyage)
        {
            let Some(&next) = path.get(1) else {
                self.worms.at_mut(worm).is_home = true;
                return;
            };
            let channel = self.design.network.between(hop.here, next);
            let offer = Candidate {
                channel: channel.expect("planned nodes are neighbors"),
                vcs: VcSet::range(0, self.design.vcs),
                is_escape: false,
            };
            self.worms.set_offers(worm, &[offer]);
            return;
        }
        if hop.here == hop.to {
            self.worms.at_mut(worm).is_home = true;
            return;
        }
        let candidates = &mut self.scratch.candidates;
        candidates.clear();
        self.design.offers(message, hops, hop, candidates);
        self.worms.set_offers(worm, candidates.as_slice());
    }

    /// Whether a header has the ejection port that it needs where it stands, if any; claims
    /// one if there is one.
    fn gets_a_port(&mut self, worm: u32) -> bool {
        let at = *self.worms.at(worm);
        if self.voyages.at(at.voyage).has_port || !self.voyages.absorbs_here(at.voyage) {
            return true;
        }
        let port = self.lanes.free_ejection(at.here);
        if port == NONE {
            return false;
        }
        let position = at.head;
        self.lanes.claim(port, Owner { worm, position }, self.clock);
        let voyage = self.voyages.at_mut(at.voyage);
        voyage.has_port = true;
        voyage.absorbing.push_back(Absorption {
            position,
            port,
            node: at.here,
            hops: at.hops,
        });
        if at.header == Header::Blocked {
            // It waits for something else from now on.
            self.worms.at_mut(worm).header = Header::Asking;
        }
        true
    }

    /// The free lane that a waiting header takes, or `NONE`.
    fn free_lane_for(&self, worm: u32) -> u32 {
        if self.worms.at(worm).is_home {
            return self.lanes.free_ejection(self.worms.at(worm).here);
        }
        let offers = self.worms.offers(worm);
        if let &[only] = offers
            && self.design.selection != Selection::Random
        {
            return self.first_free(only).unwrap_or(NONE);
        }
        let preferred = self.select(worm, offers, false);
        let lane = preferred.or_else(|| self.select(worm, offers, true));
        lane.unwrap_or(NONE)
    }

    /// The lanes of an offer that are free.
    #[inline]
    fn free(&self, offer: Candidate) -> VcSet {
        VcSet(self.lanes.free(offer.channel, self.clock).0 & offer.vcs.0)
    }

    #[inline]
    fn first_free(&self, offer: Candidate) -> Option<u32> {
        let free = self.free(offer);
        let first = free.0.trailing_zeros() as u8;
        (!free.is_empty()).then(|| self.lanes.of(offer.channel, first))
    }

    /// Chooses among the free lanes of those offers that are escapes, or are not.
    fn select(&self, worm: u32, offers: &[Candidate], escapes: bool) -> Option<u32> {
        let offers = offers.iter().copied();
        let mut offers = offers.filter(|offer| offer.is_escape == escapes);
        match self.design.selection {
            Selection::First => offers.find_map(|offer| self.first_free(offer)),
            Selection::LeastOccupied => offers
                .filter(|&offer| !self.free(offer).is_empty())
                .min_by_key(|offer| {
                    let free = self.lanes.free(offer.channel, self.clock);
                    std::cmp::Reverse(free.len())
                })
                .and_then(|offer| self.first_free(offer)),
            Selection::Random => {
                let count: u32 = offers.clone().map(|offer| self.free(offer).len()).sum();
                let mut lanes = offers.flat_map(|offer| {
                    let (channel, free) = (offer.channel, self.free(offer).iter());
                    free.map(move |vc| self.lanes.of(channel, vc))
                });
                lanes.nth(self.draw(worm, count) as usize)
            }
        }
    }

    /// A number below `count` that depends on the seed, the message and its hops alone.
    fn draw(&self, worm: u32, count: u32) -> u32 {
        let at = self.worms.at(worm);
        let mut record = [0; 12];
        record[..8].copy_from_slice(&at.message.0.to_le_bytes());
        record[8..].copy_from_slice(&at.hops.to_le_bytes());
        let hash = xxh3_64_with_seed(&record, self.design.seed);
        (((hash >> 32) * u64::from(count)) >> 32) as u32
    }

    fn claim(&mut self, worm: u32, lane: u32) {
        if self.worms.is_at_end(worm) {
            self.settle(worm);
        }
        let before = self.worms.at(worm).head;
        let position = self.worms.extend(worm, lane, &mut self.lanes);
        self.lanes.claim(lane, Owner { worm, position }, self.clock);
        let is_network = self.lanes.is_network(lane);
        let at = self.worms.at_mut(worm);
        at.header = Header::Claimed;
        let is_first = is_network && at.hops == 0;
        self.events = self
            .events
            .with(Events::when(EventKind::Injected, is_first));
        at.hops += u32::from(is_network);
        at.is_sink = !is_network;
        let length = at.length;
        if at.voyage != NONE {
            let voyage = self.voyages.at_mut(at.voyage);
            if position != before + 1 {
                for absorption in &mut voyage.absorbing {
                    absorption.position -= before + 1 - position;
                    self.lanes.renumber(absorption.port, absorption.position);
                }
            }
            voyage.reached += u32::from(std::mem::take(&mut voyage.has_port));
        }
        // A worm whose flits still close up behind a waiting header is moving already.
        match at.motion {
            Motion::Moving | Motion::Tree | Motion::Branch => {}
            Motion::Flowing => self.entering.push(worm),
            Motion::Cruising => self.stop_cruising(worm),
            Motion::Still => {
                at.motion = Motion::Moving;
                self.moving.push(worm);
            }
        }
        if is_network {
            let VirtualChannel { channel, vc } = self.lanes.virtual_channel(lane);
            self.counters.hops += 1;
            self.counters.escapes += u64::from(self.escapes.contains(vc));
            self.lanes.promise(channel, length);
            if self.design.vcs > 1 {
                self.share(lane);
            }
        }
    }

    /// Takes note that a lane which has just been claimed shares its channel with others.
    fn share(&mut self, lane: u32) {
        let channel = self.lanes.virtual_channel(lane).channel;
        let holders = self.lanes.holders(channel);
        if holders == 1 {
            return;
        }
        // Where there were several already, they know.
        for other in self.lanes.held(channel) {
            if other == lane || holders == 2 {
                let Owner { worm, position } = self.lanes.owner(other);
                self.stop_flowing(worm);
                self.stop_cruising(worm);
                self.worms.word_mut(worm, position).shared |= bit(position);
                self.worms.at_mut(worm).sharing += 1;
            }
        }
    }

    /// The virtual channels that a blocked header may take.
    pub(super) fn wanted(&self, worm: u32) -> impl Iterator<Item = VirtualChannel> + '_ {
        let offers = if self.waits_for_port(worm) {
            &[]
        } else {
            self.worms.offers(worm)
        };
        offers.iter().flat_map(|offer| offer.lanes())
    }

    /// Whether what a blocked header waits for is an ejection port.
    pub(super) fn waits_for_port(&self, worm: u32) -> bool {
        let at = self.worms.at(worm);
        at.is_home
            || at.voyage != NONE
                && !self.voyages.at(at.voyage).has_port
                && self.voyages.absorbs_here(at.voyage)
    }
}
