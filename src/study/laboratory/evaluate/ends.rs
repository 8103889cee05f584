//! Validation of x values: no load is negative, and zero has no logarithm.

use crate::laboratory::experiment::{Experiment, Varied};
use engine::catalog::{BuildError, quoted};

/// The valid ends and additional points of an axis, and errors on the invalid ones.
#[derive(Debug, Clone, PartialEq, Default)]
pub(in crate::laboratory) struct Ends {
    pub(in crate::laboratory) from: Option<f64>,
    pub(in crate::laboratory) to: Option<f64>,
    pub(in crate::laboratory) also: Vec<f64>,
    pub(in crate::laboratory) refused: Vec<BuildError>,
}

impl Experiment {
    /// Validates the requested ends and additional points.
    pub(in crate::laboratory) fn ends(&self) -> Ends {
        let mut refused = Vec::new();
        let mut is_allowed = |key: &str, value: f64| {
            let problem = self.refusal(key, value);
            let is_allowed = problem.is_none();
            refused.extend(problem);
            is_allowed
        };
        let from = self.x.from.filter(|&from| is_allowed("from", from));
        let to = self.x.to.filter(|&to| is_allowed("to", to));
        let also = self.simulation.also.iter().copied();
        let also = also.filter(|&x| is_allowed("also", x)).collect();
        Ends {
            from,
            to,
            also,
            refused,
        }
    }

    /// Removes invalid ends and additional points, and returns the errors.
    pub(in crate::laboratory) fn keep_ends(&mut self) -> Vec<BuildError> {
        let ends = self.ends();
        (self.x.from, self.x.to) = (ends.from, ends.to);
        self.simulation.also = ends.also;
        ends.refused
    }

    fn refusal(&self, key: &str, value: f64) -> Option<BuildError> {
        let is_of_load = self.x.of == Varied::Load;
        let allowed = match (self.x.is_log, is_of_load) {
            (true, _) if value <= 0.0 => "a number above 0 on a logarithmic axis",
            (false, true) if value < 0.0 => "a load, which is 0 or more",
            _ => return None,
        };
        let given = quoted(&value.to_string());
        Some(BuildError::rejected(key, allowed, given))
    }
}
