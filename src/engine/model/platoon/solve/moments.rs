//! The first three moments of a time, and of sums and mixtures of independent times.

/// E X, E X² and E X³ \[cycles, cycles², cycles³\].
pub(super) type Moments = [f64; 3];

/// The moments of a sum.
pub(super) fn sum(a: Moments, b: Moments) -> Moments {
    [
        a[0] + b[0],
        a[1] + 2.0 * a[0] * b[0] + b[1],
        a[2] + 3.0 * a[1] * b[0] + 3.0 * a[0] * b[1] + b[2],
    ]
}

/// The moments of a time that is `a` with probability `share`, else `b`.
pub(super) fn mixture(share: f64, a: Moments, b: Moments) -> Moments {
    [0, 1, 2].map(|m| share * a[m] + (1.0 - share) * b[m])
}

/// Delays of a worm beyond a port.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Follows {
    /// D of a worm that follows another.
    pub(super) after: Moments,
    /// D of a worm that comes by chance.
    pub(super) chance: Moments,
}

impl Follows {
    /// \[32\]: what holds the lane before it only if the worm is long enough, with probability `keep`.
    pub(super) fn of_longer(self, keep: f64) -> Self {
        let [after, chance] = [self.after, self.chance].map(|moments| moments.map(|m| keep * m));
        Self { after, chance }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_are<const N: usize>(found: [f64; N], expected: [f64; N]) {
        let mut pairs = found.iter().zip(expected);
        assert!(pairs.all(|(a, b)| (a - b).abs() < 1e-9), "{found:?}");
    }

    #[test]
    fn a_constant_has_the_powers_of_its_value_as_moments() {
        assert_are(sum([2.0, 4.0, 8.0], [3.0, 9.0, 27.0]), [5.0, 25.0, 125.0]);
        let two_or_four = mixture(0.5, [2.0, 4.0, 8.0], [4.0, 16.0, 64.0]);
        assert_are(two_or_four, [3.0, 10.0, 36.0]);
    }
}
