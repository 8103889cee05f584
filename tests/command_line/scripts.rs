//! User-written routing functions: `--routing-file`, `scripts`, and `{"script": …}` in a scenario.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::common::command::{assert_is_refused, json_of, run};

fn file(name: &str, text: &str) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).expect("a place for files of tests");
    path.display().to_string()
}

fn text_of(script: &str) -> String {
    String::from_utf8(run(&["scripts", script], "").stdout).expect("text")
}

#[test]
fn every_command_that_routes_takes_a_file() {
    let duato = file("duato.rhai", &text_of("duato"));
    let deadlock = ["deadlock", "mesh:4x4", "--vcs", "2"];
    let own = json_of(&[&deadlock[..], &["--routing-file", &duato]].concat(), "");
    let known = json_of(&[&deadlock[..], &["--routing", "duato"]].concat(), "");
    for field in ["channels", "dependencies", "deadlock_free", "why", "escape"] {
        assert_eq!(own[field], known[field], "{field}");
    }
    assert_eq!(own["delivery"]["never"], 0);
    assert_eq!(own["delivery"]["most_hops"], 6);

    let route = ["route", "mesh:4x4", "--from", "0,0", "--to", "3,2"];
    let own = json_of(&[&route[..], &["--routing-file", &duato]].concat(), "");
    let known = json_of(&[&route[..], &["--routing", "duato"]].concat(), "");
    assert_eq!(own["candidates"], known["candidates"]);
    assert_eq!(own["paths"], known["paths"]);

    let scenario = |routing: &str| {
        format!(
            r#"{{"network": "mesh:4x4", "routing": {routing}, "vcs": 2, "traffic": {{"rate": 0.01}},
                "selection": "least-occupied", "length": {{"fixed": 8}}, "run": {{"warmup": 200, "cycles": 2000}}}}"#
        )
    };
    let known = json_of(&["simulate", "-"], &scenario("\"duato\""));
    let by_file = ["simulate", "-", "--routing-file", &duato];
    let own = json_of(&by_file, &scenario("\"dimension-order\""));
    let script = json!({ "script": text_of("duato") }).to_string();
    let inside = json_of(&["simulate", "-"], &scenario(&script));
    for field in ["digest", "messages", "flit_hops"] {
        assert_eq!(own[field], known[field], "{field}");
        assert_eq!(inside[field], known[field], "{field}");
    }
    let sweep = [
        "sweep",
        "-",
        "--loads",
        "0.01",
        "--against",
        "west-first",
        "--routing-file",
        &duato,
    ];
    let curves = json_of(&sweep, &scenario("\"dimension-order\""));
    assert_eq!(curves[0]["routing"], "own");
    assert_eq!(curves[1]["routing"], "west-first");
}

#[test]
fn every_command_that_reads_a_scenario_takes_a_script() {
    let script = json!({ "script": "fn route(net, here, to) { net.nearer(here, to)[0] }" });
    let run_settings = json!({ "warmup": 100, "cycles": 500 });
    let scenario = json!({
        "network": "mesh:3x3", "routing": script, "traffic": { "rate": 0.01 }, "run": run_settings,
    });
    let text_of = |arguments: &[&str], input: &Value| {
        let output = run(arguments, &input.to_string());
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{arguments:?}: {stderr}");
        String::from_utf8(output.stdout).expect("text")
    };
    let report = text_of(&["run", "-", "--quiet"], &scenario);
    let report: Value = serde_json::from_str(&report).expect("one report");
    let simulated = json_of(&["simulate", "-", "--cycles", "500"], &scenario.to_string());
    assert_eq!(report["digest"], simulated["digest"]);
    let grid = json!({ "scenario": scenario, "vary": { "network": ["mesh:3x3", "ring:5"] } });
    assert_eq!(text_of(&["grid", "-", "--valid"], &grid).lines().count(), 2);
    assert!(text_of(&["draw", "-"], &scenario).starts_with("<svg"));
    let link = report["link"].as_str().expect("a link");
    let curve = link.replace('&', "%26").replace('=', "%3D");
    let plot = format!("#/laboratory?sim={curve}");
    text_of(&["laboratory", &plot, "--csv"], &Value::Null);
    let typed = format!("script:{}", script["script"].as_str().expect("a text"));
    let bounds = json_of(&["bounds", "mesh:3x3", "--routing", &typed], "");
    assert_eq!(bounds["routing"], typed);
}

#[test]
fn faults_of_a_function_are_reported_and_occur_in_a_run() {
    let ends = file(
        "ends.rhai",
        "fn route(net, here, to) { if net.x(here) < net.x(to) { net.up(0) } }",
    );
    let found = json_of(
        &[
            "deadlock",
            "mesh:3x3",
            "--vcs",
            "1",
            "--routing-file",
            &ends,
        ],
        "",
    );
    assert_eq!(found["delivery"]["never"], 63);
    assert_eq!(found["delivery"]["lost"]["how"], "never arrives");
    assert_eq!(found["delivery"]["most_hops"], Value::Null);
    let scenario = r#"{"network": "mesh:3x3", "messages": [{"from": "0,0", "to": ["1,2"]}]}"#;
    let run = json_of(&["simulate", "-", "--routing-file", &ends], scenario);
    let verdict = run["verdict"].as_str().expect("a verdict");
    assert!(
        verdict.starts_with("dead end in cycle ")
            && verdict.contains("is offered no channel where it is"),
        "{verdict}"
    );
    // A dead end is no deadlock.
    assert_eq!(
        (&run["state"], &run["deadlocked"]),
        (&json!("dead end"), &json!(false))
    );
    assert_eq!(
        (&found["delivers"], &found["unserved_pairs"]),
        (&json!(false), &json!(63))
    );
    assert_eq!(found["unserved"].as_array().map(Vec::len), Some(63));
    assert_eq!(found["deadlock_free"], true, "{}", found["why"]);
    let warnings = run["warnings"].to_string();
    assert!(warnings.contains("63 of 72 pairs of nodes"), "{warnings}");

    let round = file("round.rhai", "fn route(net, here, to) { net.ports(here) }");
    let route = [
        "route",
        "ring:4",
        "--from",
        "0",
        "--to",
        "1",
        "--routing-file",
        &round,
    ];
    assert_eq!(json_of(&route, "")["paths_endless"], true);
}

#[test]
fn invalid_scripts_are_refused_with_a_reason() {
    for (text, expected) in [
        (
            "fn route(net, here, to) { let x = 1 net.up(0) }",
            "routing: line 1, column 37: a semicolon is missing before this",
        ),
        (
            "fn route(net, here, to) {\n    if here > 1 and to > 2 { 0 }\n}",
            "routing: line 2, column 17: Python's `and` is written `&&` here",
        ),
        (
            "fn route(net, here, to) { for i in range(4) {} }",
            "routing: line 1, column 36: Python's `range(4)` is written `0..4` here",
        ),
        (
            "fn rout(net, here, to) { 0 }",
            "routing: there must be a function fn route(net, here, to)",
        ),
        (
            "",
            "routing: there must be a function fn route(net, here, to)",
        ),
        (
            "fn route(net, here, to) { 9 }",
            "routing: line 1, column 27: node 1,0 has no port 9: its ports are 0, 1",
        ),
        (
            "fn route(net, here, to) { loop {} }",
            "routing: line 1, column 1: it takes more than 10000000 steps",
        ),
    ] {
        let path = file("mistaken.rhai", text);
        assert_is_refused(
            &["deadlock", "mesh:4x4", "--routing-file", &path],
            "",
            expected,
        );
    }
    assert_is_refused(
        &[
            "route",
            "mesh:4x4",
            "--from",
            "0,0",
            "--to",
            "1,1",
            "--routing-file",
            "/no/such",
        ],
        "",
        "routing-file must be a readable text",
    );
    assert_is_refused(&["scripts", "mine"], "", "script must be dimension-order");
    let scenario = r#"{"network": "mesh:4x4", "routing": {"text": "x"}}"#;
    assert_is_refused(&["simulate", "-"], scenario, "routing");
}

#[test]
fn example_scripts_are_listed() {
    let all = json_of(&["scripts"], "");
    let all = all.as_array().expect("a list");
    assert!(all.len() >= 20);
    for script in all {
        let id = script["script"].as_str().expect("an id");
        assert!(text_of(id).contains("fn route(net, here, to"), "{id}");
    }
    let calls = json_of(&["scripts", "--calls"], "");
    assert!(calls.as_array().expect("a list").len() > 10);
    let habits = json_of(&["scripts", "--python"], "");
    let habits = habits.as_array().expect("a list");
    let is_range = |habit: &&Value| habit["python"] == "range(4)" && habit["here"] == "0..4";
    assert!(habits.iter().any(|habit| is_range(&habit)));
}
