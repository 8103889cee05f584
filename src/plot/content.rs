//! The content of a chart, as the page sends it to the program that draws charts.

use serde::{Deserialize, Serialize};

use crate::sweep::Report;

/// The content of a chart and its table.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct ChartContent {
    /// The id of a model and its settings as `key=value` words; empty for none.
    pub model: String,
    /// The routing function of the scenario, as points say it where several are compared; the model and the print are
    /// of it.
    pub own: String,
    /// Loads [messages/node/cycle] and latencies \[cycles\] that a paper prints.
    pub printed: Vec<(f64, f64)>,
    /// The name of the table of a paper; empty for none.
    pub table: String,
    /// The points, in their order.
    pub points: Vec<ShownPoint>,
}

/// A point of a chart.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShownPoint {
    /// The place of its report among those that the program was given.
    pub report: u32,
    /// The routing function that it is of, where several are compared.
    pub routing: Option<String>,
}

impl ShownPoint {
    /// Its report, of those that the program was given; `None` if it was not given so many.
    pub fn report(&self, given: &[Report]) -> Option<Report> {
        let report = given.get(self.report as usize)?.clone();
        let routing = self.routing.clone().or(report.routing.clone());
        Some(Report { routing, ..report })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Scenario;
    use crate::sweep::simulate;

    #[test]
    fn a_point_that_is_compared_says_of_which_function_it_is() {
        let mut scenario = Scenario::from_link("t=mesh:4x4&lam=0.01").scenario;
        scenario.run.cycles = 300;
        let report = simulate(&scenario, |_| {}).expect("a valid scenario");
        let given = [report.clone()];
        let point = |report, routing: Option<&str>| ShownPoint {
            report,
            routing: routing.map(str::to_owned),
        };
        assert_eq!(point(0, None).report(&given), Some(report.clone()));
        let compared = point(0, Some("duato")).report(&given);
        assert_eq!(
            compared,
            Some(Report {
                routing: Some("duato".to_owned()),
                ..report
            })
        );
        assert_eq!(point(1, None).report(&given), None);
    }
}
