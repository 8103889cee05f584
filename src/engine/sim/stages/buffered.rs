//! Buffered worms: messages that fit into the buffer of a lane.
//!
//! A lane always has room for the flits of the message that holds it, so a flit advances in every
//! cycle in which its channel carries it, whatever the flits ahead of it do. What can move is then
//! a property of a lane, not of a worm: a lane is *ready* if a flit waits in the lane behind it.
//! Channels keep their ready lanes as bits, which change only when a header claims a lane or a flit
//! moves, so a cycle visits channels with ready lanes and the lanes that they serve, and a worm
//! only when its header or its tail moves.
//!
//! Packets of 1 to 4 flits on four virtual channels, which share nearly every channel that they
//! cross, are simulated about twice as fast as if each were moved as a whole. The plain stepper of
//! `tests/simulator/oracle`, which knows nothing of this, has the same states on random designs.

use crate::routing::VirtualChannel;
use crate::sim::Simulator;
use crate::sim::events::{EventKind, Events};
use crate::sim::state::{Header, LaneIndex, Motion, Owner, Position, WormIndex, stamp_of};
use crate::sim::switching::Switching;

/// The longest message that is simulated lane by lane \[flits\]. Longer ones are cheaper as a whole:
/// as long as they share no channel, the times of all their flits follow from those of the header.
const LONGEST: u32 = 8;

impl Simulator {
    /// How a message to one node moves from its source.
    pub(super) fn motion_of(&self, length: u32) -> Motion {
        let is_buffered = self.design.vcs > 1 && length <= self.capacity.min(LONGEST);
        if is_buffered {
            Motion::Buffered
        } else {
            Motion::Uncontended
        }
    }

    /// Grants a header a free lane.
    #[inline(always)]
    pub(super) fn claim_buffered(&mut self, worm: WormIndex, lane: LaneIndex) {
        let at = self.worms.at_mut(worm);
        at.header = Header::Claimed;
        let head = std::mem::replace(&mut at.lane, lane);
        self.passages.extend(head, lane, at.length);
        if !self.lanes.is_network(lane) {
            at.is_sink = true;
            let position = Position::FIRST;
            self.lanes.claim(lane, Owner { worm, position }, self.clock);
            self.draining.push(lane);
            return;
        }
        let is_first = at.hops == 0;
        at.hops += 1;
        let VirtualChannel { channel, vc } = self.lanes.virtual_channel(lane);
        let shares = self.lanes.claim_buffered(lane, worm, at.length, self.clock);
        self.active.insert(channel);
        self.counters.hops += 1;
        self.counters.escapes += u64::from(self.escapes.contains(vc));
        self.events = self
            .events
            .with(Events::when(EventKind::Injected, is_first));
        if shares {
            self.start_sharing(lane);
        }
    }

    /// Moves a flit into each ejection lane for which one waits: a processor takes one flit per
    /// port and cycle.
    pub(super) fn drain(&mut self) {
        let stamp = stamp_of(self.clock + 1);
        let mut i = 0;
        while i < self.draining.len() {
            let lane = self.draining[i];
            if !self.passages.is_awaited(lane) {
                i += 1;
                continue;
            }
            let entry = self.passages.enter(lane, stamp);
            self.counters.accepted_flits += 1;
            if entry.is_head {
                let worm = self.lanes.owner(lane).worm;
                self.worms.at_mut(worm).header = Header::Arrived;
            }
            if entry.is_tail {
                self.scratch.arrived.push(lane);
                self.draining.swap_remove(i);
            } else {
                i += 1;
            }
        }
    }

    /// Stage 4 for buffered worms: the consequences of the flits that have entered lanes.
    pub(in crate::sim) fn cross(&mut self) {
        for i in 0..self.scratch.followed.len() {
            let ahead = self.scratch.followed.at(i);
            let VirtualChannel { channel, vc } = self.lanes.virtual_channel(ahead);
            self.lanes.channels[channel].ready |= 1 << vc;
            self.active.insert(channel);
        }
        self.tails_enter();
        self.heads_enter();
        self.complete_drained();
    }

    /// Frees the lanes that tails have left.
    fn tails_enter(&mut self) {
        let stores = self.design.switching == Switching::StoreAndForward;
        for i in 0..self.scratch.tails.len() {
            let lane = self.scratch.tails.at(i);
            self.leave_buffered(self.passages.at(lane).behind);
            if stores {
                let worm = self.lanes.owner(lane).worm;
                if self.worms.at(worm).header == Header::Storing {
                    self.ask_when_stored(worm);
                }
            }
        }
    }

    /// Frees a lane that the tail of a buffered worm has left.
    #[inline(always)]
    fn leave_buffered(&mut self, lane: LaneIndex) {
        if !self.lanes.is_network(lane) {
            return self.free_lane(lane);
        }
        let (channel, is_left_to_others) = self.lanes.release_buffered(lane);
        let from = self.lanes.channels[channel].from;
        self.routers.wake(self.routers.of_channel(channel, from));
        if is_left_to_others {
            self.stop_sharing(lane);
        }
    }

    /// Lets headers that have entered a lane request the next one.
    fn heads_enter(&mut self) {
        for i in 0..self.scratch.heads.len() {
            let lane = self.scratch.heads.at(i);
            self.header_enters(self.lanes.owner(lane).worm);
        }
    }

    /// Delivers the messages whose tail has arrived.
    fn complete_drained(&mut self) {
        while let Some(lane) = self.scratch.arrived.pop() {
            self.leave_buffered(self.passages.at(lane).behind);
            self.complete(self.lanes.owner(lane).worm);
        }
    }

    /// Whether a header that has just entered a lane has to wait there for its tail.
    #[inline]
    pub(super) fn stores(&self, worm: WormIndex) -> bool {
        if self.design.switching != Switching::StoreAndForward {
            return false;
        }
        let at = self.worms.at(worm);
        if at.motion == Motion::Buffered {
            self.passages.at(at.lane).to_come > 0
        } else {
            at.tail != at.head
        }
    }
}
