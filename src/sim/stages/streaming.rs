//! Streaming worms: while the same flits move in every cycle, nobody has to visit them.
//!
//! It ends when the last lane is empty or the lane in which the moving flits gather is full,
//! which is known in advance, or when the worm comes to share a channel or its header goes on.

use crate::sim::Simulator;
use crate::sim::state::{Motion, WormIndex};

impl Simulator {
    /// Takes up the worms whose streaming ends in this cycle.
    pub(in crate::sim) fn end_streaming(&mut self) {
        let mut due = std::mem::take(&mut self.streaming.due);
        self.streaming.ends.take(self.clock, &mut due);
        for worm in due.drain(..) {
            // It may have stopped earlier, and its index may be another worm's by now.
            let at = self.worms.at(worm);
            if at.motion == Motion::Streaming && at.due == self.clock {
                self.stop_streaming(worm);
            }
        }
        self.streaming.due = due;
    }

    /// Accounts for the cycles in which a streaming worm was left alone, and advances it flit by
    /// flit from this cycle on.
    pub(super) fn stop_streaming(&mut self, worm: WormIndex) {
        if self.worms.at(worm).motion != Motion::Streaming {
            return;
        }
        let (hops, accepted) = self.per_cycle(worm);
        self.streaming.hops -= hops;
        self.streaming.accepted -= accepted;
        let at = self.worms.at_mut(worm);
        let cycles = (self.clock - at.counted_until) as u32;
        at.motion = Motion::Moving;
        let (front, tail) = (at.front, at.tail);
        self.worms.cell_mut(worm, tail).held -= cycles;
        self.worms.cell_mut(worm, front).held += cycles;
        self.moving.push(worm);
    }

    /// If the flits of a worm that have just moved will do the same in the coming cycles, from
    /// its last lane up to one in which they gather: leaves it alone until that is full or
    /// the last lane is empty. Returns whether it does.
    pub(super) fn starts_streaming(&mut self, worm: WormIndex, crossings: u32) -> bool {
        let at = *self.worms.at(worm);
        let front = at.tail + crossings;
        let is_sink = at.is_sink && front == at.head;
        let room = if is_sink {
            u32::MAX
        } else {
            self.capacity - self.worms.cell(worm, front).held
        };
        let cycles = room.min(self.worms.cell(worm, at.tail).held);
        if cycles < 2 || !self.worms.moves_as_one(worm, front) {
            return false;
        }
        let due = self.clock + u64::from(cycles);
        let at = self.worms.at_mut(worm);
        at.motion = Motion::Streaming;
        (at.front, at.due) = (front, due);
        let (hops, accepted) = self.per_cycle(worm);
        self.streaming.hops += hops;
        self.streaming.accepted += accepted;
        self.streaming.ends.add(due, worm);
        true
    }

    /// Channels that a streaming worm crosses in a cycle, and flits that it delivers.
    fn per_cycle(&self, worm: WormIndex) -> (u64, u64) {
        let at = self.worms.at(worm);
        let delivers = at.is_sink && at.front == at.head;
        let crossings = at.front - at.tail - u32::from(delivers);
        (u64::from(crossings), u64::from(delivers))
    }

    /// What streaming worms do in so many cycles.
    pub(in crate::sim) fn count_streaming(&mut self, cycles: u64) {
        self.counters.flit_hops += self.streaming.hops * cycles;
        self.counters.accepted_flits += self.streaming.accepted * cycles;
    }
}
