//! What models and simulations differ by.

use super::{Diagram, Kind, Mark, Trace};

/// Model minus simulation at a point, as a share of the simulation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Difference {
    /// The trace of the simulation.
    pub trace: usize,
    /// Where.
    pub x: f64,
    /// In percent of the simulation.
    pub percent: f64,
    /// Half the width of its 95 % interval, which is the simulation's \[%\].
    pub half_width: Option<f64>,
}

impl Difference {
    /// How far it is from zero, its interval included \[%\].
    pub(super) fn reach(&self) -> f64 {
        self.percent.abs() + self.half_width.unwrap_or(0.0)
    }
}

impl Diagram {
    /// All differences that can be seen: of shown points, where they are steady, against shown
    /// models.
    pub fn differences(&self) -> Vec<Difference> {
        let points = self.shown().flat_map(|(index, trace)| {
            let model = trace.of.and_then(|of| self.traces.get(of));
            let model = model.filter(|model| !model.is_hidden && model.kind == Kind::Model);
            let marks = model.map(|model| {
                // Beyond saturation a latency depends on when one looks, and so would its error.
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
        // To first order in the interval's share of the mean.
        half_width: mark.half_width.map(|half| 100.0 * ratio * half / mark.y),
    };
    found.percent.is_finite().then_some(found)
}

impl Trace {
    /// What a line has at a place: between two of its points, on the straight line that is
    /// drawn there; none beyond its ends.
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
