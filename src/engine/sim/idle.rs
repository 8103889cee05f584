//! Cycles in which nothing happens, and the end of a history.

use super::Simulator;
use super::events::Events;
use super::state::LaneIndex;
use crate::topology::ChannelId;

impl Simulator {
    /// Skips at most `most` cycles in which no message is generated or arrives and no header makes
    /// a request, with the same result as stepping through them. Returns the number of cycles
    /// skipped.
    pub fn skip_idle(&mut self, most: u64) -> u64 {
        if most == 0 || !self.is_idle() {
            return 0;
        }
        let from = self.clock;
        let mut next = self.sources.next_due(&self.design, from, from + most);
        if let Some(prepared) = self.sources.prepared.front() {
            next = next.min(prepared.joins.max(from));
        }
        if let Some(served) = self.replies.served.front() {
            next = next.min(served.joins.max(from));
        }
        next = self.routers.timers.next_due(from, next);
        next = self.leaving.next_due(from, next);
        next = self.streaming.ends.next_due(from, next);
        let cycles = next - from;
        if cycles > 0 {
            self.deliveries.clear();
            self.completions.clear();
            self.events = Events::NONE;
            self.count_streaming(cycles);
            self.clock = next;
        }
        cycles
    }

    /// Whether nothing happens in the coming cycle except what is scheduled for it.
    fn is_idle(&self) -> bool {
        let is_ready = |channel: ChannelId| self.lanes.channels[channel].ready != 0;
        let is_awaited = |&lane: &LaneIndex| self.passages.is_awaited(lane);
        self.moving.is_empty()
            && !self.active.iter().any(is_ready)
            && !self.draining.iter().any(is_awaited)
            && self.trees.moving.is_empty()
            && self.routers.are_quiet()
            && self.sources.startable.is_empty()
            && self.multicasts.released.is_empty()
            && !self.has_arrivals_to_take()
    }

    /// Whether nothing is left to do: all ordered messages are delivered and no message is drawn at
    /// random.
    pub fn is_drained(&self) -> bool {
        self.backlog() == 0
            && self.multicasts.live_count == 0
            && !self.sources.more_to_come(&self.design)
            && self.replies.served.is_empty()
            && !self.has_arrivals_to_take()
    }

    /// Whether nothing will happen anymore: every message is delivered or waits forever.
    pub fn is_over(&self) -> bool {
        let is_still = self.is_idle()
            && !self.sources.more_to_come(&self.design)
            && self.sources.prepared.is_empty()
            && self.replies.served.is_empty()
            && self.routers.timers.is_empty()
            && self.leaving.is_empty()
            && self.streaming.ends.is_empty()
            && !self.closes_up();
        is_still || self.is_drained()
    }

    /// Whether the flits of a worm that is moved on demand still close up behind its waiting header.
    fn closes_up(&self) -> bool {
        let flits = |worm, now| self.uncontended_progress(worm, now);
        let mut worms = self.worms.iter();
        worms.any(|(worm, _)| flits(worm, self.clock) != flits(worm, self.clock + 1))
    }
}
