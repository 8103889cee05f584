//! The packet simulator on the command line.

use serde_json::{Value, json};

use crate::common::command::{json_of, run};

#[test]
fn the_command_line_prints_the_average_link_and_on_demand_all() {
    let input = r#"{"network": "mesh:3", "traffic": {"rate": 2.0}, "packet": {"mu": 10.0},
        "run": {"warmup": 100, "cycles": 5000}}"#;
    let printed = json_of(&["simulate", "-"], input);
    assert!(printed.get("per_link").is_none());
    for field in [
        "latency",
        "network_latency",
        "hops",
        "accepted",
        "messages",
        "cycles",
    ] {
        assert!(printed.get(field).is_some(), "no {field} in {printed}");
    }
    assert_eq!(printed["network_latency"]["mean"], Value::Null);
    assert_eq!(
        (&printed["cycles"], &printed["saturated"]),
        (&json!(5000), &json!(false))
    );
    let links = &printed["links"];
    for field in [
        "/rate",
        "/utilization/mean",
        "/utilization/max",
        "/delay/ci95",
        "/queue",
    ] {
        assert!(
            links.pointer(field).is_some_and(Value::is_number),
            "no {field} in {links}"
        );
    }

    let with_links = json_of(&["simulate", "-", "--links"], input);
    assert_eq!(with_links["digest"], printed["digest"]);
    let list = with_links["per_link"].as_array().expect("a list");
    let ends = |link: &Value| (link["from"].clone(), link["to"].clone());
    let expected = [("0", "1"), ("1", "2"), ("1", "0"), ("2", "1")];
    assert_eq!(
        list.iter().map(ends).collect::<Vec<_>>(),
        expected.map(|(a, b)| (json!(a), json!(b)))
    );
    for link in list {
        // Each carries what one node sends in one direction: λ/2 from the middle, or λ.
        let [rate, busy, delay] = ["rate", "utilization", "delay"].map(|key| link[key].as_f64());
        let rate = rate.expect("a number");
        assert!((1.8..3.2).contains(&rate), "{link}");
        assert!(
            (busy.expect("a number") - rate / 10.0).abs() < 0.02,
            "{link}"
        );
        assert!(
            (delay.expect("a number") - 1.0 / (10.0 - rate)).abs() < 0.02,
            "{link}"
        );
    }

    let as_text = run(&["simulate", "-", "--replications", "2"], input);
    let as_text = String::from_utf8(as_text.stdout).expect("text");
    let line = as_text.lines().find(|line| line.starts_with("links "));
    let line = line.expect("a line of the average link");
    assert!(line.contains("utilization=mean=0.") && line.contains("max="));
    assert!(line.contains("2 independent means"), "{line}");

    let points = json_of(&["sweep", "-", "--loads", "2,8"], input);
    assert_eq!(points[0]["digest"], printed["digest"]);
    assert_eq!(points[0]["load"], 2.0);
    assert!(points[1]["links"]["rate"].as_f64() > points[0]["links"]["rate"].as_f64());
}

#[test]
fn the_command_line_refuses_invalid_packets_with_a_reason() {
    for (arguments, fields, begin) in [
        (
            vec![],
            r#""packet": {"mu": 0}"#,
            "packet.mu must be a number from 0.001 to 1000, not 0",
        ),
        (vec![], r#""packet": {"mu": -1}"#, "packet.mu must be "),
        (
            vec![],
            r#""packet": {"mu": 1e999}"#,
            "scenario must be valid JSON",
        ),
        (
            vec![],
            r#""packet": {"mu": "fast"}"#,
            "packet.mu must be a number, not fast",
        ),
        (
            vec!["--links"],
            r#""vcs": 2"#,
            "packet must be given if --links is set",
        ),
    ] {
        let input = format!(r#"{{"network": "mesh:3x3", {fields}}}"#);
        let output = run(&[&["simulate", "-"], &*arguments].concat(), &input);
        let error = String::from_utf8(output.stderr).expect("text");
        assert_eq!(output.status.code(), Some(2), "{fields}: {error}");
        assert!(
            output.stdout.is_empty() && error.lines().count() == 1,
            "{error:?}"
        );
        assert!(
            error.starts_with(&format!("flitscope: {begin}")),
            "{fields}: {error}"
        );
    }
}
