//! Tests of charts over the load.

use super::*;
use crate::plot::{LoadChart, ShownCurve, Theme};
use crate::scenario::{Scenario, curve_names};
use crate::sweep::simulate;
use engine::catalog::Settings;
use engine::model;
use plotters::style::RGBColor;

const SIZE: (u32, u32) = (640, 360);

fn light() -> Theme {
    Theme::named("light", 1.0)
}

/// The color of a curve in SVG syntax.
fn hue(index: usize) -> String {
    sample_hue(light().series[index])
}

fn sample_hue(RGBColor(red, green, blue): RGBColor) -> String {
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
        axes: ChartAxes {
            unit: LoadUnit::Messages,
            ..ChartAxes::default()
        },
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

/// The ids of the marks that the legend explains.
fn ids_of(diagram: &Diagram) -> Vec<&'static str> {
    let keys = diagram.occurring_keys().into_iter();
    keys.map(DiagramKey::id).collect()
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
    assert_eq!(ids_of(&diagram), ["model", "saturation"]);
    let svg = diagram.to_svg(SIZE, &light());
    for part in [
        "latency with source queue [cycles]",
        "<polyline",
        "model saturates",
        &sample_hue(light().model),
    ] {
        assert!(svg.contains(part), "{part}");
    }
    // A page explains the marks beside the chart.
    let page =
        crate::plot::svg::to_svg(SIZE, &light(), "", |area, theme| diagram.draw(area, theme));
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
    // What is without the source queue has no place at this axis.
    // The bound is far beyond these loads.
    assert_eq!(ids_of(&with), ["zero-load", "latency"]);
    let without = showing(Quantity::NetworkLatency, &chart);
    assert_eq!(without.y.label, "latency without source queue [cycles]");
    let ids = ids_of(&without);
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
        // An only curve has no name in the legend, but at its line.
        assert_eq!(trace.map(|trace| &*trace.name), Some("Dimension order"));
    }
    // A model of latency with the queue has no place in a chart without it.
    let other = CurveChart {
        predicts: Some(LatencyKind::Latency),
        prints_network: false,
        ..chart
    };
    let ids = ids_of(&showing(Quantity::NetworkLatency, &other));
    assert!(
        !ids.contains(&"model") && !ids.contains(&"print"),
        "{ids:?}"
    );
}

#[test]
fn saturated_and_deadlocked_points_are_arrows_at_the_edge() {
    let mut chart = of_cube(&[0.01, 0.02]);
    let ids = |chart: &CurveChart| {
        let mut ids = ids_of(&chart.diagram());
        ids.retain(|id| !["bound", "zero-load"].contains(id));
        ids
    };
    assert_eq!(ids(&chart), ["latency"]);
    chart.series[0].reports[1].saturated = true;
    assert_eq!(ids(&chart), ["latency", "beyond"]);
    chart.series[0].reports[1].saturated = false;
    chart.series[0].reports[1].deadlocked = true;
    assert_eq!(ids(&chart), ["latency", "beyond"]);
    for trace in &chart.diagram().traces {
        let is_level = trace.key == Some(DiagramKey::ZeroLoad);
        assert!(trace.marks.len() <= 1 || is_level, "{trace:?}");
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
    let ids = ids_of(&diagram);
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
    let ids = ids_of(&diagram);
    assert!(
        ids.contains(&"fallen") && !ids.contains(&"beyond"),
        "{ids:?}"
    );
}

#[test]
fn loads_are_fractions_of_the_bound_of_each_network() {
    let links = ["t=mesh:4x4&M=8&tr=transpose", "t=mesh:4x4&M=4&tr=transpose"];
    let mut chart = measured(&links, &[0.01]);
    chart.axes.unit = LoadUnit::Bound;
    let diagram = chart.diagram();
    let simulated = diagram.traces.iter();
    let simulated = simulated.filter(|trace| trace.kind == Kind::Simulation);
    let loads: Vec<_> = simulated
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
    // The bound of the routing function is not above the network's.
    let own = &chart.series[0].curve;
    let network = own.bounds.iter().find(|bound| !bound.is_of_routing);
    let expected = own.bounds[0].rate / network.expect("a bound of the network").rate;
    assert!(own.bounds[0].is_of_routing && expected < 1.0, "{expected}");
    let at = bounds[0].saturation;
    assert!(
        at.is_some_and(|at| (at / expected - 1.0).abs() < 1e-9),
        "{at:?}"
    );
}

#[test]
fn loads_are_percent_of_the_capacity_that_the_slider_has() {
    let mut chart = measured(&["t=torus:4x4&vc=2&M=8&lam=0.02"], &[0.02]);
    chart.axes = ChartAxes::default();
    let scenario = Scenario::from_link("t=torus:4x4&vc=2&M=8&lam=0.02").scenario;
    let built = scenario.build().expect("a valid scenario");
    let share = 100.0 * 0.02 / crate::sweep::capacity(&built);
    chart.present = Some(0.02);
    let diagram = chart.diagram();
    assert_eq!(diagram.x.label, "load [% of capacity]");
    let drawn = diagram
        .traces
        .iter()
        .find(|trace| trace.kind == Kind::Simulation);
    let mark = drawn.expect("the curve").marks[0];
    assert!((mark.x - share).abs() < 1e-9, "{mark:?}");
    let present = diagram.present.expect("the present load");
    assert_eq!(present.label, format!("now {share:.0} %"));
    assert!((chart.rate_at(present.x) - 0.02).abs() < 1e-12);
    assert_eq!(
        showing(Quantity::Accepted, &chart).y.label,
        "accepted throughput [% of capacity]"
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
fn the_model_of_a_compared_curve_has_its_color() {
    let links = ["t=hypercube:3&M=4&vc=2", "t=hypercube:3&M=4&vc=1"];
    let chart = CurveChart {
        model: cube(),
        predicts: Some(LatencyKind::Network),
        own: 1,
        ..measured(&links, &[0.01])
    };
    let diagram = showing(Quantity::NetworkLatency, &chart);
    let model = diagram
        .traces
        .iter()
        .position(|trace| trace.kind == Kind::Model);
    let model = model.expect("a model");
    assert_eq!(diagram.traces[model].name, "model of V = 1");
    let own = diagram
        .traces
        .iter()
        .position(|trace| trace.name == "V = 1");
    assert_eq!(Some(diagram.look(model)), own.map(|own| diagram.look(own)));
    // The scenario's own curve looks as it does alone.
    assert_eq!(diagram.look(model), 0);
    let alone = showing(Quantity::NetworkLatency, &measured(&links[1..], &[0.01]));
    let place = |diagram: &Diagram| {
        let mut traces = diagram.traces.iter();
        traces.position(|trace| trace.kind == Kind::Simulation)
    };
    let swatches = [&diagram, &alone].map(|diagram| {
        let index = place(diagram).expect("a measured curve");
        diagram.swatch(index, &light())
    });
    assert_eq!(swatches[0], swatches[1]);
}

#[test]
fn the_legend_draws_what_the_chart_draws() {
    let chart = CurveChart {
        model: cube(),
        ..of_cube(&[0.02, 0.01])
    };
    let diagram = chart.diagram();
    let sample = |key| diagram.key_sample(key, &light());
    // The only curve has discs in the color of the first series, also hollow ones.
    for key in [DiagramKey::Latency, DiagramKey::Hollow] {
        assert!(sample(key).contains(&hue(0)), "{key:?}");
    }
    assert!(sample(DiagramKey::Hollow).contains("<circle"));
    assert!(sample(DiagramKey::Model).contains(&sample_hue(light().model)));
    assert!(sample(DiagramKey::Saturation).contains(&sample_hue(light().warning)));
    // Of several curves, that of the model has the color of its own.
    let links = ["t=hypercube:3&M=4&vc=2", "t=hypercube:3&M=4&vc=1"];
    let several = CurveChart {
        model: cube(),
        ..measured(&links, &[0.01])
    };
    let diagram = several.diagram();
    assert!(
        diagram
            .key_sample(DiagramKey::Saturation, &light())
            .contains(&hue(0))
    );
    for index in 0..diagram.traces.len() {
        let sample = diagram.name_sample(index, &light());
        assert!(sample.starts_with("<svg"), "{sample}");
        // A page allows no styles in attributes.
        assert!(!sample.contains("style="), "{sample}");
    }
}

#[test]
fn a_model_ends_at_the_bound_and_a_level_marks_the_latency_at_zero_load() {
    let model = ModelCurve {
        points: vec![(0.0, 16.0), (0.05, 20.0), (0.09, 40.0)],
        saturation: Some(0.0918),
    };
    let chart = CurveChart {
        model,
        ..measured(&["t=torus:4x4&M=16"], &[0.01])
    };
    let diagram = chart.diagram();
    let of = |key| {
        let mut traces = diagram.traces.iter();
        traces
            .find(|trace| trace.key == Some(key))
            .expect("a trace")
    };
    // Half of the flits of a torus of 16 nodes cross 16 channels: one flit/node/cycle.
    let end = of(DiagramKey::Model).marks.last().expect("points");
    assert!(
        (end.x - 0.0625).abs() < 1e-9 && (end.y - 26.25).abs() < 1e-9,
        "{end:?}"
    );
    assert_eq!(of(DiagramKey::Model).saturation, None);
    let level = &of(DiagramKey::ZeroLoad).marks;
    assert!(
        level
            .iter()
            .all(|mark| (mark.y - (32.0 / 15.0 + 15.0)).abs() < 1e-9)
    );
    let measured = &of(DiagramKey::Latency).marks[0];
    assert!(measured.y > level[0].y, "{measured:?}");
}

#[test]
fn no_line_leads_to_a_point_that_has_not_settled() {
    let mut chart = of_cube(&[0.01, 0.02, 0.03]);
    chart.series[0].curve.name = "measured".to_owned();
    let corners = |chart: &CurveChart| {
        let svg = chart.diagram().to_svg(SIZE, &light());
        let lines = svg.split("<polyline").skip(1);
        // Lines of curves are wider than the edges of glyphs.
        let of_curve = format!("stroke=\"{}\" stroke-width=\"20\"", hue(0));
        let lines = lines.filter(|line| line.contains(&of_curve));
        let corners = lines.map(|line| {
            line.split("/>")
                .next()
                .unwrap_or_default()
                .matches(',')
                .count()
        });
        corners.sum::<usize>()
    };
    let joined = corners(&chart);
    let last = &mut chart.series[0].reports[2];
    last.state = State::NotSettled;
    let apart = corners(&chart);
    assert!(apart < joined, "{apart} of {joined}");
    assert_eq!(
        chart.diagram().traces.last().map(|trace| trace.marks.len()),
        Some(0)
    );
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
    // The page has the marks beside the chart, and the names at the lines.
    let page =
        crate::plot::svg::to_svg(SIZE, &light(), "", |area, theme| diagram.draw(area, theme));
    assert!(page.contains("Dual path") && !page.contains("95 %"));
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
    assert!(ids_of(&diagram).contains(&"unicasts"));
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
    // A long name is cut at its line.
    for part in [
        "West first",
        "Fully adaptive, unrestricted",
        &hue(0),
        &hue(1),
    ] {
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
    assert!(ids_of(&diagram).contains(&"beyond"));
}
