//! The command line: the curves of several multicast algorithms in one sweep.

use crate::common::command::{assert_is_refused, json_of, run};
use serde_json::Value;

const SCENARIO: &str = r#"{
    "network": "mesh:4x4", "length": {"fixed": 8}, "ports": {"injection": 4},
    "traffic": {"multicast": {"destinations": 3}},
    "run": {"warmup": 200, "cycles": 3000}
}"#;

const UNICASTS: &str = r#"{ "network": "mesh:4x4", "traffic": {"rate": 0.01} }"#;

/// Algorithms, standard input, and a part of the sentence that answers them.
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

#[test]
fn what_cannot_be_compared_is_refused_in_a_sentence() {
    for (algorithms, input, part) in MISTAKES {
        assert_is_refused(&sweep("0.01", algorithms), input, part);
    }
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
fn a_curve_beside_others_is_the_one_measured_alone() {
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
fn a_comparison_for_people_is_a_table_for_each_algorithm() {
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
