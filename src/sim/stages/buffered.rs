//! Buffered worms: messages that fit into the buffer of a lane.
//!
//! A lane always has room for the flits of the message that holds it, so a flit advances in every
//! cycle in which its channel carries it, whatever the flits ahead of it do. What can move is then
//! a property of a lane, not of a worm: a lane is *ready* if a flit waits in the lane behind it.
//! Channels keep their ready lanes as bits, which change only when a header claims a lane or a flit
//! moves, so a cycle visits channels with ready lanes and the lanes that they serve, and a worm
//! only when its header or its tail moves.

use crate::routing::VirtualChannel;
use crate::sim::{Scratch, Simulator};
use crate::sim::events::{EventKind, Events};
use crate::sim::state::{
    Header, LaneIndex, Motion, Owner, Position, TableIndex as _, WormIndex,
};
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
    pub(super) fn claim_buffered(&mut self, worm: WormIndex, lane: LaneIndex) {
        let at = self.worms.at_mut(worm);
        let head = std::mem::replace(&mut at.lane, lane);
        let (length, is_first) = (at.length, at.hops == 0);
        at.header = Header::Claimed;
        self.passages.extend(head, lane, length);
        if !self.lanes.is_network(lane) {
            at.is_sink = true;
            let position = Position::FIRST;
            self.lanes.claim(lane, Owner { worm, position }, self.clock);
            self.draining.push(lane);
            return;
        }
        at.hops += 1;
        let VirtualChannel { channel, vc } = self.lanes.virtual_channel(lane);
        let shares = self.lanes.claim_buffered(lane, worm, length, self.clock);
        self.active.insert(channel);
        if shares {
            self.start_sharing(lane);
        }
        self.counters.hops += 1;
        self.counters.escapes += u64::from(self.escapes.contains(vc));
        self.events = self.events.with(Events::when(EventKind::Injected, is_first));
    }

    /// Selects the ejection lanes of buffered worms that a flit enters in this cycle: a processor
    /// takes one flit per port and cycle.
    pub(super) fn drain(&mut self) {
        let mut i = 0;
        while i < self.draining.len() {
            let lane = self.draining[i];
            let is_last = self.passages.at(lane).to_come == 1;
            let moves = self.passages.is_awaited(lane);
            if moves {
                self.crossing.push(lane);
            }
            if moves && is_last {
                self.draining.swap_remove(i);
            } else {
                i += 1;
            }
        }
    }

    /// Stage 4 for buffered worms: moves a flit into each of the selected lanes.
    #[inline(never)]
    pub(in crate::sim) fn cross(&mut self) {
        let stamp = (self.clock as u32).wrapping_add(1);
        let Self {
            passages,
            lanes,
            active,
            crossing,
            scratch: Scratch { heads, tails, .. },
            counters,
            ..
        } = self;
        heads.clear(crossing.len());
        tails.clear(crossing.len());
        for &lane in crossing.iter() {
            let entry = passages.enter(lane, stamp);
            heads.push_if(entry.is_head, lane);
            tails.push_if(entry.is_tail, lane);
            if lanes.is_network(lane) {
                counters.flit_hops += 1;
                lanes.set_ready(lane, entry.is_followed);
                if lanes.is_network(entry.ahead) {
                    let VirtualChannel { channel, .. } = lanes.virtual_channel(entry.ahead);
                    lanes.set_ready(entry.ahead, true);
                    active.insert(channel);
                }
            } else {
                counters.accepted_flits += 1;
            }
        }
        crossing.clear();
        self.tails_enter();
        self.heads_enter();
        self.complete_drained();
    }

    /// Frees the lanes that tails have left.
    #[inline(never)]
    fn tails_enter(&mut self) {
        let stores = self.design.switching == Switching::StoreAndForward;
        for i in 0..self.scratch.tails.len() {
            let lane = self.scratch.tails.at(i);
            let left = self.passages.at(lane).behind;
            self.free_lane(left);
            if self.lanes.is_network(left) {
                self.stop_sharing(left);
            }
            if stores {
                let worm = self.lanes.owner(lane).worm;
                if self.worms.at(worm).header == Header::Storing {
                    self.ask(worm, self.delay_here(worm));
                }
            }
        }
    }

    /// Lets headers that have entered a lane request the next one.
    #[inline(never)]
    fn heads_enter(&mut self) {
        for i in 0..self.scratch.heads.len() {
            let lane = self.scratch.heads.at(i);
            self.header_enters(self.lanes.owner(lane).worm);
        }
    }

    /// Delivers the messages whose tail has arrived.
    #[inline(never)]
    fn complete_drained(&mut self) {
        for i in 0..self.scratch.tails.len() {
            let lane = self.scratch.tails.at(i);
            if self.lanes.is_ejection(lane) {
                self.complete(self.lanes.owner(lane).worm);
            }
        }
    }

    /// Whether a header that has just entered a lane has to wait there for its tail.
    pub(super) fn stores(&self, worm: WormIndex) -> bool {
        let at = self.worms.at(worm);
        let is_whole = if at.motion == Motion::Buffered {
            self.passages.at(at.lane).to_come == 0
        } else {
            at.tail == at.head
        };
        self.design.switching == Switching::StoreAndForward && !is_whole
    }
}
