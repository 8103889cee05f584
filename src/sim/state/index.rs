//! Numbers that pick a row of one table, and of no other.
//!
//! The largest number is "none": no table has so many rows, and what refers to a row, or to
//! none, takes four bytes.

use std::ops::{Add, AddAssign, Sub, SubAssign};

use crate::topology::{ChannelId, NodeId};

/// Of an event of which the cycle is not known yet.
pub(in crate::sim) const NEVER: u64 = u64::MAX;

/// A number that picks a row of a table.
pub(in crate::sim) trait TableIndex: Copy + Eq {
    /// No row.
    const NONE: Self;

    /// The number of a row.
    fn of_row(row: usize) -> Self;

    /// The row that it picks.
    fn row(self) -> usize;

    #[inline]
    fn is_none(self) -> bool {
        self == Self::NONE
    }

    #[inline]
    fn is_some(self) -> bool {
        self != Self::NONE
    }

    /// As an option.
    #[inline]
    fn some(self) -> Option<Self> {
        self.is_some().then_some(self)
    }
}

macro_rules! table_index {
    ($($name:ident),*) => {
        $(impl TableIndex for $name {
            const NONE: Self = Self(u32::MAX);

            #[inline]
            fn of_row(row: usize) -> Self {
                Self(row as u32)
            }

            #[inline]
            fn row(self) -> usize {
                self.0 as usize
            }
        })*
    };
}

/// A worm, or what stands for a header of a tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub(in crate::sim) struct WormIndex(pub u32);

/// A lane of any kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub(in crate::sim) struct LaneIndex(pub u32);

/// A source queue: node · ports + port.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(transparent)]
pub(in crate::sim) struct QueueIndex(pub u32);

/// A message in a source queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(transparent)]
pub(in crate::sim) struct QueuedIndex(u32);

/// A multicast of which not all copies have arrived.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(transparent)]
pub(in crate::sim) struct MulticastIndex(u32);

/// What a worm under way does for its multicast.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(transparent)]
pub(in crate::sim) struct MulticastWormIndex(u32);

/// A worm of the plan of a multicast.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(transparent)]
pub(in crate::sim) struct PlannedIndex(u32);

/// A tree under way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(transparent)]
pub(in crate::sim) struct TreeIndex(u32);

/// The place of a lane within a worm; of a tree, the number of the place that the lane leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[repr(transparent)]
pub(in crate::sim) struct Position(pub u32);

table_index!(
    WormIndex,
    LaneIndex,
    QueueIndex,
    QueuedIndex,
    MulticastIndex,
    MulticastWormIndex,
    PlannedIndex,
    TreeIndex,
    Position,
    NodeId,
    ChannelId
);

impl Position {
    pub(in crate::sim) const FIRST: Self = Self(0);

    /// This position and all up to another.
    #[inline]
    pub(in crate::sim) fn through(self, last: Self) -> impl DoubleEndedIterator<Item = Self> {
        (self.0..=last.0).map(Self)
    }

    /// This position and all before another.
    #[inline]
    pub(in crate::sim) fn until(self, end: Self) -> impl DoubleEndedIterator<Item = Self> {
        (self.0..end.0).map(Self)
    }
}

impl Add<u32> for Position {
    type Output = Self;

    #[inline]
    fn add(self, lanes: u32) -> Self {
        Self(self.0 + lanes)
    }
}

impl Sub<u32> for Position {
    type Output = Self;

    #[inline]
    fn sub(self, lanes: u32) -> Self {
        Self(self.0 - lanes)
    }
}

/// How many lanes lie between.
impl Sub for Position {
    type Output = u32;

    #[inline]
    fn sub(self, other: Self) -> u32 {
        self.0 - other.0
    }
}

impl AddAssign<u32> for Position {
    #[inline]
    fn add_assign(&mut self, lanes: u32) {
        self.0 += lanes;
    }
}

impl SubAssign<u32> for Position {
    #[inline]
    fn sub_assign(&mut self, lanes: u32) {
        self.0 -= lanes;
    }
}
