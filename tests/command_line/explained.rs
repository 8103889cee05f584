//! What commands say about the messages that were sent, the rules of the simulator, and definitions.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::common::command::{assert_is_refused, json_of, run};

/// The texts of `simulate --why`, by the kind of finding.
fn why(arguments: &[&str], scenario: &str) -> Vec<(String, String)> {
    let report = json_of(&[&["simulate", "-", "--why"], arguments].concat(), scenario);
    let findings = report["why"].as_array().expect("a list").iter();
    let text = |finding: &Value, key| finding[key].as_str().expect("a text").to_owned();
    findings
        .map(|finding| (text(finding, "kind"), text(finding, "text")))
        .collect()
}

#[test]
fn the_messages_of_a_trace_are_explained() {
    let trace = Path::new(env!("CARGO_TARGET_TMPDIR")).join("explained.csv");
    fs::write(&trace, "time,from,to,flits\n0,\"0,0\",\"3,0\",8\n").expect("a place for files");
    let trace = trace.to_str().expect("a path in Unicode");
    let found = why(&["--trace", trace], r#"{"network": "mesh:4x4"}"#);
    let (kind, text) = &found[0];
    assert_eq!(kind, "channel");
    // Eight flits over three channels: the tail arrives in cycle 10.
    assert!(
        text.contains("73 % of the 11 cycles until all messages have arrived"),
        "{text}"
    );
}

#[test]
fn a_scenario_without_messages_is_not_said_to_deliver_them() {
    let report = json_of(&["simulate", "-"], r#"{"network": "mesh:4x4"}"#);
    let verdict = report["verdict"].as_str().expect("a sentence");
    assert!(verdict.starts_with("nothing is sent: "), "{verdict}");
    assert_is_refused(
        &["simulate", "-", "--why"],
        r#"{"network": "mesh:4x4"}"#,
        "Nothing is sent: traffic.rate is 0, and no messages are listed",
    );
}

#[test]
fn what_one_message_per_virtual_channel_costs_is_said() {
    let scenario = r#"{"network": "mesh:4x4", "vcs": 1, "buffer": 8, "length": {"fixed": 4},
        "traffic": {"rate": 0.02}, "run": {"warmup": 100, "cycles": 2000}}"#;
    let found = why(&[], scenario);
    let (_, text) = found
        .iter()
        .find(|(kind, _)| kind == "one-message")
        .expect("a finding");
    assert!(
        text.contains("a buffer of 8 flits is used like one of 4"),
        "{text}"
    );
    assert!(text.contains("at most 80 % of the cycles"), "{text}");
    let report = json_of(&["simulate", "-"], scenario);
    let warnings = report["warnings"].to_string();
    assert!(warnings.contains("one message at a time"), "{warnings}");
}

#[test]
fn a_function_of_ones_own_is_named_and_not_quoted() {
    let scenario = r#"{"network": "mesh:4x4", "vcs": 2, "length": {"fixed": 4}, "traffic": {"rate": 0.1},
        "routing": {"script": "fn route(net, here, to) { net.nearer(here, to) }"},
        "run": {"warmup": 100, "cycles": 2000}}"#;
    let found = why(&[], scenario);
    assert!(
        found.iter().all(|(_, text)| !text.contains("fn route")),
        "{found:?}"
    );
    let (_, text) = found
        .iter()
        .find(|(kind, _)| kind == "selection")
        .expect("a finding");
    assert!(text.contains("selection: first, by default"), "{text}");
    assert_eq!(json_of(&["simulate", "-"], scenario)["selection"], "first");
}

/// 22,080 hops over 72·71 pairs of terminals, in the absolute arrangement (palm tree and relative:
/// 22,032, circulant: 21,960); 16/9 messages over the busiest channel under uniform traffic by way of
/// any group (of any third one: 120/71).
#[test]
fn a_dragonfly_is_what_its_definition_says() {
    let dragonfly = json_of(&["topology", "dragonfly:2,4,2"], "");
    let definition = dragonfly["definition"].as_str().expect("a sentence");
    assert!(definition.contains("absolute"), "{definition}");
    let mean = dragonfly["mean_distance"].as_f64().expect("a number");
    assert!((mean - 22_080.0 / 5_112.0).abs() < 1e-9, "{mean}");
    let arguments = [
        "bounds",
        "dragonfly:2,4,2",
        "--routing",
        "dragonfly-valiant",
    ];
    let load = json_of(&arguments, "")["channel_load"]["max"].as_f64();
    assert!(
        (load.expect("a number") - 16.0 / 9.0).abs() < 1e-9,
        "{load:?}"
    );
}

#[test]
fn help_defines_routing_functions() {
    for command in ["route", "bounds", "worst-case"] {
        let help = String::from_utf8(run(&[command, "--help"], "").stdout).expect("text");
        for part in [
            "one of the shortest paths, all equally likely",
            "by way of a group drawn from all, those of source and destination included",
        ] {
            assert!(help.contains(part), "{command}: {help}");
        }
    }
}
