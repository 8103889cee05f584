//! The output of `flitscope multicast` and `flitscope draw --plan` for one multicast.

use crate::common::command::{assert_is_refused, json_of, run};
use serde_json::{Value, json};

/// The set of nine nodes that every survey of path-based multicast draws.
const CLASSIC: [&str; 9] = [
    "0,0", "0,2", "0,5", "1,3", "4,5", "5,0", "5,1", "5,3", "5,4",
];

fn classic(algorithm: &str) -> Vec<&str> {
    let call = ["multicast", "mesh:6x6", "--algorithm", algorithm];
    let call = call.into_iter().chain(["--source", "3,2", "--dest"]);
    call.chain(CLASSIC).collect()
}

#[test]
fn all_algorithms_are_compared_on_the_same_destinations() {
    let rivals = json_of(&classic("all"), "");
    let rivals = rivals.as_array().expect("a list");
    let names: Vec<_> = rivals.iter().map(|rival| &rival["algorithm"]).collect();
    let expected = [
        "separate",
        "dual-path",
        "multi-path",
        "column-path",
        "qualified-groups",
        "u-mesh",
    ];
    assert_eq!(names, expected);
    for rival in rivals {
        let algorithm = rival["algorithm"].as_str().expect("a name");
        let plan = json_of(&classic(algorithm), "");
        let steps = plan["steps"].as_array().expect("a list").iter();
        let worms = steps.map(|step| step["worms"].as_array().map_or(0, Vec::len));
        assert_eq!(rival["worms"], worms.sum::<usize>(), "{algorithm}");
        for part in ["channels", "longest", "startups"] {
            assert_eq!(rival[part], plan[part], "{algorithm}: {part}");
        }
    }
}

/// Preparation, the start-up, the longest path and 31 more flits: worms of one step that share no
/// channels do not wait for each other.
#[test]
fn one_step_takes_a_start_up_and_the_longest_path() {
    let rivals = json_of(&classic("all"), "");
    let latency = |name: &str| {
        let mut rivals = rivals.as_array().into_iter().flatten();
        let rival = rivals.find(|rival| rival["algorithm"] == name);
        rival
            .map(|rival| rival["latency"].clone())
            .expect("it is listed")
    };
    assert_eq!(latency("dual-path"), 2 + 33 + 18 + 31);
    assert_eq!(latency("multi-path"), 4 + 33 + 6 + 31);
}

#[test]
fn the_number_of_start_ups_depends_on_the_ports() {
    let startups = |ports| {
        let call = [&classic("column-path")[..], &["--ports", ports]].concat();
        json_of(&call, "")["startups"].clone()
    };
    assert_eq!(
        ["1", "2", "4", "6"].map(startups),
        [6, 3, 2, 1].map(Value::from)
    );
}

#[test]
fn relays_are_listed_where_there_are_any() {
    let call = [
        "multicast",
        "mesh-hypercube:3x8",
        "--algorithm",
        "mesh-hypercube",
    ];
    let call = [
        &call[..],
        &["--source", "2,6", "--dest", "3,4", "1,0", "2,7"],
    ]
    .concat();
    assert_eq!(json_of(&call, "")["relays"], json!(["1,6", "3,6"]));
}

#[test]
fn a_comparison_is_printed_as_a_table() {
    let output = run(&classic("all"), "");
    let table = String::from_utf8(output.stdout).expect("text");
    let mut lines = table.lines();
    let head = lines.next().expect("a head");
    assert!(
        head.starts_with("algorithm ") && head.ends_with("arrival_spread"),
        "{head}"
    );
    assert_eq!(lines.count(), 6);
}

#[test]
fn invalid_multicasts_are_refused_with_a_reason() {
    let with = |more: &[&'static str]| [&classic("all")[..], more].concat();
    for (call, part) in [
        (with(&["--ports", "0"]), "ports must be "),
        (with(&["--startup", "-1"]), "timing.startup must be "),
        (with(&["--length", "x"]), "length must be "),
        (with(&["3,2"]), "another node than its source, not 3,2"),
        (with(&["5,4"]), "different nodes, not 5,4 twice"),
        (with(&["6,0"]), "6,0"),
        (
            classic("mesh-hypercube"),
            "algorithm must be separate, dual-path, multi-path",
        ),
        (
            classic("qualified-groups:-1"),
            "Threshold T must be a number from 0 to 10",
        ),
        (
            classic("qualified-groups:0.5:tree"),
            "Base must be label or e-cube",
        ),
        (classic("column-path:1"), "written as column-path"),
    ] {
        assert_is_refused(&call, "", part);
    }
    assert_is_refused(
        &["draw", "-", "--plan"],
        r#"{"network": "mesh:4x4"}"#,
        "messages must have one",
    );
}
