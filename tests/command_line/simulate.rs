//! The contract of the command line: the fields of its JSON, and its error messages.

use crate::common::command::{assert_is_refused, json_of, run, run_with_jobs};
use crate::common::refused;
use serde_json::{Value, json};

const SCENARIO: &str = r#"{
    "network": "mesh:4x4", "length": {"fixed": 8}, "traffic": {"rate": 0.01},
    "run": {"warmup": 200, "cycles": 3000}
}"#;

const fn multicast<'a>(
    network: &'a str,
    algorithm: &'a str,
    source: &'a str,
    dest: &'a str,
) -> [&'a str; 8] {
    [
        "multicast",
        network,
        "--algorithm",
        algorithm,
        "--source",
        source,
        "--dest",
        dest,
    ]
}

#[test]
fn topology_counts_nodes_channels_and_distances() {
    let printed = json_of(&["topology", "mesh:10x10"], "");
    assert_fields(
        &printed,
        &["nodes", "channels", "degree", "diameter", "mean_distance"],
    );
    assert_eq!(printed["nodes"], 100);
    assert_eq!(printed["channels"], 360);
    assert_eq!(printed["degree"], json!([2, 4]));
    assert_eq!(printed["diameter"], 18);
    assert_near(&printed["mean_distance"], 20.0 / 3.0);
    let torus = json_of(&["topology", "torus-uni:16x16x16"], "");
    assert_eq!(torus["channels"], 3 * 4096);
    assert_near(&torus["mean_distance"], 22.5 * 4096.0 / 4095.0);
}

#[test]
fn multicast_prints_worms_by_step() {
    let tree = multicast("hypercube:2", "binomial-broadcast:fixed", "2", "all");
    let worm = |from: &str, to: &str| json!({ "from": from, "deliver": [to], "path": [from, to] });
    let steps = json!([
        { "worms": [worm("2", "3"), worm("2", "0")] },
        { "worms": [worm("3", "1")] },
    ]);
    assert_eq!(
        json_of(&tree, ""),
        json!({ "steps": steps, "channels": 3, "longest": 1, "startups": 2, "relays": [] })
    );
}

#[test]
fn worms_of_a_multicast_list_their_destinations_in_the_order_of_their_path() {
    let mut dual = multicast("mesh:6x6", "dual-path", "3,2", "0,0").to_vec();
    dual.extend(["0,2", "0,5", "1,3", "4,5", "5,0", "5,1", "5,3", "5,4"]);
    let printed = json_of(&dual, "");
    assert_eq!(printed["channels"], 33);
    assert_eq!(printed["longest"], 18);
    assert_eq!(printed["startups"], 1);
    let worms = &printed["steps"][0]["worms"];
    assert_eq!(
        worms[0]["deliver"],
        json!(["5,3", "1,3", "5,4", "4,5", "0,5"])
    );
    assert_eq!(worms[1]["deliver"], json!(["0,2", "5,1", "5,0", "0,0"]));
}

#[test]
fn routed_worms_show_the_path_of_the_routing_function() {
    let printed = json_of(&multicast("torus:5x5", "separate", "0,0", "4,1"), "");
    let worm = &printed["steps"][0]["worms"][0];
    assert_eq!(worm["path"], json!(["0,0", "4,0", "4,1"]));
    let table = run(&multicast("torus:5x5", "separate", "0,0", "4,1"), "").stdout;
    let table = String::from_utf8(table).expect("text");
    let row = table.lines().find(|line| line.starts_with("1 "));
    assert!(
        row.is_some_and(|row| row.ends_with("0,0  4,0  4,1")),
        "{table}"
    );
}

#[test]
fn model_prints_its_parts_and_where_it_saturates() {
    let model = [
        "model",
        "ciciani-hypercube",
        "n=10",
        "length=200",
        "--load",
        "0.00025,0.01",
    ];
    let printed = json_of(&model, "");
    assert_eq!(printed["model"], "ciciani-hypercube");
    assert_eq!(printed["parameters"], json!({ "n": 10, "length": 200 }));
    assert!(printed["saturation"].is_number());
    let points = printed["points"].as_array().expect("a point per load");
    assert_eq!(points.len(), 2);
    assert_eq!(points[0]["load"], 0.00025);
    assert_eq!(points[0]["saturated"], false);
    let latency = points[0]["latency"].as_f64().expect("below saturation");
    assert!(
        (latency - 212.0).abs() < 0.6,
        "{latency}, Table 4 prints 212"
    );
    assert_eq!(points[1]["latency"], Value::Null);
    assert_eq!(points[1]["saturated"], true);
}

#[test]
fn model_prints_iterations_units_and_why_it_saturates() {
    let model = ["model", "shahrabi-broadcast", "--load", "0.00975,0.03"];
    let printed = json_of(&model, "");
    assert_eq!(printed["predicts"], "multicast_latency");
    assert_eq!(printed["load_unit"], "messages/node/cycle");
    let points = printed["points"].as_array().expect("a point per load");
    assert!(points[0]["iterations"].as_u64() > Some(1));
    assert!(points[0]["λ_c"].is_number() && points[0]["V̄"].is_number());
    for why in [&printed["saturation_why"], &points[1]["reason"]] {
        let why = why.as_str().expect("a sentence");
        assert!(why.contains("no service time S̄"), "{why}");
    }
    assert!(printed.get("errata").is_none());
    let parts = printed["parts"].as_array().expect("what the points have");
    let has = |symbol: &str| parts.iter().any(|part| part["symbol"] == symbol);
    assert!(has("W̄_c") && has("P_2"));
}

#[test]
fn errata_are_printed_on_demand() {
    let model = ["model", "aboelaze-folded", "--errata"];
    let printed = json_of(&model, "");
    let errata = printed["errata"].as_array().expect("as asked for");
    assert!(!errata.is_empty());
    for key in ["place", "printed", "used", "why"] {
        assert!(errata.iter().all(|erratum| erratum[key].is_string()));
    }
}

#[test]
fn bounds_are_printed_from_the_lowest_up() {
    let printed = json_of(&["bounds", "mesh:8x8", "--pattern", "transpose"], "");
    assert_eq!(printed["bisection"]["channels"], 8);
    assert_eq!(printed["by"], "channel-load");
    let bounds = printed["bounds"].as_array().expect("several");
    let rates: Vec<_> = bounds.iter().map(|b| b["rate"].as_f64()).collect();
    assert!(rates.is_sorted() && rates.len() >= 4, "{rates:?}");
    assert_eq!(rates[0], printed["saturation_below"].as_f64());
}

#[test]
fn simulate_prints_its_measures() {
    let printed = json_of(&["simulate", "-"], SCENARIO);
    assert_report(&printed);
    assert_eq!(printed["cycles"], 3000);
    assert_eq!(printed["saturated"], false);
    assert_eq!(printed["deadlocked"], false);
    let accepted = printed["accepted"].as_f64().expect("flits/node/cycle");
    assert!((accepted - 0.08).abs() < 0.02, "{accepted}");
}

#[test]
fn simulate_reads_files_like_standard_input() {
    let file = std::env::temp_dir().join(format!("flitscope-cli-{}.json", std::process::id()));
    std::fs::write(&file, SCENARIO).expect("a folder for temporary files");
    let name = file.to_str().expect("a name in Unicode");
    let from_file = json_of(&["simulate", name], "");
    std::fs::remove_file(&file).expect("it was written here");
    assert_eq!(
        from_file["digest"],
        json_of(&["simulate", "-"], SCENARIO)["digest"]
    );
}

#[test]
fn simulate_reports_a_deadlock_without_failing() {
    let ring = r#"{"network": "torus-uni:4", "vcs": 1, "length": {"fixed": 8}, "messages": [
        {"from": "0", "to": ["2"]}, {"from": "1", "to": ["3"]},
        {"from": "2", "to": ["0"]}, {"from": "3", "to": ["1"]}
    ]}"#;
    let printed = json_of(&["simulate", "-"], ring);
    assert_eq!(printed["deadlocked"], true);
    assert_eq!(printed["messages"], 0);
    assert_eq!(printed["latency"]["mean"], Value::Null);
}

#[test]
fn a_sweep_is_one_simulation_per_load() {
    let loads = ["sweep", "-", "--loads", "0.002, 0.01,0.5"];
    let printed = json_of(&loads, SCENARIO);
    let points = printed.as_array().expect("a list of reports");
    assert_eq!(points.len(), 3);
    for (point, load) in points.iter().zip([0.002, 0.01, 0.5]) {
        assert_report(point);
        assert_eq!(point["load"], load);
    }
    let alone = json_of(&["simulate", "-"], SCENARIO);
    assert_eq!(points[1]["digest"], alone["digest"]);
    assert_ne!(points[0]["digest"], alone["digest"]);
    assert_eq!(points[2]["saturated"], true);
    assert_eq!(points[2]["latency"]["mean"], Value::Null);
    assert!(points[2]["network_latency"]["mean"].is_number());
}

#[test]
fn replications_are_the_same_for_any_number_of_jobs() {
    let sweep = [
        "sweep",
        "-",
        "--loads",
        "0.002,0.01",
        "--replications",
        "5",
        "--json",
    ];
    let with_jobs = |jobs: &str| {
        let output = run_with_jobs(jobs, &sweep, SCENARIO);
        let printed = serde_json::from_slice(&output.stdout).expect("one JSON document");
        let Value::Array(mut points) = printed else {
            panic!("a list of reports, not {printed}");
        };
        for point in &mut points {
            assert_report(point);
            assert_eq!(point["replications"], 5);
            assert_eq!(point["latency"]["batches"], 5);
            assert_eq!(point["cycles"], 15_000);
            point["wall_s"] = Value::Null;
        }
        points
    };
    let one = with_jobs("1");
    assert_eq!(one, with_jobs("2"));
    assert_eq!(one, with_jobs("7"));
}

#[test]
fn options_set_the_length_of_a_simulation() {
    let found = json_of(
        &["simulate", "-", "--warmup", "auto", "--cycles", "9000"],
        SCENARIO,
    );
    let started = found["started"].as_u64().expect("a cycle");
    assert_eq!(started + found["cycles"].as_u64().expect("cycles"), 9000);
    assert_eq!(found["settled"], true);
    assert_eq!(found["precision_reached"], Value::Null);
    let precise = [
        "simulate",
        "-",
        "--precision",
        "0.05",
        "--cycles",
        "1000000",
        "--warmup",
        "500",
    ];
    let precise = json_of(&precise, SCENARIO);
    assert_eq!(precise["started"], 500);
    assert_eq!(precise["precision_reached"], true);
    assert!(
        precise["precision"]
            .as_f64()
            .is_some_and(|share| share <= 0.05)
    );
    assert!(
        precise["cycles"]
            .as_u64()
            .is_some_and(|cycles| cycles < 100_000)
    );
    let verdict = precise["verdict"].as_str().expect("a sentence");
    assert!(
        verdict.contains("cycles the mean latency is known to ±"),
        "{verdict}"
    );
}

#[test]
fn without_json_a_sweep_is_one_line_per_load() {
    let output = run(&["sweep", "-", "--loads", "0.002,0.5"], SCENARIO);
    let table = String::from_utf8(output.stdout).expect("text");
    let lines: Vec<_> = table.lines().collect();
    assert!(
        lines[0].starts_with("load") && lines[0].ends_with("verdict"),
        "{table}"
    );
    assert!(
        lines[1].starts_with("0.002") && lines[1].ends_with("steady"),
        "{table}"
    );
    assert!(
        lines[2].starts_with("0.5") && lines[2].ends_with("saturated"),
        "{table}"
    );
}

#[test]
fn without_json_there_is_a_table() {
    let output = run(&["topology", "hypercube:6"], "");
    assert!(output.status.success());
    let table = String::from_utf8(output.stdout).expect("text");
    let row = table.lines().find(|line| line.starts_with("diameter"));
    assert!(row.is_some_and(|row| row.ends_with(" 6")), "{table}");
}

#[test]
fn draw_writes_a_picture_of_the_cycle() {
    let drawn = |cycle: &str| {
        let output = run(&["draw", "-", "--cycle", cycle], SCENARIO);
        assert!(output.status.success());
        String::from_utf8(output.stdout).expect("SVG is text")
    };
    let svg = drawn("300");
    assert!(svg.starts_with("<svg xmlns=") && svg.ends_with("</svg>\n"));
    assert!(svg.contains("<title>End of cycle 299: "));
    for node in ["0,0", "3,3"] {
        assert!(svg.contains(&format!(">{node}</text>")), "{node}");
    }
    assert_eq!(svg, drawn("300"));
    assert_ne!(svg, drawn("301"));
}

#[test]
fn long_arguments_are_shortened_to_one_line() {
    let long = "x".repeat(5_000);
    let option = format!("--{long}");
    let link = format!("#/laboratory?{}", "a=b&".repeat(20_000));
    for arguments in [
        &["topology", &*long][..],
        &["topology", "mesh:4x4", &option],
        &["topology", "mesh:4x4", &long],
        &["draw", "-", "--cycle", &long],
        &["simulate", &long],
        &["laboratory", &link],
        &["papers", &long],
        &[&long],
    ] {
        let output = run(arguments, SCENARIO);
        let stderr = String::from_utf8(output.stderr).expect("text");
        assert_eq!(output.status.code(), Some(2), "{stderr}");
        let length = stderr.chars().count();
        assert!(length < 700 && stderr.lines().count() == 1, "{stderr}");
    }
}

#[test]
fn a_long_deadlock_is_shortened_in_text_only() {
    let ring = ["deadlock", "torus-uni:500", "--vcs", "1"];
    let table = String::from_utf8(run(&ring, "").stdout).expect("text");
    assert!(table.contains("0>1 vc 0  1>2 vc 0"), "{table}");
    assert!(table.contains("… and 492 more (--json)"), "{table}");
    assert!(table.len() < 1_800, "{table}");
    let cycle = &json_of(&ring, "")["cycle"];
    assert_eq!(cycle.as_array().map(Vec::len), Some(500));

    let message = |from: u32| format!(r#"{{"from": "{from}", "to": ["{}"]}}"#, (from + 2) % 40);
    let messages: Vec<_> = (0..40).map(message).collect();
    let messages = messages.join(", ");
    let ring = format!(r#"{{"network": "torus-uni:40", "vcs": 1, "messages": [{messages}]}}"#);
    let printed = json_of(&["simulate", "-"], &ring);
    let all = &printed["deadlock"]["messages"];
    assert_eq!(all.as_array().map(Vec::len), Some(40));
    let verdict = printed["verdict"].as_str().expect("a sentence");
    assert!(
        verdict.ends_with(" and 24 more wait for each other"),
        "{verdict}"
    );
}

#[test]
fn help_is_not_an_error() {
    for help in ["--help", "--version", "help"] {
        let output = run(&[help], "");
        assert!(output.status.success(), "{help}");
        assert!(
            !output.stdout.is_empty() && output.stderr.is_empty(),
            "{help}"
        );
    }
}

#[test]
fn the_version_names_the_revision_that_was_built() {
    let printed = String::from_utf8(run(&["--version"], "").stdout).expect("text");
    let git = std::process::Command::new("git")
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["rev-parse", "--short=10", "HEAD"])
        .output();
    let head = git.ok().filter(|output| output.status.success());
    let head = head.map(|output| String::from_utf8(output.stdout).expect("digits"));
    let revision = option_env!("FLITSCOPE_REVISION").or(head.as_deref().map(str::trim));
    let version = concat!("flitscope ", env!("CARGO_PKG_VERSION"));
    let expected = match revision {
        Some(revision) => format!("{version}+{revision}"),
        None => version.to_owned(),
    };
    // Tracked files may differ from the commit.
    let printed = printed.trim();
    assert_eq!(
        printed.strip_suffix(".modified").unwrap_or(printed),
        expected
    );
}

#[test]
fn help_lists_the_traffic_patterns() {
    for command in ["simulate", "bounds"] {
        let output = run(&[command, "--help"], "");
        let help = String::from_utf8(output.stdout).expect("UTF-8");
        for family in flitscope::traffic::FAMILIES {
            assert!(
                help.contains(family.entry.summary()),
                "{command}: {}",
                family.entry.id
            );
        }
    }
}

#[test]
fn an_error_is_one_line_with_exit_status_2() {
    let rows: Vec<(Vec<String>, String, String)> = refused::rows("command_line");
    for (arguments, input, part) in &rows {
        let arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
        let input = if input == "SCENARIO" { SCENARIO } else { input };
        assert_is_refused(&arguments, input, part);
    }
}

fn assert_report(report: &Value) {
    let fields = [
        "latency",
        "network_latency",
        "hops",
        "accepted",
        "messages",
        "undeliverable",
        "cycles",
        "flit_hops",
        "saturated",
        "deadlocked",
        "digest",
        "wall_s",
        "started",
        "settled",
        "replications",
        "precision",
        "precision_reached",
    ];
    assert_fields(report, &fields);
    for latency in ["latency", "network_latency"] {
        let fields = ["mean", "ci95", "batches", "correlation", "trusted"];
        assert_fields(&report[latency], &fields);
    }
    let digest = report["digest"].as_str().expect("sixteen digits");
    let is_hash = digest.len() == 16 && digest.chars().all(|c| c.is_ascii_hexdigit());
    assert!(is_hash, "{digest}");
}

fn assert_fields(object: &Value, fields: &[&str]) {
    for field in fields {
        assert!(object.get(field).is_some(), "no {field} in {object}");
    }
}

fn assert_near(found: &Value, expected: f64) {
    let found = found.as_f64().expect("a number");
    assert!((found - expected).abs() < 1e-9, "{found}, not {expected}");
}

/// A saved trace repeats the run, and a bad line is named.
#[test]
fn traces_are_saved_and_read() {
    let file = std::env::temp_dir().join(format!("flitscope-trace-{}.csv", std::process::id()));
    let path = file.to_str().expect("a plain path");
    let scenario = r#"{"network": "mesh:4x4", "length": {"fixed": 8}, "traffic": {"rate": 0.01},
        "run": {"warmup": 0, "cycles": 300}}"#;
    let saved = json_of(&["simulate", "-", "--save-trace", path], scenario);
    let read = json_of(&["simulate", "-", "--trace", path], scenario);
    assert_eq!(saved["digest"], read["digest"]);
    assert!(read["messages"].as_u64() > Some(10), "{read}");
    std::fs::write(&file, "0,0,1,4\n5,0,1,none\n").expect("the file is there");
    let refused = "line 2: flits must be a whole number from 1 to 100000, not none";
    assert_is_refused(&["simulate", "-", "--trace", path], scenario, refused);
    std::fs::remove_file(&file).expect("the file is there");
    assert_is_refused(
        &["simulate", "-", "--trace", path],
        scenario,
        "trace must be a readable trace",
    );
}

#[test]
fn pictures_and_the_citation_state_the_version() {
    let printed = String::from_utf8(run(&["--version"], "").stdout).expect("text");
    let version = printed.trim().trim_start_matches("flitscope ").to_owned();
    let scenario = r#"{"network": "mesh:4x4", "traffic": {"rate": 0.02}}"#;
    let svg = String::from_utf8(run(&["draw", "-", "--cycle", "3"], scenario).stdout);
    let svg = svg.expect("text");
    assert!(
        svg.contains(&format!("</title><desc>Flitscope {version}</desc>")),
        "{version}"
    );
    let citation = include_str!("../../CITATION.cff");
    let stated = format!("\nversion: {}\n", env!("CARGO_PKG_VERSION"));
    assert!(citation.contains(&stated), "{stated}");
}
