//! Worms in which the same flits move cycle after cycle need no look until that ends.
//!
//! It ends when the last lane is empty or the lane in which the moving flits gather is full,
//! which is known in advance, or when the worm comes to share a channel or its header goes on.

use super::Simulator;
use super::calendar::Calendar;
use super::worm::Motion;

/// Worms that need no look until their last lane is empty.
#[derive(Debug, Clone)]
pub(super) struct Cruise {
    pub ends: Calendar,
    due: Vec<u32>,
    /// Channels that they cross together per cycle.
    hops: u64,
    /// Flits that they deliver together per cycle.
    accepted: u64,
}

impl Cruise {
    pub(super) fn new(nodes: u32) -> Self {
        Self {
            ends: Calendar::new(nodes),
            due: Vec::new(),
            hops: 0,
            accepted: 0,
        }
    }
}

impl Simulator {
    /// Looks again after worms that end cruising in this cycle.
    pub(super) fn end_cruises(&mut self) {
        let mut due = std::mem::take(&mut self.cruise.due);
        self.cruise.ends.take(self.clock, &mut due);
        for worm in due.drain(..) {
            // It may have been called back meanwhile, and set out again as another worm.
            let at = self.worms.at(worm);
            if at.motion == Motion::Cruising && at.due == self.clock {
                self.stop_cruising(worm);
            }
        }
        self.cruise.due = due;
    }

    /// Accounts for the cycles in which a cruising worm was left alone, and moves it with the
    /// others from this cycle on.
    pub(super) fn stop_cruising(&mut self, worm: u32) {
        if self.worms.at(worm).motion != Motion::Cruising {
            return;
        }
        let (hops, accepted) = self.per_cycle(worm);
        self.cruise.hops -= hops;
        self.cruise.accepted -= accepted;
        let at = self.worms.at_mut(worm);
        let cycles = (self.clock - at.settled) as u32;
        at.motion = Motion::Moving;
        let (front, tail) = (at.front, at.tail);
        self.worms.cell_mut(worm, tail).held -= cycles;
        self.worms.cell_mut(worm, front).held += cycles;
        self.moving.push(worm);
    }

    /// If the flits of a worm that have just moved will do the same in the coming cycles, from
    /// its last lane up to one in which they gather: leaves it alone until that is full or
    /// the last lane is empty. Tells whether it does.
    pub(super) fn sets_cruising(&mut self, worm: u32, crossings: u32) -> bool {
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
        at.motion = Motion::Cruising;
        (at.front, at.due) = (front, due);
        let (hops, accepted) = self.per_cycle(worm);
        self.cruise.hops += hops;
        self.cruise.accepted += accepted;
        self.cruise.ends.add(due, worm);
        true
    }

    /// Channels that a cruising worm crosses in a cycle, and flits that it delivers.
    fn per_cycle(&self, worm: u32) -> (u64, u64) {
        let at = self.worms.at(worm);
        let delivers = at.is_sink && at.front == at.head;
        let crossings = at.front - at.tail - u32::from(delivers);
        (u64::from(crossings), u64::from(delivers))
    }

    /// What cruising worms do in so many cycles.
    pub(super) fn count_cruises(&mut self, cycles: u64) {
        self.counters.flit_hops += self.cruise.hops * cycles;
        self.counters.accepted_flits += self.cruise.accepted * cycles;
    }
}
