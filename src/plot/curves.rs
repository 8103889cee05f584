//! Charts over the load: latency or accepted throughput of measured curves, a model, and printed values.
//!
//! A single curve of messages to one node has the color and glyph of its quantity. When several are compared, each has
//! its own, or two if only some messages go to several nodes.

use super::{
    Diagram, DiagramKey, Frame, Kind, Mark, ModelCurve, Scale, Series, ShownBound, Style, Trace,
};
use crate::model::LatencyKind;
use crate::sim::Estimate;
use crate::sweep::{ChartAxes, LoadUnit, Quantity, Report};

/// The contents of a chart over the load.
#[derive(Debug, Clone, Default)]
pub struct CurveChart {
    /// The quantity and the unit of the load.
    pub axes: ChartAxes,
    /// The measured curves.
    pub series: Vec<Series>,
    /// The place of the scenario's own curve, to which model and print belong.
    pub own: usize,
    /// The curve of a model, over λ [messages/node/cycle].
    pub model: ModelCurve,
    /// The kind of latency that the model predicts.
    pub predicts: Option<LatencyKind>,
    /// Printed pairs of λ [messages/node/cycle] and latency \[cycles\].
    pub printed: Vec<(f64, f64)>,
    /// Whether the printed latencies are without the source queue.
    pub prints_network: bool,
}

impl CurveChart {
    /// The chart as a diagram.
    pub fn diagram(&self) -> Diagram {
        let mut traces = Vec::new();
        match self.axes.quantity {
            Quantity::Accepted => traces.push(self.offered()),
            _ => traces.extend(self.of_theory()),
        }
        for series in &self.series {
            self.add(&mut traces, series);
        }
        let bounds = self.bounds(&traces);
        traces.extend(bounds);
        Diagram {
            x: from_zero(&self.load_label()),
            y: from_zero(&self.quantity_label()),
            traces,
            has_strip: false,
        }
    }

    /// The factor from λ of a curve to the unit of the load; λ itself where the unit is unknown.
    fn factor(&self, series: &Series) -> f64 {
        series.curve.factor(self.axes.unit).unwrap_or(1.0)
    }

    /// The factor of the scenario's own curve.
    fn own_factor(&self) -> f64 {
        self.series
            .get(self.own)
            .map_or(1.0, |own| self.factor(own))
    }

    fn load_label(&self) -> String {
        match (self.axes.unit, &*self.series) {
            (LoadUnit::Messages, _) => "injection rate λ [messages/node/cycle]".to_owned(),
            (LoadUnit::Flits, _) => "injection rate λM [flits/node/cycle]".to_owned(),
            (LoadUnit::Bound, [only]) => {
                let bound = only.curve.bounds.first();
                let bound = bound.map_or(String::new(), |bound| {
                    format!(": {}, λ = {:.4}", bound.name, bound.rate)
                });
                format!("injection rate [fraction of the lowest bound{bound}]")
            }
            (LoadUnit::Bound, _) => {
                "injection rate [fraction of each curve's lowest bound]".to_owned()
            }
        }
    }

    fn quantity_label(&self) -> String {
        let unit = match self.axes.unit {
            LoadUnit::Messages => "messages/node/cycle",
            LoadUnit::Flits => "flits/node/cycle",
            LoadUnit::Bound => "fraction of the lowest bound",
        };
        match self.axes.quantity {
            Quantity::Latency => "latency with source queue [cycles]".to_owned(),
            Quantity::NetworkLatency => "latency without source queue [cycles]".to_owned(),
            Quantity::Accepted => format!("accepted throughput [{unit}]"),
        }
    }

    /// The curve of the model and the printed values. Latencies without the source queue stand in a chart of those
    /// with it, too, and the legend says so.
    fn of_theory(&self) -> Vec<Trace> {
        let quantity = self.axes.quantity;
        let factor = self.own_factor();
        let key_of = |is_network, alike, other| match (quantity, is_network) {
            (Quantity::Latency, true) => Some(other),
            (Quantity::NetworkLatency, false) => None,
            _ => Some(alike),
        };
        let predicts_network = self.predicts == Some(LatencyKind::Network);
        let model = key_of(
            predicts_network,
            DiagramKey::Model,
            DiagramKey::ModelInNetwork,
        );
        let model = model.map(|key| Trace {
            saturation: self.model.saturation.map(|rate| rate * factor),
            ..keyed(key, Kind::Model, exact(&self.model.points, factor))
        });
        let print = key_of(
            self.prints_network,
            DiagramKey::Print,
            DiagramKey::PrintInNetwork,
        );
        let print = print.map(|key| keyed(key, Kind::Printed, exact(&self.printed, factor)));
        model.into_iter().chain(print).collect()
    }

    /// The line on which everything offered is accepted, up to the highest measured load.
    fn offered(&self) -> Trace {
        let loads = self.series.iter().flat_map(|series| {
            let factor = self.factor(series);
            series
                .reports
                .iter()
                .map(move |report| report.load * factor)
        });
        let end = loads.fold(0.0, f64::max);
        let ends = if end > 0.0 {
            vec![(0.0, 0.0), (end, end)]
        } else {
            Vec::new()
        };
        keyed(DiagramKey::Offered, Kind::Model, exact(&ends, 1.0))
    }

    /// Adds the points of a curve. Of messages to several nodes, the latency of those to one node is a thin line
    /// below.
    fn add(&self, traces: &mut Vec<Trace>, series: &Series) {
        let factor = self.factor(series);
        let quantity = self.axes.quantity;
        let name = &*series.curve.name;
        if quantity == Quantity::Latency && series.has_multicasts() {
            let unicasts = marks(&series.reports, factor, |report| {
                let measures = &report.measures;
                let so_far = measures.so_far.and_then(|so_far| so_far.unicast_latency);
                (measures.unicast_latency, so_far)
            });
            if !unicasts.is_empty() {
                traces.push(Trace {
                    of: Some(traces.len() + 1),
                    style: Style::Thin,
                    key: Some(DiagramKey::Unicasts),
                    ..Trace::new(
                        [name, ", messages to one node"].concat(),
                        Kind::Simulation,
                        unicasts,
                    )
                });
            }
        }
        let (marks, beyond) = match quantity {
            Quantity::Accepted => (
                accepted(series, factor),
                loads(&series.reports, factor, |report| report.deadlocked),
            ),
            Quantity::Latency if series.has_multicasts() => (
                marks(&series.reports, factor, |report| {
                    let measures = &report.measures;
                    let so_far = measures.so_far.and_then(|so_far| so_far.multicast_latency);
                    (measures.multicast_latency, so_far)
                }),
                loads(&series.reports, factor, has_no_mean),
            ),
            Quantity::Latency => (
                marks(&series.reports, factor, |report| {
                    let measures = &report.measures;
                    let so_far = measures.so_far.and_then(|so_far| so_far.latency);
                    (Some(measures.latency), so_far)
                }),
                loads(&series.reports, factor, has_no_mean),
            ),
            Quantity::NetworkLatency => (
                marks(&series.reports, factor, |report| {
                    (Some(report.measures.network_latency), None)
                }),
                loads(&series.reports, factor, has_no_mean),
            ),
        };
        let trace = Trace {
            beyond,
            falls: quantity == Quantity::Accepted,
            ..Trace::new(name, Kind::Simulation, marks)
        };
        let is_joined = !name.is_empty() || self.model.points.is_empty();
        traces.push(Trace {
            style: if is_joined {
                Style::Joined
            } else {
                Style::Points
            },
            key: name.is_empty().then_some(match quantity {
                Quantity::Latency => DiagramKey::Latency,
                Quantity::NetworkLatency => DiagramKey::Network,
                Quantity::Accepted => DiagramKey::Accepted,
            }),
            ..trace
        });
    }

    /// The bounds as lines: all of a single curve; of several, the lowest of each in the color of the first curve that
    /// has it, or in that of text if it is the same for all.
    fn bounds(&self, traces: &[Trace]) -> Vec<Trace> {
        let line = |name: String, at: f64, of: Option<usize>| Trace {
            saturation: Some(at),
            of,
            ..keyed_as(DiagramKey::Bound, name, Kind::Bound)
        };
        if let [only] = &*self.series {
            let factor = self.factor(only);
            let bounds = only.curve.bounds.iter();
            return bounds
                .map(|bound| line(bound.name.clone(), bound.rate * factor, None))
                .collect();
        }
        // Curves with the same lowest bound share a line.
        let mut lines: Vec<(&ShownBound, f64, Vec<&str>)> = Vec::new();
        for series in &self.series {
            let Some(bound) = series.curve.bounds.first() else {
                continue;
            };
            let at = bound.rate * self.factor(series);
            let name = &*series.curve.name;
            let is_same = |(_, other, _): &&mut (_, f64, _)| (at / *other - 1.0).abs() < 1e-9;
            match lines.iter_mut().find(is_same) {
                Some((.., names)) => names.push(name),
                None => lines.push((bound, at, vec![name])),
            }
        }
        let lines = lines.into_iter().map(|(bound, at, names)| {
            let is_of_all = names.len() == self.series.len();
            let first = traces.iter().position(|trace| trace.name == names[0]);
            line(bound.name.clone(), at, first.filter(|_| !is_of_all))
        });
        lines.collect()
    }
}

impl Diagram {
    /// The identifiers of the marks that occur, on a sheet of any size.
    pub fn key_ids(&self) -> Vec<&'static str> {
        // The size of a sheet determines the positions of axes, not their ranges.
        let frame = Frame::of(self, 640.0, 360.0, 0.0);
        self.keys(&frame).into_iter().map(DiagramKey::id).collect()
    }
}

fn from_zero(label: &str) -> Scale {
    Scale {
        label: label.to_owned(),
        is_log: false,
        has_zero: true,
    }
}

/// A trace that the legend explains by its mark.
fn keyed(key: DiagramKey, kind: Kind, marks: Vec<Mark>) -> Trace {
    Trace {
        marks,
        ..keyed_as(key, key.label().to_owned(), kind)
    }
}

fn keyed_as(key: DiagramKey, name: String, kind: Kind) -> Trace {
    Trace {
        key: Some(key),
        ..Trace::new(name, kind, Vec::new())
    }
}

/// The estimate of a latency, if the report has it, and the mean so far of a run that has not
/// settled.
type Latency = (Option<Estimate>, Option<f64>);

fn exact(points: &[(f64, f64)], factor: f64) -> Vec<Mark> {
    let points = points.iter();
    points
        .map(|&(load, value)| Mark::exact(load * factor, value))
        .collect()
}

/// The means by load; runs that have not settled contribute their means so far, saturated and deadlocked ones nothing.
fn marks(reports: &[Report], factor: f64, of: fn(&Report) -> Latency) -> Vec<Mark> {
    let reports = reports.iter().filter(|report| !has_no_mean(report));
    let marks = reports.filter_map(|report| {
        let (estimate, so_far) = of(report);
        let estimate = estimate?;
        Some(Mark {
            x: report.load * factor,
            y: estimate.mean.or(so_far)?,
            half_width: estimate.ci95,
            is_steady: report.is_steady(),
        })
    });
    ascending(marks.collect())
}

/// Accepted throughput by load, in the unit of the load; of saturated runs, too, but not of deadlocked ones, in which
/// it depends on the length of the run.
fn accepted(series: &Series, factor: f64) -> Vec<Mark> {
    let reports = series.reports.iter().filter(|report| !report.deadlocked);
    let marks = reports.map(|report| Mark {
        x: report.load * factor,
        y: report.measures.accepted / series.curve.length * factor,
        half_width: None,
        is_steady: report.is_steady(),
    });
    ascending(marks.collect())
}

fn ascending(mut marks: Vec<Mark>) -> Vec<Mark> {
    marks.sort_by(|a, b| a.x.total_cmp(&b.x));
    marks
}

/// The loads of some reports, ascending.
fn loads(reports: &[Report], factor: f64, are: fn(&Report) -> bool) -> Vec<f64> {
    let reports = reports.iter().filter(|report| are(report));
    let mut loads: Vec<_> = reports.map(|report| report.load * factor).collect();
    loads.sort_by(f64::total_cmp);
    loads
}

/// Whether the source queues grew without bound or worms deadlocked, so that latencies depend on the length of the run.
fn has_no_mean(report: &Report) -> bool {
    report.saturated || report.deadlocked
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::Settings;
    use crate::model;
    use crate::plot::{LoadChart, ShownCurve, Theme};
    use crate::scenario::{Scenario, curve_names};
    use crate::sweep::simulate;

    const SIZE: (u32, u32) = (640, 360);

    fn light() -> Theme {
        Theme::named("light", 1.0)
    }

    /// The color of a compared curve in SVG syntax.
    fn hue(index: usize) -> String {
        let plotters::style::RGBColor(red, green, blue) = light().series[index];
        format!("#{red:02X}{green:02X}{blue:02X}")
    }

    fn cube() -> ModelCurve {
        let model = model::from_id("ciciani-hypercube", &Settings::default());
        ModelCurve::of(&*model.expect("defaults are valid"))
    }

    /// The curves of scenarios, measured at some loads.
    fn measured(links: &[&str], loads: &[f64]) -> CurveChart {
        let scenarios = links.iter().map(|link| {
            let mut scenario = Scenario::from_link(link).scenario;
            scenario.run.cycles = 500;
            scenario
        });
        let scenarios: Vec<_> = scenarios.collect();
        let names = curve_names(&scenarios.iter().collect::<Vec<_>>());
        let series = names.into_iter().zip(&scenarios).map(|(name, scenario)| {
            let built = scenario.build().expect("a valid scenario");
            let reports = loads.iter().map(|&load| {
                let mut scenario = scenario.clone();
                scenario.traffic.rate = load;
                simulate(&scenario, |_| {}).expect("a valid scenario")
            });
            Series {
                reports: reports.collect(),
                curve: ShownCurve::new(name, scenario, &built),
            }
        });
        CurveChart {
            series: series.collect(),
            ..CurveChart::default()
        }
    }

    fn of_cube(loads: &[f64]) -> CurveChart {
        measured(&["t=hypercube:3&M=4"], loads)
    }

    fn showing(quantity: Quantity, chart: &CurveChart) -> Diagram {
        let axes = ChartAxes {
            quantity,
            ..chart.axes
        };
        CurveChart {
            axes,
            ..chart.clone()
        }
        .diagram()
    }

    fn names(diagram: &Diagram) -> Vec<&str> {
        let named = diagram.traces.iter().filter(|trace| trace.key.is_none());
        named.map(|trace| &*trace.name).collect()
    }

    #[test]
    fn a_model_alone_has_its_curve_and_its_saturation() {
        let chart = CurveChart {
            model: cube(),
            ..CurveChart::default()
        };
        let diagram = chart.diagram();
        assert_eq!(diagram.key_ids(), ["model", "saturation"]);
        let svg = diagram.to_svg(SIZE, &light());
        for part in [
            "latency with source queue [cycles]",
            "<polyline",
            "model saturates",
            "#0072B2",
        ] {
            assert!(svg.contains(part), "{part}");
        }
        // A page explains the marks beside the chart.
        let page =
            crate::plot::svg::to_svg(SIZE, &light(), |area, theme| diagram.draw(area, theme));
        assert!(page.contains("[cycles]") && !page.contains("model saturates"));
    }

    #[test]
    fn a_chart_has_one_latency_and_its_axis_says_which() {
        let chart = CurveChart {
            model: cube(),
            predicts: Some(LatencyKind::Network),
            printed: vec![(0.01, 7.0)],
            prints_network: true,
            ..of_cube(&[0.02, 0.01])
        };
        let with = showing(Quantity::Latency, &chart);
        assert_eq!(with.y.label, "latency with source queue [cycles]");
        let ids = with.key_ids();
        for id in ["model-in-network", "print-in-network", "latency"] {
            assert!(ids.contains(&id), "{ids:?}");
        }
        assert!(!ids.contains(&"network"));
        let without = showing(Quantity::NetworkLatency, &chart);
        assert_eq!(without.y.label, "latency without source queue [cycles]");
        let ids = without.key_ids();
        for id in ["model", "print", "network"] {
            assert!(ids.contains(&id), "{ids:?}");
        }
        for (diagram, of) in [
            (&with, DiagramKey::Latency),
            (&without, DiagramKey::Network),
        ] {
            let trace = diagram.traces.iter().find(|trace| trace.key == Some(of));
            let means = chart.series[0].reports.iter().rev().map(|report| match of {
                DiagramKey::Network => report.measures.network_latency.mean,
                _ => report.measures.latency.mean,
            });
            let drawn = trace
                .iter()
                .flat_map(|trace| &trace.marks)
                .map(|mark| Some(mark.y));
            assert_eq!(drawn.collect::<Vec<_>>(), means.collect::<Vec<_>>());
            assert_eq!(names(diagram), [""; 0]);
        }
        // A model of latency with the queue has no place in a chart without it.
        let other = CurveChart {
            predicts: Some(LatencyKind::Latency),
            prints_network: false,
            ..chart
        };
        let ids = showing(Quantity::NetworkLatency, &other).key_ids();
        assert!(
            !ids.contains(&"model") && !ids.contains(&"print"),
            "{ids:?}"
        );
    }

    #[test]
    fn saturated_and_deadlocked_points_are_arrows_at_the_edge() {
        let mut chart = of_cube(&[0.01, 0.02]);
        let ids = |chart: &CurveChart| {
            let mut ids = chart.diagram().key_ids();
            ids.retain(|id| *id != "bound");
            ids
        };
        assert_eq!(ids(&chart), ["latency"]);
        chart.series[0].reports[1].saturated = true;
        assert_eq!(ids(&chart), ["latency", "beyond"]);
        chart.series[0].reports[1].saturated = false;
        chart.series[0].reports[1].deadlocked = true;
        assert_eq!(ids(&chart), ["latency", "beyond"]);
        for trace in &chart.diagram().traces {
            assert!(trace.marks.len() <= 1, "{trace:?}");
        }
        // A load at which nothing arrived is still within the axis.
        let report = &mut chart.series[0].reports[1];
        report.load = 0.09;
        report.measures.latency = Estimate::NONE;
        let diagram = chart.diagram();
        assert_eq!(ids(&chart), ["latency", "beyond"]);
        let frame = Frame::of(&diagram, 640.0, 360.0, 0.0);
        assert!(frame.pixel_of(0.09).is_some());
    }

    #[test]
    fn points_far_beyond_saturation_do_not_extend_the_axis() {
        let mut chart = of_cube(&[0.01, 0.02]);
        chart.series[0].reports[1].saturated = true;
        chart.series[0].reports[1].measures.latency.mean = Some(1e6);
        let frame = Frame::of(&chart.diagram(), 640.0, 360.0, 0.0);
        assert!(frame.y.end < 100.0, "{:?}", frame.y);
    }

    #[test]
    fn accepted_throughput_equals_the_offered_one_until_saturation_and_is_drawn_beyond_it() {
        let chart = measured(&["t=torus:4x4&vc=2&M=8"], &[0.01, 0.3, 0.5]);
        let diagram = showing(Quantity::Accepted, &chart);
        assert_eq!(diagram.y.label, "accepted throughput [messages/node/cycle]");
        let ids = diagram.key_ids();
        assert!(
            ids.contains(&"offered") && ids.contains(&"accepted"),
            "{ids:?}"
        );
        assert!(
            ids.contains(&"hollow") && !ids.contains(&"beyond"),
            "{ids:?}"
        );
        let trace = diagram
            .traces
            .iter()
            .find(|trace| trace.key == Some(DiagramKey::Accepted));
        let marks = &trace.expect("the measured curve").marks;
        assert!((marks[0].y / marks[0].x - 1.0).abs() < 0.3, "{marks:?}");
        assert!(
            marks[2].y < 0.6 * marks[2].x && !marks[2].is_steady,
            "{marks:?}"
        );
        // In the unit of the load.
        let in_flits = CurveChart {
            axes: ChartAxes {
                quantity: Quantity::Accepted,
                unit: LoadUnit::Flits,
            },
            ..chart.clone()
        };
        let diagram = in_flits.diagram();
        let trace = diagram
            .traces
            .iter()
            .find(|trace| trace.key == Some(DiagramKey::Accepted));
        let accepted = chart.series[0].reports[2].measures.accepted;
        let drawn = &trace.expect("the measured curve").marks[2];
        assert!((drawn.y - accepted).abs() < 1e-12 && (drawn.x - 4.0).abs() < 1e-12);
        // The latency of a deadlock, and what it accepts, depend on the length of the run.
        let mut deadlocked = chart;
        deadlocked.series[0].reports[2].deadlocked = true;
        let diagram = showing(Quantity::Accepted, &deadlocked);
        let ids = diagram.key_ids();
        assert!(
            ids.contains(&"fallen") && !ids.contains(&"beyond"),
            "{ids:?}"
        );
    }

    #[test]
    fn loads_are_fractions_of_each_curves_own_bound() {
        let links = ["t=mesh:4x4&M=8&tr=transpose", "t=mesh:4x4&M=4&tr=transpose"];
        let mut chart = measured(&links, &[0.01]);
        chart.axes.unit = LoadUnit::Bound;
        let diagram = chart.diagram();
        let loads: Vec<_> = diagram
            .traces
            .iter()
            .flat_map(|trace| &trace.marks)
            .map(|mark| mark.x)
            .collect();
        // Messages twice as long have a bound half as high.
        assert!((loads[0] / loads[1] - 2.0).abs() < 1e-9, "{loads:?}");
        let bounds: Vec<_> = diagram
            .traces
            .iter()
            .filter(|trace| trace.kind == Kind::Bound)
            .collect();
        assert_eq!(bounds.len(), 1);
        assert!(
            bounds[0]
                .saturation
                .is_some_and(|at| (at - 1.0).abs() < 1e-9)
        );
    }

    #[test]
    fn bounds_are_lines_with_names() {
        let alone = measured(&["t=mesh:4x4&M=8&tr=transpose"], &[0.01, 0.05]);
        let svg = alone.diagram().to_svg(SIZE, &light());
        assert!(svg.contains("channel load"), "{svg}");
        let two = measured(
            &["t=mesh:4x4&vc=2&M=8", "t=torus:4x4&vc=2&M=8"],
            &[0.01, 0.05],
        );
        let diagram = two.diagram();
        let bounds: Vec<_> = diagram
            .traces
            .iter()
            .filter(|trace| trace.kind == Kind::Bound)
            .collect();
        assert_eq!(bounds.len(), 2);
        for (bound, name) in bounds.iter().zip(["Mesh 4×4", "Torus 4×4"]) {
            let of = bound.of.map(|of| &*diagram.traces[of].name);
            assert_eq!(of, Some(name));
        }
    }

    #[test]
    fn every_algorithm_has_a_color_and_a_name_in_order_of_appearance() {
        let links = [
            "t=mesh:4x4&M=4&md=3&pi=4&mc=separate",
            "t=mesh:4x4&M=4&md=3&pi=4&mc=dual-path",
        ];
        let diagram = measured(&links, &[0.002, 0.004]).diagram();
        assert_eq!(names(&diagram), ["Separate addressing", "Dual path"]);
        let svg = diagram.to_svg(SIZE, &light());
        for part in ["Separate addressing", "Dual path", &hue(0), &hue(1)] {
            assert!(svg.contains(part), "{part}");
        }
        assert!(!svg.contains(&hue(2)));
        // The page has names and marks beside the chart.
        let page =
            crate::plot::svg::to_svg(SIZE, &light(), |area, theme| diagram.draw(area, theme));
        assert!(!page.contains("Dual path") && !page.contains("95 %"));
    }

    #[test]
    fn messages_to_one_node_share_the_look_of_their_multicasts() {
        let links = [
            "t=mesh:4x4&M=4&md=3&mf=0.5&pi=4&mc=separate",
            "t=mesh:4x4&M=4&md=3&mf=0.5&pi=4&mc=dual-path",
        ];
        let diagram = measured(&links, &[0.002, 0.004]).diagram();
        assert_eq!(names(&diagram), ["Separate addressing", "Dual path"]);
        let of_unicasts = |trace: &&Trace| trace.style == Style::Thin;
        let thin: Vec<_> = diagram.traces.iter().filter(of_unicasts).collect();
        assert_eq!(thin.len(), 2);
        for (index, trace) in diagram.traces.iter().enumerate() {
            if let Some(of) = trace.of {
                assert_eq!(diagram.look(index), diagram.look(of));
                assert!(trace.name.starts_with(&diagram.traces[of].name));
            }
        }
        assert!(diagram.key_ids().contains(&"unicasts"));
    }

    #[test]
    fn compared_curves_have_names_and_channel_loads() {
        let links = [
            "t=mesh:4x4&M=4&r=west-first",
            "t=mesh:4x4&M=4&r=unrestricted",
        ];
        let mut chart = measured(&links, &[0.01, 0.02]);
        let unrestricted = "Fully adaptive, unrestricted (not deadlock-free)";
        let diagram = chart.diagram();
        assert_eq!(names(&diagram), ["West first", unrestricted]);
        let svg = diagram.to_svg(SIZE, &light());
        for part in ["West first", unrestricted, &hue(0), &hue(1)] {
            assert!(svg.contains(part), "{part}");
        }
        let loads = LoadChart::of(&chart.series).expect("steady at a low load");
        assert_eq!(loads.cells().rows[1][0], unrestricted);
        chart.series[1].reports[1].saturated = true;
        let diagram = chart.diagram();
        let mut traces = diagram
            .traces
            .iter()
            .filter(|trace| trace.name == unrestricted);
        assert_eq!(traces.next().map(|trace| &*trace.beyond), Some(&[0.02][..]));
        assert!(diagram.key_ids().contains(&"beyond"));
    }
}
