//! Lengths of messages, as the equations need them.

use super::moments::Moments;
use crate::traffic::Length;

/// A distribution of message lengths.
#[derive(Debug, Clone, Copy)]
pub(in crate::model::platoon) struct Lengths {
    /// Four moments of M \[flits, …, flits⁴\].
    pub(in crate::model::platoon) moments: [f64; 4],
    /// The chance that a worm longer than j flits is longer than j + 1 \[32\]; 1 where all are equally
    /// long, and longer than paths.
    pub(in crate::model::platoon) keep: f64,
}

impl Lengths {
    pub(in crate::model::platoon) fn of(length: Length) -> Self {
        match length {
            Length::Fixed(flits) => Self::fixed(f64::from(flits)),
            Length::Exponential(_) => Self::exponential(length.mean()),
        }
    }

    /// All messages have the same length \[flits\].
    pub(in crate::model::platoon) fn fixed(length: f64) -> Self {
        let square = length * length;
        Self {
            moments: [length, square, square * length, square * square],
            keep: 1.0,
        }
    }

    /// Exponential lengths, rounded up to whole flits: P(M = j) = (1 − 1/m)ʲ⁻¹/m with mean m.
    pub(in crate::model::platoon) fn exponential(m: f64) -> Self {
        let twice = 2.0 * m - 1.0;
        Self {
            moments: [
                m,
                m * twice,
                m * (6.0 * m * m - 6.0 * m + 1.0),
                m * twice * (12.0 * m * m - 12.0 * m + 1.0),
            ],
            keep: 1.0 - 1.0 / m,
        }
    }

    /// E M \[flits\].
    pub(in crate::model::platoon) fn mean(&self) -> f64 {
        self.moments[0]
    }

    /// The least length \[flits\]: that of a gamma distribution over it with the same three moments, from 1
    /// to m \[37\].
    pub(in crate::model::platoon) fn least(&self) -> f64 {
        let [m, m2, m3, _] = self.moments;
        let variance = m2 - m * m;
        let skew = m3 - 3.0 * m * m2 + 2.0 * m * m * m;
        if variance < 1e-9 * m * m {
            return m;
        }
        let least = if skew > 0.0 {
            m - 2.0 * variance * variance / skew
        } else {
            1.0
        };
        least.max(1.0).min(m)
    }

    /// Whether they vary.
    pub(in crate::model::platoon) fn vary(&self) -> bool {
        self.keep < 1.0
    }

    /// \[1'\]: the first four moments of A + D, where A = M + `more`; the fourth of D is taken as
    /// (E D³)²/E D², and E A·D = E A·E D + `joint` \[33\].
    pub(in crate::model::platoon) fn above(&self, more: f64, d: Moments, joint: f64) -> [f64; 4] {
        let [m1, m2, m3, m4] = self.moments;
        let (square, cube) = (more * more, more * more * more);
        let a1 = m1 + more;
        let a2 = m2 + 2.0 * m1 * more + square;
        let a3 = m3 + 3.0 * m2 * more + 3.0 * m1 * square + cube;
        let a4 = m4 + 4.0 * m3 * more + 6.0 * m2 * square + 4.0 * m1 * cube + cube * more;
        let [d1, d2, d3] = d;
        let d4 = if d2 > 1e-12 { d3 * d3 / d2 } else { 0.0 };
        [
            a1 + d1,
            a2 + 2.0 * a1 * d1 + d2 + 2.0 * joint,
            a3 + 3.0 * a2 * d1 + 3.0 * a1 * d2 + d3 + 6.0 * a1 * joint,
            a4 + 4.0 * a3 * d1 + 6.0 * a2 * d2 + 4.0 * a1 * d3 + d4 + 12.0 * a2 * joint,
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::Lengths;

    #[test]
    fn a_constant_has_the_powers_of_its_value_as_moments() {
        let found = Lengths::fixed(1.5).above(0.5, [3.0, 9.0, 27.0], 0.0);
        let mut pairs = found.iter().zip([5.0, 25.0, 125.0, 625.0]);
        assert!(pairs.all(|(a, b)| (a - b).abs() < 1e-9), "{found:?}");
    }

    #[test]
    fn exponential_lengths_have_the_moments_of_their_distribution() {
        let mean = 3.0;
        let mut sums = [0.0; 4];
        let mut chance = 1.0 / mean;
        for flits in 1..400 {
            for (power, sum) in (1..).zip(&mut sums) {
                *sum += chance * f64::from(flits).powi(power);
            }
            chance *= 1.0 - 1.0 / mean;
        }
        let found = Lengths::exponential(mean).moments;
        let mut pairs = found.iter().zip(sums);
        assert!(
            pairs.all(|(a, b)| (a / b - 1.0).abs() < 1e-9),
            "{found:?} {sums:?}"
        );
    }
}
