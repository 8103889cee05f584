//! Charts over the load: pictures, tables and readings of measured curves and their models.

mod models;
mod shown;
mod theory;

use std::rc::Rc;

use browser::canvas::fine::{FINER, FineCanvas};
use flitscope::paper;
use flitscope::plot::{
    Cells, Frame, LoadChart, PrintedColumn, ShownCurve, Theme, point_cells, points_csv,
};
use flitscope::scenario::{BuiltScenario, Scenario};
use flitscope::sweep::{self, Diagnosis, Measured, Report, ShortCurve, ShortPoint};
use leptos::prelude::*;
use plotters::coord::Shift;
use plotters::drawing::DrawingArea;
use web_sys::HtmlCanvasElement;

use super::chart_subject::ChartSubject;
use models::NamedModel;
use shown::Shown;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Picture {
    Latency,
    /// The distribution of channel load for each compared curve.
    Load,
}

/// The places of the parts of a chart on its sheet [pixels].
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Places {
    /// The left and right edge and the top and bottom of the plot.
    pub edges: [f64; 4],
    /// The loads [messages/node/cycle] at the left and right edge.
    pub rates: [f64; 2],
    /// The points from left to right, each with what it says.
    pub points: Vec<((f64, f64), String)>,
}

impl Places {
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

/// A row of the table of curves.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct CurveRow {
    /// The sample of the line as SVG.
    pub sample: String,
    /// The name of the curve.
    pub name: String,
    pub zero_load: String,
    /// The value at the present load.
    pub present: String,
    /// The load at which it saturates.
    pub saturates: String,
}

/// The charts of a panel; copies share what they have built.
#[derive(Clone, Copy)]
pub struct Charts {
    /// The models used last, with their texts: they can take long to build.
    models: StoredValue<Vec<(String, Rc<NamedModel>)>, LocalStorage>,
}

impl Charts {
    /// Charts of which nothing has been shown.
    pub fn new() -> Self {
        Self {
            models: StoredValue::new_local(Vec::new()),
        }
    }

    pub fn draw(
        self,
        picture: Picture,
        canvas: &HtmlCanvasElement,
        palette: &str,
        scale: f64,
        subject: &ChartSubject,
    ) {
        let theme = Theme::in_page(palette, FINER * scale);
        let Some(area) = area_on(canvas) else { return };
        let shown = Shown::new(self, subject);
        // Fails only on a canvas without a size.
        let _ = match picture {
            Picture::Latency => shown.diagram().draw(&area, &theme),
            Picture::Load => match LoadChart::of(&shown.chart.series) {
                Some(chart) => chart.draw(&area, &theme),
                // Not known for all curves at a common load.
                None => area.fill(&theme.paper),
            },
        };
    }

    /// Draws on a canvas with a legend, for a file; returns `None` on failure.
    pub fn draw_file(
        self,
        canvas: &HtmlCanvasElement,
        palette: &str,
        scale: f64,
        subject: &ChartSubject,
    ) -> Option<()> {
        let theme = Theme::named(palette, FINER * scale);
        let diagram = Shown::new(self, subject).file();
        diagram.draw_with_legend(&area_on(canvas)?, &theme).ok()
    }

    /// Returns the chart as SVG of the given width and height \[pixels\].
    pub fn svg(self, size: (u32, u32), palette: &str, subject: &ChartSubject) -> String {
        let diagram = Shown::new(self, subject).file();
        diagram.to_svg(size, &Theme::named(palette, 1.0))
    }

    /// Returns the marks that occur: the sample of each as SVG, its meaning and its id.
    pub fn legend(
        self,
        palette: &str,
        subject: &ChartSubject,
    ) -> Vec<(String, &'static str, &'static str)> {
        let diagram = Shown::new(self, subject).diagram();
        let theme = Theme::in_page(palette, 1.0);
        let keys = diagram.occurring_keys().into_iter();
        let keys = keys.map(|key| (diagram.key_sample(key, &theme), key.label(), key.id()));
        keys.collect()
    }

    /// Returns the heading of the column of the present load, and a row for each curve.
    pub fn rows(self, palette: &str, subject: &ChartSubject) -> (String, Vec<CurveRow>) {
        let shown = Shown::new(self, subject);
        let diagram = shown.diagram();
        let theme = Theme::in_page(palette, 1.0);
        let rows = shown.chart.rows(&diagram).into_iter();
        let rows = rows.map(|row| CurveRow {
            sample: diagram.name_sample(row.trace, &theme),
            name: row.name,
            zero_load: row.zero_load,
            present: row.present,
            saturates: row.saturates,
        });
        (shown.chart.present_in_words(), rows.collect())
    }

    /// Returns the places of the parts on a sheet of a width and height \[pixels\].
    pub fn places(self, (width, height): (f64, f64), subject: &ChartSubject) -> Places {
        let shown = Shown::new(self, subject);
        let diagram = shown.diagram();
        let frame = Frame::of(&diagram, width, height, 0.0);
        let plot = frame.plot;
        let spots = diagram.spots(&frame).into_iter();
        Places {
            edges: [plot.left, plot.right, plot.top, plot.bottom],
            rates: [frame.x.start, frame.x.end].map(|x| shown.chart.rate_at(x)),
            points: spots.map(|spot| (spot.at, spot.words)).collect(),
        }
    }

    /// Returns the values at a horizontal position on a sheet of a width and height \[pixels\] in a sentence.
    pub fn reading(
        self,
        (width, height): (f64, f64),
        across: f64,
        subject: &ChartSubject,
    ) -> String {
        let diagram = Shown::new(self, subject).diagram();
        let frame = Frame::of(&diagram, width, height, 0.0);
        diagram.sentence(frame.x_at(across), &frame)
    }

    /// Returns the points as CSV, preceded by a remark that identifies them.
    pub fn csv(self, remark: &str, subject: &ChartSubject) -> String {
        points_csv(remark, &Shown::new(self, subject).rows())
    }

    /// Returns the points as JSON with the complete reports and the curve of the model.
    pub fn json(self, remark: &str, subject: &ChartSubject) -> String {
        let shown = Shown::new(self, subject);
        let points = shown.rows().into_iter().map(|row| {
            let mut point = row.report.to_json();
            point["model"] = serde_json::json!(row.predicted);
            if !row.curve.is_empty() {
                point["curve"] = serde_json::json!(row.curve);
            }
            point
        });
        let curve = &shown.chart.model;
        let value = serde_json::json!({
            "link": remark,
            "model": subject.model,
            "model_curve": curve.points,
            "model_saturation": curve.saturation,
            "points": points.collect::<Vec<_>>(),
        });
        format!("{value:#}\n")
    }

    /// Explains why a scenario saturates where it does, and its model elsewhere. Returns the kind and text of each
    /// finding.
    pub fn why(
        scenario: &Scenario,
        measured: &[Measured],
        diagnosis: &Diagnosis,
    ) -> Option<Vec<(&'static str, String)>> {
        let built = scenario.build_in_page().ok()?;
        let reports = measured.iter().map(|point| Report::clone(&point.report));
        let reports: Vec<_> = reports.collect();
        let findings = sweep::why(scenario, &built, diagnosis, &reports).into_iter();
        let findings = findings.map(|finding| (finding.kind.id(), finding.text));
        Some(findings.collect())
    }

    /// Returns the loads whose mean latency cannot be trusted yet, each with the cycles simulated.
    pub fn doubtful(self, subject: &ChartSubject) -> Vec<(f64, f64)> {
        let shown = Shown::new(self, subject);
        let reports = shown.points.iter().map(|(_, report)| report);
        let doubtful = reports.filter(|report| report.is_doubtful());
        let loads = doubtful.map(|report| {
            let measures = &report.measures;
            (report.load, (measures.started + measures.cycles) as f64)
        });
        loads.collect()
    }

    /// Returns the table of the points, with the predictions of the model and the values of a paper's table, and
    /// the distinct warnings about them.
    pub fn table(self, subject: &ChartSubject) -> (Cells, Vec<String>) {
        let shown = Shown::new(self, subject);
        let printed = subject.print.map(|table| PrintedColumn {
            head: table.column_head(),
            values: (shown.points.iter())
                .map(|(curve, report)| table.at(report.load).filter(|_| *curve == subject.own))
                .collect(),
        });
        let mut warnings = Vec::new();
        for (_, report) in &shown.points {
            for warning in &report.warnings {
                if !warnings.contains(warning) {
                    warnings.push(warning.clone());
                }
            }
        }
        (point_cells(&shown.rows(), printed.as_ref()), warnings)
    }

    /// Returns the table of channel load by curve; `None` unless it is known for all curves at some
    /// common load.
    pub fn loads(self, subject: &ChartSubject) -> Option<Cells> {
        let chart = Shown::new(self, subject).chart;
        LoadChart::of(&chart.series).map(|chart| chart.cells())
    }

    /// Returns the points of each curve in the form that a link has.
    pub fn short_points(self, subject: &ChartSubject) -> Vec<ShortCurve> {
        let series = Shown::new(self, subject).chart.series.into_iter();
        let curves = series.map(|series| ShortCurve {
            points: series.reports.iter().map(ShortPoint::of).collect(),
        });
        curves.collect()
    }

    /// Returns the load [messages/node/cycle] of each curve to simulate next, by its label, so that the picture shows its
    /// knee; none for curves of which it does.
    pub fn next_loads(self, subject: &ChartSubject) -> Vec<(String, f64)> {
        let next = Shown::new(self, subject).chart.next_loads();
        let labels = subject.curves.iter().map(|(label, _)| label.clone());
        let loads = labels.zip(next);
        loads
            .filter_map(|(label, load)| Some((label, load?)))
            .collect()
    }

    /// Returns the load [messages/node/cycle] at which a model saturates, if it does.
    pub fn saturation(self, model: &str) -> Option<f64> {
        self.model(model)?.curve().saturation
    }
}

/// Returns a curve with its bounds, apart from its points.
pub fn curve(name: &str, scenario: &Scenario, built: &BuiltScenario) -> ShownCurve {
    ShownCurve::new(name.to_owned(), scenario, built)
}

/// Returns the points that a link has for a curve, as measured ones.
pub fn linked_points(curve: &ShortCurve, label: &str) -> Vec<Measured> {
    let points = curve.points.iter();
    points.filter_map(|point| point.measured(label)).collect()
}

/// Returns, for each conclusion that a paper draws from a figure: the conclusion, whether it
/// holds, and the result found here.
pub fn claims(figure: &str) -> impl Iterator<Item = [&'static str; 3]> {
    let claims = paper::claims(figure).iter();
    claims.map(|claim| [claim.says, claim.holds.word(), claim.found])
}

fn area_on(canvas: &HtmlCanvasElement) -> Option<DrawingArea<FineCanvas, Shift>> {
    FineCanvas::area(canvas.clone())
}
