//! Differences between models and simulations.

use super::{Diagram, Kind, Mark, Trace};

/// The difference of model minus simulation at a point, relative to the simulation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Difference {
    /// Index of the simulation's trace.
    pub trace: usize,
    /// Position on the x axis.
    pub x: f64,
    /// The difference \[% of the simulation\].
    pub percent: f64,
    /// Half-width of the 95 % confidence interval, which is that of the simulation \[%\].
    pub half_width: Option<f64>,
}

impl Difference {
    /// The distance from zero to the far end of the interval \[%\].
    pub(super) fn reach(&self) -> f64 {
        self.percent.abs() + self.half_width.unwrap_or(0.0)
    }
}

impl Diagram {
    /// All visible differences: steady points of shown traces against shown models.
    pub fn differences(&self) -> Vec<Difference> {
        let points = self.shown().flat_map(|(index, trace)| {
            let model = trace.of.and_then(|of| self.traces.get(of));
            let model = model.filter(|model| !model.is_hidden && model.kind == Kind::Model);
            let marks = model.map(|model| {
                // Beyond saturation a latency depends on the length of the run, and so would the
                // difference.
                let marks = trace.marks.iter().filter(|mark| mark.is_steady);
                marks.filter_map(move |mark| difference(index, model, mark))
            });
            marks.into_iter().flatten()
        });
        points.collect()
    }
}

fn difference(index: usize, model: &Trace, mark: &Mark) -> Option<Difference> {
    let predicted = model.at(mark.x)?;
    let ratio = predicted / mark.y;
    let found = Difference {
        trace: index,
        x: mark.x,
        percent: 100.0 * (ratio - 1.0),
        // First-order approximation in the relative half-width.
        half_width: mark.half_width.map(|half| 100.0 * ratio * half / mark.y),
    };
    found.percent.is_finite().then_some(found)
}

impl Trace {
    /// The value at `x`, interpolated linearly between two points of the trace, as it is drawn;
    /// `None` beyond its ends.
    pub fn at(&self, x: f64) -> Option<f64> {
        let after = self.marks.iter().position(|mark| mark.x >= x)?;
        let right = self.marks[after];
        if right.x <= x {
            return Some(right.y);
        }
        let left = self.marks[after.checked_sub(1)?];
        let share = (x - left.x) / (right.x - left.x);
        Some(left.y + share * (right.y - left.y))
    }
}
