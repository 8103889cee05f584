//! The balance of channel loads in a comparison: bars by dimension, and the share of channels that
//! are busier than a load.
//!
//! All curves are compared at one rate: the highest at which none has saturated.

use plotters::coord::Shift;
use plotters::prelude::*;

use super::diagram::legend::Legend;
use super::diagram::pen::DiagramPen;
use super::stroke::{Drawn, px, width};
use super::{Cells, Diagram, Kind, Mark, Scale, Series, Style, Theme, Trace};
use engine::sim::ChannelLoad;

/// The channel loads of all curves at one rate.
#[derive(Debug)]
pub struct LoadChart<'a> {
    curves: &'a [Series],
    /// λ [messages/node/cycle].
    rate: f64,
    loads: Vec<&'a ChannelLoad>,
}

impl<'a> LoadChart<'a> {
    /// Creates the chart of a measurement. Returns `None` if some curve has saturated at every rate, or there is only
    /// one without a name.
    pub fn of(curves: &'a [Series]) -> Option<Self> {
        let steady = |series: &'a Series, rate: f64| {
            let reports = series.reports.iter();
            let mut at = reports.filter(move |report| report.load.total_cmp(&rate).is_eq());
            let report = at.find(|report| report.is_steady())?;
            report.measures.channel_load.as_ref()
        };
        let first = curves
            .first()
            .filter(|first| !first.curve.name.is_empty())?;
        let rates = first.reports.iter().map(|report| report.load);
        let all = rates.filter_map(|rate| {
            let loads = curves.iter().map(|series| steady(series, rate));
            Some((rate, loads.collect::<Option<Vec<_>>>()?))
        });
        let (rate, loads) = all.max_by(|a, b| a.0.total_cmp(&b.0))?;
        Some(Self {
            curves,
            rate,
            loads,
        })
    }

    /// The loads as a table.
    pub fn cells(&self) -> Cells {
        let dimensions = self.dimensions();
        let heads = ["at λ = ", &self.rate.to_string()].concat();
        let heads = [&heads, "mean", "max", "max/mean"].map(str::to_owned);
        let by_dimension = (0..dimensions).map(|dimension| format!("dim {dimension}"));
        let rows = self.curves.iter().zip(&self.loads).map(|(curve, load)| {
            let three = |value: f64| format!("{value:.3}");
            let ratio = format!("{:.2}", load.max / load.mean);
            let head = [
                curve.curve.name.clone(),
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

    /// Draws the charts side by side, or one below the other if the area is too narrow.
    pub fn draw<Backend: DrawingBackend>(
        &self,
        area: &DrawingArea<Backend, Shift>,
        theme: &Theme,
    ) -> Drawn<Backend> {
        area.fill(&theme.paper)?;
        let (across, down) = area.dim_in_pixel();
        let (bars, busier) = (self.dimensions_diagram(), self.busier_diagram());
        let legend = Legend::of_names(&bars, f64::from(across) / theme.scale);
        legend.draw(&bars, area, &DiagramPen::new(theme))?;
        let top = px(theme, legend.height);
        let below = area.margin(top, 0, 0, 0);
        let parts = if across > width(theme, 480.0) {
            below.split_horizontally(across / 2)
        } else {
            below.split_vertically(down.saturating_sub(top.cast_unsigned()) / 2)
        };
        bars.draw_below(&parts.0, theme, None)?;
        busier.draw_below(&parts.1, theme, None)?;
        area.present()
    }

    fn dimensions(&self) -> usize {
        let dimensions = self.loads.iter().map(|load| load.by_dimension.len());
        dimensions.max().unwrap_or(0)
    }

    /// The diagram of bars by dimension.
    fn dimensions_diagram(&self) -> Diagram {
        let traces = self.traces().map(|(name, load)| {
            let marks = (0..).zip(&load.by_dimension);
            let marks = marks.map(|(dimension, &load)| Mark::exact(f64::from(dimension), load));
            Trace {
                style: Style::Bars,
                ..Trace::new(name, Kind::Simulation, marks.collect())
            }
        });
        Diagram {
            x: from_zero("dimension"),
            y: from_zero(&format!("channel load at λ = {} [flits/cycle]", self.rate)),
            traces: traces.collect(),
            has_strip: false,
            ..Diagram::default()
        }
    }

    /// The diagram of the share of channels that are busier than a load; each curve ends with its
    /// glyph at the load of the busiest channel.
    fn busier_diagram(&self) -> Diagram {
        let lines = self.traces().map(|(name, load)| {
            let marks = busier(load).into_iter();
            let marks = marks.map(|(load, share)| Mark::exact(load, share));
            Trace {
                style: Style::Line,
                ..Trace::new(name, Kind::Simulation, marks.collect())
            }
        });
        Diagram {
            x: from_zero("load of a channel [flits/cycle]"),
            y: from_zero("busier channels [%]"),
            traces: lines.collect(),
            has_strip: false,
            ..Diagram::default()
        }
    }

    fn traces(&self) -> impl Iterator<Item = (&str, &ChannelLoad)> {
        let curves = self.curves.iter().zip(&self.loads);
        curves.map(|(series, &load)| (&*series.curve.name, load))
    }
}

fn from_zero(label: &str) -> Scale {
    Scale {
        label: label.to_owned(),
        is_log: false,
        has_zero: true,
    }
}

/// Pairs of a load and the percentage of channels that are busier.
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
    use crate::plot::{Frame, ShownCurve};
    use crate::scenario::Scenario;
    use crate::sweep::simulate;
    use engine::multicast::name_of;

    fn measured(algorithms: &[&str]) -> Vec<Series> {
        let mut scenario = Scenario::from_link("t=hypercube:4&M=4&beta=1&pi=4&lam=0.001").scenario;
        scenario.run.cycles = 20_000;
        let series = algorithms.iter().map(|algorithm| {
            let report = simulate(&scenario.clone().planned_by(algorithm), |_| {});
            let name = name_of(algorithm);
            Series {
                curve: ShownCurve {
                    name,
                    ..ShownCurve::default()
                },
                reports: vec![report.expect("a valid scenario")],
            }
        });
        series.collect()
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
    fn saturated_curves_are_not_compared() {
        let mut measured = measured(&["binomial-broadcast:fixed", "separate"]);
        assert!(LoadChart::of(&measured).is_some());
        measured[1].reports[0].saturated = true;
        assert!(LoadChart::of(&measured).is_none());
        assert!(LoadChart::of(&[]).is_none());
    }

    #[test]
    fn both_charts_and_all_names_are_drawn() {
        let measured = measured(&["binomial-broadcast:fixed", "separate"]);
        let chart = LoadChart::of(&measured).expect("steady broadcasts");
        // All bars and shares from 0 to the highest value are visible.
        for diagram in [chart.dimensions_diagram(), chart.busier_diagram()] {
            let frame = Frame::of(&diagram, 320.0, 250.0, 0.0);
            assert!(frame.y.start.abs() < 1e-12, "{frame:?}");
            let mut marks = diagram.traces.iter().flat_map(|trace| &trace.marks);
            assert!(marks.all(|mark| frame.y.holds(mark.y)), "{frame:?}");
        }
        for size in [(640, 300), (330, 480)] {
            let mut svg = String::new();
            let area = SVGBackend::with_string(&mut svg, size).into_drawing_area();
            chart
                .draw(&area, &Theme::named("light", 1.0))
                .expect("writing to a string");
            drop(area);
            for part in [
                "Binomial tree (fixed)",
                "Separate addressing",
                "dimension",
                "busier channels [%]",
            ] {
                assert!(svg.contains(part), "{part}");
            }
            // Presenting the sheet twice would end the file before the second chart.
            assert_eq!(svg.find("</svg>"), Some(svg.trim_end().len() - 6));
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
