//! How much memory a simulator takes, alone and beside a checkpoint of the same run.

use crate::sim::Simulator;
use crate::sim::state::WormIndex;

impl Simulator {
    /// Memory in use \[bytes\], about.
    pub fn bytes(&self) -> usize {
        self.bytes_of_network() + self.sources.bytes() + self.multicasts.bytes()
    }

    /// Memory in use \[bytes\] beside that of another copy of the same run, about. Copies share
    /// what has waited in both since they parted.
    pub(in crate::sim) fn bytes_beside(&self, other: &Self) -> usize {
        self.bytes_of_network()
            + self.sources.bytes_beside(&other.sources)
            + self.multicasts.bytes_beside(&other.multicasts)
    }

    /// What does not depend on how much waits in the sources.
    fn bytes_of_network(&self) -> usize {
        size_of::<Self>()
            + self.lanes.bytes()
            + self.worms.bytes()
            + self.routers.bytes()
            + self.trees.bytes()
            + self.streaming.ends.bytes()
            + self.bytes_of_colors()
            + self.moving.len() * size_of::<WormIndex>()
    }
}
