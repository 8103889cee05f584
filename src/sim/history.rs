//! Going back in time: checkpoints, and replay from the nearest one.
//!
//! A run is a function of its design, so any past cycle is reached by stepping again from
//! a checkpoint before it. Checkpoints are taken every so many cycles; when they fill their
//! memory, every other one is dropped and the distance doubled. Cycle 0 is always kept.

use std::sync::Arc;

use super::trend::{SAMPLED_EVERY, Trend};
use super::{Counters, Design, Simulator};

/// A simulator with its past.
#[derive(Debug, Clone)]
pub struct History {
    now: Simulator,
    /// In ascending order of cycle, the first at cycle 0.
    checkpoints: Vec<Simulator>,
    every: u64,
    bytes: usize,
    /// What had happened by every [`SAMPLED_EVERY`]th cycle, 0 included.
    samples: Vec<Counters>,
}

impl History {
    const FIRST_DISTANCE: u64 = 32;
    const MOST_BYTES: usize = 48 << 20;

    /// The history of a run that has not begun.
    pub fn new(design: Arc<Design>) -> Self {
        let start = Simulator::new(design);
        Self {
            bytes: start.bytes(),
            checkpoints: vec![start.clone()],
            now: start,
            every: Self::FIRST_DISTANCE,
            samples: vec![Counters::default()],
        }
    }

    /// The simulator at the current cycle.
    pub fn now(&self) -> &Simulator {
        &self.now
    }

    /// One cycle on.
    pub fn step(&mut self) {
        self.now.step();
        if self.now.cycle() == self.samples.len() as u64 * SAMPLED_EVERY {
            self.samples.push(self.now.counters());
        }
        let newest = self.checkpoints.last().expect("cycle 0 is kept").cycle();
        if self.now.cycle() >= newest + self.every {
            self.bytes += self.now.bytes();
            self.checkpoints.push(self.now.clone());
            if self.bytes > Self::MOST_BYTES && self.checkpoints.len() > 2 {
                self.thin_out();
            }
        }
    }

    /// How the run went lately, from what had happened by now, which snapshots have.
    pub fn trend(&self, now: &Counters) -> Trend {
        let nodes = self.now.design().network.nodes();
        Trend::new(&self.samples, self.now.cycle(), now, nodes)
    }

    /// The run as it was at a cycle or not long before it.
    pub fn before(&self, cycle: u64) -> Simulator {
        let after = self.checkpoints.partition_point(|c| c.cycle() <= cycle);
        self.checkpoints[after - 1].clone()
    }

    /// Goes to a cycle, backwards or forwards; `most_steps` bounds the work of one call.
    /// Returns whether the cycle was reached.
    pub fn seek(&mut self, cycle: u64, most_steps: u64) -> bool {
        let after = self.checkpoints.partition_point(|c| c.cycle() <= cycle);
        let nearest = &self.checkpoints[after - 1];
        let is_ahead = (self.now.cycle()..=cycle).contains(&nearest.cycle());
        if cycle < self.now.cycle() || is_ahead {
            self.now.clone_from(nearest);
        }
        let end = cycle.min(self.now.cycle().saturating_add(most_steps));
        while self.now.cycle() < end {
            self.step();
        }
        self.now.cycle() == cycle
    }

    fn thin_out(&mut self) {
        let mut index = 0;
        self.checkpoints.retain(|_| {
            index += 1;
            index % 2 == 1
        });
        self.every *= 2;
        self.bytes = self.checkpoints.iter().map(Simulator::bytes).sum();
    }
}
