//! A mean with its 95 % confidence interval, by batch means tested for correlation.
//!
//! Latencies of successive messages are correlated, so they are grouped into batches of equal
//! duration, long enough that their means are nearly independent. With batch sums yᵢ over nᵢ
//! messages, k batches:
//!
//! 1. mean r = Σyᵢ / Σnᵢ, deviations zᵢ = yᵢ − r·nᵢ
//! 2. s² = Σzᵢ² / (k − 1)
//! 3. half-width t₀.₉₇₅(k − 1) · s / (n̄·√k)
//!
//! (ratio estimator; Law 2015, Simulation Modeling and Analysis, ch. 9). Whether batches are long
//! enough is tested on eight times as many batches, each an eighth as long, by their lag-1
//! correlation in von Neumann's form (1941, Annals of Mathematical Statistics 12):
//!
//! 4. C = 1 − Σ(zᵢ − zᵢ₊₁)² / 2Σzᵢ²
//!
//! which for K independent normal batches has mean 0 and variance (K − 2)/(K² − 1), and is nearly
//! normal (Fishman 1978, Grouping observations in digital simulation, Management Science 24).
//! Batches pass if C is at most 1.645 standard deviations, the one-sided level of 5 %. A test with
//! few batches has little power, and groups of eight neighbors correlated by ρ are correlated by
//! only about ρ/8; hence the test on shorter batches (Law & Carson 1979, A sequential procedure for
//! determining the length of a steady-state simulation, Operations Research 27). More than 30
//! batches make an interval hardly narrower, fewer than 10 make it wide and erratic (Schmeiser
//! 1982, Batch size effects in the analysis of simulation output, Operations Research 30): the
//! interval uses the largest of 30, 20, 14 and 10 batches that pass. If 10 do not pass, it is not
//! trusted.
//!
//! Of 1000 intervals of the mean latency of an M/D/1 queue with D = 16 cycles, after 200 000 cycles
//! 93 % contained the true mean at ρ = 0.5 and at ρ = 0.8: latencies are skewed, whereas the theory
//! assumes normality. After 40 000 cycles 92 % did at ρ = 0.5; at ρ = 0.8 five in six were marked
//! as not trusted, and the others were from runs in which the queue was unusually short, so their
//! means were too low.

use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, StudentsT};

/// Candidate numbers of batches for an interval; the first that passes is used.
const BATCHES: [usize; 4] = [30, 20, 14, 10];

/// Number of shorter batches per batch for the correlation test.
const PARTS: usize = 8;

/// The critical value of the test, in standard deviations.
const CRITICAL: f64 = 1.645;

/// Minimum mean number of messages per batch for an interval.
const MESSAGES: f64 = 10.0;

#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Estimate {
    /// The mean; `None` without data.
    pub mean: Option<f64>,
    /// Half-width of the 95 % confidence interval; `None` below two batches with data.
    pub ci95: Option<f64>,
    /// Number of batches or replications on which the interval is based.
    pub batches: u32,
    /// Lag-1 correlation (4) of batches an eighth as long; `None` for replications, which are
    /// independent, and if nothing varies.
    pub correlation: Option<f64>,
    /// Whether the interval can be trusted: its batches contain enough messages and pass the
    /// correlation test.
    pub trusted: bool,
}

impl Estimate {
    pub const NONE: Self = Self {
        mean: None,
        ci95: None,
        batches: 0,
        correlation: None,
        trusted: false,
    };

    /// Estimates the mean from (sum, number of messages) of many successive batches of equal
    /// duration, which are grouped until they are hardly correlated.
    pub fn from_series(series: &[(f64, f64)]) -> Self {
        let messages: f64 = series.iter().map(|(_, n)| n).sum();
        let possible = |&k: &usize| series.len() >= PARTS * k && messages >= MESSAGES * k as f64;
        let fewest = BATCHES[BATCHES.len() - 1];
        let mut best = Self {
            trusted: false,
            ..Self::from_batches(&grouped(series, fewest))
        };
        for k in BATCHES.into_iter().filter(possible) {
            let parts = grouped(series, PARTS * k);
            best = Self::from_batches(&grouped(series, k));
            best.correlation = correlation(&parts);
            best.trusted = best.correlation.is_none_or(|c| c <= critical(parts.len()));
            if best.trusted {
                break;
            }
        }
        best
    }

    /// Estimates the mean from the means of independent replications.
    pub fn from_replications(means: &[f64]) -> Self {
        let batches: Vec<_> = means.iter().map(|&mean| (mean, 1.0)).collect();
        Self::from_batches(&batches)
    }

    /// Estimates the mean from (sum, number of messages) of independent batches.
    fn from_batches(batches: &[(f64, f64)]) -> Self {
        let Some((mean, deviations)) = deviations(batches) else {
            return Self::NONE;
        };
        let filled = batches.iter().filter(|(_, n)| *n > 0.0).count();
        let estimate = Self {
            mean: Some(mean),
            batches: batches.len() as u32,
            ..Self::NONE
        };
        if filled < 2 {
            return estimate;
        }
        let k = batches.len() as f64;
        let per_batch = batches.iter().map(|(_, n)| n).sum::<f64>() / k;
        let variance = squares(deviations.iter().copied()) / (k - 1.0); // (2)
        let half_width = student_t_975(k - 1.0) * variance.sqrt() / (per_batch * k.sqrt()); // (3)
        Self {
            ci95: Some(half_width),
            trusted: true,
            ..estimate
        }
    }

    /// Half-width divided by the mean; `None` unless both exist and the mean is positive.
    pub fn relative(&self) -> Option<f64> {
        let (mean, ci95) = (self.mean?, self.ci95?);
        (mean > 0.0).then(|| ci95 / mean)
    }
}

/// Mean and deviations (1); `None` without messages.
fn deviations(batches: &[(f64, f64)]) -> Option<(f64, Vec<f64>)> {
    let sum: f64 = batches.iter().map(|(y, _)| y).sum();
    let messages: f64 = batches.iter().map(|(_, n)| n).sum();
    let mean = sum / messages;
    let deviations = batches.iter().map(|(y, n)| y - mean * n);
    (messages > 0.0).then(|| (mean, deviations.collect()))
}

/// Lag-1 correlation (4); `None` if nothing varies.
fn correlation(batches: &[(f64, f64)]) -> Option<f64> {
    let (_, z) = deviations(batches)?;
    let all = squares(z.iter().copied());
    let steps = squares(z.windows(2).map(|pair| pair[0] - pair[1]));
    (all > 0.0).then(|| 1.0 - steps / (2.0 * all))
}

/// The largest correlation (4) of K batches that passes the test.
fn critical(batches: usize) -> f64 {
    let k = batches as f64;
    CRITICAL * ((k - 2.0) / (k * k - 1.0)).sqrt()
}

fn squares(values: impl Iterator<Item = f64>) -> f64 {
    values.map(|value| value * value).sum()
}

/// Merges successive batches into `count` groups of nearly equal size, or leaves them as they are
/// if there are fewer.
fn grouped(series: &[(f64, f64)], count: usize) -> Vec<(f64, f64)> {
    let count = count.min(series.len());
    let group = |index: usize| {
        let members = &series[index * series.len() / count..(index + 1) * series.len() / count];
        let sum = members.iter().map(|(y, _)| y).sum();
        (sum, members.iter().map(|(_, n)| n).sum())
    };
    (0..count).map(group).collect()
}

/// The 97.5 % quantile of Student's t distribution.
fn student_t_975(freedom: f64) -> f64 {
    let t = StudentsT::new(0.0, 1.0, freedom).expect("at least one degree of freedom");
    // Rounded, because the library's logarithms may differ between machines in the last bit.
    (t.inverse_cdf(0.975) * 1e6).round() / 1e6
}

#[cfg(test)]
mod tests {
    use rand_core::SeedableRng as _;

    use super::*;
    use crate::traffic::{ArrivalClock, Arrivals, Random};

    #[test]
    fn quantiles_match_published_tables() {
        for (freedom, t) in [(1.0, 12.7062), (9.0, 2.2622), (29.0, 2.0452)] {
            assert!((student_t_975(freedom) - t).abs() < 1e-4);
        }
    }

    #[test]
    fn equal_batches_have_a_zero_width_interval() {
        let estimate = Estimate::from_series(&[(20.0, 2.0); 300]);
        assert_eq!(estimate.mean, Some(10.0));
        assert_eq!(estimate.ci95, Some(0.0));
        assert_eq!((estimate.batches, estimate.correlation), (30, None));
        assert!(estimate.trusted);
    }

    #[test]
    fn replications_give_the_textbook_interval() {
        // Mean 11, s² = 1, k = 3: 4.3027 / √3.
        let estimate = Estimate::from_replications(&[10.0, 11.0, 12.0]);
        let ci95 = estimate.ci95.expect("three replications");
        assert!((ci95 - 2.4842).abs() < 1e-3, "{ci95}");
        assert_eq!(estimate.batches, 3);
    }

    #[test]
    fn without_messages_there_is_no_mean() {
        assert_eq!(Estimate::from_series(&[(0.0, 0.0); 500]), Estimate::NONE);
        assert_eq!(Estimate::from_series(&[]), Estimate::NONE);
    }

    #[test]
    fn few_messages_have_a_mean_but_no_trusted_interval() {
        let mut series = [(0.0, 0.0); 500];
        (series[7], series[300]) = ((40.0, 1.0), (60.0, 1.0));
        let estimate = Estimate::from_series(&series);
        assert_eq!(estimate.mean, Some(50.0));
        assert!(!estimate.trusted && estimate.ci95.is_some());
    }

    /// von Neumann's ratio by hand: z = −1, 1, −1, 1 has steps of 2, three of them, so
    /// C = 1 − 12/8.
    #[test]
    fn correlation_matches_a_hand_computed_example() {
        let up_and_down = [(9.0, 1.0), (11.0, 1.0), (9.0, 1.0), (11.0, 1.0)];
        assert_eq!(correlation(&up_and_down), Some(-0.5));
    }

    #[test]
    fn a_trend_is_not_trusted() {
        let rising: Vec<_> = (0..600).map(|i| (f64::from(i), 1.0)).collect();
        let estimate = Estimate::from_series(&rising);
        assert!(!estimate.trusted);
        assert_eq!(estimate.batches, 10);
        assert!(estimate.correlation.is_some_and(|c| c > 0.9));
    }

    /// Series xᵢ − 100 = φ·(xᵢ₋₁ − 100) + εᵢ with exponential εᵢ: far from normal, as latencies
    /// are. If the coverage is 0.95, fewer than 930 of 1000 intervals contain the mean once in 500
    /// such tests (3 standard deviations of a binomial variable).
    #[test]
    fn intervals_contain_the_mean_of_autoregressive_series_95_times_in_100() {
        for memory in [0.0, 0.5, 0.8] {
            let (mut held, mut trusted) = (0, 0);
            for seed in 0..1000 {
                let mut random = Random::seed_from_u64(seed);
                let estimate = Estimate::from_series(&autoregressive(memory, 4000, &mut random));
                let mean = estimate.mean.expect("there is data");
                let ci95 = estimate.ci95.expect("there is data");
                trusted += u32::from(estimate.trusted);
                held += u32::from((mean - 100.0).abs() <= ci95);
            }
            assert!((930..=970).contains(&held), "{memory}: {held}");
            assert!(trusted > 850, "{memory}: {trusted}");
        }
    }

    fn autoregressive(memory: f64, length: usize, random: &mut Random) -> Vec<(f64, f64)> {
        let mut at = 0.0;
        let mut next = || {
            // A clock of rate 1 advanced once from 0 is an exponential draw.
            let mut clock = ArrivalClock::new(&Arrivals::Poisson(1e-9), random);
            let drawn = clock.cycle() as f64 * 1e-9;
            clock.advance(&Arrivals::Poisson(1.0), random);
            at = memory * at + drawn - 1.0;
            at
        };
        for _ in 0..200 {
            next();
        }
        (0..length)
            .map(|_| ((next() + 100.0) * 10.0, 10.0))
            .collect()
    }
}
