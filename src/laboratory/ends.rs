//! Which places an axis across has: no load is negative, and no logarithm that of zero.

use super::experiment::{Experiment, Varied};
use crate::catalog::quoted;

/// The ends and the places besides that an axis does not have are left out, each with its
/// sentence.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Ends {
    pub(super) from: Option<f64>,
    pub(super) to: Option<f64>,
    pub(super) also: Vec<f64>,
    pub(super) refused: Vec<String>,
}

impl Experiment {
    /// What is asked for and can be had.
    pub(super) fn ends(&self) -> Ends {
        let mut refused = Vec::new();
        let mut is_had = |key: &str, value: f64| {
            let problem = self.refusal(key, value);
            let is_had = problem.is_none();
            refused.extend(problem);
            is_had
        };
        let from = self.x.from.filter(|&from| is_had("from", from));
        let to = self.x.to.filter(|&to| is_had("to", to));
        let also = self.simulation.also.iter().copied();
        let also = also.filter(|&x| is_had("also", x)).collect();
        Ends {
            from,
            to,
            also,
            refused,
        }
    }

    /// Forgets what the axis does not have, and says so.
    pub(super) fn keep_ends(&mut self) -> Vec<String> {
        let ends = self.ends();
        (self.x.from, self.x.to) = (ends.from, ends.to);
        self.simulation.also = ends.also;
        ends.refused
    }

    fn refusal(&self, key: &str, value: f64) -> Option<String> {
        let is_of_load = self.x.of == Varied::Load;
        let allowed = match (self.x.is_log, is_of_load) {
            (true, _) if value <= 0.0 => "a number above 0 on a logarithmic axis",
            (false, true) if value < 0.0 => "a load, which is 0 or more",
            _ => return None,
        };
        let given = quoted(&value.to_string());
        Some(format!("{key} must be {allowed}, not {given}"))
    }
}
