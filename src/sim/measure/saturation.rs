//! Whether a network keeps up: does its backlog grow as it does only beyond saturation?
//!
//! The mean backlog b of the first third of the measured cycles is compared with that of the
//! last. Their middles are two thirds of the time apart, in which G = ⅔ of the messages were
//! generated. The network is called saturated if
//!
//! 1. b₂ − b₁ > 0.02·G, and
//! 2. b₂ − b₁ > 4·√(b₁ + 1),
//!
//! so if at least 2 % of what is offered is never accepted, and chance hardly explains it. A
//! load less than 2 % beyond saturation passes as steady in a long run; what then gives it away
//! is a mean that does not settle or batches that stay correlated.
//!
//! A backlog scatters over about D/(1 − ρ)² cycles, D the service time, ρ the utilization. Runs
//! called saturated, of 100 of the queue in `tests/measurement/statistics.rs` (D = 16):
//!
//! | cycles | ρ = 0.90 | 0.95 | 0.98 | 1.00 | 1.01 | 1.03 | 1.05 | 1.10 |
//! |---|---|---|---|---|---|---|---|---|
//! | 20 000 | 0 | 4 | 12 | 35 | 51 | 76 | 92 | 99 |
//! | 100 000 | 0 | 0 | 0 | 3 | 21 | 85 | 100 | 100 |
//! | 400 000 | 0 | 0 | 0 | 0 | 3 | 96 | 100 | 100 |

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

    /// Whether the network is saturated.
    pub fn is_saturated(self) -> bool {
        const SHARE: f64 = 0.02;
        self.exceeds(SHARE, 4.0)
    }

    /// Whether that is so beyond doubt, however short the run: at least a tenth of what is
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
