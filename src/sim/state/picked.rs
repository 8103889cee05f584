//! A list of lanes that is extended without a branch.

use super::index::{LaneIndex, TableIndex as _};

/// The lanes that met a condition. Whether a flit is the first or the last of its message is as
/// unpredictable as traffic, and a mispredicted branch costs more than writing a lane in vain.
#[derive(Debug, Clone, Default)]
pub(in crate::sim) struct Picked {
    /// The lanes, followed by others that were not picked.
    lanes: Vec<LaneIndex>,
    len: usize,
}

impl Picked {
    /// Empties the list and makes room for `most` lanes.
    pub(in crate::sim) fn clear(&mut self, most: usize) {
        self.len = 0;
        if self.lanes.len() <= most {
            self.lanes.resize(most + 1, LaneIndex::NONE);
        }
    }

    /// Appends a lane if it is picked.
    #[inline]
    pub(in crate::sim) fn push_if(&mut self, is_picked: bool, lane: LaneIndex) {
        self.lanes[self.len] = lane;
        self.len += usize::from(is_picked);
    }

    pub(in crate::sim) fn len(&self) -> usize {
        self.len
    }

    #[inline]
    pub(in crate::sim) fn at(&self, nth: usize) -> LaneIndex {
        self.lanes[nth]
    }
}
