//! Diagrams of latency over load: a model, measured points, and printed values.
//!
//! A single simulation has two latencies of fixed colors and glyphs. When several are compared,
//! each has one, or two if only some messages go to several nodes.

use super::compared::{Compared, is_compared};
use super::{Diagram, DiagramKey, Frame, Kind, Mark, ModelCurve, Scale, Style, Trace};
use crate::sim::Estimate;
use crate::sweep::Report;

impl Diagram {
    /// Creates the diagram of a model's curve, of measurements, and of the printed (load, latency)
    /// pairs.
    pub fn of_latency(predicted: &ModelCurve, measured: &[Report], printed: &[(f64, f64)]) -> Self {
        let alone: Vec<_> = measured.iter().filter(|of| !is_compared(of)).collect();
        let latency = marks(&alone, from_generation);
        let network = marks(&alone, |report| {
            (Some(report.measures.network_latency), None)
        });
        let mut traces = vec![
            Trace {
                saturation: predicted.saturation,
                ..keyed(DiagramKey::Model, Kind::Model, exact(&predicted.points))
            },
            // Discs are above squares, whose corners remain visible where both agree.
            Trace {
                beyond: beyond(&alone),
                ..keyed(DiagramKey::Latency, Kind::Simulation, latency)
            },
            keyed(DiagramKey::Network, Kind::Simulation, network),
            keyed(DiagramKey::Print, Kind::Printed, exact(printed)),
        ];
        for curve in Compared::all(measured) {
            add(&mut traces, &curve);
        }
        let scale = |label: &str| Scale {
            label: label.to_owned(),
            is_log: false,
            has_zero: true,
        };
        Self {
            x: scale("injection rate λ [messages/node/cycle]"),
            y: scale("latency [cycles]"),
            traces,
            has_strip: false,
        }
    }

    /// The identifiers of the marks that occur, on a sheet of any size.
    pub fn key_ids(&self) -> Vec<&'static str> {
        // The size of a sheet determines the positions of axes, not their ranges.
        let frame = Frame::of(self, 640.0, 360.0, 0.0);
        self.keys(&frame).into_iter().map(DiagramKey::id).collect()
    }
}

/// A trace that the legend explains by its mark.
fn keyed(key: DiagramKey, kind: Kind, marks: Vec<Mark>) -> Trace {
    Trace {
        key: Some(key),
        ..Trace::new(key.label(), kind, marks)
    }
}

/// Adds the latency of a curve's multicasts, on top of that of its messages to one node, if there
/// are any; for a routing function, adds the latency of all messages.
fn add(traces: &mut Vec<Trace>, curve: &Compared) {
    let unicasts = marks(&curve.reports, |report| {
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
                [&curve.name, ", messages to one node"].concat(),
                Kind::Simulation,
                unicasts,
            )
        });
    }
    let compared = marks(&curve.reports, |report| {
        if report.routing.is_some() {
            return from_generation(report);
        }
        let measures = &report.measures;
        let so_far = measures.so_far.and_then(|so_far| so_far.multicast_latency);
        (measures.multicast_latency, so_far)
    });
    traces.push(Trace {
        style: Style::Joined,
        beyond: beyond(&curve.reports),
        ..Trace::new(&*curve.name, Kind::Simulation, compared)
    });
}

/// The estimate of a latency, if the report has it, and the mean so far of a run that has not
/// settled.
type Latency = (Option<Estimate>, Option<f64>);

fn from_generation(report: &Report) -> Latency {
    let measures = &report.measures;
    let so_far = measures.so_far.and_then(|so_far| so_far.latency);
    (Some(measures.latency), so_far)
}

fn exact(points: &[(f64, f64)]) -> Vec<Mark> {
    let points = points.iter();
    points
        .map(|&(load, latency)| Mark::exact(load, latency))
        .collect()
}

/// The means by load; runs that have not settled contribute their means so far, saturated and deadlocked ones nothing.
fn marks(reports: &[&Report], of: fn(&Report) -> Latency) -> Vec<Mark> {
    let reports = reports.iter().filter(|report| !has_no_mean(report));
    let marks = reports.filter_map(|report| {
        let (estimate, so_far) = of(report);
        let estimate = estimate?;
        Some(Mark {
            x: report.load,
            y: estimate.mean.or(so_far)?,
            half_width: estimate.ci95,
            is_steady: report.is_steady(),
        })
    });
    let mut marks: Vec<_> = marks.collect();
    marks.sort_by(|a, b| a.x.total_cmp(&b.x));
    marks
}

/// The loads without a steady state, ascending.
fn beyond(reports: &[&Report]) -> Vec<f64> {
    let reports = reports.iter().filter(|report| has_no_mean(report));
    let mut loads: Vec<_> = reports.map(|report| report.load).collect();
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
    use crate::plot::{LoadChart, Theme};
    use crate::scenario::Scenario;
    use crate::sweep::{on_curve, routing_of, simulate};

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

    /// The reports of the curves at some loads.
    fn measured(link: &str, curves: &[&str], loads: &[f64]) -> Vec<Report> {
        let mut scenario = Scenario::from_link(link).scenario;
        scenario.run.cycles = 500;
        let all = loads
            .iter()
            .flat_map(|load| curves.iter().map(move |label| (load, label)));
        let reports = all.map(|(&load, label)| {
            let mut curve = on_curve(&scenario, label);
            curve.traffic.rate = load;
            let report = simulate(&curve, |_| {}).expect("a valid scenario");
            Report {
                routing: routing_of(label, &scenario),
                ..report
            }
        });
        reports.collect()
    }

    fn only_measured(measured: &[Report]) -> Diagram {
        Diagram::of_latency(&ModelCurve::default(), measured, &[])
    }

    fn names(diagram: &Diagram) -> Vec<&str> {
        let named = diagram.traces.iter().filter(|trace| trace.key.is_none());
        named.map(|trace| &*trace.name).collect()
    }

    #[test]
    fn a_model_alone_has_its_curve_and_its_saturation() {
        let diagram = Diagram::of_latency(&cube(), &[], &[]);
        assert_eq!(diagram.key_ids(), ["model", "saturation"]);
        let svg = diagram.to_svg(SIZE, &light());
        for part in [
            "latency [cycles]",
            "<polyline",
            "model saturates",
            "#0072B2",
        ] {
            assert!(svg.contains(part), "{part}");
        }
        // A page explains the marks beside the chart.
        let page = crate::plot::svg::to_svg(SIZE, &light(), |area, theme| {
            diagram.draw_with_names(area, theme)
        });
        assert!(page.contains("latency [cycles]") && !page.contains("model saturates"));
    }

    #[test]
    fn a_single_simulation_has_two_latencies_and_printed_values() {
        let measured = measured("t=hypercube:3&M=4", &[""], &[0.02, 0.01]);
        let diagram = Diagram::of_latency(&cube(), &measured, &[(0.01, 7.0)]);
        let all = ["model", "network", "latency", "print"];
        assert_eq!(diagram.key_ids()[..4], all);
        let frame = Frame::of(&diagram, 640.0, 360.0, 0.0);
        assert!(frame.x.start.abs() + frame.y.start.abs() < 1e-12);
        for trace in &diagram.traces {
            assert!(trace.marks.is_sorted_by(|a, b| a.x < b.x), "{trace:?}");
        }
        // The legend explains the traces by their marks, not by their names.
        assert_eq!(names(&diagram), [""; 0]);
        let svg = diagram.to_svg(SIZE, &light());
        for part in [
            "network latency ± 95 %",
            "latency with source queue",
            "printed simulation",
        ] {
            assert_eq!(svg.matches(part).count(), 1, "{part}");
        }
    }

    #[test]
    fn saturated_and_deadlocked_points_are_arrows_at_the_edge() {
        let mut measured = measured("t=hypercube:3&M=4", &[""], &[0.01, 0.02]);
        let ids = |measured: &[Report]| only_measured(measured).key_ids();
        assert_eq!(ids(&measured), ["network", "latency"]);
        measured[1].saturated = true;
        assert_eq!(ids(&measured), ["network", "latency", "beyond"]);
        measured[1].saturated = false;
        measured[1].deadlocked = true;
        assert_eq!(ids(&measured), ["network", "latency", "beyond"]);
        for trace in &only_measured(&measured).traces {
            assert!(trace.marks.len() <= 1, "{trace:?}");
        }
        // A load at which nothing arrived is still within the axis.
        measured[1].load = 0.09;
        measured[1].measures.latency = Estimate::NONE;
        measured[1].measures.network_latency = Estimate::NONE;
        let diagram = only_measured(&measured);
        assert_eq!(diagram.key_ids(), ["network", "latency", "beyond"]);
        let frame = Frame::of(&diagram, 640.0, 360.0, 0.0);
        assert!(frame.pixel_of(0.09).is_some());
    }

    #[test]
    fn points_far_beyond_saturation_do_not_extend_the_axis() {
        let mut measured = measured("t=hypercube:3&M=4", &[""], &[0.01, 0.02]);
        measured[1].saturated = true;
        measured[1].measures.latency.mean = Some(1e6);
        measured[1].measures.network_latency.mean = Some(1e6);
        let diagram = only_measured(&measured);
        let frame = Frame::of(&diagram, 640.0, 360.0, 0.0);
        assert!(frame.y.end < 100.0, "{:?}", frame.y);
        assert_eq!(diagram.key_ids(), ["network", "latency", "beyond"]);
    }

    #[test]
    fn every_algorithm_has_a_color_and_a_name_in_order_of_appearance() {
        let link = "t=mesh:4x4&M=4&md=3&pi=4";
        let measured = measured(link, &["separate", "dual-path"], &[0.002, 0.004]);
        let diagram = only_measured(&measured);
        assert_eq!(names(&diagram), ["Separate addressing", "Dual path"]);
        let svg = diagram.to_svg(SIZE, &light());
        for part in ["Separate addressing", "Dual path", &hue(0), &hue(1)] {
            assert!(svg.contains(part), "{part}");
        }
        assert!(!svg.contains(&hue(2)));
        // The page shows the names, too.
        let page = crate::plot::svg::to_svg(SIZE, &light(), |area, theme| {
            diagram.draw_with_names(area, theme)
        });
        assert!(page.contains("Dual path") && !page.contains("95 %"));
    }

    #[test]
    fn messages_to_one_node_share_the_look_of_their_multicasts() {
        let link = "t=mesh:4x4&M=4&md=3&mf=0.5&pi=4";
        let measured = measured(link, &["separate", "dual-path"], &[0.002, 0.004]);
        let diagram = only_measured(&measured);
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
    fn a_compared_routing_function_has_the_latency_of_all_messages() {
        let curves = ["routing:own", "routing:unrestricted"];
        let link = "t=mesh:4x4&M=4&r=west-first";
        let mut measured = measured(link, &curves, &[0.01, 0.02]);
        let unrestricted = "Fully adaptive, unrestricted (not deadlock-free)";
        let diagram = only_measured(&measured);
        assert_eq!(names(&diagram), ["West first", unrestricted]);
        let of_all: Vec<_> = diagram
            .traces
            .iter()
            .filter(|of| of.key.is_none())
            .collect();
        for (trace, first) in of_all.iter().zip([0, 1]) {
            let all = [first, first + 2].map(|at| measured[at].measures.latency.mean);
            let drawn: Vec<_> = trace.marks.iter().map(|mark| Some(mark.y)).collect();
            assert_eq!(drawn, all);
        }
        let svg = diagram.to_svg(SIZE, &light());
        for part in ["West first", unrestricted, &hue(0), &hue(1)] {
            assert!(svg.contains(part), "{part}");
        }
        // The marks of a single curve do not occur.
        assert!(!svg.contains(&hue(2)) && !svg.contains("network latency"));
        assert!(diagram.key_ids().iter().all(|&id| id == "interval"));
        let loads = LoadChart::of(&measured).expect("steady at a low load");
        assert_eq!(loads.cells().rows[1][0], unrestricted);
        measured[3].saturated = true;
        let diagram = only_measured(&measured);
        assert_eq!(
            diagram.traces.last().map(|trace| &*trace.beyond),
            Some(&[0.02][..])
        );
        assert!(diagram.key_ids().contains(&"beyond"));
    }
}
