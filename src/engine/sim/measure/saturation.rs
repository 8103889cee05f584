//! Growth of the total backlog of a network, in sources and channels.
//!
//! The mean backlog b₁ in the first third of the measured cycles is compared with b₂ in the last.
//! Their midpoints are two thirds of the time apart, in which G, ⅔ of the messages, were generated.
//! The network looks saturated if
//!
//! 1. b₂ − b₁ > 0.02·G, and
//! 2. b₂ − b₁ > 4·√(b₁ + 1),
//!
//! that is, if at least 2 % of the offered messages are never accepted and chance hardly explains
//! it. This is not a verdict: it misses one overloaded source among many, and a load less than 2 %
//! beyond saturation, however long the run; and a busy network that is filling up looks the same
//! for a while. The verdict is based on every source ([`Drift`](super::Drift)); this test only
//! prevents a run from being called steady.

use serde::{Deserialize, Serialize};

use super::batches::Batch;

/// Growth of the backlog of a run \[messages\].
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Growth {
    /// b₁, the mean backlog in the first third.
    pub before: f64,
    /// b₂, the mean backlog in the last third.
    pub after: f64,
    /// Number of messages generated in all measured cycles.
    pub generated: f64,
}

impl Growth {
    pub(in crate::sim) fn of(batches: &[Batch]) -> Self {
        let third = batches.len() / 3;
        if third == 0 {
            return Self::default();
        }
        let mean = |batches: &[Batch]| {
            let total = Batch::total(batches);
            total.backlog as f64 / total.cycles as f64
        };
        Self {
            before: mean(&batches[..third]),
            after: mean(&batches[batches.len() - third..]),
            generated: Batch::total(batches).generated as f64,
        }
    }

    /// Sums independent replications, which together show more than each alone.
    pub fn together(replications: impl Iterator<Item = Self>) -> Self {
        replications.fold(Self::default(), |sum, one| Self {
            before: sum.before + one.before,
            after: sum.after + one.after,
            generated: sum.generated + one.generated,
        })
    }

    /// Whether the network looks saturated.
    pub fn is_saturated(self) -> bool {
        const SHARE: f64 = 0.02;
        let growth = self.after - self.before;
        growth > SHARE * self.generated * 2.0 / 3.0 // (1)
            && growth > 4.0 * (self.before + 1.0).sqrt() // (2)
    }
}
