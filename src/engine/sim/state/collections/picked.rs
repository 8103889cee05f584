//! A list of lanes that is extended without a branch.
//!
//! Whether a flit is the first or the last of its message is as unpredictable as traffic, and a
//! mispredicted branch costs more than a write in vain: short messages are simulated about 5 %
//! faster.

use super::index::{LaneIndex, TableIndex as _};

/// The lanes that met a condition.
#[derive(Debug, Clone, Default)]
pub(in crate::sim) struct Picked {
    /// The lanes, followed by others that were not picked.
    lanes: Vec<LaneIndex>,
    len: usize,
}

/// A list to which lanes are being added.
#[derive(Debug)]
pub(in crate::sim) struct Picking<'a> {
    lanes: &'a mut [LaneIndex],
    /// The number of lanes picked so far, until it is stored.
    picked: usize,
    len: &'a mut usize,
}

impl Picked {
    /// Empties the list and makes room for `most` lanes.
    pub(in crate::sim) fn start(&mut self, most: usize) -> Picking<'_> {
        if self.lanes.len() <= most {
            self.lanes.resize(most + 1, LaneIndex::NONE);
        }
        self.len = 0;
        Picking {
            lanes: &mut self.lanes,
            picked: 0,
            len: &mut self.len,
        }
    }

    pub(in crate::sim) fn len(&self) -> usize {
        self.len
    }

    #[inline]
    pub(in crate::sim) fn at(&self, nth: usize) -> LaneIndex {
        self.lanes[nth]
    }
}

impl Picking<'_> {
    /// Appends a lane if it is picked.
    #[inline]
    pub(in crate::sim) fn push_if(&mut self, is_picked: bool, lane: LaneIndex) {
        self.lanes[self.picked] = lane;
        self.picked += usize::from(is_picked);
    }
}

impl Drop for Picking<'_> {
    fn drop(&mut self) {
        *self.len = self.picked;
    }
}
