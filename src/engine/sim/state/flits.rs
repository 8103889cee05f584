//! Flits of buffered worms, by lane (see `stages::buffered`).

use super::collections::{LaneIndex, Table, TableIndex as _};

/// A lane that a buffered worm holds, and the two lanes beside it.
#[derive(Debug, Clone, Copy)]
pub(in crate::sim) struct Passage {
    /// The lane from which the flits come; `NONE` for an injection lane, and a lane that may have
    /// been left if no flits are to come.
    pub behind: LaneIndex,
    /// The lane to which the flits go, once the header has claimed it.
    pub ahead: LaneIndex,
    /// Number of flits that have not entered yet.
    pub to_come: u32,
    /// The stamp of the cycle after the last one in which a flit entered; 0 if none has.
    pub entered: u32,
}

/// Identifies a cycle among those of the recent past, and is not 0.
#[inline]
pub(in crate::sim) fn stamp_of(cycle: u64) -> u32 {
    (cycle as u32).max(1)
}

/// The entry of a flit into a lane.
#[derive(Debug, Clone, Copy)]
pub(in crate::sim) struct Entry {
    pub is_head: bool,
    pub is_tail: bool,
    /// Whether another flit waits behind it, as far as flits have moved.
    pub is_followed: bool,
    /// The lane to which it goes next, if that is claimed.
    pub ahead: LaneIndex,
}

const UNUSED: Passage = Passage {
    behind: LaneIndex::NONE,
    ahead: LaneIndex::NONE,
    to_come: 0,
    entered: 0,
};

/// The rows of [`Passages`].
#[derive(Debug)]
pub(in crate::sim) struct Entrances<'a> {
    rows: &'a mut [Passage],
}

/// The lanes of buffered worms. A row is meaningful while such a worm holds the lane.
#[derive(Debug, Clone, Default)]
pub(in crate::sim) struct Passages {
    table: Table<LaneIndex, Passage>,
}

impl Passages {
    /// Creates the table for a network with the given number of lanes of all kinds.
    pub(in crate::sim) fn new(lanes: usize) -> Self {
        Self {
            table: vec![UNUSED; lanes].into(),
        }
    }

    #[inline]
    pub(in crate::sim) fn at(&self, lane: LaneIndex) -> &Passage {
        &self.table[lane]
    }

    /// Enters a whole message into an injection lane.
    pub(in crate::sim) fn begin(&mut self, lane: LaneIndex) {
        self.table[lane] = UNUSED;
    }

    /// Appends a lane ahead of the one that contains the header.
    #[inline]
    pub(in crate::sim) fn extend(&mut self, head: LaneIndex, lane: LaneIndex, length: u32) {
        self.table[head].ahead = lane;
        self.table[lane] = Passage {
            behind: head,
            to_come: length,
            ..UNUSED
        };
    }

    /// Borrows the rows, for a loop over many.
    #[inline]
    pub(in crate::sim) fn borrowed(&mut self) -> Entrances<'_> {
        Entrances {
            rows: self.table.rows_mut(),
        }
    }

    /// Moves a flit into a lane, in the cycle before `stamp`.
    #[inline]
    pub(in crate::sim) fn enter(&mut self, lane: LaneIndex, stamp: u32) -> Entry {
        self.borrowed().enter(lane, stamp)
    }

    /// Whether a flit waits to enter a lane.
    #[inline]
    pub(in crate::sim) fn is_awaited(&self, lane: LaneIndex) -> bool {
        let passage = self.table[lane];
        passage.to_come > self.table[passage.behind].to_come
    }

    /// Approximate memory in use \[bytes\].
    pub(in crate::sim) fn bytes(&self) -> usize {
        self.table.bytes()
    }
}

impl Entrances<'_> {
    /// Moves a flit into a lane, in the cycle before `stamp`.
    #[inline]
    pub(in crate::sim) fn enter(&mut self, lane: LaneIndex, stamp: u32) -> Entry {
        let passage = &mut self.rows[lane.row()];
        passage.to_come -= 1;
        let is_head = passage.entered == 0;
        passage.entered = stamp;
        let passage = *passage;
        Entry {
            is_head,
            is_tail: passage.to_come == 0,
            is_followed: passage.to_come > self.rows[passage.behind.row()].to_come,
            ahead: passage.ahead,
        }
    }
}
