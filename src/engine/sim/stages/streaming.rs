//! Streaming worms: while the same flits move in every cycle, the worm need not be visited.
//!
//! Streaming ends when the last lane is empty or the lane in which the moving flits gather is full,
//! both of which are known in advance, or when the worm starts to share a channel or its header
//! advances.

use crate::sim::Simulator;
use crate::sim::state::{Motion, Worm, WormIndex};

impl Simulator {
    /// Ends the streaming of worms for which it is due in this cycle.
    pub(in crate::sim) fn end_streaming(&mut self) {
        let mut due = std::mem::take(&mut self.streaming.due);
        self.streaming.ends.take(self.clock, &mut due);
        for worm in due.drain(..) {
            // The worm may have stopped earlier, and its index may have been reused.
            let at = self.worms.at(worm);
            if at.motion == Motion::Streaming && at.due == self.clock {
                self.stop_streaming(worm);
            }
        }
        self.streaming.due = due;
    }

    /// Accounts for the cycles in which a streaming worm was not visited, and advances it flit by
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

    /// Starts streaming if the flits that have just moved, from the last lane up to one in which
    /// they gather, will move again in the coming cycles: the worm is not visited until that lane
    /// is full or the last lane is empty. Returns whether it started.
    pub(super) fn starts_streaming(&mut self, worm: WormIndex, crossings: u32) -> bool {
        let &Worm {
            head,
            tail,
            is_sink,
            ..
        } = self.worms.at(worm);
        let front = tail + crossings;
        let is_sink = is_sink && front == head;
        let room = if is_sink {
            u32::MAX
        } else {
            self.capacity - self.worms.cell(worm, front).held
        };
        let cycles = room.min(self.worms.cell(worm, tail).held);
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

    /// Channel crossings and delivered flits of a streaming worm per cycle.
    fn per_cycle(&self, worm: WormIndex) -> (u64, u64) {
        let at = self.worms.at(worm);
        let delivers = at.is_sink && at.front == at.head;
        let crossings = at.front - at.tail - u32::from(delivers);
        (u64::from(crossings), u64::from(delivers))
    }

    /// Counts the progress of all streaming worms in `cycles` cycles.
    pub(in crate::sim) fn count_streaming(&mut self, cycles: u64) {
        self.counters.flit_hops += self.streaming.hops * cycles;
        self.counters.accepted_flits += self.streaming.accepted * cycles;
    }
}
