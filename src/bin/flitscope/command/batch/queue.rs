//! The queue of points that a batch measures: the longest first, and each by all threads at once.
//!
//! A thread takes a replication of a point that has been started, and starts another point only if
//! there is none. So a point is done soon after it was started, and little is lost if the batch is
//! interrupted. Lines are read while others are simulated; of the points that have been read, the
//! longest is started next.

use std::collections::{BinaryHeap, VecDeque};
use std::sync::{Condvar, Mutex, MutexGuard};

use std::cmp::{Ordering, Reverse};

/// The largest number of points that wait; further lines are read later. Their scenarios take some
/// kilobytes each.
const MOST_WAITING: usize = 10_000;

/// Points of type `W` that wait, and of type `S` that have been started.
pub(super) struct Queue<W, S> {
    state: Mutex<State<W, S>>,
    changed: Condvar,
    /// Whether points are started in order, and not the longest first.
    is_in_order: bool,
}

struct State<W, S> {
    waiting: BinaryHeap<Waiting<W>>,
    started: VecDeque<Started<S>>,
    /// Number of points that a thread is building.
    in_construction: usize,
    /// Number of points added.
    added: usize,
    is_complete: bool,
}

struct Waiting<W> {
    work: f64,
    number: usize,
    point: W,
}

struct Started<S> {
    point: S,
    /// The replications that no thread has taken.
    left: std::ops::Range<u32>,
}

/// The next task of a thread.
#[derive(Debug, PartialEq)]
pub(super) enum Next<W, S> {
    /// It starts a point: builds it and passes it to [`Queue::start`].
    Start(W),
    /// It runs the replication with this index of a point.
    Replicate(S, u32),
}

impl<W> Ord for Waiting<W> {
    /// The greatest is the longest, and of equal ones the first.
    fn cmp(&self, other: &Self) -> Ordering {
        let of = |one: &Self| Reverse(one.number);
        self.work
            .total_cmp(&other.work)
            .then(of(self).cmp(&of(other)))
    }
}

impl<W> PartialOrd for Waiting<W> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<W> PartialEq for Waiting<W> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl<W> Eq for Waiting<W> {}

impl<W, S: Clone> Queue<W, S> {
    /// For a number of threads. A single one takes the points in order, since the order does not
    /// change when the last one ends.
    pub(super) fn new(threads: usize) -> Self {
        Self {
            state: Mutex::new(State {
                waiting: BinaryHeap::new(),
                started: VecDeque::new(),
                in_construction: 0,
                added: 0,
                is_complete: false,
            }),
            changed: Condvar::new(),
            is_in_order: threads == 1,
        }
    }

    fn lock(&self) -> MutexGuard<'_, State<W, S>> {
        self.state.lock().expect(super::UNPOISONED)
    }

    /// Adds a point whose replications are each an amount of `work`; waits while there are too many.
    pub(super) fn add(&self, work: f64, point: W) {
        let is_full = |state: &mut State<W, S>| state.waiting.len() >= MOST_WAITING;
        let state = self.changed.wait_while(self.lock(), is_full);
        let mut state = state.expect(super::UNPOISONED);
        let number = state.added;
        state.added += 1;
        let work = if self.is_in_order { 0.0 } else { work };
        state.waiting.push(Waiting {
            work,
            number,
            point,
        });
        drop(state);
        self.changed.notify_all();
    }

    /// No more points will be added.
    pub(super) fn complete(&self) {
        self.lock().is_complete = true;
        self.changed.notify_all();
    }

    /// Offers the replications of a point, which has been built, to all threads.
    pub(super) fn start(&self, point: S, replications: u32) {
        let mut state = self.lock();
        state.in_construction -= 1;
        let left = 0..replications;
        state.started.push_back(Started { point, left });
        drop(state);
        self.changed.notify_all();
    }

    /// Leaves out a point that cannot be built.
    pub(super) fn leave_out(&self) {
        self.lock().in_construction -= 1;
        self.changed.notify_all();
    }

    /// The next task of a thread; waits until there is one, and is `None` when all have been taken.
    pub(super) fn next(&self) -> Option<Next<W, S>> {
        let mut state = self.lock();
        loop {
            while let Some(started) = state.started.front_mut() {
                if let Some(index) = started.left.next() {
                    return Some(Next::Replicate(started.point.clone(), index));
                }
                state.started.pop_front();
            }
            if let Some(waiting) = state.waiting.pop() {
                state.in_construction += 1;
                drop(state);
                // There is room for another one.
                self.changed.notify_all();
                return Some(Next::Start(waiting.point));
            }
            if state.is_complete && state.in_construction == 0 {
                return None;
            }
            state = self.changed.wait(state).expect(super::UNPOISONED);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(threads: usize) -> Queue<char, char> {
        let queue = Queue::new(threads);
        for (work, point) in [(1.0, 'a'), (3.0, 'b'), (2.0, 'c'), (3.0, 'd')] {
            queue.add(work, point);
        }
        queue.complete();
        queue
    }

    /// The order in which points are started.
    fn order(queue: &Queue<char, char>) -> String {
        let next = || match queue.next()? {
            Next::Start(point) => {
                queue.leave_out();
                Some(point)
            }
            Next::Replicate(..) => None,
        };
        std::iter::from_fn(next).collect()
    }

    #[test]
    fn the_longest_point_is_started_first_unless_there_is_one_thread() {
        assert_eq!(order(&filled(2)), "bdca");
        assert_eq!(order(&filled(1)), "abcd");
    }

    #[test]
    fn a_point_is_replicated_before_another_is_started() {
        let queue = filled(2);
        assert_eq!(queue.next(), Some(Next::Start('b')));
        // The other thread finds no replication yet.
        assert_eq!(queue.next(), Some(Next::Start('d')));
        queue.start('b', 2);
        queue.start('d', 1);
        assert_eq!(queue.next(), Some(Next::Replicate('b', 0)));
        assert_eq!(queue.next(), Some(Next::Replicate('b', 1)));
        assert_eq!(queue.next(), Some(Next::Replicate('d', 0)));
        assert_eq!(order(&queue), "ca");
        assert_eq!(queue.next(), None);
    }

    #[test]
    fn threads_that_wait_get_the_replications_of_the_last_point() {
        let queue = Queue::new(2);
        queue.add(1.0, 'a');
        queue.complete();
        assert_eq!(queue.next(), Some(Next::Start('a')));
        std::thread::scope(|scope| {
            let other = scope.spawn(|| queue.next());
            queue.start('a', 2);
            let mine = queue.next();
            let both = [mine, other.join().expect("it does not panic")];
            for index in [0, 1] {
                assert!(
                    both.contains(&Some(Next::Replicate('a', index))),
                    "{both:?}"
                );
            }
        });
        assert_eq!(queue.next(), None);
    }
}
