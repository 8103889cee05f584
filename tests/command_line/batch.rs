//! The command line: many scenarios as lines, distributed over machines, stopped and resumed.

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use flitscope::batch::CurveReader;
use flitscope::laboratory::{Curve, Experiment, Results};
use flitscope::plot::Kind;
use flitscope::sweep::simulate;
use rand_core::{Rng as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::Value;

use crate::common::command::{assert_is_refused, json_of, run, run_with_jobs};

const GRID: &str = r#"{
    "scenario": {"length": {"fixed": 8}, "run": {"warmup": 100, "cycles": 1500}},
    "vary": {
        "network": ["mesh:4x4", "ring:6"],
        "traffic.rate": [0.005, 0.01, 0.02],
        "seed": {"from": 1, "to": 4}
    }
}"#;

/// A line with three points of several replications each, and one that is longer than all others.
const SEVERAL: &str = r#"{"id": "several", "network": "mesh:4x4", "loads": [0.01, 0.3, 0.02], "replications": 5, "run": {"warmup": 100, "cycles": 2000}}
{"id": "long", "network": "mesh:4x4", "traffic": {"rate": 0.02}, "run": {"warmup": 100, "cycles": 20000}}
{"id": "busy", "network": "ring:6", "traffic": {"rate": 0.3}, "replications": 3, "run": {"warmup": 100, "cycles": 4000}}
"#;

fn text(output: &std::process::Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("text")
}

fn grid() -> String {
    text(&run(&["grid", "-"], GRID))
}

fn sorted(text: &str) -> Vec<&str> {
    let mut lines: Vec<_> = text.lines().filter(|line| !line.is_empty()).collect();
    lines.sort_unstable();
    lines
}

fn parsed(line: &str) -> Value {
    serde_json::from_str(line).expect(line)
}

/// An empty file for one test.
fn file(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    File::create(&path).expect("a folder for the files of tests");
    path
}

#[test]
fn reports_do_not_depend_on_how_lines_are_distributed() {
    let lines = grid();
    assert_eq!(lines.lines().count(), 24);
    let whole = text(&run_with_jobs("1", &["run", "-", "--quiet"], &lines));
    let whole = sorted(&whole);
    assert_eq!(whole.len(), 24);
    for of in [2, 5] {
        let parts = (1..=of).map(|part| {
            let shard = format!("{part}/{of}");
            text(&run(
                &["run", "-", "--quiet", "--shard", &shard, "--jobs", "3"],
                &lines,
            ))
        });
        let parts: String = parts.collect();
        assert_eq!(sorted(&parts), whole, "{of} parts");
    }
}

#[test]
fn every_report_is_the_same_for_any_number_of_jobs_and_one_job_keeps_the_order_of_the_lines() {
    let lines = format!("{SEVERAL}{}", grid());
    let [one, two, three] = ["1", "2", "3"].map(|jobs| {
        let output = run_with_jobs(jobs, &["run", "-", "--quiet"], &lines);
        assert_eq!(output.status.code(), Some(0), "{jobs} jobs");
        text(&output)
    });
    assert_eq!(one.lines().count(), 5 + 24);
    assert_eq!(sorted(&two), sorted(&one));
    assert_eq!(sorted(&three), sorted(&one));
    let ids = one.lines().map(|line| parsed(line)["id"].clone());
    let asked = lines.lines().map(|line| parsed(line)["id"].clone());
    let mut asked: Vec<_> = asked.collect();
    asked.splice(
        0..1,
        [Value::from("several"), "several".into(), "several".into()],
    );
    assert_eq!(ids.collect::<Vec<_>>(), asked);
}

#[test]
fn a_saturated_run_ends_early_unless_its_accepted_load_is_asked_for() {
    let line = r#"{"network": "mesh:4x4", "length": {"fixed": 8}, "traffic": {"rate": 0.2}, "run": {"warmup": 500, "cycles": 30000, "replications": 2}}"#;
    let of = |output: std::process::Output| parsed(text(&output).trim_end());
    let soon = of(run(&["run", "-", "--quiet"], line));
    let whole = of(run(&["run", "-", "--quiet", "--accepted"], line));
    let simulated = json_of(&["simulate", "-"], line);
    assert_eq!(whole["digest"], simulated["digest"]);
    assert_eq!(whole["saturated_at"], Value::Null);
    let end = soon["saturated_at"].as_u64().expect("a cycle");
    assert!(end < 10_000, "{soon}");
    for report in [&soon, &whole] {
        assert_eq!(report["state"], "saturated");
        assert_eq!(report["latency"]["mean"], Value::Null);
    }
    let [soon, whole] = [soon, whole].map(|report| report["accepted"].as_f64().expect("flits"));
    assert!((soon / whole - 1.0).abs() < 0.02, "{soon}, not {whole}");
    // So do sweeps.
    let sweep = ["sweep", "-", "--loads", "0.2"];
    let swept = json_of(&sweep, line);
    assert_eq!(swept[0]["saturated_at"].as_u64(), Some(end));
    let swept = json_of(&[&sweep[..], &["--accepted"]].concat(), line);
    assert_eq!(swept[0]["digest"], simulated["digest"]);
}

#[test]
fn a_report_has_the_fields_of_simulate_and_the_id_of_its_line() {
    let scenario = r#"{"network": "mesh:4x4", "traffic": {"rate": 0.01}, "run": {"warmup": 100, "cycles": 1500, "replications": 2}}"#;
    let line = r#"{"id": 7, "network": "mesh:4x4", "loads": [0.01, 0.02], "replications": 2, "run": {"warmup": 100, "cycles": 1500}}"#;
    let output = run(&["run", "-"], line);
    assert_eq!(output.status.code(), Some(0));
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        stderr.contains("2 reports, 0 errors, 0 skipped"),
        "{stderr}"
    );
    let reports = text(&output);
    let reports: Vec<_> = reports.lines().map(parsed).collect();
    let report = reports
        .iter()
        .find(|report| report["load"] == 0.01)
        .expect("a report at each load");
    let simulated = json_of(&["simulate", "-"], scenario);
    for (name, value) in simulated
        .as_object()
        .expect("a report")
        .iter()
        .filter(|(name, _)| *name != "wall_s")
    {
        assert_eq!(&report[name], value, "{name}");
    }
    assert_eq!((report["id"].as_i64(), reports.len()), (Some(7), 2));
    assert!(
        report["link"]
            .as_str()
            .is_some_and(|link| link.contains("t=mesh:4x4")),
        "{report}"
    );
    assert_ne!(reports[0]["hash"], reports[1]["hash"]);
}

#[test]
fn an_invalid_line_gives_an_error_and_does_not_stop_the_run() {
    let lines = "{\"network\": \"ring:4\", \"traffic\": {\"rate\": 0.01}, \"run\": {\"cycles\": 500}}\n\
                 {\"network\": \n\n\
                 {\"id\": \"b\", \"network\": \"mesh:4x4\", \"vcs\": 99}\n\
                 {\"id\": [1], \"network\": \"mesh:4x4\"}\n\
                 {\"id\": \"d\", \"network\": \"mesh:4x4\", \"loads\": [\"a\"]}\n\
                 {\"id\": \"e\", \"network\": \"mesh:4x4\", \"replications\": 0}\n\
                 {\"network\": \"ring:4\", \"traffic\": {\"rate\": 0.01}, \"run\": {\"cycles\": 500}}\n";
    let output = run(&["run", "-"], lines);
    assert_eq!(output.status.code(), Some(1));
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        stderr.contains("1 reports, 5 errors, 1 skipped"),
        "{stderr}"
    );
    let reports = text(&output);
    let mut errors: Vec<_> = reports
        .lines()
        .map(parsed)
        .filter(|line| line.get("error").is_some())
        .collect();
    errors.sort_by_key(|error| error["line"].as_u64());
    let reasons = [
        (2, "valid JSON"),
        (4, "vcs must be"),
        (5, "id must be"),
        (6, "loads must be"),
        (7, "replications must be"),
    ];
    for (error, (line, expected)) in errors.iter().zip(reasons) {
        assert_eq!(error["line"], line);
        assert!(
            error["error"]
                .as_str()
                .is_some_and(|message| message.contains(expected)),
            "{error}"
        );
        assert!(error["hash"].is_string());
    }
    assert_eq!(
        (errors.len(), &errors[1]["id"], &errors[2]["id"]),
        (5, &Value::from("b"), &Value::Null)
    );
    // Lines with a reported error are skipped as well.
    let done = file("reported.jsonl");
    fs::write(&done, &reports).expect("a file");
    let again = run(&["run", "-", "--skip", done.to_str().expect("text")], lines);
    assert_eq!((again.status.code(), text(&again).len()), (Some(0), 0));
}

#[test]
fn a_run_that_is_killed_at_any_time_loses_and_repeats_no_report() {
    let whole = text(&run(&["run", "-", "--quiet"], &grid()));
    let lines = file("all.jsonl");
    fs::write(&lines, grid()).expect("a file");
    let done = file("done.jsonl");
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let start = |jobs: &str| -> Child {
        let [lines, done] = [&lines, &done].map(|path| path.to_str().expect("text"));
        let output = OpenOptions::new()
            .append(true)
            .open(done)
            .expect("it is there");
        Command::new(env!("CARGO_BIN_EXE_flitscope"))
            .args(["run", lines, "--skip", done, "--quiet", "--jobs", jobs])
            .stdout(Stdio::from(output))
            .spawn()
            .expect("the binary was built for this test")
    };
    for jobs in ["1", "3"].repeat(10) {
        let mut child = start(jobs);
        std::thread::sleep(Duration::from_micros(random.next_u64() % 40_000));
        child.kill().expect("it may be killed");
        child.wait().expect("it has ended");
    }
    // A partial last line, as if it had been killed while writing.
    let cut = fs::read_to_string(&done).expect("text");
    fs::write(&done, format!("{cut}{{\"id\":\"netw")).expect("a file");
    assert!(start("2").wait().expect("it ends").success());
    let reports = fs::read_to_string(&done).expect("text");
    let reports: Vec<_> = reports
        .lines()
        .filter(|line| line.contains("\"hash\""))
        .collect();
    assert_eq!(sorted(&reports.join("\n")), sorted(&whole));
    let ids: BTreeSet<_> = reports
        .iter()
        .map(|line| parsed(line)["id"].to_string())
        .collect();
    assert_eq!((ids.len(), reports.len()), (24, 24));
}

#[test]
fn there_is_a_pending_line_for_every_missing_report() {
    let lines = "{\"id\": \"a\", \"network\": \"ring:4\", \"loads\": [0.01, 0.02, 0.03], \"run\": {\"cycles\": 500}}\n\
                 {\"network\": \"ring:5\", \"traffic\": {\"rate\": 0.01}, \"run\": {\"cycles\": 500}}\n\
                 {\"network\": 3}\n";
    let whole = text(&run(&["run", "-", "--quiet"], lines));
    let pending = text(&run(&["run", "-", "--pending"], lines));
    assert_eq!(pending.lines().count(), 5);
    let error = |line: &&str| line.contains("\"error\"");
    let reports: Vec<_> = sorted(&whole)
        .into_iter()
        .filter(|line| !error(line))
        .collect();
    let one_by_one = pending
        .lines()
        .map(|line| text(&run(&["run", "-", "--quiet"], line)));
    let one_by_one: String = one_by_one.collect();
    let mut apart = sorted(&one_by_one);
    apart.retain(|line| !error(line));
    assert_eq!(apart, reports);
    let done = file("pending.jsonl");
    fs::write(&done, reports[1..].join("\n")).expect("a file");
    let rest = text(&run(
        &[
            "run",
            "-",
            "--pending",
            "--skip",
            done.to_str().expect("text"),
        ],
        lines,
    ));
    assert_eq!(rest.trim_start().lines().count(), 2, "{rest}");
}

#[test]
fn a_grid_omits_invalid_scenarios_on_request() {
    let grid =
        r#"{"vary": {"network": ["mesh:4x4", "hypercube:3"], "routing": ["odd-even", "duato"]}}"#;
    assert_eq!(text(&run(&["grid", "-"], grid)).lines().count(), 4);
    let output = run(&["grid", "-", "--valid"], grid);
    assert_eq!(text(&output).lines().count(), 3);
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        stderr.starts_with("flitscope: left out 1: odd-even routing is not defined on hypercube:3"),
        "{stderr}"
    );
}

#[test]
fn invalid_calls_are_refused_with_a_reason() {
    for (arguments, expected) in [
        (&["run", "-", "--shard", "0/4"][..], "shard must be i/n"),
        (
            &["run", "-", "--jobs", "0"],
            "jobs must be a whole number from 1",
        ),
        (
            &["run", "-", "--skip", "no/such/file"],
            "skip must be a file that can be read",
        ),
        (
            &["run", "no/such/file"],
            "FILE must be a file that can be read",
        ),
        (
            &["run", "/", "--quiet"],
            "FILE must be a file that can be read",
        ),
        (
            &["grid", "no/such/file"],
            "FILE must be a file that can be read",
        ),
        (&["grid", "-"], "grid must be valid JSON"),
    ] {
        assert_is_refused(arguments, "", expected);
    }
}

/// The points of a plot: x, y and half-width.
fn marks(experiment: &Experiment, results: &Results) -> Vec<(f64, f64, Option<f64>)> {
    let diagram = experiment.find(results).diagram;
    let points = diagram
        .traces
        .iter()
        .filter(|trace| trace.kind == Kind::Simulation);
    let marks = points.flat_map(|trace| &trace.marks);
    marks
        .map(|mark| (mark.x, mark.y, mark.half_width))
        .collect()
}

/// What Experiment exports as a grid, and shows of the reports that are made of it.
#[test]
fn the_grid_of_a_plot_is_run_and_its_reports_are_the_points_of_the_plot() {
    let query = "sim=t%3Dmesh:4x4%26M%3D8&sim=t%3Dring:6%26M%3D8&sims=0&also=0.01,0.02&reps=2";
    let experiment = Experiment::from_link(query).experiment;
    let (grid, count) = experiment.to_grid(&Results::default()).expect("points");
    let lines = text(&run(&["grid", "-"], &grid));
    assert_eq!((lines.lines().count(), count), (4, 4));
    let reports = text(&run(&["run", "-", "--quiet"], &lines));

    let mut reader = CurveReader::default();
    reader.read(reports.as_bytes());
    let found = reader.finish();
    assert_eq!((found.curves.len(), found.runs, found.refused), (2, 4, 0));
    let curves: Vec<_> = found.curves.iter().map(Curve::of_reports).collect();
    let mut shown = Experiment::default();
    shown.simulation.points = 0;
    assert_eq!(shown.add_measured(&curves), 2);

    // The same simulations by the library.
    let mut results = Results::default();
    for scenario in experiment.missing(&results) {
        let report = simulate(&scenario, |_| ()).expect("it can be simulated");
        results.put(&scenario, report);
    }
    let points = marks(&experiment, &results);
    assert_eq!(points.len(), 4);
    assert_eq!(marks(&shown, &Results::default()), points);
}
