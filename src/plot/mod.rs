//! Charts, drawn by plotters over any of its backends: a canvas on screen, SVG in a file.

mod axis;
mod diagram;
mod keys;
mod load;
mod series;
mod sparkline;
mod stroke;
mod svg;
mod table;
mod theme;
mod typeset;

use std::ops::Range;

use plotters::coord::Shift;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;

use crate::model::{Model, Prediction};
use crate::sweep::Report;
use diagram::pen::DiagramPen;
use keys::KeyLegend;
use plotters::style::text_anchor::{HPos, VPos};
use series::{Legend, Series, is_of_series};

pub use axis::{Axis, Tick, readable};
pub use diagram::{
    Diagram, DiagramKey, Difference, Frame, Kind, Mark, Reading, Rect, Scale, Swatch, Trace,
};
pub use keys::ChartKey;
pub use load::LoadChart;
pub use sparkline::sparkline;
pub use table::{Cells, PrintedColumn, point_cells, points_csv};
pub use theme::Theme;
pub use typeset::{Run, runs};

/// What a model says of all loads.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ModelCurve {
    /// (load, latency), up to saturation.
    pub points: Vec<(f64, f64)>,
    /// The load at which the model saturates.
    pub saturation: Option<f64>,
}

/// What a latency–load chart shows.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct LatencyChart {
    /// The model's curve, where there is a model.
    pub predicted: ModelCurve,
    /// What was measured, by load.
    pub measured: Vec<Report>,
    /// (load, latency) as a paper prints them.
    pub printed: Vec<(f64, f64)>,
}

impl ModelCurve {
    /// The curve of a model.
    pub fn of(model: &dyn Model) -> Self {
        const POINTS: u32 = 64;
        let saturation = model.saturation_rate();
        let end = if saturation.is_finite() {
            saturation
        } else {
            1.0
        };
        // Closer together towards saturation, where the curve turns.
        let loads = (0..POINTS).map(|i| {
            let left = 1.0 - f64::from(i) / f64::from(POINTS - 1);
            end * (1.0 - left * left)
        });
        let points = loads.filter_map(|load| match model.predict(load) {
            Prediction::Steady(latency) => Some((load, latency.total)),
            Prediction::Saturated { .. } => None,
        });
        Self {
            points: points.collect(),
            saturation: saturation.is_finite().then_some(saturation),
        }
    }
}

impl LatencyChart {
    /// The loads on the x axis.
    fn loads(&self) -> Range<f64> {
        let measured = self.measured.iter().map(|report| report.load);
        let lines = [self.predicted.points.last(), self.printed.last()];
        let last = lines.into_iter().flatten().map(|point| point.0);
        let end = measured.chain(last).fold(0.0, f64::max);
        0.0..if end > 0.0 { end * 1.06 } else { 1.0 }
    }

    /// The latencies on the y axis: up to four times the lowest, since what lies above only
    /// says that saturation is near; of several curves, up to three times where the highest of
    /// them begins.
    fn latencies(&self) -> Range<f64> {
        const HEADROOM: f64 = 4.0;
        const ABOVE_SEVERAL: f64 = 3.0;
        let measured = self.measured.iter().flat_map(Report::latencies);
        let values = || {
            self.predicted
                .points
                .iter()
                .chain(&self.printed)
                .map(|point| point.1)
                .chain(measured.clone())
        };
        let lowest = values().fold(f64::INFINITY, f64::min);
        let highest = values().fold(0.0, f64::max);
        if highest <= 0.0 {
            return 0.0..1.0;
        }
        let begins = Series::all(&self.measured).into_iter().map(|series| {
            let latencies = series.reports.iter().flat_map(|report| report.latencies());
            latencies.fold(f64::INFINITY, f64::min)
        });
        let begins = begins.filter(|latency| latency.is_finite());
        let several = ABOVE_SEVERAL * begins.fold(0.0, f64::max);
        0.0..(highest * 1.08).min(several.max(lowest * HEADROOM))
    }

    /// Draws the chart; the error is the backend's.
    pub fn draw<Backend: DrawingBackend>(
        &self,
        area: &DrawingArea<Backend, Shift>,
        theme: &Theme,
    ) -> Result<(), DrawingAreaErrorKind<Backend::ErrorType>> {
        self.draw_below(area, theme, Vec::new())
    }

    /// The same with its marks explained, for a file.
    pub fn draw_with_legend<Backend: DrawingBackend>(
        &self,
        area: &DrawingArea<Backend, Shift>,
        theme: &Theme,
    ) -> Result<(), DrawingAreaErrorKind<Backend::ErrorType>> {
        self.draw_below(area, theme, self.keys())
    }

    /// The chart as an SVG file of a size, legend included.
    pub fn to_svg(&self, size: (u32, u32), theme: &Theme) -> String {
        svg::to_svg(size, theme, |area, theme| {
            self.draw_with_legend(area, theme)
        })
    }

    fn draw_below<Backend: DrawingBackend>(
        &self,
        area: &DrawingArea<Backend, Shift>,
        theme: &Theme,
        keys: Vec<ChartKey>,
    ) -> Result<(), DrawingAreaErrorKind<Backend::ErrorType>> {
        let px = |size: f64| (size * theme.scale).round() as u32;
        let text = ("sans-serif", px(13.0)).into_font().color(&theme.ink);
        area.fill(&theme.paper)?;
        let compared = Series::all(&self.measured);
        let across = area.dim_in_pixel().0;
        let legend = Legend::new(&compared, across, theme);
        legend.draw(area, &compared, theme)?;
        let keys = KeyLegend::new(keys, across, theme);
        keys.draw(area, legend.height, theme)?;
        let (loads, latencies) = (self.loads(), self.latencies());
        let digits = digits_for(loads.end);
        let mut chart = ChartBuilder::on(area)
            .margin(px(10.0))
            .margin_top(px(10.0) + legend.height + keys.height)
            .x_label_area_size(px(44.0))
            .y_label_area_size(px(28.0 + 8.0 * format!("{:.0}", latencies.end).len() as f64))
            .build_cartesian_2d(loads.clone(), latencies.clone())?;
        chart
            .configure_mesh()
            .axis_style(theme.ink.stroke_width(px(1.0)))
            .bold_line_style(theme.grid.stroke_width(px(1.0)))
            .light_line_style(theme.paper)
            .x_labels(6)
            .y_labels(6)
            .x_label_formatter(&|load| short(*load, digits))
            .y_label_formatter(&|latency| format!("{latency:.0}"))
            .y_desc("latency [cycles]")
            .label_style(text.clone())
            .axis_desc_style(text.clone())
            .draw()?;
        // In italics, which the axes of plotters do not have.
        let (across, down) = area.dim_in_pixel();
        let [across, down] = [across, down].map(|size| f64::from(size) / theme.scale);
        DiagramPen::new(theme).title(
            area,
            "injection rate λ [messages/node/cycle]",
            (across / 2.0 + 20.0, down - 20.0),
            (HPos::Center, VPos::Center),
            across - 60.0,
        )?;

        let line = |color: RGBColor, width: f64| color.stroke_width(px(width).max(1));
        chart.draw_series(LineSeries::new(
            self.predicted
                .points
                .iter()
                .copied()
                .filter(|p| p.1 <= latencies.end),
            line(theme.model, 2.5),
        ))?;
        if let Some(saturation) = self
            .predicted
            .saturation
            .filter(|load| loads.contains(load))
        {
            let dash = DashedLineSeries::new(
                [(saturation, latencies.start), (saturation, latencies.end)],
                px(6.0),
                px(5.0),
                line(theme.warning, 1.5),
            );
            chart.draw_series(dash)?;
        }
        let shown = |point: &&(f64, f64)| latencies.contains(&point.1);
        chart.draw_series(self.printed.iter().filter(shown).map(|&point| {
            // Wide enough to stand around the disc of a point that agrees.
            let d = px(8.0).cast_signed();
            let corners = [(0, -d), (d, 0), (0, d), (-d, 0), (0, -d)];
            EmptyElement::at(point) + PathElement::new(corners, line(theme.ink, 1.5))
        }))?;
        for series in &compared {
            series.draw(&chart, &latencies, theme)?;
        }
        let others = self.measured.iter();
        for report in others.filter(|report| !is_of_series(report)) {
            draw_report(&mut chart, report, &latencies, theme)?;
        }
        area.present()
    }
}

/// Coordinates of a chart: load and latency.
type Plane = Cartesian2d<RangedCoordf64, RangedCoordf64>;

/// Draws the measured latencies of one load.
fn draw_report<Backend: DrawingBackend>(
    chart: &mut ChartContext<'_, Backend, Plane>,
    report: &Report,
    shown: &Range<f64>,
    theme: &Theme,
) -> Result<(), DrawingAreaErrorKind<Backend::ErrorType>> {
    let px = |size: f64| (size * theme.scale).round() as i32;
    let load = report.load;
    let series = [
        (report.measures.latency, theme.latency, false),
        (report.measures.network_latency, theme.network, true),
    ];
    for (estimate, color, is_disc) in series {
        let Some(mean) = estimate.mean.filter(|mean| shown.contains(mean)) else {
            continue;
        };
        let half = estimate.ci95.unwrap_or(0.0);
        let (low, high) = ((mean - half).max(shown.start), (mean + half).min(shown.end));
        let bar = color.stroke_width(px(1.5).max(1) as u32);
        chart.draw_series([PathElement::new([(load, low), (load, high)], bar)])?;
        for end in [low, high] {
            let cap = EmptyElement::at((load, end))
                + PathElement::new([(-px(4.0), 0), (px(4.0), 0)], bar);
            chart.draw_series([cap])?;
        }
        // Discs for the network latency, rings for the other: never color alone. Beyond
        // saturation a point is hollow, because it depends on when one looks.
        if is_disc && !report.saturated {
            chart.draw_series([Circle::new((load, mean), px(4.0), color.filled())])?;
        } else {
            chart.draw_series([Circle::new((load, mean), px(4.0), theme.paper.filled())])?;
            let ring = color.stroke_width(px(1.5).max(1) as u32);
            chart.draw_series([Circle::new((load, mean), px(4.0), ring)])?;
        }
    }
    if report.saturated || report.deadlocked {
        let d = px(5.0);
        let style = theme.warning.stroke_width(px(2.0).max(1) as u32);
        let cross = EmptyElement::at((load, shown.end))
            + PathElement::new([(-d, 0), (d, 2 * d)], style)
            + PathElement::new([(d, 0), (-d, 2 * d)], style);
        chart.draw_series([cross])?;
    }
    Ok(())
}

/// A number with at most so many decimals.
fn short(value: f64, digits: usize) -> String {
    let text = format!("{value:.digits$}");
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text
    }
}

/// Decimals that tell the marks of an axis apart.
fn digits_for(end: f64) -> usize {
    (2.0 - libm::log10(end).floor()).clamp(0.0, 9.0) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::Settings;
    use crate::model;
    use crate::scenario::Scenario;
    use crate::sweep::{on_curve, routing_of, simulate};

    pub(super) const THEME: Theme = Theme {
        paper: WHITE,
        ink: BLACK,
        grid: RGBColor(220, 220, 220),
        model: BLUE,
        network: GREEN,
        latency: RED,
        warning: RED,
        series: [
            RGBColor(1, 0, 0),
            RGBColor(2, 0, 0),
            RGBColor(3, 0, 0),
            RGBColor(4, 0, 0),
            RGBColor(5, 0, 0),
            RGBColor(6, 0, 0),
        ],
        scale: 1.0,
    };

    fn drawn(chart: &LatencyChart) -> String {
        let mut svg = String::new();
        let area = SVGBackend::with_string(&mut svg, (640, 360)).into_drawing_area();
        chart.draw(&area, &THEME).expect("writing to a string");
        drop(area);
        svg
    }

    #[test]
    fn a_chart_shows_axes_and_curve_in_svg_too() {
        let model = model::from_id("ciciani-hypercube", &Settings::default());
        let svg = drawn(&LatencyChart {
            predicted: ModelCurve::of(&*model.expect("defaults are valid")),
            ..LatencyChart::default()
        });
        assert!(svg.contains("latency [cycles]"));
        assert!(svg.contains("<polyline"));
    }

    #[test]
    fn every_algorithm_has_a_color_a_name_and_its_place_in_the_order_of_appearance() {
        let mut scenario = Scenario::from_link("t=mesh:4x4&M=4&md=3&pi=4").scenario;
        scenario.run.cycles = 500;
        let mut measured = Vec::new();
        for load in [0.002, 0.004] {
            for algorithm in ["separate", "dual-path"] {
                let mut scenario = on_curve(&scenario, algorithm);
                scenario.traffic.rate = load;
                measured.push(simulate(&scenario, |_| {}).expect("a valid scenario"));
            }
        }
        let names: Vec<_> = Series::all(&measured).into_iter().map(|s| s.name).collect();
        assert_eq!(names, ["Separate addressing", "Dual path"]);
        let svg = drawn(&LatencyChart {
            measured,
            ..LatencyChart::default()
        });
        for part in ["Separate addressing", "Dual path", "#010000", "#020000"] {
            assert!(svg.contains(part), "{part}");
        }
        assert!(!svg.contains("#030000"));
    }

    #[test]
    fn a_routing_function_that_is_compared_has_a_series_whose_latency_is_that_of_all_messages() {
        let mut scenario = Scenario::from_link("t=mesh:4x4&M=4&r=west-first").scenario;
        scenario.run.cycles = 500;
        let mut measured = Vec::new();
        for load in [0.01, 0.02] {
            for label in ["routing:own", "routing:unrestricted"] {
                let mut curve = on_curve(&scenario, label);
                curve.traffic.rate = load;
                let report = simulate(&curve, |_| {}).expect("a valid scenario");
                let routing = routing_of(label, &scenario);
                measured.push(Report { routing, ..report });
            }
        }
        let series = Series::all(&measured);
        let names: Vec<_> = series.iter().map(|s| &*s.name).collect();
        let unrestricted = "Fully adaptive, unrestricted (not deadlock-free)";
        assert_eq!(names, ["West first", unrestricted]);
        assert_eq!(
            series.iter().map(|s| s.hue(&THEME).0).collect::<Vec<_>>(),
            [1, 2]
        );
        let chart = LatencyChart {
            measured: measured.clone(),
            ..LatencyChart::default()
        };
        let svg = drawn(&chart);
        for part in ["West first", unrestricted, "#010000", "#020000"] {
            assert!(svg.contains(part), "{part}");
        }
        // The marks of a single curve are not in it.
        assert!(!svg.contains("#030000") && !svg.contains("#00FF00"));
        assert_eq!(chart.keys(), []);
        let loads = LoadChart::of(&measured).expect("steady at a low load");
        assert_eq!(loads.cells().rows[1][0], unrestricted);
        measured[3].saturated = true;
        let saturated = LatencyChart { measured, ..chart };
        assert_eq!(saturated.keys(), [ChartKey::Cross]);
    }

    #[test]
    fn labels_have_the_digits_that_loads_need() {
        assert_eq!(digits_for(0.004), 5);
        assert_eq!(digits_for(0.3), 3);
        assert_eq!(digits_for(40.0), 1);
    }
}
