//! The distribution of replications over threads.

use std::sync::{Condvar, Mutex, MutexGuard};
use std::thread;

use flitscope::sweep::Queue;

/// The largest number of points that wait; further ones are added later. Their scenarios take some
/// kilobytes each.
const MOST_WAITING: usize = 10_000;

/// Every lock is released before a simulation starts.
pub(crate) const UNPOISONED: &str = "no thread panics while it holds the lock";

/// A queue that threads share while points are added.
pub(crate) struct SharedQueue<P> {
    state: Mutex<State<P>>,
    changed: Condvar,
}

struct State<P> {
    queue: Queue<P>,
    is_complete: bool,
}

impl<P: Clone> SharedQueue<P> {
    pub(crate) fn new(threads: usize) -> Self {
        Self {
            state: Mutex::new(State {
                queue: Queue::new(threads),
                is_complete: false,
            }),
            changed: Condvar::new(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State<P>> {
        self.state.lock().expect(UNPOISONED)
    }

    /// Adds a point whose replications are each an amount of `work`; waits while there are too many.
    pub(crate) fn add(&self, point: P, replications: u32, work: f64) {
        let is_full = |state: &mut State<P>| state.queue.waiting() >= MOST_WAITING;
        let state = self.changed.wait_while(self.lock(), is_full);
        let mut state = state.expect(UNPOISONED);
        state.queue.add(point, replications, work);
        drop(state);
        self.changed.notify_all();
    }

    /// No more points will be added.
    pub(crate) fn complete(&self) {
        self.lock().is_complete = true;
        self.changed.notify_all();
    }

    /// The next replication; waits until there is one, and is `None` when all have been taken.
    pub(crate) fn next(&self) -> Option<(P, u32)> {
        let mut state = self.lock();
        loop {
            let before = state.queue.waiting();
            let next = state.queue.take();
            if next.is_some() || state.is_complete {
                if state.queue.waiting() < before {
                    // There is room for another one.
                    self.changed.notify_all();
                }
                return next;
            }
            state = self.changed.wait(state).expect(UNPOISONED);
        }
    }
}

/// Does the parts of items on `jobs` threads, of which no result depends. Items are given by the number of their
/// parts and the work of each; the results are in their order, and in that of their parts.
pub(crate) fn all_of<T: Send>(
    jobs: usize,
    items: &[(u32, f64)],
    task: impl Fn(usize, u32) -> T + Sync,
) -> Vec<Vec<T>> {
    let queue = SharedQueue::new(jobs);
    let results: Vec<_> = items.iter().map(|_| Mutex::new(Vec::new())).collect();
    let work = || {
        while let Some((item, part)) = queue.next() {
            let result = task(item, part);
            let mut results = results[item].lock().expect(UNPOISONED);
            results.push((part, result));
        }
    };
    let parts: usize = items.iter().map(|item| item.0 as usize).sum();
    thread::scope(|scope| {
        for _ in 0..jobs.min(parts) {
            scope.spawn(work);
        }
        for (item, &(parts, work)) in items.iter().enumerate() {
            queue.add(item, parts, work);
        }
        queue.complete();
    });
    let results = results.into_iter().map(|results| {
        let mut results = results.into_inner().expect(UNPOISONED);
        results.sort_by_key(|(part, _)| *part);
        results.into_iter().map(|(_, result)| result).collect()
    });
    results.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_have_the_order_of_items_and_parts() {
        for jobs in [1, 2, 9] {
            let items = [(2, 1.0), (0, 5.0), (1, 3.0)];
            let results = all_of(jobs, &items, |item, part| (item, part));
            assert_eq!(results, [vec![(0, 0), (0, 1)], vec![], vec![(2, 0)]]);
        }
        assert!(all_of(3, &[], |item, _| item).is_empty());
    }

    #[test]
    fn threads_that_wait_get_the_replications_of_the_last_point() {
        let queue = SharedQueue::new(2);
        thread::scope(|scope| {
            let others = [0, 1].map(|_| scope.spawn(|| queue.next()));
            queue.add('a', 2, 1.0);
            let mut taken = others.map(|other| other.join().expect("it does not panic"));
            taken.sort_unstable();
            assert_eq!(taken, [Some(('a', 0)), Some(('a', 1))]);
        });
        queue.complete();
        assert_eq!(queue.next(), None);
    }
}
