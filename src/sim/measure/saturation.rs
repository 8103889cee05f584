//! How the backlog of a whole network grows, sources, channels and all.
//!
//! The mean backlog b of the first third of the measured cycles is compared with that of the
//! last. Their middles are two thirds of the time apart, in which G = ⅔ of the messages were
//! generated. The network looks saturated if
//!
//! 1. b₂ − b₁ > 0.02·G, and
//! 2. b₂ − b₁ > 4·√(b₁ + 1),
//!
//! so if at least 2 % of what is offered is never accepted, and chance hardly explains it. That is no
//! verdict: it misses one source of many, and a load less than 2 % beyond saturation, however long the
//! run; and a busy network that fills up looks like this for a while. The verdict follows
//! from every source ([`Drift`](super::Drift)); this only keeps a run from being called steady.

use super::batches::Batch;

/// How the backlog of a run grew \[messages\].
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Growth {
    /// b₁, its mean in the first third.
    pub before: f64,
    /// b₂, its mean in the last third.
    pub after: f64,
    /// Messages generated during all of it.
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

    /// That of independent replications together, which shows more than each alone.
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
        self.exceeds(SHARE, 4.0)
    }

    /// Whether it does so much more clearly: at least a tenth of what is
    /// offered is not accepted, and the backlog grew twice as much as (2) asks for.
    pub fn is_clearly_saturated(self) -> bool {
        const SHARE: f64 = 0.1;
        self.exceeds(SHARE, 8.0)
    }

    fn exceeds(self, share: f64, deviations: f64) -> bool {
        let growth = self.after - self.before;
        growth > share * self.generated * 2.0 / 3.0 // (1)
            && growth > deviations * (self.before + 1.0).sqrt() // (2)
    }
}
