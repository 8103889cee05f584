//! How evenly the curves of a measurement load the channels: bars by dimension, and how many
//! channels are busier than a load.
//!
//! All at one rate: the highest at which no curve has saturated.

use plotters::coord::Shift;
use plotters::prelude::*;

use super::series::{Legend, Series};
use super::stroke::{Drawn, px, width};
use super::{Cells, Theme, digits_for, short};
use crate::sim::ChannelLoad;
use crate::sweep::Report;

/// The channel loads of all curves at one rate.
#[derive(Debug)]
pub struct LoadChart<'a> {
    series: Vec<Series<'a>>,
    /// λ [messages/node/cycle].
    rate: f64,
    loads: Vec<&'a ChannelLoad>,
}

impl<'a> LoadChart<'a> {
    /// That of a measurement, or `None` where nothing is compared or some curve has saturated at
    /// every rate.
    pub fn of(measured: &'a [Report]) -> Option<Self> {
        let series = Series::all(measured);
        let steady = |series: &Series<'a>, rate: f64| {
            let reports = series.reports.iter();
            let mut at = reports.filter(move |report| report.load.total_cmp(&rate).is_eq());
            let report = at.find(|report| !report.saturated && !report.deadlocked)?;
            report.measures.channel_load.as_ref()
        };
        let rates = series.first()?.reports.iter().map(|report| report.load);
        let all = rates.filter_map(|rate| {
            let loads = series.iter().map(|series| steady(series, rate));
            Some((rate, loads.collect::<Option<Vec<_>>>()?))
        });
        let (rate, loads) = all.max_by(|a, b| a.0.total_cmp(&b.0))?;
        Some(Self {
            series,
            rate,
            loads,
        })
    }

    /// The same in numbers.
    pub fn cells(&self) -> Cells {
        let dimensions = self.dimensions();
        let heads = ["at λ = ", &self.rate.to_string()].concat();
        let heads = [&heads, "mean", "max", "max/mean"].map(str::to_owned);
        let by_dimension = (0..dimensions).map(|dimension| format!("dim {dimension}"));
        let rows = self.series.iter().zip(&self.loads).map(|(series, load)| {
            let three = |value: f64| format!("{value:.3}");
            let ratio = format!("{:.2}", load.max / load.mean);
            let head = [
                series.name.clone(),
                three(load.mean),
                three(load.max),
                ratio,
            ];
            let by_dimension = load.by_dimension.iter().map(|&load| three(load));
            head.into_iter().chain(by_dimension).collect()
        });
        Cells {
            rows: rows.collect(),
            columns: heads.into_iter().chain(by_dimension).collect(),
        }
    }

    /// Draws the charts beside each other, or one below the other where that is too narrow.
    pub fn draw<Backend: DrawingBackend>(
        &self,
        area: &DrawingArea<Backend, Shift>,
        theme: &Theme,
    ) -> Drawn<Backend> {
        area.fill(&theme.paper)?;
        let (across, down) = area.dim_in_pixel();
        let legend = Legend::new(&self.series, across, theme);
        legend.draw(area, &self.series, theme)?;
        let below = area.margin(legend.height + width(theme, 6.0), 0, 0, 0);
        let parts = if across > width(theme, 480.0) {
            below.split_horizontally(across / 2)
        } else {
            below.split_vertically((down - legend.height) / 2)
        };
        self.draw_dimensions(&parts.0, theme)?;
        self.draw_busier(&parts.1, theme)?;
        area.present()
    }

    fn dimensions(&self) -> usize {
        let dimensions = self.loads.iter().map(|load| load.by_dimension.len());
        dimensions.max().unwrap_or(0)
    }

    fn draw_dimensions<Backend: DrawingBackend>(
        &self,
        area: &DrawingArea<Backend, Shift>,
        theme: &Theme,
    ) -> Drawn<Backend> {
        let dimensions = self.dimensions() as f64;
        let all = self.loads.iter().flat_map(|load| &load.by_dimension);
        let highest = all.fold(0.0_f64, |a, &b| a.max(b)).max(1e-9) * 1.12;
        let caption = format!("channel load by dimension, λ = {}", self.rate);
        let text = ("sans-serif", px(theme, 13.0))
            .into_font()
            .color(&theme.ink);
        let mut chart = ChartBuilder::on(area)
            .caption(caption, text.clone())
            .margin(width(theme, 10.0))
            .x_label_area_size(width(theme, 40.0))
            .y_label_area_size(width(theme, 56.0))
            .build_cartesian_2d(-0.5..dimensions - 0.5, 0.0..highest)?;
        let digits = digits_for(highest);
        let name = |at: &f64| {
            let is_whole = (at - at.round()).abs() < 1e-6;
            if is_whole {
                format!("{at:.0}")
            } else {
                String::new()
            }
        };
        chart
            .configure_mesh()
            .disable_x_mesh()
            .axis_style(theme.ink.stroke_width(width(theme, 1.0)))
            .bold_line_style(theme.grid.stroke_width(width(theme, 1.0)))
            .light_line_style(theme.paper)
            .x_labels(2 * self.dimensions() + 1)
            .y_labels(5)
            .x_label_formatter(&name)
            .y_label_formatter(&|load| short(*load, digits))
            .x_desc("dimension")
            .y_desc("flits/cycle")
            .label_style(text.clone())
            .axis_desc_style(text)
            .draw()?;
        // The bars of a dimension take four fifths of its place.
        let share = 0.8 / self.series.len() as f64;
        for (at, (series, load)) in self.series.iter().zip(&self.loads).enumerate() {
            for (dimension, &load) in load.by_dimension.iter().enumerate() {
                let left = dimension as f64 - 0.4 + at as f64 * share;
                let corners = [(left, 0.0), (left + 0.85 * share, load)];
                let fill = series.hue(theme).filled();
                chart.draw_series([Rectangle::new(corners, fill)])?;
                // The glyph on top tells bars apart without color.
                series.mark(&chart, (left + 0.425 * share, load), theme)?;
            }
        }
        Ok(())
    }

    fn draw_busier<Backend: DrawingBackend>(
        &self,
        area: &DrawingArea<Backend, Shift>,
        theme: &Theme,
    ) -> Drawn<Backend> {
        let highest = self.loads.iter().map(|load| load.max);
        let highest = highest.fold(0.0_f64, f64::max).max(1e-9) * 1.06;
        let text = ("sans-serif", px(theme, 13.0))
            .into_font()
            .color(&theme.ink);
        let mut chart = ChartBuilder::on(area)
            .caption("share of channels busier than", text.clone())
            .margin(width(theme, 10.0))
            .x_label_area_size(width(theme, 40.0))
            .y_label_area_size(width(theme, 50.0))
            .build_cartesian_2d(0.0..highest, 0.0..100.0)?;
        let digits = digits_for(highest);
        chart
            .configure_mesh()
            .axis_style(theme.ink.stroke_width(width(theme, 1.0)))
            .bold_line_style(theme.grid.stroke_width(width(theme, 1.0)))
            .light_line_style(theme.paper)
            .x_labels(5)
            .y_labels(5)
            .x_label_formatter(&|load| short(*load, digits))
            .y_label_formatter(&|share| format!("{share:.0} %"))
            .x_desc("flits/cycle of a channel")
            .label_style(text.clone())
            .axis_desc_style(text)
            .draw()?;
        for (series, load) in self.series.iter().zip(&self.loads) {
            series.curve(&chart, &busier(load), theme)?;
            series.mark(&chart, (load.max, 0.0), theme)?;
        }
        Ok(())
    }
}

/// Loads, and how many per cent of the channels are busier.
fn busier(load: &ChannelLoad) -> Vec<(f64, f64)> {
    let all: u32 = load.histogram.iter().sum();
    let parts = load.histogram.len() as f64;
    let mut left = all;
    let ends = load.histogram.iter().enumerate().map(|(part, &count)| {
        left -= count;
        let end = load.max * (part + 1) as f64 / parts;
        (end, 100.0 * f64::from(left) / f64::from(all.max(1)))
    });
    std::iter::once((0.0, 100.0)).chain(ends).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plot::tests::THEME;
    use crate::scenario::Scenario;
    use crate::sweep::{on_curve, simulate};

    fn measured(algorithms: &[&str]) -> Vec<Report> {
        let mut scenario = Scenario::from_link("t=hypercube:4&M=4&beta=1&pi=4&lam=0.001").scenario;
        scenario.run.cycles = 20_000;
        let reports = algorithms.iter().map(|algorithm| {
            let report = simulate(&on_curve(&scenario, algorithm), |_| {});
            report.expect("a valid scenario")
        });
        reports.collect()
    }

    #[test]
    fn a_fixed_tree_loads_each_dimension_twice_as_much_as_the_one_before() {
        let measured = measured(&["binomial-broadcast:fixed", "binomial-broadcast"]);
        let chart = LoadChart::of(&measured).expect("steady broadcasts");
        let [fixed, rotated] = *chart.loads else {
            panic!("two algorithms, not {}", chart.loads.len());
        };
        let base = fixed.by_dimension[0];
        for (dimension, load) in fixed.by_dimension.iter().enumerate() {
            let share = load / base / f64::from(1 << dimension);
            assert!((share - 1.0).abs() < 0.1, "{:?}", fixed.by_dimension);
        }
        let flat = rotated.by_dimension.iter().map(|load| load / rotated.mean);
        assert!(
            flat.into_iter().all(|share| (share - 1.0).abs() < 0.1),
            "{rotated:?}"
        );
        let cells = chart.cells();
        assert_eq!(cells.columns.len(), 4 + 4);
        assert_eq!(cells.rows[0][0], "Binomial tree (fixed)");
    }

    #[test]
    fn what_has_saturated_is_not_compared() {
        let mut measured = measured(&["binomial-broadcast:fixed", "separate"]);
        assert!(LoadChart::of(&measured).is_some());
        measured[1].saturated = true;
        assert!(LoadChart::of(&measured).is_none());
        assert!(LoadChart::of(&[]).is_none());
    }

    #[test]
    fn both_charts_are_drawn_with_the_names_of_all() {
        let measured = measured(&["binomial-broadcast:fixed", "separate"]);
        let chart = LoadChart::of(&measured).expect("steady broadcasts");
        for size in [(640, 300), (330, 480)] {
            let mut svg = String::new();
            let area = SVGBackend::with_string(&mut svg, size).into_drawing_area();
            chart.draw(&area, &THEME).expect("writing to a string");
            drop(area);
            for part in [
                "Binomial tree (fixed)",
                "by dimension",
                "share of channels busier than",
            ] {
                assert!(svg.contains(part), "{part}");
            }
        }
    }

    #[test]
    fn no_channel_is_busier_than_the_busiest() {
        let load = ChannelLoad {
            mean: 0.2,
            max: 0.5,
            by_dimension: vec![0.2],
            histogram: [vec![3; 19], vec![43]].concat(),
        };
        let shares = busier(&load);
        assert_eq!(shares[0], (0.0, 100.0));
        assert_eq!(shares[1], (0.025, 97.0));
        assert_eq!(shares[20], (0.5, 0.0));
    }
}
