//! The order in which workers run the replications of many points.
//!
//! A worker takes a replication of a point that has been started, and starts another point, the longest, only if there
//! is none. So a point is done soon after it was started, and little is lost if the work is interrupted.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

/// Points of which replications are left.
#[derive(Debug)]
pub struct Queue<P> {
    waiting: BinaryHeap<Waiting<P>>,
    /// The point that was started last, and its replications that no worker has taken.
    started: Option<(P, std::ops::Range<u32>)>,
    /// Number of points added.
    added: usize,
    /// Whether points are started in order, and not the longest first.
    is_in_order: bool,
}

#[derive(Debug)]
struct Waiting<P> {
    work: f64,
    number: usize,
    replications: u32,
    point: P,
}

impl<P> Ord for Waiting<P> {
    /// The greatest is the longest, and of equal ones the first.
    fn cmp(&self, other: &Self) -> Ordering {
        let by_work = self.work.total_cmp(&other.work);
        by_work.then(Reverse(self.number).cmp(&Reverse(other.number)))
    }
}

impl<P> PartialOrd for Waiting<P> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<P> PartialEq for Waiting<P> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl<P> Eq for Waiting<P> {}

impl<P: Clone> Queue<P> {
    /// For a number of workers. A single one takes the points in order, since the order does not
    /// change when the last one ends.
    pub fn new(workers: usize) -> Self {
        Self {
            waiting: BinaryHeap::new(),
            started: None,
            added: 0,
            is_in_order: workers == 1,
        }
    }

    /// Adds a point whose replications are each an amount of `work`.
    pub fn add(&mut self, point: P, replications: u32, work: f64) {
        self.waiting.push(Waiting {
            work: if self.is_in_order { 0.0 } else { work },
            number: self.added,
            replications,
            point,
        });
        self.added += 1;
    }

    /// The number of points that have not been started.
    pub fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// The next replication, by point and index, if there is one.
    pub fn take(&mut self) -> Option<(P, u32)> {
        loop {
            if let Some((point, left)) = &mut self.started
                && let Some(index) = left.next()
            {
                return Some((point.clone(), index));
            }
            let next = self.waiting.pop()?;
            self.started = Some((next.point, 0..next.replications));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;

    use super::*;

    fn order(workers: usize) -> String {
        let mut queue = Queue::new(workers);
        for (point, replications, work) in
            [('a', 1, 1.0), ('b', 2, 3.0), ('c', 1, 2.0), ('d', 1, 3.0)]
        {
            queue.add(point, replications, work);
        }
        let mut order = String::new();
        while let Some((point, index)) = queue.take() {
            write!(order, "{point}{index} ").expect("a string takes any text");
        }
        order
    }

    #[test]
    fn the_longest_point_is_started_first_unless_there_is_one_worker() {
        assert_eq!(order(2), "b0 b1 d0 c0 a0 ");
        assert_eq!(order(1), "a0 b0 b1 c0 d0 ");
    }

    #[test]
    fn a_point_is_replicated_before_another_is_started() {
        let mut queue = Queue::new(2);
        queue.add('a', 2, 1.0);
        assert_eq!(queue.take(), Some(('a', 0)));
        queue.add('b', 1, 9.0);
        assert_eq!((queue.take(), queue.waiting()), (Some(('a', 1)), 1));
        assert_eq!(queue.take(), Some(('b', 0)));
        assert_eq!((queue.take(), queue.waiting()), (None, 0));
    }
}
