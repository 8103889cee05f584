//! A mean with its 95 % confidence interval, by batch means.
//!
//! Latencies of successive messages are correlated, so they are grouped into batches of
//! equal duration, long enough that batch totals are nearly independent. With batch sums
//! yᵢ over nᵢ messages, k batches:
//!
//! 1. mean r = Σyᵢ / Σnᵢ
//! 2. s² = Σ(yᵢ − r·nᵢ)² / (k − 1)
//! 3. half-width t₀.₉₇₅(k − 1) · s / (n̄·√k)
//!
//! (ratio estimator; Law 2015, Simulation Modeling and Analysis, ch. 9).

use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, StudentsT};

/// An estimated mean.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// The mean; `None` where there is none to tell.
    pub mean: Option<f64>,
    /// Half-width of the 95 % confidence interval; `None` below two batches with data.
    pub ci95: Option<f64>,
}

impl Estimate {
    /// Nothing can be told.
    pub const NONE: Self = Self {
        mean: None,
        ci95: None,
    };

    /// The estimate from (sum, count) of every batch.
    pub fn from_batches(batches: &[(f64, f64)]) -> Self {
        let sum: f64 = batches.iter().map(|(sum, _)| sum).sum();
        let count: f64 = batches.iter().map(|(_, count)| count).sum();
        if count == 0.0 {
            return Self::NONE;
        }
        let mean = sum / count; // (1)
        let filled = batches.iter().filter(|(_, count)| *count > 0.0).count();
        if filled < 2 {
            return Self {
                mean: Some(mean),
                ci95: None,
            };
        }
        let k = batches.len() as f64;
        let deviation = |(sum, count): &(f64, f64)| sum - mean * count;
        let squares: f64 = batches.iter().map(|b| deviation(b) * deviation(b)).sum();
        let variance = squares / (k - 1.0); // (2)
        let half_width = student_t_975(k - 1.0) * variance.sqrt() / (count / k * k.sqrt()); // (3)
        Self {
            mean: Some(mean),
            ci95: Some(half_width),
        }
    }

    /// The estimate from the means of independent replications.
    pub fn from_replications(means: &[f64]) -> Self {
        let batches: Vec<_> = means.iter().map(|&mean| (mean, 1.0)).collect();
        Self::from_batches(&batches)
    }
}

/// The 97.5 % quantile of Student's t distribution.
fn student_t_975(freedom: f64) -> f64 {
    let t = StudentsT::new(0.0, 1.0, freedom).expect("at least one degree of freedom");
    // Rounded, because the library's logarithms may differ between machines in the last bit.
    (t.inverse_cdf(0.975) * 1e6).round() / 1e6
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_the_tables() {
        for (freedom, t) in [(1.0, 12.7062), (9.0, 2.2622), (29.0, 2.0452)] {
            assert!((student_t_975(freedom) - t).abs() < 1e-4);
        }
    }

    #[test]
    fn equal_batches_leave_no_doubt() {
        let estimate = Estimate::from_batches(&[(20.0, 2.0), (20.0, 2.0), (20.0, 2.0)]);
        assert_eq!(estimate.mean, Some(10.0));
        assert_eq!(estimate.ci95, Some(0.0));
    }

    #[test]
    fn replications_give_the_textbook_interval() {
        // Mean 11, s² = 1, k = 3: 4.3027 / √3.
        let estimate = Estimate::from_replications(&[10.0, 11.0, 12.0]);
        let ci95 = estimate.ci95.expect("three replications");
        assert!((ci95 - 2.4842).abs() < 1e-3, "{ci95}");
    }

    #[test]
    fn without_messages_there_is_no_mean() {
        assert_eq!(Estimate::from_batches(&[(0.0, 0.0); 5]), Estimate::NONE);
    }
}
