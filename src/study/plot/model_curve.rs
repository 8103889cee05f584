//! The predictions of a model over all loads.

use engine::model::{Model, Prediction};

/// The predictions of a model over all loads.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ModelCurve {
    /// (load, latency), up to saturation.
    pub points: Vec<(f64, f64)>,
    /// The load at which the model saturates.
    pub saturation: Option<f64>,
}

impl ModelCurve {
    pub fn of(model: &dyn Model) -> Self {
        const POINTS: u32 = 64;
        let saturation = model.saturation_rate();
        let end = if saturation.is_finite() {
            saturation
        } else {
            1.0
        };
        // Points are closer together towards saturation, where the curvature is largest.
        let loads = (0..POINTS).map(|i| {
            let left = 1.0 - f64::from(i) / f64::from(POINTS - 1);
            end * (1.0 - left * left)
        });
        let points = loads.filter_map(|load| match model.predict(load) {
            Prediction::Steady(latency) => Some((load, latency.total)),
            Prediction::Saturated { .. } => None,
        });
        Self {
            points: points.collect(),
            saturation: saturation.is_finite().then_some(saturation),
        }
    }

    /// The curve up to a load that no network exceeds, where a model that says otherwise is wrong.
    #[must_use]
    pub fn up_to(&self, bound: f64) -> Self {
        let after = self.points.partition_point(|(load, _)| *load <= bound);
        let mut points = self.points[..after].to_vec();
        if let (Some(&(from, low)), Some(&(to, high))) = (points.last(), self.points.get(after))
            && from < bound
        {
            let share = (bound - from) / (to - from);
            points.push((bound, low + share * (high - low)));
        }
        Self {
            points,
            saturation: self.saturation.filter(|&rate| rate <= bound),
        }
    }
}
