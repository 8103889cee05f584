//! The contract of `flitscope deadlock`.

use std::process::{Command, Output};

use serde_json::{Value, json};

#[test]
fn the_report_contains_cycle_deadlock_witness_and_cures() {
    let ring = json_of("torus-uni:4 --vcs 1");
    let why = ring["why"].as_str().expect("a sentence");
    assert!(why.starts_with("Can deadlock: "), "{why}");
    let helps = ring["cures"][0]["why"].as_str().expect("a sentence");
    assert!(helps.contains("wrap-around link"), "{helps}");
    assert_eq!(
        ring,
        json!({
            "channels": 4,
            "dependencies": 4,
            "acyclic": false,
            "cycle": ["0>1 vc 0", "1>2 vc 0", "2>3 vc 0", "3>0 vc 0"],
            "escape": null,
            "deadlock_free": false,
            "why": why,
            "delivers": true,
            "unserved": [],
            "unserved_pairs": 0,
            "dead_ends": 0,
            "deadlock": [
                stuck("0", "2", "0>1 vc 0", "1>2 vc 0"),
                stuck("1", "0", "1>2 vc 0", "2>3 vc 0"),
                stuck("2", "0", "2>3 vc 0", "3>0 vc 0"),
                stuck("3", "1", "3>0 vc 0", "0>1 vc 0"),
            ],
            "witness": ring["witness"],
            "deadlocks_in": 19,
            "cures": [{
                "label": "Add a virtual channel",
                "why": helps,
                "link": "t=torus-uni:4",
            }],
        })
    );
    assert_eq!(ring["witness"]["messages"][1]["via"], json!(["1>2 vc 0"]));
    let two = json_of("torus-uni:4");
    assert_eq!(two["cycle"], Value::Null);
    assert_eq!(two["deadlock_free"], true);
    let one_class = json_of("torus-uni:4 --vcs 2 --no-dateline");
    assert_eq!(one_class["deadlock_free"], false);
    assert_eq!(one_class["dependencies"], 16);
    assert_eq!(one_class["cures"][0]["label"], "Cross the dateline");
}

#[test]
fn adaptive_routing_is_judged_by_its_escapes() {
    let free = json_of("mesh:4x4 --routing duato --vcs 2");
    assert_eq!(free["acyclic"], false);
    assert_eq!(free["cycle"].as_array().map(Vec::len), Some(4));
    assert_eq!(free["deadlock_free"], true);
    let escape = &free["escape"];
    assert_eq!(escape["channels"], 48);
    assert_eq!(
        (&escape["connected"], &escape["acyclic"]),
        (&json!(true), &json!(true))
    );
    assert!(escape["indirect"].as_u64() > Some(0), "{escape}");
    let why = free["why"].as_str().unwrap_or_default();
    assert!(why.contains("Duato 1993"), "{why}");
    let report = json_of("torus:4x4 --routing duato --vcs 3 --no-dateline");
    assert_eq!(
        report["deadlock_free"], true,
        "a ring of four needs no dateline"
    );
    let report = json_of("torus:5x5 --routing duato --vcs 3 --no-dateline");
    assert_eq!(
        (&report["deadlock_free"], &report["escape"]["acyclic"]),
        (&json!(false), &json!(false))
    );
}

#[test]
fn worms_of_multicasts_are_included() {
    for (call, free) in [
        ("mesh:4x4 --routing label --multicast dual-path", true),
        (
            "mesh:4x4 --vcs 1 --routing dimension-order --multicast dual-path",
            false,
        ),
        ("hypercube:3 --multicast binomial-broadcast", true),
        (
            "hypercube:3 --multicast binomial-broadcast --replicate",
            false,
        ),
        (
            "hypercube:3 --multicast binomial-broadcast:fixed --replicate",
            false,
        ),
        (
            "hypercube:2 --multicast binomial-broadcast:fixed --replicate",
            false,
        ),
        (
            "hypercube:1 --multicast binomial-broadcast --replicate",
            true,
        ),
    ] {
        let report = json_of(call);
        assert_eq!(report["deadlock_free"], free, "{call}");
        assert_eq!(report["witness"].is_object(), !free, "{call}");
    }
    // Dependencies form a cycle, but no run deadlocks.
    let report = json_of("mesh:4x4 --vcs 2 --routing dimension-order --multicast dual-path");
    assert_eq!(report["deadlock_free"], Value::Null);
    let why = report["why"].as_str().unwrap_or_default();
    assert!(why.starts_with("Not decided: "), "{why}");
}

/// A message of a deadlock that holds one virtual channel.
fn stuck(from: &str, to: &str, holds: &str, waits_for: &str) -> Value {
    json!({
        "from": from,
        "by": null,
        "to": to,
        "took": [holds],
        "holds": [holds],
        "waits_for": [waits_for],
    })
}

#[test]
fn without_json_the_report_is_a_table() {
    let output = run("mesh:3x3 --vcs 1");
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(output.status.success());
    assert!(text.contains("deadlock_free   true\n"), "{text}");
    assert!(
        text.contains("why             Free of deadlock: "),
        "{text}"
    );
    let output = run("mesh:4x4 --routing unrestricted --vcs 1");
    let text = String::from_utf8(output.stdout).expect("text");
    for label in ["Route by dimension order", "Route by Duato's protocol"] {
        assert!(text.contains(&format!("label  {label}\n")), "{text}");
    }
}

#[test]
fn an_error_is_one_line_with_exit_status_2() {
    for (call, part) in [
        ("", "NETWORK"),
        ("star:8", "network must be mesh, torus, "),
        ("mesh:4x4 --routing xy", "routing must be dimension-order"),
        ("torus:4x4 --routing label", "is not defined on torus:4x4"),
        (
            "mesh:4x4 --vcs 0",
            "vcs must be a whole number from 1 to 16, not 0",
        ),
        (
            "mesh:4x4 --vcs two",
            "vcs must be a whole number from 1 to 16, not two",
        ),
        ("mesh:4x4 --replicate", "--multicast"),
        (
            "torus:4x4 --multicast dual-path",
            "multicast must be separate or u-torus on torus:4x4",
        ),
        (
            "mesh:200x200",
            "must be of at most 16384 nodes, not of 40000",
        ),
        (
            "hypercube:11 --routing duato",
            "must be of at most 1024 nodes with escape channels",
        ),
        (
            "mesh:13x13 --multicast dual-path",
            "at most 144 nodes with multicasts, not of 169",
        ),
    ] {
        let output = run(call);
        let stderr = String::from_utf8(output.stderr).expect("text");
        assert_eq!(output.status.code(), Some(2), "{call}: {stderr}");
        assert_eq!(stderr.lines().count(), 1, "{call}: {stderr}");
        assert!(stderr.contains(part), "{call}: {stderr}");
        assert!(output.stdout.is_empty(), "{call}");
    }
}

#[test]
fn requests_that_share_virtual_channels_with_replies_can_deadlock() {
    let shared = json_of("mesh:4x4 --outstanding 4");
    assert_eq!(shared["deadlock_free"], false, "{shared}");
    let why = shared["why"].as_str().expect("a sentence");
    assert!(why.contains("a full reply queue"), "{why}");
    let labels = shared["cures"].as_array().into_iter().flatten();
    let labels: Vec<_> = labels.map(|cure| &cure["label"]).collect();
    assert_eq!(
        labels,
        [
            "Give replies their own virtual channels",
            "Queue up to 60 replies"
        ]
    );
    for free in ["--separate", "--reply-queue 60"] {
        let free = json_of(&format!("mesh:4x4 --outstanding 4 {free}"));
        assert_eq!(free["deadlock_free"], true, "{free}");
    }
    let refused = |call: &str| {
        let output = run(call);
        assert_eq!(output.status.code(), Some(2));
        String::from_utf8(output.stderr).expect("text")
    };
    assert_eq!(
        refused("mesh:4x4 --outstanding 0"),
        "flitscope: outstanding must be a whole number from 1 to 1000000, not 0\n"
    );
    assert_eq!(
        refused("mesh:4x4 --outstanding 4 --separate --vcs 3"),
        "flitscope: vcs must be even where replies have virtual channels of their own \
         (traffic.closed.classes), not 3\n"
    );
}

fn json_of(call: &str) -> Value {
    let output = run(&format!("{call} --json"));
    assert!(output.status.success(), "{call}: {output:?}");
    serde_json::from_slice(&output.stdout).expect("one JSON document")
}

fn run(call: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_flitscope"))
        .arg("deadlock")
        .args(call.split_whitespace())
        .output()
        .expect("the command line is built")
}
