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
        output.status.success()
            && stderr.contains(
                "latency.anynet: The attribute latency of 1 link, 7, is not used: a flit crosses \
                 every link in one cycle, so latencies are those of equal links.\n"
            ),
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

/// The first JSON document that a command prints, whatever it notes on standard error.
fn answer(call: &[&str], input: &str) -> serde_json::Value {
    let output = run(&[call, &["--json"]].concat(), input);
    let mut documents = serde_json::Deserializer::from_slice(&output.stdout).into_iter();
    let first = documents.next();
    first
        .and_then(Result::ok)
        .unwrap_or_else(|| panic!("{call:?}: {}", String::from_utf8_lossy(&output.stderr)))
}

/// A scenario names a file as an argument does, relative to the scenario's own folder.
#[test]
fn a_scenario_names_a_file_of_any_format() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("beside");
    fs::create_dir_all(&folder).expect("a place for files of tests");
    let write = |name: &str, text: &str| {
        fs::write(folder.join(name), text).expect("a place for files of tests");
        folder.join(name).display().to_string()
    };
    write("ring.csv", "source,target\na,b\nb,c\nc,d\nd,a\n");
    let fields = r#""traffic": {"rate": 0.01}, "vcs": 3, "run": {"warmup": 100, "cycles": 2000}"#;
    let scenario = write(
        "scenario.json",
        &format!("\u{feff}{{\"network\": \"graph:ring.csv\", {fields}}}"),
    );
    let written = format!(r#"{{"network": {{"graph": "a - b\nb - c\nc - d\na - d"}}, {fields}}}"#);
    let digest = |call: &[&str], input: &str| answer(call, input)["digest"].clone();
    let expected = digest(&["simulate", "-"], &written);
    assert!(expected.is_string());
    assert_eq!(digest(&["simulate", &scenario], ""), expected);
    // PowerShell writes UTF-16.
    let json = format!("\u{feff}{{\"network\": \"graph:ring.csv\", {fields}}}");
    let bytes: Vec<_> = json.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let wide = folder.join("wide.json").display().to_string();
    fs::write(&wide, bytes).expect("a place for files of tests");
    assert_eq!(digest(&["simulate", &wide], ""), expected);
    let lines = write(
        "lines.jsonl",
        &format!("{{\"id\": \"own\", \"network\": \"graph:ring.csv\", {fields}}}\n"),
    );
    assert_eq!(digest(&["run", &lines, "--quiet"], ""), expected);
    let grid = write(
        "grid.json",
        &format!(
            r#"{{"scenario": {{{fields}}}, "vary": {{"network": ["graph:ring.csv", "ring:4"]}}}}"#
        ),
    );
    let lines = run(&["grid", &grid], "");
    let lines = String::from_utf8(lines.stdout).expect("text");
    assert!(
        lines.starts_with(r#"{"traffic""#) || lines.starts_with('{'),
        "{lines}"
    );
    assert!(
        lines.contains(r#""id":"network=graph:ring.csv""#),
        "{lines}"
    );
    let first = lines.lines().next().expect("two lines");
    assert_eq!(digest(&["run", "-", "--quiet"], first), expected);
    let missing = r#"{"network": "graph:no-such-file.txt"}"#;
    let reason = "network must be graph: and a readable file of text, not no-such-file.txt (";
    assert_is_refused(&["simulate", "-"], missing, reason);
    let report = answer(&["run", "-", "--quiet"], missing);
    let error = report["error"].as_str().expect("an error");
    assert!(error.starts_with(reason), "{error}");
}

#[test]
fn an_imported_network_is_written_in_our_own_form() {
    let json = file(
        "named.json",
        r#"{"nodes": [{"id": "GPU 0"}, {"id": "sw-1", "switch": true}, {"id": 3}],
            "links": [{"source": "GPU 0", "target": "sw-1"}, {"source": 3, "target": "sw-1"}]}"#,
    );
    let text = |network: &str| {
        let output = run(&["topology", network, "--text"], "");
        String::from_utf8(output.stdout).expect("text")
    };
    let written = text(&json);
    assert_eq!(
        written,
        "\"GPU 0\" - \"sw-1\"\n\"sw-1\" - 3\nswitch \"sw-1\"\n"
    );
    assert_eq!(text(&file("named.txt", &written)), written);
    let mesh = text("mesh:2x2");
    assert!(
        mesh.starts_with("0,0 - 1,0\n") && mesh.contains("1,1 @ 1 0"),
        "{mesh}"
    );
    assert_eq!(
        answer(&["topology", &file("mesh.txt", &mesh)], "")["channels"],
        8
    );
    let route = [
        "route",
        &json,
        "--from",
        "GPU 0",
        "--to",
        "3",
        "--routing",
        "shortest",
    ];
    assert_eq!(answer(&route, "")["path"][1], "sw-1");
}

#[test]
fn the_largest_part_is_offered_and_taken() {
    let parts = file("parts.edges", "a b\nb c\nc a\nx y\n");
    assert_is_refused(
        &["topology", &parts],
        "",
        "there is no path from a to x; it consists of the 3 nodes with a and b, and the 2 nodes x and \
         y; --largest-part takes only the largest part, of 3 nodes",
    );
    assert_eq!(
        answer(&["topology", &parts, "--largest-part"], "")["nodes"],
        3
    );
    let rate = ["simulate", &parts, "--largest-part", "--cycles", "100"];
    assert_eq!(answer(&rate, "")["deadlocked"], false);
    assert_is_refused(
        &["topology", "mesh:2x2", "--largest-part"],
        "",
        "largest-part must be given with a network graph:FILE, not mesh:2x2",
    );
}

#[test]
fn a_run_without_traffic_says_so() {
    let star = file("idle.txt", STAR);
    let verdict = &answer(&["simulate", &star], "")["verdict"];
    assert_eq!(
        *verdict,
        "nothing is sent: no messages are listed, and traffic.rate is 0"
    );
}

#[test]
fn settings_without_an_effect_are_named() {
    let packets = r#"{"network": "mesh:4x4", "routing": "dimension-order", "vcs": 2,
        "traffic": {"rate": 0.1}, "packet": {"mu": 1}, "run": {"warmup": 10, "cycles": 100}}"#;
    let sentence = "routing and vcs have no effect on packets: they take random shortest paths, have \
                    exponential lengths, and wait in queues without limit.";
    let told = |call: &[&str], scenario: &str| {
        String::from_utf8(run(call, scenario).stderr).expect("text")
    };
    let stderr = told(&["simulate", "-"], packets);
    assert!(stderr.contains(sentence), "{stderr}");
    let line = packets.replace('\n', " ");
    let warnings = &answer(&["run", "-", "--quiet"], &line)["warnings"];
    assert!(
        warnings
            .as_array()
            .is_some_and(|all| all.contains(&sentence.into())),
        "{warnings}"
    );
    let listed = r#"{"network": "ring:4", "traffic": {"pattern": "tornado"}, "buffer": 4,
        "switching": "virtual-cut-through", "timing": {"startup": 5}, "length": {"fixed": 7},
        "messages": [{"from": "0", "to": ["1"], "length": 2}]}"#;
    let stderr = told(&["simulate", "-"], listed);
    for field in ["traffic.pattern", "buffer", "timing.startup", "length"] {
        assert!(
            stderr.contains(&format!("{field} has no effect: ")),
            "{field}: {stderr}"
        );
    }
    // A scenario in which all fields count, and one as it is written by the program itself.
    let all = r#"{"network": "ring:4", "routing": "shortest", "vcs": 2, "buffer": 2, "traffic": {"rate": 0.01}}"#;
    assert_eq!(told(&["simulate", "-"], all), "");
}
