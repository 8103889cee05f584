//! Total progress of streaming worms per cycle, and when each has to be visited again.

use super::collections::{TimingWheel, WormIndex};

/// Worms that need no visits as long as the same flits move.
#[derive(Debug, Clone)]
pub(in crate::sim) struct Streaming {
    pub ends: TimingWheel<WormIndex>,
    pub due: Vec<WormIndex>,
    /// Channel crossings of all of them per cycle.
    pub hops: u64,
    /// Flits delivered by all of them per cycle.
    pub accepted: u64,
}

impl Streaming {
    pub(in crate::sim) fn new(nodes: u32) -> Self {
        Self {
            ends: TimingWheel::new(nodes),
            due: Vec::new(),
            hops: 0,
            accepted: 0,
        }
    }
}
