//! A table that copies share page by page, until one of them writes to a page.
//!
//! What waits in source queues has no limit but that of a run, and nearly all of it stays as it
//! is between two checkpoints. So a checkpoint holds the same pages as the simulator it is
//! taken of, and each of them copies a page of its own before it changes an item in it.

use std::ops::{Index, IndexMut};
use std::sync::Arc;

/// Items to a page: few, because one changed item copies them all.
const ITEMS: usize = 64;

/// Items by number, which stay where they are.
#[derive(Debug, Clone)]
pub(super) struct Pages<T> {
    pages: Vec<Arc<[T]>>,
    len: usize,
}

impl<T: Clone> Pages<T> {
    pub(super) const fn new() -> Self {
        Self {
            pages: Vec::new(),
            len: 0,
        }
    }

    /// Adds an item; returns its number.
    pub(super) fn push(&mut self, item: T) -> u32 {
        let index = self.len as u32;
        self.len += 1;
        if (index as usize).is_multiple_of(ITEMS) {
            // The rest of the page holds copies until its turn comes.
            self.pages.push(std::iter::repeat_n(item, ITEMS).collect());
        } else {
            self[index] = item;
        }
        index
    }

    /// Memory in use \[bytes\], about.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.pages) + self.pages.len() * ITEMS * size_of::<T>()
    }

    /// Memory in use \[bytes\] beside that of another copy: the pages that are not shared.
    pub(super) fn bytes_beside(&self, other: &Self) -> usize {
        let shared = self.pages.iter().zip(&other.pages);
        let shared = shared.filter(|(page, other)| Arc::ptr_eq(page, other));
        self.bytes() - shared.count() * ITEMS * size_of::<T>()
    }
}

impl<T> Default for Pages<T> {
    fn default() -> Self {
        Self {
            pages: Vec::new(),
            len: 0,
        }
    }
}

impl<T> Index<u32> for Pages<T> {
    type Output = T;

    #[inline]
    fn index(&self, index: u32) -> &T {
        &self.pages[index as usize / ITEMS][index as usize % ITEMS]
    }
}

impl<T: Clone> IndexMut<u32> for Pages<T> {
    #[inline]
    fn index_mut(&mut self, index: u32) -> &mut T {
        &mut Arc::make_mut(&mut self.pages[index as usize / ITEMS])[index as usize % ITEMS]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_keeps_its_items_and_shares_the_pages_that_nobody_wrote_to() {
        let mut table = Pages::new();
        for number in 0..200_u64 {
            assert_eq!(u64::from(table.push(number)), number);
        }
        let before = table.clone();
        assert_eq!(table.bytes_beside(&before), 4 * size_of::<Arc<[u64]>>());
        table[70] = 7;
        table.push(200);
        let page = ITEMS * size_of::<u64>();
        assert_eq!(
            table.bytes_beside(&before),
            4 * size_of::<Arc<[u64]>>() + 2 * page
        );
        assert_eq!([before[70], table[70]], [70, 7]);
        assert!((0..200).all(|n| before[n] == u64::from(n)));
        assert_eq!([table[199], table[200]], [199, 200]);
    }
}
