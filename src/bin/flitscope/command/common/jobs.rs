//! Simultaneous simulations: their number, and their distribution over threads.

use std::num::NonZero;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
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

/// Does the tasks with numbers from 0, on `jobs` threads. They start in the given `order`, which
/// contains every number once; the results are in the order of the numbers.
pub(crate) fn all_of<T: Send + Sync>(
    jobs: usize,
    order: &[usize],
    task: impl Fn(usize) -> T + Sync,
) -> Vec<T> {
    let results: Vec<_> = order.iter().map(|_| OnceLock::new()).collect();
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some(&number) = order.get(next.fetch_add(1, Ordering::Relaxed)) {
            results[number].get_or_init(|| task(number));
        }
    };
    thread::scope(|scope| {
        for _ in 1..jobs.min(order.len()) {
            scope.spawn(work);
        }
        work();
    });
    let done = results.into_iter().map(OnceLock::into_inner);
    done.map(|result| result.expect("the order has every number"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    #[test]
    fn tasks_start_in_order_and_results_have_the_order_of_their_numbers() {
        let order = [2, 0, 3, 1];
        for jobs in [1, 2, 9] {
            let started = Mutex::new(Vec::new());
            let results = all_of(jobs, &order, |number| {
                started.lock().expect("no thread panics").push(number);
                10 * number
            });
            assert_eq!(results, [0, 10, 20, 30]);
            let mut started = started.into_inner().expect("no thread panics");
            if jobs > 1 {
                started.sort_unstable();
                assert_eq!(started, [0, 1, 2, 3]);
            } else {
                assert_eq!(started, order);
            }
        }
        assert!(all_of(3, &[], |number| number).is_empty());
    }
}
