//! Number of messages waiting at every source, sampled in constant memory.
//!
//! Samples are taken at equal intervals, initially every 16 cycles. When there are 64, every other
//! one is dropped and the interval doubles, so that a run of any length has 32 to 63 and their cost
//! does not depend on its number of cycles.

use crate::sim::Simulator;

/// Initial number of cycles between samples.
const FIRST: u64 = 16;

/// Number of samples at which every other one is dropped.
const MOST: usize = 64;

/// Samples of the number of messages waiting at every source.
#[derive(Debug, Clone)]
pub(super) struct Sources {
    every: u64,
    /// The cycle of the next sample.
    next: u64,
    /// The cycle of each sample.
    cycles: Vec<u64>,
    count: usize,
    /// By sample, then by source.
    waiting: Vec<u32>,
}

impl Sources {
    /// Creates an empty list for a run that is measured from `cycle` on.
    pub(super) fn from(cycle: u64) -> Self {
        Self {
            every: FIRST,
            next: cycle.saturating_add(FIRST),
            cycles: Vec::new(),
            count: 0,
            waiting: Vec::new(),
        }
    }

    /// Observes the cycle that was just simulated. If idle cycles were skipped, all samples due in
    /// them are taken from the current state.
    pub(super) fn observe(&mut self, simulator: &Simulator) {
        while simulator.cycle() >= self.next {
            let start = self.waiting.len();
            self.waiting.extend(simulator.waiting());
            self.count = self.waiting.len() - start;
            self.cycles.push(self.next);
            self.next += self.every;
            if self.cycles.len() == MOST {
                self.drop_every_other();
            }
        }
    }

    /// Drops every other sample, keeping the last one.
    fn drop_every_other(&mut self) {
        for kept in 0..MOST / 2 {
            let from = 2 * kept + 1;
            self.cycles[kept] = self.cycles[from];
            let from = from * self.count..(from + 1) * self.count;
            self.waiting.copy_within(from, kept * self.count);
        }
        self.cycles.truncate(MOST / 2);
        self.waiting.truncate(MOST / 2 * self.count);
        self.every *= 2;
        self.next = self.cycles[MOST / 2 - 1] + self.every;
    }

    /// Creates a list from given samples, each of all sources.
    #[cfg(test)]
    pub(super) fn sampled(every: u64, samples: &[Vec<u32>]) -> Self {
        Self {
            every,
            next: u64::MAX,
            cycles: (1..=samples.len() as u64).map(|n| n * every).collect(),
            count: samples.first().map_or(0, Vec::len),
            waiting: samples.concat(),
        }
    }

    pub(super) fn every(&self) -> u64 {
        self.every
    }

    /// Number of samples after a cycle.
    pub(super) fn since(&self, cycle: u64) -> usize {
        self.cycles.iter().filter(|at| **at > cycle).count()
    }

    /// Number of cycles between the first sample after a cycle and the last one, and one interval.
    pub(super) fn time_since(&self, cycle: u64) -> u64 {
        self.since(cycle) as u64 * self.every
    }

    pub(super) fn count(&self) -> usize {
        self.count
    }

    pub(super) fn last(&self, source: usize, samples: usize) -> impl Iterator<Item = f64> + Clone {
        let first = self.cycles.len() - samples;
        let rows = self.waiting.chunks(self.count.max(1)).skip(first);
        rows.map(move |row| f64::from(row[source]))
    }
}
