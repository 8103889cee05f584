//! What streaming worms do together in every cycle, and when each has to be visited again.

use super::index::WormIndex;
use super::timing_wheel::TimingWheel;

/// Worms that need no visit as long as the same flits move.
#[derive(Debug, Clone)]
pub(in crate::sim) struct Streaming {
    pub ends: TimingWheel<WormIndex>,
    pub due: Vec<WormIndex>,
    /// Channels that they cross together per cycle.
    pub hops: u64,
    /// Flits that they deliver together per cycle.
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
