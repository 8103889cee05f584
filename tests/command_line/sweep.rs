//! The command line: the curves of several multicast algorithms, or routing functions, in one sweep.

use crate::common::command::{assert_is_refused, json_of, run};
use serde_json::Value;

const SCENARIO: &str = r#"{
    "network": "mesh:4x4", "length": {"fixed": 8}, "ports": {"injection": 4},
    "traffic": {"multicast": {"destinations": 3}},
    "run": {"warmup": 200, "cycles": 3000}
}"#;

const UNICASTS: &str = r#"{ "network": "mesh:4x4", "traffic": {"rate": 0.01} }"#;

/// Algorithms, standard input, and a part of the error message about them.
const MISTAKES: &[(&str, &str, &str)] = &[
    ("", SCENARIO, "algorithms must be names joined by commas"),
    ("dual-path,flood", SCENARIO, "algorithms must be "),
    (
        "separate,binomial-broadcast",
        SCENARIO,
        "on mesh:4x4, not binomial-broadcast",
    ),
    (
        "separate,dual-path,separate",
        SCENARIO,
        "algorithms must be different, not separate twice",
    ),
    (
        "separate,dual-path",
        UNICASTS,
        "traffic.multicast.destinations must be 2 or more",
    ),
];

fn sweep<'a>(loads: &'a str, algorithms: &'a str) -> [&'a str; 6] {
    ["sweep", "-", "--loads", loads, "--algorithms", algorithms]
}

/// Routing functions, standard input, and a part of the error message about them.
const MISTAKES_IN_ROUTING: &[(&str, &str, &str)] = &[
    ("", UNICASTS, "against must be names joined by commas"),
    ("duato,xyz", UNICASTS, "against must be dimension-order, "),
    ("script:fn", UNICASTS, "against must be dimension-order, "),
    ("mh-hybrid", UNICASTS, " on mesh:4x4, not mh-hybrid"),
    (
        "dimension-order",
        UNICASTS,
        "against must be other functions than the scenario's own, not dimension-order",
    ),
    (
        "duato,west-first,duato",
        UNICASTS,
        "against must be different, not duato twice",
    ),
    (
        "duato",
        SCENARIO,
        "traffic.multicast.destinations must be 1",
    ),
    (
        "duato",
        r#"{ "network": "mesh:4x4", "packet": {} }"#,
        "packet must be absent",
    ),
];

fn against<'a>(loads: &'a str, functions: &'a str) -> [&'a str; 6] {
    ["sweep", "-", "--loads", loads, "--against", functions]
}

/// Changes, and a part of the error message about them.
const MISTAKES_IN_CHANGES: &[(&str, &str)] = &[
    ("vcs", "compare must be changes such as vcs=4, not vcs"),
    ("vcs=99", "vcs must be a whole number from 1 to 16"),
    ("colour=red", "colour"),
    ("network=nowhere:3", "network must be"),
    ("vcs=1;vcs=2", "compare must be different scenarios"),
];

#[test]
fn compared_scenarios_are_curves_named_by_their_differences() {
    let compare = [
        "sweep",
        "-",
        "--loads",
        "0.01,0.02",
        "--compare",
        "vcs=4",
        "--compare",
        "network=torus:4x4; traffic.pattern=tornado",
    ];
    let reports = json_of(&compare, UNICASTS);
    let reports = reports.as_array().expect("a list of reports");
    let names: Vec<_> = reports.iter().map(|report| &report["curve"]).collect();
    assert_eq!(names.len(), 6);
    assert!(
        names[0]
            .as_str()
            .is_some_and(|name| name.starts_with("Mesh 4×4")),
        "{names:?}"
    );
    assert!(
        names[2].as_str().is_some_and(|name| name.contains("V = 4")),
        "{names:?}"
    );
    assert!(
        names[4]
            .as_str()
            .is_some_and(|name| name.contains("Torus 4×4") && name.contains("Tornado")),
        "{names:?}"
    );
    let table = run(&compare, UNICASTS);
    let text = String::from_utf8_lossy(&table.stdout).into_owned();
    assert!(
        text.contains("Torus 4×4") && text.contains("V = 4"),
        "{text}"
    );
}

#[test]
fn invalid_comparisons_are_refused_with_a_reason() {
    for (changes, part) in MISTAKES_IN_CHANGES {
        let compare = ["sweep", "-", "--loads", "0.01", "--compare", changes];
        assert_is_refused(&compare, UNICASTS, part);
    }
    for (algorithms, input, part) in MISTAKES {
        assert_is_refused(&sweep("0.01", algorithms), input, part);
    }
    for (functions, input, part) in MISTAKES_IN_ROUTING {
        assert_is_refused(&against("0.01", functions), input, part);
    }
    let mut both = sweep("0.01", "separate").to_vec();
    both.extend(["--against", "duato"]);
    let part = "against must be absent where algorithms are compared, not duato";
    assert_is_refused(&both, SCENARIO, part);
}

const ROUTED: &str = r#"{
    "network": "mesh:4x4", "length": {"fixed": 8}, "routing": "west-first",
    "run": {"warmup": 200, "cycles": 2000}
}"#;

#[test]
fn routing_functions_have_a_curve_each_beside_the_scenarios_own() {
    let printed = json_of(&against("0.01,0.02", "duato, dimension-order"), ROUTED);
    let points = printed.as_array().expect("a list of reports");
    let found = points.iter().map(|point| {
        let name = point["routing"].as_str().expect("a name");
        (name, point["load"].as_f64().expect("a load"))
    });
    let each = ["west-first", "duato", "dimension-order"].map(|name| [(name, 0.01), (name, 0.02)]);
    assert_eq!(found.collect::<Vec<_>>(), each.concat());
    // Each curve equals the one measured alone, where reports do not name the function.
    let named = ROUTED.replace("west-first", "duato");
    let alone = json_of(&["sweep", "-", "--loads", "0.01,0.02"], &named);
    for at in [0, 1] {
        assert_eq!(alone[at]["routing"], Value::Null);
        for field in ["latency", "network_latency", "digest"] {
            assert_eq!(alone[at][field], points[2 + at][field], "{field}");
        }
    }
    let output = run(&against("0.01,0.02", "duato"), ROUTED);
    let text = String::from_utf8(output.stdout).expect("text");
    let tables: Vec<_> = text.split("\n\n").collect();
    let names: Vec<_> = tables.iter().map(|table| table.lines().next()).collect();
    assert_eq!(names, [Some("west-first"), Some("duato")], "{text}");
    assert!(tables.iter().all(|table| table.contains("\n0.01 ")));
}

#[test]
fn a_routing_function_from_a_file_is_compared_under_a_short_name() {
    let file = format!("flitscope-cli-sweep-{}.rhai", std::process::id());
    let file = std::env::temp_dir().join(file);
    let script = "fn route(net, here, to) { net.nearer(here, to) }";
    std::fs::write(&file, script).expect("temporary files can be written");
    let path = file.to_str().expect("a path in words");
    let mut arguments = against("0.01", "dimension-order").to_vec();
    arguments.extend(["--routing-file", path]);
    let printed = json_of(&arguments, ROUTED);
    assert_eq!(printed[0]["routing"], "own");
    assert_eq!(printed[1]["routing"], "dimension-order");
    let output = run(&arguments, ROUTED);
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(text.starts_with("your routing function\n"), "{text}");
    assert!(!text.contains("fn route"), "{text}");
    std::fs::remove_file(&file).expect("it was written");
}

#[test]
fn every_report_of_a_comparison_names_its_algorithm() {
    let printed = json_of(&sweep("0.002,0.01", "separate, dual-path"), SCENARIO);
    let points = printed.as_array().expect("a list of reports");
    let found = points.iter().map(|point| {
        let name = point["multicast"].as_str().expect("a name");
        (name, point["load"].as_f64().expect("a load"))
    });
    let each = ["separate", "dual-path"].map(|name| [(name, 0.002), (name, 0.01)]);
    assert_eq!(found.collect::<Vec<_>>(), each.concat());
}

#[test]
fn a_curve_in_a_comparison_equals_the_one_measured_alone() {
    let without_time = |mut printed: Value| {
        for point in printed.as_array_mut().expect("a list of reports") {
            point["wall_s"] = Value::Null;
        }
        printed
    };
    let both = without_time(json_of(
        &sweep("0.002,0.01", "separate,dual-path"),
        SCENARIO,
    ));
    let named = SCENARIO.replace(
        r#""destinations""#,
        r#""algorithm": "dual-path", "destinations""#,
    );
    let alone = json_of(&["sweep", "-", "--loads", "0.002,0.01"], &named);
    let beside: Vec<_> = (2..4).map(|at| both[at].clone()).collect();
    assert_eq!(Value::Array(beside), without_time(alone));
    assert_ne!(both[0]["digest"], both[2]["digest"]);
}

#[test]
fn without_json_a_comparison_is_one_table_per_algorithm() {
    let output = run(&sweep("0.002,0.01", "separate,dual-path"), SCENARIO);
    let text = String::from_utf8(output.stdout).expect("text");
    let tables: Vec<_> = text.split("\n\n").collect();
    assert_eq!(tables.len(), 2, "{text}");
    for (table, name) in tables.into_iter().zip(["separate", "dual-path"]) {
        let mut lines = table.lines();
        assert_eq!(lines.next(), Some(name));
        let heads = lines.next().expect("the heads of the columns");
        assert!(
            heads.starts_with("load") && heads.contains("multicast"),
            "{text}"
        );
        assert!(lines.next().is_some_and(|line| line.starts_with("0.002")));
        assert!(lines.next().is_some_and(|line| line.starts_with("0.01")));
    }
}
