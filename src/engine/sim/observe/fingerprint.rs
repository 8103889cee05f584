//! A short hash of a run.

use xxhash_rust::xxh3::xxh3_64;

use crate::sim::Simulator;

impl Simulator {
    /// A short hash of the history and of the counters, by which two versions of the program can find
    /// that they simulate different runs.
    pub fn fingerprint(&self) -> u32 {
        let counters = self.counters();
        let numbers = [
            self.digest,
            counters.generated,
            counters.delivered,
            counters.flit_hops,
            counters.accepted_flits,
            counters.hops,
        ];
        let bytes: Vec<_> = numbers
            .iter()
            .flat_map(|number| number.to_le_bytes())
            .collect();
        xxh3_64(&bytes) as u32
    }
}
