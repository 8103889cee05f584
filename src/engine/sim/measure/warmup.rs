//! The end of the warm-up of a run, which begins with an empty network, by MSER-5.
//!
//! The marginal standard error rule discards the number of first observations that minimizes the
//! confidence interval of the mean of the others (White 1997, An effective truncation heuristic for
//! bias reduction in simulation output, Simulation 69). Observations are batches of at least 5
//! messages on average (White, Cobb & Spratt 2000, A comparison of five steady-state truncation
//! heuristics for simulation, Winter Simulation Conference). The batches used here have equal
//! durations and so contain different numbers of messages. With sums yᵢ over nᵢ messages and d of k
//! batches discarded, the rule is
//!
//! 1. r(d) = Σyᵢ / Σnᵢ over i > d
//! 2. g(d) = Σ(yᵢ − r(d)·nᵢ)² / (Σnᵢ)² over i > d, to be minimized
//!
//! which with nᵢ = 1 is White's statistic. An empty network is faster than a busy one, so a
//! beginning is discarded only if it is lower than the rest. Without that condition the rule also
//! cuts off random bursts, and the means of short runs are too low by a few per cent. A minimum in
//! the second half of the series means that the run is too short. The last quarter is not
//! considered, because the scatter of few batches is unreliable; a minimum that would lie there
//! appears at its boundary instead.

/// Minimum mean number of messages per observation.
const MESSAGES: f64 = 5.0;

/// Minimum number of observations for a conclusion.
const FEWEST: usize = 20;

/// The part of a run that is discarded at the beginning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Warmup {
    /// This many cycles before the measured ones.
    Cycles(u64),
    /// The part of the measured cycles that has not settled, at most half.
    Auto,
}

/// The transient beginning of a series.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::sim) enum Settling {
    /// Too few messages have arrived to tell.
    Unknown,
    /// The rest is steady after discarding this many batches, at most half of them.
    After(usize),
    /// More than half would have to be discarded.
    TooShort,
}

impl Settling {
    /// Number of batches to discard, at most half of `count`.
    pub(super) fn left_out(self, count: usize) -> usize {
        match self {
            Self::Unknown => 0,
            Self::After(batches) => batches,
            Self::TooShort => count / 2,
        }
    }
}

/// Determines the transient from the (sum, number of messages) of successive batches.
pub(super) fn settling(series: &[(f64, f64)]) -> Settling {
    let messages: f64 = series.iter().map(|(_, n)| n).sum();
    let sum: f64 = series.iter().map(|(y, _)| y).sum();
    if messages < MESSAGES * FEWEST as f64 {
        return Settling::Unknown;
    }
    let grouped = (MESSAGES * series.len() as f64 / messages).ceil().max(1.0) as usize;
    let mean = sum / messages;
    // Deviations from a common mean instead of sums, to limit cancellation errors.
    let observations: Vec<_> = series
        .chunks(grouped)
        .map(|group| {
            let n: f64 = group.iter().map(|(_, n)| n).sum();
            let y: f64 = group.iter().map(|(y, _)| y).sum();
            (y - mean * n, n)
        })
        .collect();
    let count = observations.len();
    if count < FEWEST {
        return Settling::Unknown;
    }
    let (mut yy, mut yn, mut nn, mut y, mut n) = (0.0, 0.0, 0.0, 0.0, 0.0);
    let mut best = (f64::INFINITY, count);
    for (d, &(dy, dn)) in observations.iter().enumerate().rev() {
        yy += dy * dy;
        yn += dy * dn;
        nn += dn * dn;
        y += dy;
        n += dn;
        // Deviations sum to zero: the rest is above the mean if the discarded part is below.
        if d <= count * 3 / 4 && n > 0.0 && (y >= 0.0 || d == 0) {
            let r = y / n; // (1)
            let g = (yy - r * (2.0 * yn - r * nn)) / (n * n); // (2)
            // Among equal minima the earliest wins.
            if g <= best.0 {
                best = (g, d);
            }
        }
    }
    match best.1 {
        d if 2 * d > count => Settling::TooShort,
        d => Settling::After(d * grouped),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Scatter of known size without a random generator: a Weyl sequence in ±1.
    fn scatter(index: usize) -> f64 {
        (index as f64 * 0.618_033_988_749_895).fract() * 2.0 - 1.0
    }

    fn series(mean: impl Fn(usize) -> f64) -> Vec<(f64, f64)> {
        let batch = |i| ((mean(i) + scatter(i)) * 10.0, 10.0);
        (0..1000).map(batch).collect()
    }

    #[test]
    fn a_steady_series_is_kept_almost_entirely() {
        let Settling::After(left_out) = settling(&series(|_| 50.0)) else {
            panic!("it is steady");
        };
        assert!(left_out < 50, "{left_out}");
    }

    /// With a rise of 1 − e^{−t/τ} the distance from the final value is below the scatter from
    /// t = τ·ln 20 ≈ 3τ on.
    #[test]
    fn a_slow_start_is_truncated() {
        let rising = |i: usize| 50.0 - 20.0 * (-(i as f64) / 40.0).exp();
        let Settling::After(left_out) = settling(&series(rising)) else {
            panic!("it settles in the first half");
        };
        assert!((80..240).contains(&left_out), "{left_out}");
    }

    #[test]
    fn a_series_that_still_rises_at_its_end_is_too_short() {
        assert_eq!(settling(&series(|i| 50.0 + i as f64)), Settling::TooShort);
        assert_eq!(Settling::TooShort.left_out(1000), 500);
    }

    #[test]
    fn few_messages_are_inconclusive() {
        let alone = [(30.0, 1.0); 99];
        assert_eq!(settling(&alone), Settling::Unknown);
        assert_eq!(settling(&[]), Settling::Unknown);
    }

    #[test]
    fn empty_batches_do_not_affect_the_result() {
        let mut sparse = Vec::new();
        for (i, batch) in series(|_| 50.0).into_iter().enumerate() {
            sparse.push(if i % 3 == 0 { batch } else { (0.0, 0.0) });
        }
        assert!(matches!(settling(&sparse), Settling::After(left_out) if left_out < 100));
    }
}
