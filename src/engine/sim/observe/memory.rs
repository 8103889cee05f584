//! Memory use of a simulator, alone and in addition to a checkpoint of the same run.

use crate::sim::Simulator;
use crate::sim::state::{LaneIndex, WormIndex};

impl Simulator {
    /// Approximate memory in use \[bytes\].
    pub fn bytes(&self) -> usize {
        self.bytes_of_network() + self.sources.bytes() + self.multicasts.bytes()
    }

    /// Approximate memory in use \[bytes\] in addition to that of another copy of the same run.
    /// Copies share the messages that have been waiting in both since they diverged.
    pub(in crate::sim) fn unshared_bytes(&self, other: &Self) -> usize {
        self.bytes_of_network()
            + self.sources.unshared_bytes(&other.sources)
            + self.multicasts.unshared_bytes(&other.multicasts)
    }

    /// Memory that does not depend on the number of messages waiting in the sources \[bytes\].
    fn bytes_of_network(&self) -> usize {
        size_of::<Self>()
            + self.lanes.bytes()
            + self.passages.bytes()
            + self.active.bytes()
            + self.draining.len() * size_of::<LaneIndex>()
            + self.worms.bytes()
            + self.routers.bytes()
            + self.trees.bytes()
            + self.replies.bytes()
            + self.streaming.ends.bytes()
            + self.bytes_of_colors()
            + self.moving.len() * size_of::<WormIndex>()
    }
}
