//! Where the warm-up of a run, which begins with an empty network, ends: by MSER-5.
//!
//! The marginal standard error rule leaves out as many of the first observations as make the
//! interval of the mean of the others narrowest (White 1997, An effective truncation
//! heuristic for bias reduction in simulation output, Simulation 69). Observations are batches
//! of at least 5 messages on average (White, Cobb & Spratt 2000, A comparison of five
//! steady-state truncation heuristics for simulation, Winter Simulation Conference). Ours last
//! equally long and so hold different numbers of messages: with sums yᵢ over nᵢ messages and
//! d of k batches left out,
//!
//! 1. r(d) = Σyᵢ / Σnᵢ over i > d
//! 2. g(d) = Σ(yᵢ − r(d)·nᵢ)² / (Σnᵢ)² over i > d, to be minimized
//!
//! which with nᵢ = 1 is White's statistic. An empty network is faster than a busy one, so only
//! a beginning that is lower than the rest is left out. Without that condition the rule also
//! cuts off chance bursts, and the means of short runs come out too low by a few per cent. A
//! minimum in the second half of the series says that the run is too short. The last quarter is
//! not considered, because the scatter of few batches says little; a minimum that would lie
//! there moves to its border.

/// Messages that an observation holds at least on average.
const MESSAGES: f64 = 5.0;

/// Fewest observations from which anything is concluded.
const FEWEST: usize = 20;

/// What is left out at the beginning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Warmup {
    /// This many cycles, before those that are measured.
    Cycles(u64),
    /// As much of what is measured as has not settled, at most half.
    Auto,
}

/// How much of the beginning of a series is transient.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::sim) enum Settling {
    /// Too little has arrived to tell.
    Unknown,
    /// The rest is steady if this many batches are left out, at most half of them.
    After(usize),
    /// More than half would have to be left out.
    TooShort,
}

impl Settling {
    /// Batches to be left out, at most half of `count`.
    pub(super) fn left_out(self, count: usize) -> usize {
        match self {
            Self::Unknown => 0,
            Self::After(batches) => batches,
            Self::TooShort => count / 2,
        }
    }
}

/// Judges (sum, number of messages) of successive batches.
pub(super) fn settling(series: &[(f64, f64)]) -> Settling {
    let messages: f64 = series.iter().map(|(_, n)| n).sum();
    let sum: f64 = series.iter().map(|(y, _)| y).sum();
    if messages < MESSAGES * FEWEST as f64 {
        return Settling::Unknown;
    }
    let grouped = (MESSAGES * series.len() as f64 / messages).ceil().max(1.0) as usize;
    let mean = sum / messages;
    // Deviations from one mean instead of the sums, so that little is lost by subtraction.
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
        // Deviations sum to zero: the rest is above the mean if what is left out is below.
        if d <= count * 3 / 4 && n > 0.0 && (y >= 0.0 || d == 0) {
            let r = y / n; // (1)
            let g = (yy - r * (2.0 * yn - r * nn)) / (n * n); // (2)
            // Of equal ones the earliest.
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

    /// Scatter of known size without a generator: a Weyl sequence, ±1.
    fn scatter(index: usize) -> f64 {
        (index as f64 * 0.618_033_988_749_895).fract() * 2.0 - 1.0
    }

    fn series(mean: impl Fn(usize) -> f64) -> Vec<(f64, f64)> {
        let batch = |i| ((mean(i) + scatter(i)) * 10.0, 10.0);
        (0..1000).map(batch).collect()
    }

    #[test]
    fn a_steady_series_is_kept_nearly_whole() {
        let Settling::After(left_out) = settling(&series(|_| 50.0)) else {
            panic!("it is steady");
        };
        assert!(left_out < 50, "{left_out}");
    }

    /// After 1 − e^{−t/τ} the distance from the end value is below the scatter at
    /// t = τ·ln 20 ≈ 3τ.
    #[test]
    fn a_slow_start_is_left_out() {
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
    fn a_few_messages_say_nothing() {
        let alone = [(30.0, 1.0); 99];
        assert_eq!(settling(&alone), Settling::Unknown);
        assert_eq!(settling(&[]), Settling::Unknown);
    }

    #[test]
    fn cycles_without_a_message_do_not_matter() {
        let mut sparse = Vec::new();
        for (i, batch) in series(|_| 50.0).into_iter().enumerate() {
            sparse.push(if i % 3 == 0 { batch } else { (0.0, 0.0) });
        }
        assert!(matches!(settling(&sparse), Settling::After(left_out) if left_out < 100));
    }
}
