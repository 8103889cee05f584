//! Joining and leaving the lines of waiting headers.

use crate::sim::Simulator;
use crate::sim::state::{Line, LineIndex, TableIndex as _, WormIndex};

impl Simulator {
    /// The line in which a header waits. One that nothing is offered to, in a dead end behind a
    /// failed link, waits with those that ask for a port.
    #[inline]
    pub(in crate::sim) fn line_of(&self, worm: WormIndex) -> LineIndex {
        let at = self.worms.at(worm);
        if at.is_at_destination || at.offered == 0 || !self.routers.are_by_channel() {
            self.routers.of_ports(at.here)
        } else {
            self.routers.of_channel(at.offer.channel, at.here)
        }
    }

    /// Inserts a header into its line, ordered by the cycle of its request and then by age.
    #[inline]
    pub(in crate::sim) fn enqueue_header(&mut self, worm: WormIndex) {
        if self.routers.are_by_channel() {
            return self.enqueue_by_channel(worm);
        }
        let line = self.line_of(worm);
        self.join_line(line, worm);
    }

    /// Inserts a header into a line and schedules a visit for when it is ready.
    #[inline(always)]
    pub(super) fn join_line(&mut self, line: LineIndex, worm: WormIndex) {
        let at = self.worms.at_mut(worm);
        let (since, ready) = (at.since, at.ready());
        let place = &mut self.routers.table[line];
        if place.last.is_none() {
            at.next_waiting = WormIndex::NONE;
            (place.first, place.last) = (worm, worm);
        } else {
            self.insert_header(line, worm);
        }
        // The coming route stage is that of this cycle or of the next one.
        if ready == since {
            self.routers.busy.insert(line);
        } else {
            self.routers.timers.add(ready, line);
        }
    }

    /// Inserts a header into a line that is not empty.
    fn insert_header(&mut self, line: LineIndex, worm: WormIndex) {
        let Line { first, last } = self.routers.table[line];
        let at = self.worms.at(worm);
        let (since, message) = (at.since, at.message);
        let comes_after = |before: WormIndex| {
            let before = self.worms.at(before);
            (before.since, before.message) < (since, message)
        };
        // Most headers come last.
        let (mut before, mut next) = if comes_after(last) {
            (last, WormIndex::NONE)
        } else {
            (WormIndex::NONE, first)
        };
        while next.is_some() && comes_after(next) {
            (before, next) = (next, self.worms.at(next).next_waiting);
        }
        self.link(line, before, worm);
        self.worms.at_mut(worm).next_waiting = next;
        if next.is_none() {
            self.routers.table[line].last = worm;
        }
    }

    /// Makes `next` follow `before` in a line; either may be `NONE`.
    #[inline]
    pub(super) fn link(&mut self, line: LineIndex, before: WormIndex, next: WormIndex) {
        if before.is_none() {
            self.routers.table[line].first = next;
        } else {
            self.worms.at_mut(before).next_waiting = next;
        }
        if next.is_none() {
            self.routers.table[line].last = before;
        }
    }
}
