//! Message lengths.

use serde::{Deserialize, Serialize};

use super::{Random, open_unit};

/// The distribution of message lengths \[flits\].
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Length {
    /// All messages are equally long.
    Fixed(u32),
    /// Exponential with this mean, rounded up to whole flits.
    Exponential(f64),
}

impl Length {
    /// The longest message \[flits\], to which longer draws are truncated.
    pub const MOST: u32 = 100_000;

    /// Draws a length of at least one flit.
    ///
    /// Rounding up turns the exponential into a geometric distribution; its success
    /// probability is chosen so that the mean of the *rounded* length is the given one.
    pub fn draw(self, random: &mut Random) -> u32 {
        match self {
            Self::Fixed(flits) => flits,
            Self::Exponential(mean) if mean <= 1.0 => 1,
            Self::Exponential(mean) => {
                let flits = libm::log(open_unit(random)) / libm::log(1.0 - 1.0 / mean);
                (flits.ceil() as u32).clamp(1, Self::MOST)
            }
        }
    }

    /// Mean length \[flits\].
    pub fn mean(self) -> f64 {
        match self {
            Self::Fixed(flits) => f64::from(flits),
            Self::Exponential(mean) => mean.max(1.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_core::SeedableRng;

    #[test]
    fn exponential_lengths_keep_their_mean() {
        let mut random = Random::seed_from_u64(3);
        for mean in [1.0, 2.0, 12.0, 200.0] {
            let draws = 200_000;
            let sum: u64 = (0..draws)
                .map(|_| u64::from(Length::Exponential(mean).draw(&mut random)))
                .sum();
            let found = sum as f64 / f64::from(draws);
            // Five standard errors of the mean.
            let tolerance = 5.0 * mean / f64::from(draws).sqrt();
            assert!(
                (found - mean).abs() <= tolerance,
                "{found} instead of {mean}"
            );
        }
    }
}
