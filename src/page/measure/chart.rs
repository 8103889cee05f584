//! The chart of a measurement, and its tables and files.

use std::sync::Arc;

use serde_json::json;
use study::paper::{PrintedLatency, PrintedTable};
use study::plot::{
    Cells, CurveChart, Diagram, Frame, PointRow, PrintedColumn, Series, ShownCurve, point_cells,
    points_csv,
};
use study::scenario::{Theory, common_settings};
use study::sweep::{ChartAxes, Measured, Report, ShortCurve, ShortPoint};

use super::theory::BuiltTheory;
use super::{MeasuredCurve, Theories};

/// The models of a chart, which can take long to build.
#[derive(Debug, Clone, Default)]
pub struct Models {
    own: Option<Arc<BuiltTheory>>,
    beside: Option<Arc<BuiltTheory>>,
}

impl Models {
    /// Builds the models of a scenario, apart from those that were built before.
    pub fn new(theories: &Theories, before: Option<&Self>) -> Self {
        let known = before.into_iter().flat_map(|before| {
            let both = [&before.own, &before.beside];
            both.into_iter().flatten()
        });
        let known: Vec<_> = known.collect();
        let built = |theory: &Theory| {
            let mut known = known.iter();
            let same = known.find(|known| {
                known.theory.id == theory.id && known.theory.settings == theory.settings
            });
            same.map_or_else(
                || Arc::new(BuiltTheory::new(theory)),
                |same| Arc::clone(same),
            )
        };
        Self {
            own: theories.own.as_ref().map(built),
            beside: theories.beside.as_ref().map(built),
        }
    }

    /// The load [messages/node/cycle] at which the model of the scenario saturates, if it does.
    pub fn saturation(&self) -> Option<f64> {
        self.own.as_ref()?.curve.saturation
    }
}

/// A chart over the load with the reports of its points.
#[derive(Debug, Clone, Default)]
pub struct Chart {
    pub curves: CurveChart,
    /// The labels of the curves in their points.
    labels: Vec<String>,
    models: Models,
    print: Option<&'static PrintedTable>,
}

impl Chart {
    /// The points of curves beside their models and a printed table. `shown` are the facts about the curves, in their order.
    pub fn new(
        (curves, shown): (&[MeasuredCurve], &[ShownCurve]),
        points: &[Measured],
        axes: ChartAxes,
        models: Models,
        print: Option<&'static PrintedTable>,
    ) -> Self {
        let series = curves.iter().zip(shown).map(|(curve, shown)| {
            let points = points.iter().filter(|point| point.curve == curve.label);
            Series {
                curve: shown.clone(),
                reports: points.map(|point| Report::clone(&point.report)).collect(),
            }
        });
        let scenarios: Vec<_> = curves.iter().map(|curve| &curve.scenario).collect();
        let model = models.own.as_ref();
        let chart = CurveChart {
            title: common_settings(&scenarios),
            axes,
            series: series.collect(),
            own: curves.iter().position(|curve| curve.is_own).unwrap_or(0),
            model: model.map(|model| model.curve.clone()).unwrap_or_default(),
            predicts: model.map(|model| model.theory.predicts),
            beside: models
                .beside
                .as_ref()
                .map(|model| (model.curve.clone(), model.theory.predicts)),
            printed: print.map_or(Vec::new(), |print| print.points.to_vec()),
            prints_network: print.is_some_and(|print| print.latency == PrintedLatency::Network),
            present: None,
        };
        Self {
            curves: chart,
            labels: curves.iter().map(|curve| curve.label.clone()).collect(),
            models,
            print,
        }
    }

    /// Whether there is nothing to draw.
    pub fn is_empty(&self) -> bool {
        self.models.own.is_none() && self.print.is_none() && !self.has_points()
    }

    pub fn has_points(&self) -> bool {
        let mut series = self.curves.series.iter();
        series.any(|series| !series.reports.is_empty())
    }

    /// The points in the order of the table: the place of the curve, and the report.
    fn points(&self) -> Vec<(usize, &Report)> {
        let series = self.curves.series.iter().enumerate();
        let points = series.flat_map(|(place, series)| {
            let reports = series.reports.iter();
            reports.map(move |report| (place, report))
        });
        let mut points: Vec<_> = points.collect();
        points.sort_by(|a, b| a.1.load.total_cmp(&b.1.load));
        points
    }

    /// The points as rows of a table, with the latency that the model predicts for those of the scenario's own curve.
    fn rows(&self) -> Vec<PointRow<'_>> {
        let rows = self.points().into_iter().map(|(place, report)| {
            let model = self.models.own.as_ref();
            let model = model.filter(|_| place == self.curves.own);
            let prediction = model.map(|model| model.model.predict(report.load));
            PointRow {
                curve: &self.curves.series[place].curve.name,
                report,
                predicted: prediction.and_then(|p| p.latency().map(|latency| latency.total)),
            }
        });
        rows.collect()
    }

    /// Returns the table of the points, with the predictions of the model and the values of a paper's table.
    pub fn table(&self) -> Cells {
        let printed = self.print.map(|print| {
            let values = self.points().into_iter().map(|(place, report)| {
                let value = print.at(report.load);
                value.filter(|_| place == self.curves.own)
            });
            PrintedColumn {
                head: print.column_head(),
                values: values.collect(),
            }
        });
        point_cells(&self.rows(), printed.as_ref())
    }

    /// Returns the distinct warnings about the points.
    pub fn warnings(&self) -> Vec<String> {
        let mut warnings = Vec::new();
        for (_, report) in self.points() {
            for warning in &report.warnings {
                if !warnings.contains(warning) {
                    warnings.push(warning.clone());
                }
            }
        }
        warnings
    }

    /// Returns the loads whose mean latency cannot be trusted yet, each with the cycles simulated.
    pub fn doubtful(&self) -> Vec<(f64, f64)> {
        let reports = self.points().into_iter().map(|(_, report)| report);
        let doubtful = reports.filter(|report| report.is_doubtful());
        let loads = doubtful.map(|report| {
            let measures = &report.measures;
            (report.load, (measures.started + measures.cycles) as f64)
        });
        loads.collect()
    }

    /// Returns the points of each curve in the form that a link has.
    pub fn short_points(&self) -> Vec<ShortCurve> {
        let curves = self.curves.series.iter().map(|series| ShortCurve {
            points: series.reports.iter().map(ShortPoint::of).collect(),
        });
        curves.collect()
    }

    /// Returns the load [messages/node/cycle] of each curve to simulate next, by its label, so that the picture shows its
    /// knee; none for curves of which it does.
    pub fn next_loads(&self) -> Vec<(String, f64)> {
        let loads = self.labels.iter().zip(self.curves.next_loads());
        let loads = loads.filter_map(|(label, load)| Some((label.clone(), load?)));
        loads.collect()
    }

    /// The diagram of a file, in which the present load of the page has no place.
    pub fn file(&self) -> Diagram {
        self.curves.diagram()
    }

    /// Returns the points as CSV, preceded by a remark that identifies them.
    pub fn csv(&self, remark: &str) -> String {
        points_csv(remark, &self.rows())
    }

    /// Returns the points as JSON with the complete reports and the curve of the model.
    pub fn json(&self, remark: &str) -> String {
        let points = self.rows().into_iter().map(|row| {
            let mut point = row.report.to_json();
            point["model"] = json!(row.predicted);
            if !row.curve.is_empty() {
                point["curve"] = json!(row.curve);
            }
            point
        });
        let model = self.models.own.as_ref().map(|model| model.text());
        let value = json!({
            "link": remark,
            "model": model.unwrap_or_default(),
            "model_curve": self.curves.model.points,
            "model_saturation": self.curves.model.saturation,
            "points": points.collect::<Vec<_>>(),
        });
        format!("{value:#}\n")
    }
}

/// The places of the parts of a chart on its sheet \[pixels\].
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Places {
    /// The left and right edge and the top and bottom of the plot.
    pub edges: [f64; 4],
    /// The loads [messages/node/cycle] at the left and right edge.
    rates: [f64; 2],
    /// The points from left to right, each with what it says.
    pub points: Vec<((f64, f64), String)>,
}

impl Places {
    /// The places on a sheet of a width and height.
    pub fn new(chart: &CurveChart, diagram: &Diagram, (width, height): (f64, f64)) -> Self {
        let frame = Frame::of(diagram, width, height, 0.0);
        let plot = frame.plot;
        let spots = diagram.spots(&frame).into_iter();
        Self {
            edges: [plot.left, plot.right, plot.top, plot.bottom],
            rates: [frame.x.start, frame.x.end].map(|x| chart.rate_at(x)),
            points: spots.map(|spot| (spot.at, spot.words)).collect(),
        }
    }

    /// The horizontal position of a load, at an edge if it is beyond.
    pub fn across(&self, rate: f64) -> f64 {
        let [left, right, ..] = self.edges;
        let share = (rate - self.rates[0]) / (self.rates[1] - self.rates[0]);
        left + share.clamp(0.0, 1.0) * (right - left)
    }

    /// The load at a horizontal position, clamped to the plot.
    pub fn rate(&self, across: f64) -> f64 {
        let [left, right, ..] = self.edges;
        let share = ((across - left) / (right - left)).clamp(0.0, 1.0);
        self.rates[0] + share * (self.rates[1] - self.rates[0])
    }

    /// The point nearest to a position, within a reach.
    pub fn nearest(&self, (x, y): (f64, f64), reach: f64) -> Option<usize> {
        let points = self.points.iter().enumerate();
        let far = points.map(|(place, (at, _))| (place, (at.0 - x).hypot(at.1 - y)));
        let nearest = far.min_by(|a, b| a.1.total_cmp(&b.1));
        nearest
            .filter(|(_, far)| *far <= reach)
            .map(|(place, _)| place)
    }
}
