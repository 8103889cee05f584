//! A queue whose items are shared between copies.
//!
//! A source queue is limited only by the backlog that a run may hold, and nearly all of its items
//! stay the same between two checkpoints. So they are in pages that do not change once they are
//! full and are shared by all copies; only the last, incomplete page is copied.

use std::collections::VecDeque;
use std::sync::Arc;

const ITEMS: usize = 16;

/// Items, first in, first out.
#[derive(Debug, Clone)]
pub(in crate::sim) struct Queue<T> {
    full: VecDeque<Arc<[T]>>,
    last: Vec<T>,
    /// The number of items that have been taken from the first page.
    taken: usize,
}

impl<T: Copy> Queue<T> {
    pub(in crate::sim) const fn new() -> Self {
        Self {
            full: VecDeque::new(),
            last: Vec::new(),
            taken: 0,
        }
    }

    #[inline]
    pub(in crate::sim) fn len(&self) -> usize {
        self.full.len() * ITEMS + self.last.len() - self.taken
    }

    pub(in crate::sim) fn iter(&self) -> impl Iterator<Item = &T> {
        let full = self.full.iter().flat_map(|page| page.iter());
        full.chain(&self.last).skip(self.taken)
    }

    pub(in crate::sim) fn push(&mut self, item: T) {
        self.last.push(item);
        if self.last.len() == ITEMS {
            self.full.push_back(Arc::from(&*self.last));
            self.last.clear();
        }
    }

    pub(in crate::sim) fn pop(&mut self) -> Option<T> {
        let Some(page) = self.full.front() else {
            let item = *self.last.get(self.taken)?;
            self.taken += 1;
            if self.taken == self.last.len() {
                self.last.clear();
                self.taken = 0;
            }
            return Some(item);
        };
        let item = page[self.taken];
        self.taken += 1;
        if self.taken == ITEMS {
            self.full.pop_front();
            self.taken = 0;
        }
        Some(item)
    }

    /// Approximate memory in use \[bytes\].
    pub(in crate::sim) fn bytes(&self) -> usize {
        size_of::<Self>()
            + self.full.len() * (size_of::<Arc<[T]>>() + ITEMS * size_of::<T>())
            + size_of_val(&*self.last)
    }

    /// Memory in use \[bytes\] in addition to that of another copy: all but the pages of both.
    pub(in crate::sim) fn unshared_bytes(&self, other: &Self) -> usize {
        // Copies lose pages at the front, so the first page of one of them is the first of both.
        let shared = self
            .shared_from_first(other)
            .max(other.shared_from_first(self));
        self.bytes() - shared * ITEMS * size_of::<T>()
    }

    /// The number of full pages of both queues if the first one of this queue is one of them, else 0.
    fn shared_from_first(&self, other: &Self) -> usize {
        let Some(first) = self.full.front() else {
            return 0;
        };
        let others = other
            .full
            .iter()
            .skip_while(|page| !Arc::ptr_eq(page, first));
        let pairs = others.zip(&self.full);
        pairs
            .take_while(|(other, page)| Arc::ptr_eq(other, page))
            .count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_leave_in_the_order_in_which_they_came() {
        let mut queue = Queue::new();
        let (mut came, mut left) = (0, 0);
        for step in 1..200 {
            for _ in 0..step % 23 {
                queue.push(came);
                came += 1;
            }
            for _ in 0..step % 19 {
                let next = (left < came).then_some(left);
                assert_eq!(queue.pop(), next);
                left += usize::from(next.is_some());
            }
            assert_eq!(queue.len(), came - left);
            assert!(queue.iter().copied().eq(left..came));
        }
    }

    #[test]
    fn copies_share_pages_and_change_alone() {
        let mut queue = Queue::new();
        for number in 0..100_u64 {
            queue.push(number);
        }
        let before = queue.clone();
        let page = ITEMS * size_of::<u64>();
        let alone = |queue: &Queue<u64>, pages: usize| queue.bytes() - pages * page;
        assert_eq!(queue.unshared_bytes(&before), alone(&queue, 6));
        for number in 0..40 {
            assert_eq!(queue.pop(), Some(number));
            queue.push(number);
        }
        assert_eq!(queue.unshared_bytes(&before), alone(&queue, 4));
        assert_eq!(before.unshared_bytes(&queue), alone(&before, 4));
        assert!(before.iter().copied().eq(0..100));
        assert!(queue.iter().copied().eq((40..100).chain(0..40)));
        assert_eq!(queue.unshared_bytes(&Queue::new()), queue.bytes());
    }
}
