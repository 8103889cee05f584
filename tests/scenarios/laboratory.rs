//! Laws of the laboratory: links and files describe plots completely, and every request has an
//! answer.

use crate::common::command::{assert_is_refused, json_of, run};
use crate::common::effort::quick_or;
use flitscope::catalog::{Param, Settings, escaped};
use flitscope::laboratory::{
    Curve, Experiment, Findings, Found, Load, PRESETS, Results, Subject, Varied, link_of, to_csv,
    to_json,
};
use flitscope::model;
use flitscope::paper::{Effort, PAPERS, model_settings};
use flitscope::plot::{Kind, Theme};
use flitscope::scenario::{self, Scenario};
use flitscope::scene::signed_svg;
use flitscope::sweep::ShortCurve;
use flitscope::sweep::simulate;
use proptest::prelude::*;

proptest! {
    #[test]
    fn a_link_describes_an_experiment_completely(experiment in experiments()) {
        let link = experiment.to_link();
        let opened = Experiment::from_link(&link);
        // Everything is read; names that do not exist are reported all the same.
        let is_absent = |p: &String| p.starts_with("model must be") || p.starts_with("x must be");
        prop_assert!(opened.problems.iter().all(is_absent), "{:?}", opened.problems);
        prop_assert_eq!(opened.experiment, experiment);
    }

    #[test]
    fn any_text_survives_a_link(text in "\\PC{0,60}") {
        for key in ["x", "from", "points", "m", "on", "sim", "hide", "part", "also", "seed", ""] {
            let opened = Experiment::from_link(&format!("#/laboratory?m=ciciani-hypercube&{key}={text}"));
            let again = Experiment::from_link(&opened.experiment.to_link());
            prop_assert_eq!(again.experiment, opened.experiment, "{} {}", key, text);
        }
    }
}

#[test]
fn invalid_parts_of_a_link_are_reported_and_the_rest_is_plotted() {
    let opened = Experiment::from_link(
        "#/laboratory?x=n&points=1&color=red&on=t=mesh:4x4&m=ciciani-hypercube:n=5&sim=t=blob",
    );
    assert_eq!(opened.experiment.x.of, Varied::Parameter("n".to_owned()));
    assert_eq!(opened.experiment.curves.len(), 1);
    let problems = opened.problems.join("\n");
    for part in [
        "points must be a number from 2 to 1000, not 1",
        "color is not a key of the laboratory",
        "on must follow a curve",
        "sim: t=blob: network must be",
    ] {
        assert!(problems.contains(part), "{problems}");
    }
}

#[test]
fn an_axis_has_no_negative_loads_and_no_logarithm_of_zero() {
    for (query, problems) in [
        (
            "m=queue&from=-5&to=-1&log=x",
            &[
                "from must be a number above 0 on a logarithmic axis, not -5",
                "to must be a number above 0 on a logarithmic axis, not -1",
            ][..],
        ),
        (
            "m=ciciani-hypercube&from=-0.05&also=-1,0.001",
            &[
                "from must be a load, which is 0 or more, not -0.05",
                "also must be a load, which is 0 or more, not -1",
            ],
        ),
        (
            "to=0&m=queue&log=x",
            &["to must be a number above 0 on a logarithmic axis, not 0"],
        ),
        (
            "log=x&from=0&x=scv&m=queue:kind=mg1",
            &["from must be a number above 0 on a logarithmic axis, not 0"],
        ),
        ("from=0&to=-0&m=queue", &[]),
        ("x=scv&from=-1&to=2&m=queue:kind=mg1", &[]),
        ("to=5e-324&m=queue", &[]),
        ("to=5e-324&m=queue&log=xy", &[]),
        ("from=1e308&to=1e308&m=queue&log=x", &[]),
        ("from=5e-324&to=1.7e308&m=queue&log=x", &[]),
        ("x=scv&from=-1.7e308&to=1.7e308&m=queue:kind=mg1", &[]),
        ("m=ciciani-hypercube:length=20000", &[]),
        ("sim=t%3Dmesh:4x4%26M%3D20000", &[]),
    ] {
        let opened = Experiment::from_link(query);
        assert_eq!(opened.problems, problems, "{query}");
        let findings = opened.experiment.find(&Results::default());
        let (from, to) = findings.range;
        let is_load = opened.experiment.x.of == Varied::Load;
        assert!(
            from <= to && (from >= 0.0 || !is_load),
            "{query}: {from} {to}"
        );
        let notes: Vec<_> = findings.notes.iter().map(|note| &*note.text).collect();
        let notes = notes.join("\n");
        assert!(
            !notes.contains("NaN") && !notes.contains("inf"),
            "{query}: {notes}"
        );
        assert_is_plotted(&findings.diagram);
        findings.cells();
        // Missing points can be simulated, for long messages too.
        assert!(opened.experiment.missing(&Results::default()).len() <= 10);
        let link = opened.experiment.to_link();
        assert_eq!(Experiment::from_link(&link).problems, [""; 0], "{link}");
    }
}

#[test]
fn a_field_refuses_an_invalid_end_of_the_axis_and_keeps_its_value() {
    let mut experiment = Experiment::from_link("m=queue&from=0.01").experiment;
    let refused = experiment
        .set("from", "-1")
        .expect_err("no load is negative");
    assert_eq!(refused, "from must be a load, which is 0 or more, not -1");
    assert_eq!(experiment.x.from, Some(0.01));
    // A change of scale can invalidate an end that was valid: the plot then reports what it leaves
    // out.
    experiment.set("from", "0").expect("a load");
    experiment.x.is_log = true;
    experiment
        .set("to", "0.02")
        .expect("it has nothing to do with the other end");
    let findings = experiment.find(&Results::default());
    let expected = "from must be a number above 0 on a logarithmic axis, not 0";
    assert!(findings.notes_of(0).any(|note| note == expected));
    assert!(findings.range.0 > 0.0);
}

#[test]
fn of_many_problems_the_first_are_reported_and_the_others_counted() {
    let query = "color=red&".repeat(40_000) + "m=queue";
    let opened = Experiment::from_link(&query);
    assert_eq!(opened.problems.len(), 9);
    assert_eq!(
        opened.problems[8],
        "39992 more parts of the link could not be read"
    );
    let settings = ["m=ciciani-hypercube:n=", &"9".repeat(5_000)].concat();
    let findings = Experiment::from_link(&settings)
        .experiment
        .find(&Results::default());
    assert!(findings.diagram.traces[0].name.len() < 120);
    assert!(findings.notes.iter().all(|note| note.text.len() < 200));
}

#[test]
fn every_model_over_every_parameter_has_an_answer_or_a_note() {
    for family in model::FAMILIES {
        let numbers = family.entry.params.iter();
        let numbers = numbers.filter(|param| !matches!(param, Param::Choice(_) | Param::Text(_)));
        let ids = numbers.map(|param| Varied::Parameter(param.control().id.to_owned()));
        let found = [Found::Latency, Found::ZeroLoad, Found::Saturation];
        // It finds its saturation at a score of loads, and is otherwise the model of platoons.
        let is_slow = family.entry.id == "platoon-dateline";
        let ids = ids.filter(|_| !is_slow);
        for of in ids.chain([Varied::Load]) {
            for found in &found {
                let mut experiment = Experiment::default();
                experiment.x.of = of.clone();
                // These models are solved for by iteration at every point.
                let is_iterated = family.entry.id.starts_with("platoon");
                experiment.x.points = if is_iterated {
                    quick_or(2, 4)
                } else {
                    quick_or(4, 12)
                };
                experiment.y.of = found.clone();
                experiment.curves.push(small_curve(family.entry.id));
                let findings = experiment.find(&Results::default());
                let line = &findings.diagram.traces[0];
                let has_note = findings.notes_of(0).next().is_some();
                assert!(!line.marks.is_empty(), "{}: {of:?}", family.entry.id);
                assert!(line.marks.len() > 1 || has_note);
                assert!(line.marks.is_sorted_by(|a, b| a.x < b.x));
                assert!(line.marks.iter().all(|mark| mark.y.is_finite()));
            }
        }
    }
}

/// A curve of a model, with a network that is soon solved.
fn small_curve(id: &str) -> Curve {
    let settings = match id {
        "platoon" => Settings::default().with("network", "hypercube:4"),
        _ => Settings::default(),
    };
    Curve::of_model(id, settings)
}

#[test]
fn every_part_of_every_model_can_be_plotted() {
    for family in model::FAMILIES {
        let mut experiment = Experiment::default();
        experiment.x.points = 8;
        experiment.curves.push(small_curve(family.entry.id));
        for quantity in experiment.quantities() {
            experiment.y.of = quantity.of.clone();
            let findings = experiment.find(&Results::default());
            let line = &findings.diagram.traces[0];
            // A model predicts one kind of latency, and no accepted throughput.
            let is_of_simulations = matches!(quantity.of, Found::NetworkLatency | Found::Accepted);
            let has_answer = !line.marks.is_empty()
                || is_of_simulations && findings.notes_of(0).next().is_some();
            assert!(has_answer, "{}: {quantity:?}", family.entry.id);
        }
    }
}

#[test]
fn where_a_model_is_not_defined_a_note_says_why() {
    for (query, expected) in [
        ("m=dally", "model must be"),
        ("m=ciciani-hypercube:n=99", "n must be a whole number"),
        (
            "x=k&m=ciciani-hypercube",
            "has no k; it can be plotted over load, n, length",
        ),
        ("x=n&from=0&to=4&m=ciciani-hypercube", "n at 0: "),
        ("part=q&m=ciciani-hypercube", "computes no q; it has "),
        (
            "x=n&load=0.02&from=2&to=20&m=ciciani-hypercube:length=32",
            "saturated: ",
        ),
        ("sim=t=mesh:8x8%26lam=0.01", "o model"),
    ] {
        let opened = Experiment::from_link(query);
        // Names that do not exist are reported for the link as well.
        let problems = &opened.problems;
        assert!(
            problems.iter().all(|p| p.contains(" must be ")),
            "{query}: {problems:?}"
        );
        let findings = opened.experiment.find(&Results::default());
        let notes: Vec<_> = findings.notes.iter().map(|note| &*note.text).collect();
        assert!(notes.join("\n").contains(expected), "{query}: {notes:?}");
    }
}

#[test]
fn a_scenario_is_plotted_with_every_model_that_applies_and_its_own_points() {
    let settings = Settings::default().with("n", 4).with("length", 16);
    let described = scenario::system("shahrabi-broadcast", &settings).expect("a network");
    let mut experiment = Experiment::default();
    let subject = Subject::Scenario(Box::new(described));
    experiment.curves.push(Curve::of(subject));
    let opened = Experiment::from_link(&experiment.to_link());
    assert_eq!(opened.problems, [""; 0]);
    let findings = opened.experiment.find(&Results::default());
    let lines = findings.diagram.traces.iter();
    let lines: Vec<_> = lines.filter(|trace| !trace.marks.is_empty()).collect();
    assert!(lines.len() > 1, "{:?}", findings.notes);
    assert!(
        lines
            .iter()
            .all(|line| line.name.contains("hypercube:4, duato"))
    );
    assert_eq!(findings.missing, 6);
}

#[test]
fn no_curve_of_deterministic_routing_exceeds_its_bound() {
    let query = "m=ciciani-torus-uni:k=8x8,length=16&m=queue&bounds=1";
    let findings = Experiment::from_link(query)
        .experiment
        .find(&Results::default());
    let traces = &findings.diagram.traces;
    let bound = traces.iter().find(|trace| trace.kind == Kind::Bound);
    let bound = bound.and_then(|bound| bound.saturation).expect("a bound");
    let model = traces[0].saturation.expect("a model that saturates");
    assert!(model <= bound, "{model} and {bound}");
}

#[test]
fn a_curve_over_load_approaches_its_asymptote_and_saturates_beyond() {
    let experiment = Experiment::from_link("m=ciciani-hypercube:n=6,length=32").experiment;
    let findings = experiment.find(&Results::default());
    let line = &findings.diagram.traces[0];
    let end = line.saturation.expect("it saturates");
    let last = line.marks.last().expect("it is drawn");
    assert!(last.x <= end && last.x > 0.99 * end);
    assert!(findings.range.1 > end);
    let sentence = findings.notes_of(0).next().expect("it is said");
    assert!(sentence.starts_with("λ from "), "{sentence}");
}

#[test]
fn a_file_reproduces_the_plot() {
    let (experiment, results) = simulated();
    let findings = experiment.find(&results);
    assert_eq!(findings.missing, 0);
    let points = &findings.diagram.traces[1];
    assert_eq!(points.kind, Kind::Simulation);
    // The load beyond saturation has no mean.
    assert_eq!((points.marks.len(), points.beyond.len()), (2, 1));
    assert_eq!(points.of, Some(0));
    // Points without a steady state have no error.
    let steady = points.marks.iter().filter(|mark| mark.is_steady).count();
    assert!(steady > 0);
    assert_eq!(findings.diagram.differences().len(), steady);

    let csv = to_csv(&experiment, &findings);
    assert_has_all(&csv, &findings);

    let json = to_json(&experiment, &findings);
    assert_eq!(json["traces"].as_array().map(Vec::len), Some(2));
    assert_eq!(
        json["traces"][1]["errors"].as_array().map(Vec::len),
        Some(steady)
    );
    let opened = Experiment::from_link(json["link"].as_str().expect("a link"));
    assert_eq!(opened.experiment, experiment);
}

/// Asserts that a file has a line for every point, asymptote and note.
fn assert_has_all(csv: &str, findings: &Findings) {
    let traces = findings.diagram.traces.iter().enumerate();
    for (index, trace) in traces {
        let start = format!("{},", index + 1);
        let lines = csv.lines().filter(|line| line.starts_with(&start));
        let said = trace.beyond.len() + usize::from(trace.saturation.is_some());
        let notes = findings.notes_of(index).count();
        let expected = trace.marks.len() + said + notes;
        assert_eq!(lines.count(), expected.max(1), "{}", trace.name);
    }
    assert!(csv.contains(&findings.diagram.x.label) && csv.contains(&findings.diagram.y.label));
}

#[test]
fn a_link_restores_the_points() {
    let (experiment, results) = simulated();
    let shown = experiment.find(&results).diagram;
    let (link, again) = experiment.link_with_points(&results);
    assert!(link.len() < 4_000 && again.is_empty(), "{link}");
    let opened = Experiment::from_link(&link);
    assert_eq!(opened.problems, [""; 0]);
    let restored = opened.experiment.find(&Results::default());
    assert_eq!(restored.missing, 0);
    let [shown, restored] = [&shown, &restored.diagram].map(|diagram| &diagram.traces[1]);
    assert_eq!(restored.beyond, shown.beyond);
    for (mark, exact) in restored.marks.iter().zip(&shown.marks) {
        assert!((mark.x - exact.x).abs() < 1e-12 && (mark.y / exact.y - 1.0).abs() < 1e-3);
    }
    // Places without points are missing ones.
    let mut bare = opened.experiment;
    bare.curves[0].linked = bare.curves[0].linked.without_measures();
    assert_eq!(bare.find(&Results::default()).missing, 3);
    assert!(bare.has_linked_missing(&Results::default()));
    assert_eq!(bare.linked_again().len(), 1);
    assert!(!bare.has_linked_missing(&results));
}

#[test]
fn a_scenario_has_latency_with_the_source_queue_or_without_it_or_accepted_throughput() {
    let link = "sim=t%3Dhypercube%3A3%26M%3D4%26vc%3D1&sims=0&also=0.02";
    let mut experiment = Experiment::from_link(link).experiment;
    let mut results = Results::default();
    for scenario in experiment.missing(&results) {
        let report = simulate(&scenario, |_| {}).expect("a valid scenario");
        results.put(&scenario, report);
    }
    let points = |experiment: &Experiment| {
        let findings = experiment.find(&results);
        let traces = findings.diagram.traces.into_iter();
        let mut simulated = traces.filter(|trace| trace.kind == Kind::Simulation);
        let label = findings.diagram.y.label;
        let points = simulated.next();
        (
            label.clone(),
            points.unwrap_or_else(|| panic!("{label}: {:?}", findings.notes)),
        )
    };
    let (label, with) = points(&experiment);
    assert!(label.contains("with source queue"), "{label}");
    // There are models of both latencies.
    assert!(with.of.is_some());
    experiment.set("y", "network").expect("a quantity");
    let (label, without) = points(&experiment);
    assert!(label.contains("without source queue"), "{label}");
    assert!(without.of.is_some());
    assert!(without.marks[0].y < with.marks[0].y);
    experiment.set("y", "accepted").expect("a quantity");
    experiment.set("unit", "flits").expect("a unit");
    let (label, accepted) = points(&experiment);
    assert!(label.contains("[flits/node/cycle]"), "{label}");
    let mark = &accepted.marks[0];
    assert!(
        (mark.x - 0.08).abs() < 1e-12 && (mark.y / mark.x - 1.0).abs() < 0.1,
        "{mark:?}"
    );
    experiment.set("unit", "bound").expect("a unit");
    let (label, accepted) = points(&experiment);
    assert!(label.contains("fraction"), "{label}");
    // The injection channel of a node is the bound: λ·4 ≤ 1.
    assert!(
        (accepted.marks[0].x - 0.02 * 4.0).abs() < 1e-12,
        "{:?}",
        accepted.marks
    );
}

#[test]
fn every_trace_is_in_the_plot() {
    let (experiment, results) = simulated();
    for preset in PRESETS {
        let experiment = Experiment::from_link(preset.query).experiment;
        let findings = experiment.find(&Results::default());
        assert_is_plotted(&findings.diagram);
    }
    assert_is_plotted(&experiment.find(&results).diagram);
}

fn assert_is_plotted(diagram: &flitscope::plot::Diagram) {
    let svg = diagram.to_svg((900, 560), &Theme::named("light", 1.0));
    for trace in &diagram.traces {
        assert!(svg.contains(&escaped(&trace.name)), "{}", trace.name);
    }
}

#[test]
fn the_first_opening_shows_a_plot() {
    let opened = Experiment::open("#/laboratory");
    assert_eq!(opened.problems, [""; 0]);
    let findings = opened.experiment.find(&Results::default());
    assert_eq!(findings.diagram.traces.len(), 3);
    for trace in &findings.diagram.traces {
        assert!(trace.marks.len() > 50 && trace.saturation.is_some());
    }
}

#[test]
fn every_preset_is_valid_and_shows_every_curve() {
    for preset in PRESETS {
        let opened = Experiment::from_link(preset.query);
        assert_eq!(opened.problems, [""; 0], "{}", preset.title);
        let findings = opened.experiment.find(&Results::default());
        for trace in &findings.diagram.traces {
            assert!(trace.marks.len() > 1, "{}: {trace:?}", preset.title);
        }
    }
}

#[test]
fn a_row_of_a_paper_opens_with_its_load_and_its_scenario() {
    let settings = Settings::default().with("n", 4).with("length", 32);
    let link = link_of("ciciani-hypercube", &settings, 0.01, None);
    let opened = Experiment::from_link(&link);
    assert_eq!(opened.problems, [""; 0]);
    assert_eq!(opened.experiment.simulation.also, [0.01]);
    let other = Scenario::from_link("t=hypercube:4&vc=1&M=32&buf=4").scenario;
    let link = link_of("ciciani-hypercube", &settings, 0.01, Some(&other));
    let opened = Experiment::from_link(&link).experiment;
    let Subject::Model { on, .. } = &opened.curves[0].subject else {
        panic!("a model");
    };
    assert_eq!(on.as_deref(), Some(&other));
    let findings = opened.find(&Results::default());
    assert!(findings.notes_of(0).any(|note| note.contains("buffers")));
}

#[test]
fn the_command_line_prints_what_the_page_exports() {
    let (experiment, results) = simulated();
    let findings = experiment.find(&results);
    let link = experiment.to_link();
    let printed = |options: &[&str]| {
        let output = run(
            &[&["laboratory", &link, "--simulate"], options].concat(),
            "",
        );
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).expect("text")
    };
    assert_eq!(printed(&["--csv"]), to_csv(&experiment, &findings));
    let theme = Theme::named("light", 1.0);
    let version = String::from_utf8(run(&["--version"], "").stdout).expect("text");
    let version = version.trim().trim_start_matches("flitscope ").to_owned();
    let svg = findings.diagram.to_svg((960, 620), &theme);
    assert_eq!(printed(&["--svg"]), signed_svg(&svg, &version));
    let json = json_of(&["laboratory", &link, "--simulate"], "");
    assert_eq!(json, to_json(&experiment, &findings));
    let table = printed(&[]);
    for part in ["(2): ", "(simulated)", "± ", "(model "] {
        assert!(table.contains(part), "{table}");
    }
}

#[test]
fn the_command_line_refuses_invalid_links() {
    for (link, expected) in [
        ("#/laboratory?x=n", "must have a curve"),
        (
            "m=queue&points=0",
            "points must be a number from 2 to 1000, not 0",
        ),
        (
            "m=queue&colour=red",
            "colour is not a key of the laboratory",
        ),
        (
            "m=queue&from=-0.05",
            "from must be a load, which is 0 or more",
        ),
        (
            "#/laboratory?m=queue&to=0&log=x",
            "to must be a number above 0 on a logarithmic axis, not 0",
        ),
    ] {
        assert_is_refused(&["laboratory", link], "", expected);
    }
    assert_is_refused(
        &["laboratory", "m=queue", "--theme", "pink"],
        "",
        "theme must be",
    );
    for (link, part) in [
        ("m=queue&m=nonsense", "model must be ciciani-torus-uni, "),
        ("m=ciciani-hypercube:n=99", "ciciani-hypercube: "),
        (
            "m=ciciani-hypercube&x=foo",
            "x must be load, n or length, not foo",
        ),
        ("m=shahrabi-broadcast&x=variant", "x must be load, "),
    ] {
        assert_is_refused(&["laboratory", link], "", part);
    }
}

#[test]
fn every_row_of_the_papers_opens_with_a_curve() {
    let mut opened_before = Vec::new();
    for item in PAPERS.iter().flat_map(|paper| paper.items) {
        let before = opened_before.len();
        for row in item.rows() {
            let Some(task) = &row.task else { continue };
            let models = row
                .computed
                .iter()
                .filter_map(|computed| computed.model.as_deref());
            for (model, settings) in models.filter_map(|model| model_settings(model).ok()) {
                let load = task.scenario.traffic.rate;
                let link = link_of(model, &settings, load, Some(&task.scenario));
                let opened = Experiment::from_link(&link);
                assert_eq!(opened.problems, [""; 0], "{link}");
                assert_eq!(opened.experiment.simulation.also, [load], "{link}");
                let curve = opened.experiment.curves.clone();
                // The rows of a curve differ only in the load, and curves of platoons take up to a second.
                let is_enough = model.starts_with("platoon") && opened_before.len() > before;
                if !is_enough && !opened_before.contains(&curve) {
                    let findings = opened.experiment.find(&Results::default());
                    assert!(!findings.diagram.traces[0].marks.is_empty(), "{link}");
                    opened_before.push(curve);
                }
            }
        }
    }
    assert!(opened_before.len() > 10, "{}", opened_before.len());
}

/// A small network with three points.
fn simulated() -> (Experiment, Results) {
    let query = "m=ciciani-hypercube:n=3,length=8&sims=3&to=0.1";
    let experiment = Experiment::from_link(query).experiment;
    let mut results = Results::default();
    for scenario in experiment.missing(&results) {
        let report = simulate(&scenario, |_| ()).expect("a scenario of the laboratory");
        results.put(&scenario, report);
    }
    (experiment, results)
}

fn experiments() -> impl Strategy<Value = Experiment> {
    let x = (
        prop_oneof![
            Just(Varied::Load),
            "[a-z][a-z-]{0,6}"
                .prop_filter("that is the load", |id| id != "load")
                .prop_map(Varied::Parameter)
        ],
        proptest::option::of(-1e6..1e6_f64),
        proptest::option::of(-1e6..1e6_f64),
        2..1000_u32,
        any::<bool>(),
        any::<bool>(),
    );
    let y = prop_oneof![
        Just(Found::Latency),
        Just(Found::ZeroLoad),
        Just(Found::Saturation),
        "[λρ&=#% a-zA-Z_,0-9]{1,6}"
            .prop_filter("blank", |s| !s.trim().is_empty())
            .prop_map(Found::Part),
    ];
    let load = prop_oneof![
        (0.0..1.0_f64).prop_map(Load::Share),
        (0.0..9.0_f64).prop_map(Load::Absolute)
    ];
    let simulation = (
        any::<bool>(),
        any::<u64>(),
        proptest::option::of(1..1000_u32),
        0..40_u32,
        proptest::collection::vec(0.0..1.0_f64, 0..4),
        any::<bool>(),
    );
    let curves = proptest::collection::vec(curves(), 0..6);
    (x, y, load, simulation, curves).prop_map(|(x, y, load, simulation, curves)| {
        let mut experiment = Experiment::default();
        let x_is_load = x.0 == Varied::Load;
        (experiment.x.of, experiment.x.from, experiment.x.to) = (x.0, x.1, x.2);
        (experiment.x.points, experiment.x.is_log) = (x.3, x.4);
        (experiment.y.of, experiment.y.is_log) = (y, x.5);
        experiment.load = load;
        experiment.curves = curves;
        if simulation.0 {
            experiment.simulation.effort = Effort::Thorough;
        }
        let ours = &mut experiment.simulation;
        (ours.seed, ours.replications, ours.points) = (simulation.1, simulation.2, simulation.3);
        ours.also = simulation.4;
        experiment.has_bounds = simulation.5;
        // Loads are not negative, and ends of logarithmic axes are positive.
        let (is_load, is_log) = (x_is_load, experiment.x.is_log);
        for end in [&mut experiment.x.from, &mut experiment.x.to] {
            *end = end.map(|end| match (is_log, is_load) {
                (true, _) => end.abs().max(1e-9),
                (false, true) => end.abs(),
                (false, false) => end,
            });
        }
        experiment.simulation.also.retain(|&x| x > 0.0 || !is_log);
        experiment
    })
}

fn curves() -> impl Strategy<Value = Curve> {
    let settings = proptest::collection::btree_map("[a-z]{1,5}", "\\PC{0,8}", 0..4);
    let settings = settings.prop_map(|typed| {
        let typed = typed.into_iter();
        typed.fold(Settings::default(), |all, (id, text)| all.with(id, text))
    });
    let scenarios = prop_oneof![
        Just("t=torus:4x4&lam=0.01&pat=transpose"),
        Just("t=hypercube:5&vc=3&M=16&beta=0.1")
    ];
    let scenarios = scenarios.prop_map(|link| Box::new(Scenario::from_link(link).scenario));
    let model = (
        "[a-z][a-z:&-]{0,12}",
        settings,
        proptest::option::of(scenarios.clone()),
    );
    let subject = prop_oneof![
        model.prop_map(|(id, settings, on)| Subject::Model { id, settings, on }),
        scenarios.prop_map(Subject::Scenario)
    ];
    let linked = proptest::sample::select(vec![
        "",
        ".01~.02",
        ".004_12.3_.4_11_.2_.03~.03__9_1_1_.1ms",
    ]);
    let linked = linked.prop_map(|text| ShortCurve::read(text).expect("points of a link"));
    (subject, any::<bool>(), any::<bool>(), linked).prop_map(|(subject, lines, points, linked)| {
        Curve {
            subject,
            hides_lines: lines,
            hides_points: points,
            linked,
        }
    })
}
