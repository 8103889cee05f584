//! `graph:FILE` wherever a command takes a network.

use std::fs;
use std::path::Path;

use crate::common::command::{assert_is_refused, json_of, run};

/// Writes a file and returns the argument that names it.
fn file(name: &str, text: &str) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).expect("a place for files of tests");
    format!("graph:{}", path.display())
}

const STAR: &str = "a - s\nb - s\nc - s\nc - t\nt - d\nswitch s\nswitch t\n";

#[test]
fn every_command_takes_a_file() {
    let star = file("star.txt", STAR);
    let star = &*star;
    let topology = json_of(&["topology", star], "");
    assert_eq!(
        (
            &topology["nodes"],
            &topology["terminals"],
            &topology["switches"]
        ),
        (&6.into(), &4.into(), &2.into())
    );
    assert_eq!(
        (&topology["channels"], &topology["diameter"]),
        (&10.into(), &4.into())
    );
    let route = [
        "route",
        star,
        "--from",
        "a",
        "--to",
        "d",
        "--routing",
        "up-down",
    ];
    let path: Vec<_> = ["a", "s", "c", "t", "d"]
        .map(serde_json::Value::from)
        .into();
    assert_eq!(json_of(&route, "")["path"], serde_json::Value::from(path));
    let deadlock = ["deadlock", star, "--routing", "shortest", "--vcs", "1"];
    assert_eq!(json_of(&deadlock, "")["deadlock_free"], true);
    let bounds = json_of(&["bounds", star], "");
    assert_eq!(bounds["network"], "your network of 6 nodes");
    assert_eq!(bounds["routing"], "up-down");
    let plan = json_of(
        &[
            "multicast",
            star,
            "--algorithm",
            "separate",
            "--source",
            "a",
            "--dest",
            "all",
        ],
        "",
    );
    assert_eq!(plan["channels"], 2 + 2 + 4);
    let report = json_of(&["simulate", star, "--cycles", "100"], "");
    assert_eq!(report["deadlocked"], false);
    let picture = run(&["draw", star], "");
    let picture = String::from_utf8(picture.stdout).expect("text");
    assert!(
        picture.starts_with("<svg") && picture.contains(">d</text>"),
        "{picture}"
    );
    let scenario = format!(
        r#"{{"network": {{"graph": {}}}, "routing": "up-down", "messages": [{{"from": "a", "to": ["d"]}}]}}"#,
        serde_json::Value::from(STAR)
    );
    assert_eq!(json_of(&["simulate", "-"], &scenario)["hops"], 4.0);
}

#[test]
fn files_of_other_programs_are_accepted() {
    let anynet = file(
        "ring.anynet",
        "router 0 node 0 router 1\nrouter 1 node 1 router 2\nrouter 2 node 2 router 0\n",
    );
    assert_eq!(json_of(&["topology", &anynet], "")["channels"], 6);
    let json = file(
        "pair.json",
        r#"{"nodes": [{"id": 1}, {"id": 2}], "links": [{"source": 1, "target": 2}]}"#,
    );
    assert_eq!(json_of(&["topology", &json], "")["nodes"], 2);
    let graphml = file(
        "pair.graphml",
        "<graphml><graph edgedefault='undirected'><node id='a'/><node id='b'/><edge source='a' target='b'/></graph></graphml>",
    );
    assert_eq!(json_of(&["topology", &graphml], "")["nodes"], 2);
    // Ignored parts are reported, and nothing else changes.
    let latency = file(
        "latency.anynet",
        "router 0 node 0 router 1 7\nrouter 1 node 1\n",
    );
    let output = run(&["topology", &latency], "");
    let stderr = String::from_utf8(output.stderr).expect("text");
    assert!(
        output.status.success() && stderr.contains("Latencies are ignored"),
        "{stderr}"
    );
}

#[test]
fn missing_and_invalid_files_are_refused_with_a_reason() {
    let missing = format!("graph:{}/no-such-file", env!("CARGO_TARGET_TMPDIR"));
    let wrong = file("wrong.txt", "a - b\nb ~ c\n");
    let apart = file("apart.txt", "a - b\nc - d\n");
    for command in [
        &["topology"][..],
        &["route", "--from", "a", "--to", "b"],
        &["deadlock"],
        &["bounds"],
        &[
            "multicast",
            "--algorithm",
            "separate",
            "--source",
            "a",
            "--dest",
            "b",
        ],
        &["simulate"],
        &["draw"],
    ] {
        let on = |network: &str| {
            let mut call: Vec<_> = command.to_vec();
            call.insert(1, network);
            call.into_iter().map(str::to_owned).collect::<Vec<_>>()
        };
        for (network, expected) in [
            (
                &missing,
                "network must be graph: and a readable file of text, not ",
            ),
            (&wrong, "line 2 must be a - b, a -> b, "),
            (&apart, "there is no path from a to c"),
        ] {
            let call = on(network);
            let call: Vec<_> = call.iter().map(String::as_str).collect();
            assert_is_refused(&call, "", expected);
        }
    }
    let star = file("star-refused.txt", STAR);
    assert_is_refused(
        &[
            "route",
            &star,
            "--from",
            "s",
            "--to",
            "d",
            "--routing",
            "up-down",
        ],
        "",
        "from must be a node that sends and receives in your network of 6 nodes, not the switch s",
    );
    assert_is_refused(
        &["deadlock", &star, "--routing", "dimension-order"],
        "",
        "or here random-shortest, shortest, up-down",
    );
}
