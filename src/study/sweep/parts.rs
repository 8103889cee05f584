//! A point in parts, so that several workers share its replications.
//!
//! Each replication is a part, whose result is a sample; the report is another part, from all
//! samples. It is the same as that of the whole point, because samples are sent without rounding.

use serde::{Deserialize, Serialize};

use super::{Point, Report, Sample};
use crate::wire::{decode, encode};

/// A part of a point, for a worker.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Part {
    /// All replications in sequence, and the report.
    Whole,
    /// The replication with this index, whose result is a [`Sample`].
    Replication(u32),
    /// The report, from the samples of all replications in order.
    Report(Vec<Vec<u8>>),
}

pub(super) enum PartResult {
    Report(Box<Report>),
    /// A [`Sample`], encoded.
    Sample(Vec<u8>),
}

impl Point {
    /// Does a part; `progress` receives the fraction of it that is done.
    pub(super) fn do_part(
        &self,
        part: &Part,
        progress: impl FnMut(f64),
    ) -> Result<PartResult, String> {
        let report = |report| Ok(PartResult::Report(Box::new(report)));
        match part {
            Part::Whole => report(self.simulate(progress)),
            &Part::Replication(index) => {
                let sample = self.run_replication(index, progress);
                Ok(PartResult::Sample(encode(&sample)))
            }
            Part::Report(samples) => {
                let samples = samples.iter().map(|sample| decode::<Sample>(sample));
                let samples = samples.collect::<Result<Vec<_>, _>>();
                let samples = samples.map_err(|error| error.to_string())?;
                report(self.report(&samples))
            }
        }
    }
}

/// The parts of a point that workers do or have done.
#[derive(Debug)]
pub(super) struct Parts {
    /// By replication; a point that is not divided has one.
    replications: Vec<State>,
    is_divided: bool,
    is_reporting: bool,
}

#[derive(Debug)]
enum State {
    Waiting,
    Running(f64),
    Sampled(Vec<u8>),
}

impl Parts {
    /// The parts of a point with this many replications, for a number of workers. A single worker
    /// does it as a whole.
    pub(super) fn new(replications: i64, workers: usize) -> Self {
        let is_divided = workers > 1 && replications > 1;
        let count = if is_divided { replications } else { 1 };
        Self {
            replications: (0..count).map(|_| State::Waiting).collect(),
            is_divided,
            is_reporting: false,
        }
    }

    /// The number of workers that can share the point.
    pub(super) fn count(&self) -> usize {
        self.replications.len()
    }

    /// The next part, with the index of its replication.
    pub(super) fn next(&mut self) -> Option<(usize, Part)> {
        let mut replications = self.replications.iter();
        if let Some(index) = replications.position(|state| matches!(state, State::Waiting)) {
            self.replications[index] = State::Running(0.0);
            let part = if self.is_divided {
                Part::Replication(index as u32)
            } else {
                Part::Whole
            };
            return Some((index, part));
        }
        let is_sampled = |state: &State| matches!(state, State::Sampled(_));
        if self.is_reporting || !self.replications.iter().all(is_sampled) {
            return None;
        }
        self.is_reporting = true;
        let samples = self
            .replications
            .iter_mut()
            .filter_map(|state| match state {
                State::Sampled(sample) => Some(std::mem::take(sample)),
                State::Waiting | State::Running(_) => None,
            });
        Some((0, Part::Report(samples.collect())))
    }

    /// Records the progress of a replication.
    pub(super) fn progress(&mut self, index: usize, share: f64) {
        if let state @ (State::Waiting | State::Running(_)) = &mut self.replications[index] {
            *state = State::Running(share);
        }
    }

    /// Records the sample of a replication.
    pub(super) fn sampled(&mut self, index: usize, sample: Vec<u8>) {
        self.replications[index] = State::Sampled(sample);
    }

    pub(super) fn share(&self) -> f64 {
        let shares = self.replications.iter().map(|state| match state {
            State::Waiting => 0.0,
            State::Running(share) => *share,
            State::Sampled(_) => 1.0,
        });
        shares.sum::<f64>() / self.replications.len() as f64
    }
}
