//! For how long headers of an input stay, and how surely another comes behind them: \[12\], \[37\] and \[46\].

/// The time from the arrival of a header until the lane is free again.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Stay {
    /// T \[cycles\].
    pub(super) mean: f64,
    /// Var T \[cycles²\].
    pub(super) variance: f64,
    /// T is `floor` + a gamma time of this scale \[cycles\] \[37\]; 0 if it is taken to vary little.
    pub(super) scale: f64,
    pub(super) floor: f64,
    /// Factor by which the covariance of wait and H lengthens chained waits \[46\].
    pub(super) joint: f64,
    /// Factor by which a worm waits longer than usual for an input, given that it was followed there \[44\].
    pub(super) followed: f64,
    /// Additional time for which the next worm is held if this one stayed long \[47\] \[cycles\].
    pub(super) longer: f64,
}

impl Stay {
    /// A time that varies little.
    pub(super) fn steady(mean: f64, variance: f64) -> Self {
        Self {
            mean,
            variance,
            joint: 1.0,
            followed: 1.0,
            ..Self::default()
        }
    }

    /// The same with a scale of its own, from the least time that it can be.
    pub(super) fn above(self, least: f64) -> Self {
        Self {
            scale: scale(self.variance, self.mean, least),
            floor: least.min(self.mean),
            ..self
        }
    }

    /// d ln P / d ln T of the chance P that another comes in T, whose mean is `p`: \[12\], or as a
    /// regression \[37\].
    pub(super) fn elasticity(&self, p: f64) -> f64 {
        if self.scale <= 0.0 {
            return elasticity(p);
        }
        let p = p.clamp(1e-9, 0.999);
        let log = -libm::log(1.0 - p);
        let theta = self.scale.max(1e-6);
        let over = self.mean - self.floor;
        let mut rate = log / self.mean;
        // Newton's method from below, where the left side is concave.
        for _ in 0..4 {
            let missing = log - rate * self.floor - over / theta * libm::log1p(rate * theta);
            rate += missing / (self.floor + over / (1.0 + rate * theta));
        }
        (1.0 - p) / p * rate * self.mean / (1.0 + rate * theta)
    }
}

/// The scale of a gamma time over `least` \[cycles\].
pub(super) fn scale(variance: f64, mean: f64, least: f64) -> f64 {
    (variance / (mean - least).max(1e-6)).min(1e3)
}

/// \[12\]: d ln P / d ln T of P = 1 − exp(−a·T), where P is `p`.
pub(super) fn elasticity(p: f64) -> f64 {
    let p = p.clamp(1e-9, 0.999);
    -(1.0 - p) * libm::log(1.0 - p) / p
}

#[cfg(test)]
mod tests {
    use super::{Stay, elasticity};

    /// For an exponential time of mean 1, P = a/(1 + a) and the slope of E[P|T] on T is a/(1 + a)².
    #[test]
    fn elasticity_is_a_regression_that_tends_to_the_derivative() {
        let exponential = Stay::steady(1.0, 1.0);
        let none = exponential.elasticity(0.5);
        assert!((none - elasticity(0.5)).abs() < 1e-12);
        let narrow = Stay::steady(20.0, 1e-4).above(10.0).elasticity(0.5);
        assert!((narrow - none).abs() < 1e-4, "{narrow}");
        let wide = Stay::steady(20.0, 400.0).above(10.0).elasticity(0.5);
        assert!(wide < none, "{wide}");
    }
}
