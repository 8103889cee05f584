//! The scenarios of curves: those whose points may be stored elsewhere, and those that saturate.

use super::evaluate::{Range, scenario_of};
use super::experiment::{Curve, Experiment, Subject, Varied};
use super::points::{self, Results};
use crate::scenario::Scenario;
use crate::sweep::Report;

/// A curve that saturates within its points.
#[derive(Debug, Clone, PartialEq)]
pub struct SaturatedCurve {
    /// The scenario, at the first load at which the simulation has saturated.
    pub scenario: Scenario,
    /// All its reports, by load.
    pub reports: Vec<Report>,
}

impl Experiment {
    /// The scenarios of curves over the load, whose points may have been measured elsewhere.
    pub fn subjects(&self) -> Vec<Scenario> {
        let curves = self.curves.iter();
        let scenarios = curves.filter_map(|curve| match &curve.subject {
            Subject::Scenario(scenario) => Some(points::on_seed(self, scenario)),
            Subject::Model { .. } => None,
        });
        let is_over_load = self.x.of == Varied::Load;
        scenarios.filter(|_| is_over_load).collect()
    }

    /// The scenario of a curve at its first saturated point, with all reports; `None` if no point
    /// has saturated.
    pub fn saturated(&self, curve: &Curve, results: &Results) -> Option<SaturatedCurve> {
        if self.x.of != Varied::Load {
            return None;
        }
        let scenario = scenario_of(&curve.subject).ok()?;
        let asked = points::asked(self, curve, &Range::of(self), results).into_iter();
        let reports = asked.filter_map(|point| {
            let report = points::report(self, curve, results, &point)?;
            Some(report.into_owned())
        });
        let reports: Vec<_> = reports.collect();
        let first = reports.iter().find(|report| report.saturated)?.load;
        let mut scenario = points::on_seed(self, &scenario);
        scenario.traffic.rate = first;
        Some(SaturatedCurve { scenario, reports })
    }

    /// Whether the mean of some point is not reliable yet.
    pub fn doubtful(&self, results: &Results) -> bool {
        let range = Range::of(self);
        let asked = |curve| points::asked(self, curve, &range, results);
        let points = self.curves.iter().flat_map(asked);
        let mut scenarios = points.filter_map(|point| Some(point.task.ok()?.1));
        scenarios.any(|scenario| {
            let found = points::found(self, results, &scenario);
            found.is_some_and(Report::is_doubtful)
        })
    }

    /// The file name without extension, from the first curve and the x axis.
    pub fn file_stem(&self) -> String {
        let stem = |subject: &Subject| match subject {
            Subject::Scenario(scenario) => scenario.file_stem(),
            Subject::Model { id, settings, .. } => {
                let pairs = settings.iter().map(|(key, value)| format!("-{key}{value}"));
                [id.clone(), pairs.collect()].concat()
            }
        };
        let first = self.curves.first().map(|curve| stem(&curve.subject));
        let mut name = first.unwrap_or_else(|| "experiment".to_owned());
        if self.curves.len() > 1 {
            name = format!("{name}-and-{}-more", self.curves.len() - 1);
        }
        if let Varied::Parameter(id) = &self.x.of {
            name = [&name, "-over-", id].concat();
        }
        let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '.' | '-');
        let plain = name.chars().map(|c| if is_plain(c) { c } else { '-' });
        // Common file systems limit names to 255 bytes.
        plain.take(100).collect()
    }
}
