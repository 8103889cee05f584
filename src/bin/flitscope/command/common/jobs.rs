//! The number of simultaneous simulations.

use std::num::NonZero;
use std::thread;

use clap::Args;
use flitscope::catalog::quoted;

/// The number of simultaneous simulations.
#[derive(Debug, Args)]
pub(crate) struct JobsOption {
    /// Number of simultaneous simulations [default: number of cores].
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    jobs: Option<String>,
}

/// The most simulations at a time; larger values are taken for typos.
const MOST_JOBS: usize = 4096;

impl JobsOption {
    /// Returns the number of threads, of which no result depends.
    pub(crate) fn count(&self) -> Result<usize, String> {
        let Some(text) = &self.jobs else {
            return Ok(cores());
        };
        let jobs = text.parse().ok();
        let jobs = jobs.filter(|jobs| (1..=MOST_JOBS).contains(jobs));
        jobs.ok_or_else(|| {
            let given = quoted(text);
            format!("jobs must be a whole number from 1 to {MOST_JOBS}, not {given}")
        })
    }
}

/// Returns the number of cores that the program may use.
pub(crate) fn cores() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}
