//! Tables with typed indices.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

use super::index::TableIndex;

/// A table whose rows are accessed by indices of type `I`.
pub(in crate::sim) struct Table<I, T> {
    rows: Vec<T>,
    index: PhantomData<I>,
}

impl<I: TableIndex, T> Table<I, T> {
    pub(in crate::sim) const fn new() -> Self {
        Self {
            rows: Vec::new(),
            index: PhantomData,
        }
    }

    /// Adds a row; returns its index.
    pub(in crate::sim) fn push(&mut self, row: T) -> I {
        self.rows.push(row);
        I::of_row(self.rows.len() - 1)
    }

    pub(in crate::sim) fn len(&self) -> usize {
        self.rows.len()
    }

    /// All rows with their indices.
    pub(in crate::sim) fn iter(&self) -> impl Iterator<Item = (I, &T)> {
        (0..).map(I::of_row).zip(&self.rows)
    }

    pub(in crate::sim) fn rows(&self) -> &[T] {
        &self.rows
    }

    /// All rows, to be changed.
    #[inline]
    pub(in crate::sim) fn rows_mut(&mut self) -> &mut [T] {
        &mut self.rows
    }

    /// Approximate memory in use \[bytes\].
    pub(in crate::sim) fn bytes(&self) -> usize {
        size_of_val(&*self.rows)
    }
}

impl<I, T> From<Vec<T>> for Table<I, T> {
    fn from(rows: Vec<T>) -> Self {
        Self {
            rows,
            index: PhantomData,
        }
    }
}

impl<I: TableIndex, T> Index<I> for Table<I, T> {
    type Output = T;

    #[inline]
    fn index(&self, index: I) -> &T {
        &self.rows[index.row()]
    }
}

impl<I: TableIndex, T> IndexMut<I> for Table<I, T> {
    #[inline]
    fn index_mut(&mut self, index: I) -> &mut T {
        &mut self.rows[index.row()]
    }
}

impl<I: TableIndex, T> Default for Table<I, T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<I, T: Clone> Clone for Table<I, T> {
    fn clone(&self) -> Self {
        Self::from(self.rows.clone())
    }
}

impl<I, T: fmt::Debug> fmt::Debug for Table<I, T> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.rows.fmt(f)
    }
}
