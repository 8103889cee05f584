//! The content of a chart, as the page sends it to the program that draws charts.

use serde::{Deserialize, Serialize};

use super::{Series, ShownCurve};
use crate::sweep::{ChartAxes, Report};

/// The content of a chart and its table.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct ChartContent {
    /// The settings that all curves have in common.
    pub title: String,
    /// The quantity and the unit of the load.
    pub axes: ChartAxes,
    /// The id of a model and its settings as `key=value` words; empty for none.
    pub model: String,
    /// A published model beside it, in the same way.
    pub beside: String,
    /// The name of the table of a paper, whose values are shown; empty for none.
    pub table: String,
    /// The curves.
    pub curves: Vec<ShownCurve>,
    /// The place of the scenario's own curve, to which model and table belong.
    pub own: u32,
    /// The present load of the scenario [messages/node/cycle], if it is marked.
    pub present: Option<f64>,
    /// The points, in the order of the table.
    pub points: Vec<ShownPoint>,
}

/// A point of a chart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShownPoint {
    /// The place of its report among those that the program was given.
    pub report: u32,
    /// The place of its curve.
    pub curve: u32,
}

impl ChartContent {
    /// The curves with their reports, of those that the program was given; `None` if it was not given so many, or a
    /// point has no curve.
    pub fn series(&self, given: &[Report]) -> Option<Vec<Series>> {
        let curves = self.curves.iter().cloned();
        let mut series: Vec<_> = curves
            .map(|curve| Series {
                curve,
                reports: Vec::new(),
            })
            .collect();
        for point in &self.points {
            let report = given.get(point.report as usize)?.clone();
            series.get_mut(point.curve as usize)?.reports.push(report);
        }
        Some(series)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Scenario;
    use crate::sweep::simulate;

    #[test]
    fn points_belong_to_curves() {
        let mut scenario = Scenario::from_link("t=mesh:4x4&lam=0.01").scenario;
        scenario.run.cycles = 300;
        let report = simulate(&scenario, |_| {}).expect("a valid scenario");
        let given = [report.clone()];
        let content = |report, curve| ChartContent {
            curves: vec![ShownCurve::default(); 2],
            points: vec![ShownPoint { report, curve }],
            ..ChartContent::default()
        };
        let series = content(0, 1).series(&given).expect("a curve and a report");
        assert_eq!(series[0].reports, []);
        assert_eq!(series[1].reports, [report]);
        assert_eq!(content(1, 0).series(&given), None);
        assert_eq!(content(0, 2).series(&given), None);
    }
}
