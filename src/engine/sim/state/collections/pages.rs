//! A copy-on-write table, shared between copies page by page.
//!
//! Multicasts in progress are as many as the backlog that a run may hold, and nearly all of them stay
//! unchanged between two checkpoints. So a checkpoint shares their pages with the simulator from
//! which it is taken, and each of them copies a shared page before it changes an item in it.

use std::marker::PhantomData;
use std::ops::{Index, IndexMut};
use std::sync::Arc;

use super::index::TableIndex;

/// Items per page: few, because changing one item copies them all.
const ITEMS: usize = 64;

/// Items by index; the index of an item never changes.
#[derive(Debug, Clone)]
pub(in crate::sim) struct Pages<I, T> {
    chunks: Vec<Arc<[T]>>,
    len: usize,
    index: PhantomData<I>,
}

impl<I: TableIndex, T: Clone> Pages<I, T> {
    /// Adds an item; returns its index.
    pub(in crate::sim) fn push(&mut self, item: T) -> I {
        let index = I::of_row(self.len);
        self.len += 1;
        if index.row().is_multiple_of(ITEMS) {
            // The rest of the page contains copies of the item until it is overwritten.
            self.chunks.push(std::iter::repeat_n(item, ITEMS).collect());
        } else {
            self[index] = item;
        }
        index
    }

    /// Approximate memory in use \[bytes\].
    pub(in crate::sim) fn bytes(&self) -> usize {
        size_of_val(&*self.chunks) + self.chunks.len() * ITEMS * size_of::<T>()
    }

    /// Memory in use \[bytes\] in addition to that of another copy: the pages that are not shared.
    pub(in crate::sim) fn unshared_bytes(&self, other: &Self) -> usize {
        let shared = self.chunks.iter().zip(&other.chunks);
        let shared = shared.filter(|(page, other)| Arc::ptr_eq(page, other));
        self.bytes() - shared.count() * ITEMS * size_of::<T>()
    }
}

impl<I, T> Default for Pages<I, T> {
    fn default() -> Self {
        Self {
            chunks: Vec::new(),
            len: 0,
            index: PhantomData,
        }
    }
}

impl<I: TableIndex, T> Index<I> for Pages<I, T> {
    type Output = T;

    #[inline]
    fn index(&self, index: I) -> &T {
        &self.chunks[index.row() / ITEMS][index.row() % ITEMS]
    }
}

impl<I: TableIndex, T: Clone> IndexMut<I> for Pages<I, T> {
    #[inline]
    fn index_mut(&mut self, index: I) -> &mut T {
        &mut Arc::make_mut(&mut self.chunks[index.row() / ITEMS])[index.row() % ITEMS]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::state::collections::QueueIndex;

    #[test]
    fn clones_keep_their_items_and_share_unmodified_pages() {
        let mut table = Pages::default();
        for number in 0..200_u64 {
            assert_eq!(table.push(number), QueueIndex(number as u32));
        }
        let before = table.clone();
        assert_eq!(table.unshared_bytes(&before), 4 * size_of::<Arc<[u64]>>());
        let [seventy, last_old, new] = [70, 199, 200].map(QueueIndex);
        table[seventy] = 7;
        table.push(200);
        let page = ITEMS * size_of::<u64>();
        assert_eq!(
            table.unshared_bytes(&before),
            4 * size_of::<Arc<[u64]>>() + 2 * page
        );
        assert_eq!([before[seventy], table[seventy]], [70, 7]);
        assert!((0..200).all(|n| before[QueueIndex(n)] == u64::from(n)));
        assert_eq!([table[last_old], table[new]], [199, 200]);
    }
}
