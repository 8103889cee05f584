//! The curves of a chart in a table: what a message takes without load and at the present load, and where each saturates.

use super::CurveChart;
use crate::plot::axis::readable;
use crate::plot::{Diagram, DiagramKey, Kind, ModelCurve, Series, Style, Trace};
use crate::sweep::{LoadUnit, Quantity, Report};

/// A curve in the table, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CurveRow {
    /// The index of its trace in the diagram.
    pub trace: usize,
    pub name: String,
    /// The latency without load \[cycles\].
    pub zero_load: String,
    /// The value at the present load, between the measured ones beside it.
    pub present: String,
    /// The load at which it saturates, or between which two.
    pub saturates: String,
}

/// Where there is no value.
const NONE: &str = "–";

impl CurveChart {
    /// The heading of the column of the present load.
    pub fn present_in_words(&self) -> String {
        let at = self.present.map(|rate| self.marked(rate).label);
        at.map_or("at present".to_owned(), |at| at.replacen("now", "at", 1))
    }

    /// The rows of the measured curves and the models, in the order of their traces, measured ones first.
    pub fn rows(&self, diagram: &Diagram) -> Vec<CurveRow> {
        let traces = diagram.traces.iter().enumerate();
        let is_measured =
            |trace: &Trace| trace.kind == Kind::Simulation && !matches!(trace.style, Style::Thin);
        let measured = traces.clone().filter(|(_, trace)| is_measured(trace));
        let measured = measured.zip(self.own_first());
        let measured = measured.map(|((index, trace), place)| self.measured(index, trace, place));
        let models = traces.filter_map(|(index, trace)| {
            let curve = match trace.key {
                Some(DiagramKey::Model) => &self.model,
                Some(DiagramKey::Published) => &self.beside.as_ref()?.0,
                None if trace.kind == Kind::Model && trace.name.starts_with("published") => {
                    &self.beside.as_ref()?.0
                }
                None if trace.kind == Kind::Model => &self.model,
                _ => return None,
            };
            (!trace.marks.is_empty()).then(|| self.predicted(index, trace, curve))
        });
        measured.chain(models).collect()
    }

    fn measured(&self, trace: usize, drawn: &Trace, place: usize) -> CurveRow {
        let series = &self.series[place];
        CurveRow {
            trace,
            name: drawn.titled().to_owned(),
            zero_load: latency(series.curve.zero_load),
            present: self.value(self.measured_at_present(series, drawn)),
            saturates: self.end(series),
        }
    }

    /// The value at the present load: between two steady ones, or between the first and the latency without load.
    fn measured_at_present(&self, series: &Series, drawn: &Trace) -> Option<f64> {
        let x = self.present? * self.factor(series);
        let steady = drawn.marks.iter().filter(|mark| mark.is_steady);
        let steady: Vec<_> = steady.map(|mark| (mark.x, mark.y)).collect();
        let without = match self.axes.quantity {
            Quantity::Accepted => Some(0.0),
            _ => series.curve.zero_load,
        };
        let first = without.map(|value| (0.0, value));
        let all: Vec<_> = first
            .filter(|_| !steady.is_empty())
            .into_iter()
            .chain(steady)
            .collect();
        let pair = all
            .windows(2)
            .find(|pair| pair[0].0 <= x && x <= pair[1].0)?;
        let [(from, low), (to, high)] = [pair[0], pair[1]];
        // No steady load stands between a saturated one and the next.
        let ends = series.reports.iter().filter(|report| has_ended(report));
        let end = ends.map(|report| report.load * self.factor(series));
        let is_beyond = end.fold(f64::INFINITY, f64::min) <= x;
        let share = if to > from {
            (x - from) / (to - from)
        } else {
            0.0
        };
        (!is_beyond).then_some(low + share * (high - low))
    }

    /// The load at which a measured curve saturates or deadlocks.
    fn end(&self, series: &Series) -> String {
        let factor = self.factor(series);
        let loads = |is: fn(&Report) -> bool| {
            let reports = series.reports.iter().filter(move |report| is(report));
            reports.map(move |report| report.load * factor)
        };
        let first = loads(has_ended).fold(f64::INFINITY, f64::min);
        let steady = loads(Report::is_steady).filter(|&load| load < first);
        let last = steady.fold(0.0, f64::max);
        let unit = match self.axes.unit {
            LoadUnit::Capacity => " %",
            _ => "",
        };
        let words = |x: f64| match unit {
            "" => readable(x),
            _ => format!("{x:.0}"),
        };
        match (last > 0.0, first.is_finite()) {
            (false, false) => NONE.to_owned(),
            (true, false) => format!("above {}{unit}", words(last)),
            (false, true) => format!("below {}{unit}", words(first)),
            (true, true) => {
                let (low, high) = (words(last), words(first));
                if low == high {
                    format!("{low}{unit}")
                } else {
                    format!("{low} to {high}{unit}")
                }
            }
        }
    }

    fn predicted(&self, index: usize, trace: &Trace, curve: &ModelCurve) -> CurveRow {
        let factor = self.own_factor();
        let at = self.present.map(|rate| rate * factor);
        // A model that saturates beyond the bound is wrong there.
        let end = trace.marks.last().map_or(0.0, |mark| 1.001 * mark.x);
        let saturation = curve.saturation.filter(|rate| rate * factor <= end);
        let saturation = saturation.map(|rate| match self.axes.unit {
            LoadUnit::Capacity => format!("{:.0} %", rate * factor),
            _ => readable(rate * factor),
        });
        let first = curve.points.first().filter(|(load, _)| *load <= 0.0);
        CurveRow {
            trace: index,
            name: trace.titled().to_owned(),
            zero_load: latency(first.map(|(_, value)| *value)),
            present: self.value(at.and_then(|x| trace.at(x))),
            saturates: saturation.unwrap_or_else(|| NONE.to_owned()),
        }
    }

    fn value(&self, value: Option<f64>) -> String {
        match self.axes.quantity {
            Quantity::Accepted => {
                value.map_or_else(|| NONE.to_owned(), |value| self.load_in_words(value))
            }
            _ => latency(value),
        }
    }
}

fn has_ended(report: &Report) -> bool {
    report.saturated || report.is_stuck()
}

fn latency(value: Option<f64>) -> String {
    let value = value.filter(|value| value.is_finite());
    value.map_or(NONE.to_owned(), |value| format!("{value:.1}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plot::ShownCurve;
    use crate::scenario::Scenario;
    use crate::sweep::{ChartAxes, simulate};

    /// A curve with a latency of 20 cycles without load, 24 at 20 % and 40 at 40 % of capacity, saturated at 41.2 %.
    fn chart() -> CurveChart {
        let mut scenario = Scenario::from_link("t=mesh:4x4&M=4&lam=0.01").scenario;
        scenario.run.cycles = 300;
        let report = simulate(&scenario, |_| {}).expect("a valid scenario");
        let at = |load: f64, mean: f64| {
            let mut report = report.clone();
            (report.load, report.measures.latency.mean) = (load, Some(mean));
            report.state = crate::sweep::State::Steady;
            report
        };
        let mut last = at(0.0412, 300.0);
        last.saturated = true;
        CurveChart {
            series: vec![Series {
                curve: ShownCurve {
                    title: "Dimension order".to_owned(),
                    length: 4.0,
                    capacity: Some(0.1),
                    zero_load: Some(20.0),
                    ..ShownCurve::default()
                },
                reports: vec![at(0.02, 24.0), at(0.04, 40.0), last],
            }],
            present: Some(0.03),
            ..CurveChart::default()
        }
    }

    fn row(chart: &CurveChart) -> [String; 4] {
        let mut rows = chart.rows(&chart.diagram());
        assert_eq!(rows.len(), 1);
        let row = rows.remove(0);
        [row.name, row.zero_load, row.present, row.saturates]
    }

    #[test]
    fn a_row_has_the_latency_without_load_and_at_present_and_the_end() {
        let mut chart = chart();
        assert_eq!(chart.present_in_words(), "at 30 %");
        assert_eq!(
            row(&chart),
            ["Dimension order", "20.0", "32.0", "40 to 41 %"]
        );
        for (present, value) in [(0.01, "22.0"), (0.02, "24.0"), (0.041, NONE), (0.05, NONE)] {
            chart.present = Some(present);
            assert_eq!(row(&chart)[2], value, "{present}");
        }
        chart.axes = ChartAxes {
            unit: LoadUnit::Messages,
            ..chart.axes
        };
        assert_eq!(row(&chart)[3], "0.04 to 0.0412");
        chart.series[0].reports.truncate(2);
        assert_eq!(row(&chart)[3], "above 0.04");
        chart.series[0].reports.clear();
        assert_eq!(row(&chart)[1..], ["20.0", NONE, NONE]);
    }

    #[test]
    fn a_model_has_a_row_of_its_own() {
        let chart = CurveChart {
            model: ModelCurve {
                points: vec![(0.0, 19.0), (0.02, 23.0), (0.04, 47.0)],
                saturation: Some(0.04),
            },
            ..chart()
        };
        let rows = chart.rows(&chart.diagram());
        let model = rows.last().expect("two rows");
        assert_eq!(rows.len(), 2);
        assert_eq!(
            [
                &*model.name,
                &*model.zero_load,
                &*model.present,
                &*model.saturates
            ],
            ["model", "19.0", "35.0", "40 %"]
        );
        assert_eq!(chart.diagram().traces[model.trace].kind, Kind::Model);
    }
}
