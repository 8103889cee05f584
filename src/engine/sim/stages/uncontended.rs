//! Uncontended worms: the times of all flits follow from those of the header.
//!
//! While no other worm holds a lane of the channels that a worm occupies, its flits are delayed
//! only by its own header and by the room ahead. Let H(p) be the cycle in which the header entered
//! the lane at position p, B the room of a lane and k the number of a flit, 0 the header. Flit k
//! enters a lane after the flit before it, after it entered the lane behind, and not before flit
//! k − B has left:
//!
//! T(p, k) = max(T(p, k − 1) + 1, T(p − 1, k) + 1, T(p + 1, k − B)),
//!
//! with the solution
//!
//! T(p, k) = k + max over i of H(p + i) − i·B, for 0 ≤ i ≤ ⌊k/B⌋ up to the header's lane,
//!
//! because a step ahead followed by a step back costs no less than waiting, and H increases by at
//! least one per lane. The tail leaves a lane when it enters the next, so the release of a lane is
//! known as soon as the header is ⌊(M − 1)/B⌋ lanes farther ahead or has reached the processor,
//! where room is unlimited. Flits are counted and lanes freed only on demand.

use crate::sim::Simulator;
use crate::sim::state::{Header, Motion, NEVER, Position, UNKNOWN, WormIndex};

impl Simulator {
    /// Stage 4 for uncontended worms: headers enter the lanes they have claimed, and tails leave
    /// lanes.
    pub(in crate::sim) fn advance_uncontended(&mut self) {
        while let Some(worm) = self.entering.pop() {
            // The worm may have started to share a channel in the meantime.
            if self.worms.at(worm).motion == Motion::Uncontended {
                self.enter_uncontended(worm);
            }
        }
        let mut due = std::mem::take(&mut self.scratch.due);
        self.leaving.take(self.clock, &mut due);
        for worm in due.drain(..) {
            // The index may have been reused.
            let at = self.worms.at(worm);
            if at.motion == Motion::Uncontended && at.due == self.clock {
                self.visit(worm);
            }
        }
        self.scratch.due = due;
    }

    fn enter_uncontended(&mut self, worm: WormIndex) {
        let at = self.worms.at(worm);
        let (head, after, reach) = (at.head, (self.clock - at.headed) as u32, at.reach);
        self.worms.cell_mut(worm, head).entered = after;
        self.header_enters(worm);
        let at = self.worms.at(worm);
        if at.header == Header::Arrived {
            self.derive_tail_departures(worm);
        } else if head.0 > reach && head - reach > at.tail {
            let next = head - reach;
            let left = self.entry_time(worm, next, at.length - 1);
            self.set_tail_departure(worm, next - 1, left);
        }
        if self.worms.at(worm).due == NEVER {
            self.schedule_visit(worm);
        }
    }

    /// Derives when the tail leaves each lane, which is known once the header has arrived.
    fn derive_tail_departures(&mut self, worm: WormIndex) {
        let at = self.worms.at(worm);
        let (head, reach, last) = (at.head, at.reach, i64::from(at.length) - 1);
        let known = Position(head.0.saturating_sub(reach + 1));
        let first = known.max(at.tail);
        // Maximum of H(p) − p·B so far, from the head back.
        let mut latest = i64::MIN;
        for next in (first + 1).through(head).rev() {
            let shift = i64::from(next.0) * i64::from(self.capacity);
            let entered = i64::from(self.worms.cell(worm, next).entered);
            latest = latest.max(entered - shift);
            self.set_tail_departure(worm, next - 1, (latest + shift + last) as u32);
        }
    }

    /// Records when the tail leaves a lane.
    fn set_tail_departure(&mut self, worm: WormIndex, position: Position, left: u32) {
        let headed = self.worms.at(worm).headed;
        let cell = self.worms.cell_mut(worm, position);
        cell.left = left;
        let lane = cell.lane;
        if self.lanes.is_network(lane) {
            let channel = self.lanes.virtual_channel(lane).channel;
            let state = &mut self.lanes.channels[channel];
            state.due = headed + u64::from(left);
            let line = self.routers.of_channel(channel, state.from);
            self.routers.wake_at(state.due + 1, line);
        }
    }

    /// Schedules the next visit to a worm: when its tail leaves the processor, when its tail enters
    /// the lane in which its header stores the message, or when its tail arrives.
    fn schedule_visit(&mut self, worm: WormIndex) {
        let at = self.worms.at(worm);
        let left = if !at.is_sent {
            self.worms.cell(worm, Position::FIRST).left
        } else if matches!(at.header, Header::Arrived | Header::Storing) {
            self.worms.cell(worm, at.head - 1).left
        } else {
            UNKNOWN
        };
        if left != UNKNOWN {
            let at = self.worms.at_mut(worm);
            at.due = at.headed + u64::from(left);
            self.leaving.add(at.due, worm);
        }
    }

    /// Handles the event scheduled for this cycle.
    fn visit(&mut self, worm: WormIndex) {
        let at = self.worms.at_mut(worm);
        at.due = NEVER;
        if !at.is_sent {
            at.is_sent = true;
            self.counters.flit_hops += u64::from(at.length);
            self.release_tail_lane(worm);
        }
        let at = self.worms.at(worm);
        let is_whole = at.tail == at.head
            || at.headed + u64::from(self.worms.cell(worm, at.head - 1).left) == self.clock;
        match at.header {
            Header::Arrived if is_whole => self.finish_uncontended(worm),
            Header::Storing if is_whole => self.ask_when_stored(worm),
            _ => self.schedule_visit(worm),
        }
    }

    fn finish_uncontended(&mut self, worm: WormIndex) {
        let at = self.worms.at(worm);
        let length = u64::from(at.length);
        // Crossings into the lanes ahead of `tail`, which are not counted yet; the last of these
        // lanes is a port.
        self.counters.flit_hops += length * u64::from(at.head - at.tail - 1);
        self.counters.accepted_flits += length;
        self.complete(worm);
    }

    /// Brings the recorded tail of an uncontended worm up to date.
    pub(in crate::sim) fn update_tail(&mut self, worm: WormIndex) {
        let at = self.worms.at(worm);
        if at.motion != Motion::Uncontended || !at.is_sent {
            return;
        }
        let has_left = |position: &Position| {
            let left = self.worms.cell(worm, *position).left;
            left != UNKNOWN && at.headed + u64::from(left) < self.clock
        };
        let tail = at.tail.until(at.head).take_while(has_left).last();
        let tail = tail.map_or(at.tail, |last| last + 1);
        self.counters.flit_hops += u64::from(at.length) * u64::from(tail - at.tail);
        self.worms.at_mut(worm).tail = tail;
    }

    /// T(p, k), in cycles since the worm reached the head of its queue.
    fn entry_time(&self, worm: WormIndex, position: Position, flit: u32) -> u32 {
        let at = self.worms.at(worm);
        let ahead = (flit / self.capacity).min(at.head - position);
        let cells = self.worms.first_cell(worm) + position;
        let cells = &self.worms.cells[cells..=cells + ahead as usize];
        let bounds = (0_i64..).zip(cells);
        let room = i64::from(self.capacity);
        let bounds = bounds.map(|(i, cell)| i64::from(cell.entered) - i * room);
        let latest = bounds.max().expect("its own lane is among them");
        (latest + i64::from(flit)) as u32
    }

    /// Number of flits of an uncontended worm that entered a lane before a cycle.
    #[inline]
    pub(in crate::sim) fn flits_entered(
        &self,
        worm: WormIndex,
        position: Position,
        before: u64,
    ) -> u32 {
        let at = self.worms.at(worm);
        if position == Position::FIRST && !at.is_sent {
            // The processor holds all of them from the beginning.
            return at.length;
        }
        let entered = at.head - u32::from(at.header == Header::Claimed);
        if position > entered || before <= at.headed {
            return 0;
        }
        let (cells, room) = (self.worms.first_cell(worm), i64::from(self.capacity));
        let now = (before - at.headed).cast_signed() - 1;
        let most = i64::from(at.length) - 1;
        let mut last = -1;
        let mut latest = i64::MIN;
        for ahead in 0..=i64::from(entered - position) {
            let first = ahead * room;
            let cell = self.worms.cells[cells + position + ahead as usize];
            latest = latest.max(i64::from(cell.entered) - first);
            if first > most || now - latest < first {
                break;
            }
            // Until the header has arrived, every lane has room for B flits only.
            let ends = ahead == i64::from(entered - position) && at.header == Header::Arrived;
            let full = if ends { most } else { first + room - 1 };
            last = full.min(most).min(now - latest);
        }
        (last + 1) as u32
    }

    /// Channel crossings and delivered flits of an uncontended worm before a cycle, in the lanes
    /// that its tail has not entered yet.
    pub(in crate::sim) fn uncontended_progress(&self, worm: WormIndex, before: u64) -> (u64, u64) {
        let at = self.worms.at(worm);
        if at.motion != Motion::Uncontended {
            return (0, 0);
        }
        let is_received = |position| at.header == Header::Arrived && position == at.head;
        let mut progress = (0, 0);
        for position in (at.tail + 1).through(at.head) {
            let entered = u64::from(self.flits_entered(worm, position, before));
            if is_received(position) {
                progress.1 += entered;
            } else {
                progress.0 += entered;
            }
        }
        progress
    }

    /// Switches an uncontended worm to flit-by-flit movement, because it shares a channel now.
    pub(super) fn stop_being_uncontended(&mut self, worm: WormIndex) {
        if self.worms.at(worm).motion != Motion::Uncontended {
            return;
        }
        self.update_tail(worm);
        let (hops, accepted) = self.uncontended_progress(worm, self.clock);
        self.counters.flit_hops += hops;
        self.counters.accepted_flits += accepted;
        let at = *self.worms.at(worm);
        self.worms.clear_words(worm);
        let mut gone = 0;
        for position in at.tail.through(at.head).rev() {
            let entered = self.flits_entered(worm, position, self.clock);
            let cell = self.worms.cell_mut(worm, position);
            cell.held = entered - gone;
            let lane = cell.lane;
            if self.lanes.is_network(lane) {
                // The tail may leave later than recorded.
                let channel = self.lanes.virtual_channel(lane).channel;
                self.lanes.channels[channel].due = NEVER;
            }
            let is_sink = at.is_sink && position == at.head;
            let has_room = is_sink || entered - gone < self.capacity;
            let word = self.worms.word_mut(worm, position);
            word.full |= if entered > gone { position.bit() } else { 0 };
            word.room |= if has_room { position.bit() } else { 0 };
            gone = entered;
        }
        let at = self.worms.at_mut(worm);
        at.motion = Motion::Moving;
        at.counted_until = self.clock;
        self.moving.push(worm);
    }
}
