//! The fields of a report: its JSON Schema and the table of the guide, against the types and against reports of all kinds.

use std::collections::BTreeSet;

use flitscope::scenario::Scenario;
use flitscope::sim::{ChannelLoad, Estimate, Measures, SoFar, packet};
use flitscope::sweep::{REPORT_SCHEMA, Report, State};
use serde_json::{Value, json};

use crate::common::command::{json_of, run};

/// What commands add to the fields of the types.
const OF_COMMANDS: [&str; 8] = [
    "id", "hash", "link", "wall_s", "routing", "curve", "per_link", "why",
];

fn schema() -> Value {
    serde_json::from_str(REPORT_SCHEMA).expect("the schema is JSON")
}

/// Asserts that a value has the fields, types and values of a schema, and no other fields; adds the paths of its fields.
fn check(root: &Value, schema: &Value, value: &Value, path: &str, met: &mut BTreeSet<String>) {
    if let Some(part) = schema["$ref"].as_str() {
        let part = &root["$defs"][part.trim_start_matches("#/$defs/")];
        return check(root, part, value, path, met);
    }
    if let Some(allowed) = schema["enum"].as_array() {
        assert!(allowed.contains(value), "{path}: {value}");
        return;
    }
    let types: Vec<_> = match &schema["type"] {
        Value::Array(types) => types.iter().filter_map(Value::as_str).collect(),
        one => vec![one.as_str().expect("every field has a type")],
    };
    let is_one = types.iter().any(|&name| match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("{path}: JSON Schema has no type {other}"),
    });
    assert!(is_one, "{path} must be {types:?}, not {value}");
    for (index, item) in value.as_array().into_iter().flatten().enumerate() {
        check(
            root,
            &schema["items"],
            item,
            &format!("{path}[{index}]"),
            met,
        );
    }
    let (Some(known), Some(fields)) = (schema["properties"].as_object(), value.as_object()) else {
        return;
    };
    for name in schema["required"].as_array().into_iter().flatten() {
        let name = name.as_str().expect("a name");
        assert!(fields.contains_key(name), "{path} has no {name}");
    }
    for (name, field) in fields {
        let path = format!("{path}.{name}");
        let known = known.get(name);
        let known = known.unwrap_or_else(|| panic!("{path} is not in the schema"));
        check(root, known, field, &path, met);
        met.insert(path);
    }
}

/// A report with every field, written without `..` so that a new field is missed by the compiler.
fn whole() -> Report {
    let estimate = Estimate {
        mean: Some(9.0),
        ci95: Some(0.1),
        batches: 20,
        correlation: Some(0.1),
        trusted: true,
    };
    let measures = Measures {
        latency: estimate,
        network_latency: estimate,
        unicast_latency: Some(estimate),
        multicast_latency: Some(estimate),
        round_trip: Some(estimate),
        so_far: Some(SoFar {
            latency: Some(9.0),
            unicast_latency: Some(9.0),
            multicast_latency: Some(9.0),
        }),
        arrival_spread: Some(1.0),
        worms: Some(1.0),
        channels: Some(1.0),
        startups: Some(1.0),
        channel_load: Some(ChannelLoad {
            mean: 0.5,
            max: 1.0,
            by_dimension: vec![0.5],
            histogram: vec![0; 20],
        }),
        hops: Some(2.0),
        offered: 0.1,
        accepted: 0.1,
        messages: 1,
        undeliverable: 0,
        escape_share: Some(0.0),
        cycles: 1,
        started: 0,
        settled: Some(true),
        settled_at: Some(0),
        precision: Some(0.1),
        precision_reached: Some(true),
        overrun: Some(1),
        saturated_at: Some(1),
        replications: 1,
        flit_hops: 1,
        digest: "0".to_owned(),
    };
    Report {
        load: 0.1,
        measures,
        links: Some(packet::Links {
            rate: 0.1,
            utilization: packet::Utilization {
                mean: 0.1,
                max: 0.2,
            },
            delay: estimate,
            queue: Some(0.1),
        }),
        dimension_rates: vec![0.1],
        state: State::Steady,
        saturated: false,
        deadlocked: false,
        deadlock: serde_json::from_value(json!({ "cycle": 1, "messages": [0], "channels": [""] }))
            .expect("the fields of a deadlock"),
        finished: true,
        verdict: String::new(),
        multicast: Some("dual-path".to_owned()),
        selection: Some("random".to_owned()),
        warnings: vec![String::new()],
    }
}

#[test]
fn the_schema_has_the_fields_of_the_types_and_no_others() {
    let schema = schema();
    let report = &schema["$defs"]["report"];
    let document = whole().document("0.1.0", &Scenario::default());
    let mut met = BTreeSet::new();
    check(&schema, report, &Value::from(document), "report", &mut met);
    let mut known = BTreeSet::new();
    names(&schema, report, "report", &mut known);
    let is_of_command = |path: &String| {
        let name = path.split(['.', '[']).nth(1).unwrap_or_default();
        OF_COMMANDS.contains(&name)
    };
    known.retain(|path| !is_of_command(path));
    assert_eq!(met, known);
}

/// Collects the paths of all fields of a schema.
fn names(root: &Value, schema: &Value, path: &str, known: &mut BTreeSet<String>) {
    if let Some(part) = schema["$ref"].as_str() {
        let part = &root["$defs"][part.trim_start_matches("#/$defs/")];
        return names(root, part, path, known);
    }
    for (name, field) in schema["properties"].as_object().into_iter().flatten() {
        let path = format!("{path}.{name}");
        assert!(field["description"].is_string(), "{path} has a meaning");
        names(root, field, &path, known);
        known.insert(path);
    }
}

#[test]
fn reports_of_all_kinds_have_the_fields_of_the_schema() {
    const RUN: &str = r#""run": {"warmup": 200, "cycles": 2000}"#;
    let schema = schema();
    let mut met = BTreeSet::new();
    let mut check_all = |reports: Vec<Value>, part: &str| {
        for report in reports {
            check(&schema, &schema["$defs"][part], &report, part, &mut met);
        }
    };
    let simulated = |scenario: &str, options: &[&str]| {
        let scenario = format!("{{{scenario}, {RUN}}}");
        vec![json_of(&[&["simulate", "-"], options].concat(), &scenario)]
    };
    for (scenario, options) in [
        (
            r#""network": "mesh:4x4", "vcs": 1, "traffic": {"rate": 0.01}"#,
            &["--why"][..],
        ),
        (
            r#""network": "mesh:4x4", "vcs": 1, "traffic": {"rate": 0.9}"#,
            &["--replications", "2"],
        ),
        (
            r#""network": "mesh:4x4", "vcs": 2, "routing": "duato", "traffic": {"rate": 0.01}, "faults": [["0,0", "0,1"]]"#,
            &[],
        ),
        (
            r#""network": "mesh:4x4", "traffic": {"rate": 0.001, "broadcast": 0.5}"#,
            &[],
        ),
        (
            r#""network": "mesh:4x4", "traffic": {"rate": 0.001, "closed": {"outstanding": 2}}"#,
            &[],
        ),
        (
            r#""network": "hypercube:3", "packet": {}, "traffic": {"rate": 0.1}"#,
            &["--links"],
        ),
        (
            r#""network": "torus-uni:8", "vcs": 1, "traffic": {"rate": 0.1}, "length": {"fixed": 16}"#,
            &[],
        ),
        (
            r#""network": "ring:4", "messages": [{"from": "0", "to": ["1"]}]"#,
            &[],
        ),
    ] {
        check_all(simulated(scenario, options), "report");
    }
    let swept = |options: &[&str]| {
        let call = [&["sweep", "-", "--loads", "0.01,0.9"], options].concat();
        // Long enough for saturation to be certain before the end.
        let scenario = r#"{"network": "mesh:4x4", "vcs": 1, "length": {"fixed": 8}, "run": {"warmup": 200, "cycles": 40000}}"#;
        json_of(&call, scenario).as_array().expect("points").clone()
    };
    check_all(swept(&[]), "report");
    check_all(swept(&["--against", "west-first"]), "report");
    check_all(swept(&["--compare", "vcs=2"]), "report");
    let lines = format!(
        "{{\"id\": \"a\", \"network\": \"mesh:4x4\", {RUN}}}\n{{\"network\": \"mesh:4x4\", \"vcs\": 99}}\nno JSON\n"
    );
    let written = run(&["run", "-", "--quiet"], &lines).stdout;
    let written = String::from_utf8(written).expect("text");
    for line in written.lines() {
        let line: Value = serde_json::from_str(line).expect("an object");
        let part = if line.get("error").is_some() {
            "error"
        } else {
            "report"
        };
        check_all(vec![line], part);
    }
    let mut known = BTreeSet::new();
    for part in ["report", "error"] {
        names(&schema, &schema["$defs"][part], part, &mut known);
    }
    // Parts of optional objects are those of the first test.
    known.retain(|path| path.matches('.').count() == 1);
    for never in known.difference(&met) {
        // A million messages must wait for the former; the latter depends on how much a run can tell.
        assert!(
            ["report.overrun", "report.so_far"].contains(&&**never),
            "{never}"
        );
    }
}

#[test]
fn a_report_says_which_program_simulated_what() {
    let scenario = r#"{"network": "mesh:4x4", "traffic": {"rate": 0.01}, "run": {"warmup": 10, "cycles": 500}}"#;
    let version = String::from_utf8(run(&["--version"], "").stdout).expect("text");
    let version = version.trim().trim_start_matches("flitscope ");
    let report = json_of(&["simulate", "-", "--cycles", "600"], scenario);
    assert_eq!(report["version"], version);
    // The settings are those that were simulated, and produce the same run again.
    assert_eq!(report["scenario"]["run"]["cycles"], 600);
    let again = json_of(&["simulate", "-"], &report["scenario"].to_string());
    assert_eq!(again["digest"], report["digest"]);
    let points = json_of(&["sweep", "-", "--loads", "0.02"], scenario);
    assert_eq!(points[0]["scenario"]["traffic"]["rate"], 0.02);
    let line = run(&["run", "-", "--quiet"], scenario).stdout;
    let line: Value = serde_json::from_slice(&line).expect("one line");
    assert_eq!(line["version"], version);
    assert_eq!(line["scenario"]["network"], "mesh:4x4");
}

#[test]
fn the_guide_has_the_table_of_the_schema() {
    let guide = include_str!("../../src/GUIDE.md");
    let tables = run(&["schema", "--markdown"], "").stdout;
    let tables = String::from_utf8(tables).expect("text");
    let marks = "the tables of `flitscope schema --markdown`";
    assert!(
        guide.contains(tables.trim()),
        "GUIDE.md must contain {marks}:\n{tables}"
    );
    assert_eq!(json_of(&["schema"], ""), schema());
}
