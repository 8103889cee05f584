//! The part of a delay beyond a lane that reaches the channels before it: \[32\], and with buffers \[50\] to \[53\].

use super::Solver;
use super::moments::{Follows, Moments, mixture};

/// Delays that pass from a lane to those before it.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Passed {
    /// X: the delay of a worm before the lane \[32\], \[50\].
    pub(super) on: Follows,
    /// For a worm that follows another and for one that comes by chance, P(X > 0).
    pub(super) chance: [f64; 2],
    /// P(D > 0).
    pub(super) delayed: f64,
    /// The share of B that passes on.
    pub(super) slope: f64,
    /// Moments of the time for which a tail stands in the lane, although the input is free again \[35\],
    /// \[53\].
    pub(super) stands: Moments,
    /// Mean wait of a worm after its tail has left the input \[34\].
    pub(super) after_tail: f64,
}

impl Solver<'_> {
    /// Delay passed upstream by a lane, given the delays downstream of it; `likely` is P(D > 0) \[52\].
    pub(super) fn pass_on(&self, port: usize, likely: [f64; 2]) -> Passed {
        let follows = self.platoons[port];
        let beyond = self.beyond[port];
        if self.slack == 0.0 {
            let leaves = 1.0 - self.lengths.keep;
            return Passed {
                on: beyond.of_longer(self.lengths.keep),
                slope: 1.0,
                stands: self.stands[port].map(|moment| leaves * moment),
                ..Passed::default()
            };
        }
        let [after, chance] = [(beyond.after, likely[0]), (beyond.chance, likely[1])]
            .map(|(delay, likely)| Delay { delay, likely }.beyond(self.slack));
        let stands = mixture(follows, after.within, chance.within);
        Passed {
            on: Follows {
                after: after.excess,
                chance: chance.excess,
            },
            chance: [after.likely, chance.likely],
            delayed: follows * likely[0] + (1.0 - follows) * likely[1],
            slope: if likely[0] > 1e-9 {
                after.likely / likely[0]
            } else {
                1.0
            },
            stands,
            after_tail: stands[0],
        }
    }
}

/// A time that is 0 with probability 1 − `likely`.
struct Delay {
    delay: Moments,
    likely: f64,
}

/// A delay D in two parts.
#[derive(Debug)]
struct Parted {
    /// Moments of X = max(0, D − s).
    excess: Moments,
    /// P(X > 0).
    likely: f64,
    /// Moments of min(D, s).
    within: Moments,
}

impl Delay {
    /// \[51\]: the part beyond s, where the density near 0 is that of a uniform time of the same mean.
    fn beyond(&self, s: f64) -> Parted {
        let p = self.likely;
        let [d1, d2, d3] = self.delay;
        let density = (p * p / (2.0 * d1).max(1e-12)).min(p / s);
        let likely = (p - density * s).max(0.0);
        let (s2, s3) = (s * s, s * s * s);
        let excess = [
            d1 - s * p + density * s2 / 2.0,
            d2 - 2.0 * s * d1 + s2 * p - density * s3 / 3.0,
            d3 - 3.0 * s * d2 + 3.0 * s2 * d1 - s3 * p + density * s2 * s2 / 4.0,
        ];
        Parted {
            excess: excess.map(|moment| moment.max(0.0)),
            likely,
            within: [
                s * likely + density * s2 / 2.0,
                s2 * likely + density * s3 / 3.0,
                s3 * likely + density * s2 * s2 / 4.0,
            ],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Delay;

    /// Half of the time 0, else uniform between 0 and 12 cycles.
    #[test]
    fn a_uniform_delay_is_parted_exactly() {
        let parted = Delay {
            delay: [3.0, 24.0, 216.0],
            likely: 0.5,
        }
        .beyond(3.0);
        // Half of the time uniform up to 9, with probability 3/4.
        assert!((parted.likely - 0.375).abs() < 1e-12, "{parted:?}");
        let expected = [0.375 * 4.5, 0.375 * 27.0, 0.375 * 182.25];
        let pairs = parted.excess.iter().zip(expected);
        assert!(
            pairs.clone().all(|(a, b)| (a - b).abs() < 1e-9),
            "{parted:?}"
        );
        // The mean of both parts is that of the whole.
        let sum = parted.excess[0] + parted.within[0];
        assert!((sum - 3.0).abs() < 1e-12, "{parted:?}");
    }
}
