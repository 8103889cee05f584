//! Typed indices, each valid for the rows of one table only.
//!
//! The largest number means "none": no table has that many rows, and an optional index takes only
//! four bytes.

use std::ops::{Add, AddAssign, Sub, SubAssign};

use crate::topology::{ChannelId, NodeId};

/// The cycle of an event whose time is not known yet.
pub(in crate::sim) const NEVER: u64 = u64::MAX;

/// An index of a row of a table.
pub(in crate::sim) trait TableIndex: Copy + Eq {
    const NONE: Self;

    fn of_row(row: usize) -> Self;

    fn row(self) -> usize;

    #[inline]
    fn is_none(self) -> bool {
        self == Self::NONE
    }

    #[inline]
    fn is_some(self) -> bool {
        self != Self::NONE
    }

    /// Converts the index to an [`Option`].
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

/// A worm or an entry for a header of a tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub(in crate::sim) struct WormIndex(pub u32);

/// A lane of any kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub(in crate::sim) struct LaneIndex(pub u32);

/// A line of waiting headers (see `routers`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(transparent)]
pub(in crate::sim) struct LineIndex(pub u32);

/// A source queue: node · ports + port.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(transparent)]
pub(in crate::sim) struct QueueIndex(pub u32);

/// A multicast that is not complete yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(transparent)]
pub(in crate::sim) struct MulticastIndex(u32);

/// The multicast state of a worm in flight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(transparent)]
pub(in crate::sim) struct MulticastWormIndex(u32);

/// A worm in the plan of a multicast.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(transparent)]
pub(in crate::sim) struct PlannedIndex(u32);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(transparent)]
pub(in crate::sim) struct TreeIndex(u32);

/// The position of a lane within a worm; for a tree, the number of the place that the lane leads
/// to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[repr(transparent)]
pub(in crate::sim) struct Position(pub u32);

table_index!(
    WormIndex,
    LaneIndex,
    LineIndex,
    QueueIndex,
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

    /// The positions from this one up to and including `last`.
    #[inline]
    pub(in crate::sim) fn through(self, last: Self) -> impl DoubleEndedIterator<Item = Self> {
        (self.0..=last.0).map(Self)
    }

    /// The positions from this one up to but excluding `end`.
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

/// Distance between two positions \[lanes\].
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
