//! Time travel: checkpoints, and replay from the nearest one.
//!
//! A run is a function of its design, so any past cycle can be reached by stepping again from an
//! earlier checkpoint. Checkpoints are taken at regular intervals. When their memory is full, every
//! other one is dropped to make room for new ones, starting with the oldest, and then the interval
//! is doubled. Cycle 0 is always kept.
//!
//! A user who steps back once is likely to do so again. A replay therefore leaves closely spaced
//! checkpoints on its last stretch; later replays replace them when their memory is full.

use std::collections::VecDeque;
use std::sync::Arc;

use super::event_log::{Firsts, Log};
use super::trend::{SAMPLED_EVERY, Trend};
use crate::sim::design::Design;
use crate::sim::events::Events;
use crate::sim::{Counters, Simulator};

/// A simulator with its history.
#[derive(Debug, Clone)]
pub struct History {
    now: Simulator,
    /// In ascending order of cycle, the first at cycle 0.
    checkpoints: Vec<Simulator>,
    every: u64,
    /// Approximate memory of the checkpoints \[bytes\].
    bytes: usize,
    /// Checkpoints left by replays, the oldest first.
    recent: VecDeque<Simulator>,
    /// The counters at every [`SAMPLED_EVERY`]th cycle, including cycle 0.
    samples: Vec<Counters>,
    log: Log,
}

/// State of a search for an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Search {
    Found,
    /// The event is not in the cycles searched so far.
    Ahead,
    Over,
    /// More messages are waiting than a run may hold, so the run stops.
    Overrun,
}

impl History {
    const FIRST_DISTANCE: u64 = 32;
    const MOST_BYTES: usize = 48 << 20;
    /// Memory limit for checkpoints left by replays \[bytes\].
    const MOST_RECENT_BYTES: usize = 12 << 20;
    /// Number of cycles before its end in which a replay leaves checkpoints …
    const LAST_STRETCH: u64 = 64;
    /// … and the distance between these \[cycles\].
    const RECENT_DISTANCE: u64 = 8;

    /// Creates the history of a run that has not begun.
    pub fn new(design: Arc<Design>) -> Self {
        let start = Simulator::new(design).with_colors();
        Self {
            bytes: start.bytes(),
            checkpoints: vec![start.clone()],
            now: start,
            every: Self::FIRST_DISTANCE,
            recent: VecDeque::new(),
            samples: vec![Counters::default()],
            log: Log::new(),
        }
    }

    /// The simulator at the current cycle.
    pub fn now(&self) -> &Simulator {
        &self.now
    }

    /// The last cycle that has been simulated.
    pub fn furthest(&self) -> u64 {
        self.log.len() - 1
    }

    /// Advances by one cycle unless the run is overrun, because a user may leave it playing for
    /// hours.
    pub fn step(&mut self) {
        if self.now.is_overrun() {
            return;
        }
        self.now.step();
        if self.now.cycle() < self.log.len() {
            return;
        }
        self.log.push(self.now.events());
        if self.now.cycle() == self.samples.len() as u64 * SAMPLED_EVERY {
            self.samples.push(self.now.counters());
        }
        let newest = self.checkpoints.last().expect("cycle 0 is kept").cycle();
        if self.now.cycle() >= newest + self.every {
            self.checkpoints.push(self.now.clone());
            self.bytes += self.bytes_of(self.checkpoints.len() - 1);
            while self.bytes > Self::MOST_BYTES && self.checkpoints.len() > 2 {
                self.drop_one();
            }
        }
    }

    /// The recent trend of the run, given the counters at the current cycle, which snapshots
    /// contain.
    pub fn trend(&self, now: &Counters) -> Trend {
        let nodes = self.now.design().network.nodes();
        Trend::new(&self.samples, self.now.cycle(), now, nodes)
    }

    /// The run at a cycle or shortly before it.
    pub fn before(&self, cycle: u64) -> Simulator {
        self.nearest(cycle).clone()
    }

    /// A copy of the last checkpoint for which something holds that, once it does not hold, does not
    /// hold later either; of the first one if it holds for none.
    pub(super) fn last_checkpoint(&self, holds: impl Fn(&Simulator) -> bool) -> Simulator {
        let after = self.checkpoints.partition_point(holds);
        self.checkpoints[after.saturating_sub(1)].clone()
    }

    /// Goes to a cycle, backward or forward; `most_steps` bounds the work of one call. Returns
    /// whether the cycle was reached; a cycle after a run is overrun is never reached.
    pub fn seek(&mut self, cycle: u64, most_steps: u64) -> bool {
        let nearest = self.nearest(cycle);
        let is_ahead = (self.now.cycle()..=cycle).contains(&nearest.cycle());
        if cycle < self.now.cycle() || is_ahead {
            self.now = nearest.clone();
        }
        let end = cycle.min(self.now.cycle().saturating_add(most_steps));
        while self.now.cycle() < end && !self.now.is_overrun() {
            let is_replay = self.now.cycle() < self.furthest();
            self.step();
            let left = cycle - self.now.cycle();
            if is_replay && left < Self::LAST_STRETCH {
                self.leave_checkpoint();
            }
        }
        self.now.cycle() == cycle
    }

    /// The first simulated cycle after `after` in which an event of these kinds happened.
    ///
    /// Events are recorded at the end of a cycle: an event of the first cycle belongs to cycle 1.
    pub fn next_event(&self, after: u64, kinds: Events) -> Option<u64> {
        self.log.first_from(after + 1, kinds)
    }

    /// The last cycle before `before` in which an event of these kinds happened.
    pub fn previous_event(&self, before: u64, kinds: Events) -> Option<u64> {
        self.log.last_before(before, kinds)
    }

    /// Goes to the first cycle after `after` in which an event of these kinds happens; `most_steps`
    /// bounds the work of one call.
    pub fn seek_event(&mut self, after: u64, kinds: Events, most_steps: u64) -> Search {
        if let Some(cycle) = self.next_event(after, kinds) {
            let is_there = self.seek(cycle, most_steps);
            return if is_there {
                Search::Found
            } else {
                Search::Ahead
            };
        }
        let from = self.furthest();
        if self.now.cycle() < from && !self.seek(from, most_steps) {
            return Search::Ahead;
        }
        for _ in 0..most_steps {
            if self.now.is_over() {
                return Search::Over;
            }
            if self.now.is_overrun() {
                return Search::Overrun;
            }
            self.step();
            if self.now.cycle() > after && self.now.events().meets(kinds) {
                return Search::Found;
            }
        }
        Search::Ahead
    }

    /// The cycles in which events first happened in each of at most `most` stretches of equal
    /// length that cover the cycles up to `until`. Stretches that have not been simulated are
    /// omitted.
    pub fn marks(&self, until: u64, most: usize) -> Vec<Firsts> {
        self.log.marks(until, most)
    }

    /// Approximate memory in use \[bytes\].
    pub fn bytes(&self) -> usize {
        let unshared = |recent: &Simulator| recent.unshared_bytes(&self.now);
        let recent: usize = self.recent.iter().map(unshared).sum();
        let samples = size_of_val(&*self.samples);
        self.now.bytes() + self.bytes + recent + samples + self.log.bytes()
    }

    /// The last checkpoint that is not after a cycle.
    fn nearest(&self, cycle: u64) -> &Simulator {
        let after = self.checkpoints.partition_point(|c| c.cycle() <= cycle);
        let recent = self.recent.iter().filter(|c| c.cycle() <= cycle);
        let all = recent.chain([&self.checkpoints[after - 1]]);
        let nearest = all.max_by_key(|checkpoint| checkpoint.cycle());
        nearest.expect("cycle 0 is kept")
    }

    /// Leaves a checkpoint at the current cycle if one is due and there is none.
    fn leave_checkpoint(&mut self) {
        let cycle = self.now.cycle();
        let is_due = cycle.is_multiple_of(Self::RECENT_DISTANCE);
        if !is_due || self.nearest(cycle).cycle() == cycle {
            return;
        }
        let most = Self::MOST_RECENT_BYTES / self.now.unshared_bytes(self.nearest(cycle));
        while self.recent.len() >= most.max(1) {
            self.recent.pop_front();
        }
        if most > 0 {
            self.recent.push_back(self.now.clone());
        }
    }

    /// Drops the oldest checkpoint whose neighbors are at most twice the interval apart; if there
    /// is none, doubles the interval.
    fn drop_one(&mut self) {
        let is_dense = |three: &[Simulator]| {
            let [before, _, after] = three else {
                return false;
            };
            after.cycle() - before.cycle() <= 2 * self.every
        };
        match self.checkpoints.windows(3).position(is_dense) {
            Some(before) => {
                // Memory shared with the next checkpoint belongs to that one from now on.
                let dropped = before + 1;
                self.bytes -= self.bytes_of(dropped) + self.bytes_of(dropped + 1);
                self.checkpoints.remove(dropped);
                self.bytes += self.bytes_of(dropped);
            }
            None => self.every *= 2,
        }
    }

    /// Approximate memory of a checkpoint in addition to the one before it \[bytes\].
    fn bytes_of(&self, checkpoint: usize) -> usize {
        match &self.checkpoints[..=checkpoint] {
            [.., before, this] => this.unshared_bytes(before),
            [first] => first.bytes(),
            [] => 0,
        }
    }
}
