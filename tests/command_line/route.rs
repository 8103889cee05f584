//! The output of `flitscope route`: paths, the offers on them, and paths around failed links.

use crate::common::command::{assert_is_refused, json_of, run};
use serde_json::{Value, json};

/// Networks with two nodes, a routing function, and the number of paths that it allows between
/// them, by counting: C(14, 7) through a mesh, 6! through a cube.
const PATHS: &[(&str, &str, &str, &str, u64)] = &[
    ("mesh:8x8", "0,0", "7,7", "dimension-order", 1),
    ("mesh:8x8", "0,0", "7,7", "unrestricted", 3432),
    ("mesh:8x8", "0,0", "7,7", "random-shortest", 3432),
    ("mesh:8x8", "0,0", "7,7", "duato", 3432),
    // Fully adaptive to the east, deterministic where west or negative hops come first.
    ("mesh:8x8", "0,0", "7,7", "west-first", 3432),
    ("mesh:8x8", "7,7", "0,0", "west-first", 1),
    ("mesh:8x8", "7,0", "0,7", "west-first", 1),
    ("mesh:8x8", "0,0", "7,7", "negative-first", 3432),
    ("mesh:8x8", "7,0", "0,7", "negative-first", 1),
    ("hypercube:6", "0", "63", "dimension-order", 1),
    ("hypercube:6", "0", "63", "unrestricted", 720),
    ("hypercube:6", "0", "63", "random-shortest", 720),
    ("hypercube:6", "0", "63", "duato", 720),
    // In the cube two paths lead from a label to higher ones, 0 1 3 7 and 0 2 6 7.
    ("mesh-hypercube:3x8", "1,0", "3,7", "mh-mesh-first", 2),
    ("mesh-hypercube:3x8", "1,0", "3,7", "mh-cube-first", 2),
    ("mesh-hypercube:3x8", "1,0", "3,7", "mh-hybrid", 2 * 10),
    ("torus:8x8", "0,0", "4,4", "unrestricted", 4 * 70),
];

#[test]
fn a_route_goes_through_the_chosen_intermediate_node() {
    let through = |routing, node| {
        let nodes = ["--from", "0,0", "--to", "3,0", "--through", node];
        let all = ["route", "mesh:4x4", "--routing", routing]
            .into_iter()
            .chain(nodes);
        all.collect::<Vec<_>>()
    };
    let printed = json_of(&through("valiant", "1,2"), "");
    let path: Vec<_> = printed["path"].as_array().into_iter().flatten().collect();
    assert_eq!(path.len(), 1 + 3 + 4, "{printed}");
    assert!(path.contains(&&"1,2".into()), "{printed}");
    // Of the box between the two nodes only.
    assert_is_refused(
        &through("romm", "1,2"),
        "",
        "through must be a node by way of which romm",
    );
    assert_is_refused(
        &through("dimension-order", "1,2"),
        "",
        "through must be a node",
    );
    assert_is_refused(&through("valiant", "9,9"), "", "through must be");
}

#[test]
fn a_path_and_the_number_of_paths_are_printed() {
    let printed = json_of(&route("mesh:5x5", "3,2", "1,0"), "");
    let path = json!(["3,2", "2,2", "1,2", "1,1", "1,0"]);
    assert_eq!(printed["hops"], 4);
    assert_eq!(printed["path"], path);
    assert_eq!(printed["paths"], 1);
    let printed = json_of(&route("mesh-hypercube:3x8", "1,0", "3,5"), "");
    assert_eq!(printed["path"], json!(["1,0", "2,0", "3,0", "3,1", "3,5"]));
}

#[test]
fn numbers_of_paths_match_counts_by_hand() {
    for &(network, from, to, routing, paths) in PATHS {
        let call = [&route(network, from, to)[..], &["--routing", routing]].concat();
        let printed = json_of(&call, "");
        assert_eq!(
            printed["paths"], paths,
            "{network}, {routing}: {from} to {to}"
        );
    }
}

/// C(80, 40) is 1.0750720873333·10²³.
#[test]
fn a_number_of_paths_that_overflows_is_approximate() {
    let call = route("mesh:41x41", "0,0", "40,40");
    let call = [&call[..], &["--routing", "random-shortest"]].concat();
    let printed = json_of(&call, "");
    assert_eq!(printed["hops"], 80);
    assert_eq!(printed["paths"], Value::Null);
    let about = printed["paths_about"].as_f64().expect("a number");
    assert!((about / 1.075_072_087_333_3e23 - 1.0).abs() < 1e-12);
    let table = text_of(&call);
    let line = "more than 2^64 − 1, about 1.08e23\n";
    assert!(table.contains(line), "{table}");
    // The largest that fits, C(66, 33), is exact.
    let call = route("mesh:34x34", "0,0", "33,33");
    let call = [&call[..], &["--routing", "random-shortest"]].concat();
    let printed = json_of(&call, "");
    assert_eq!(printed["paths"], 7_219_428_434_016_265_740_u64);
    assert_eq!(printed.get("paths_about"), None);
}

#[test]
fn offers_are_printed_in_order() {
    let call = route("mesh:3x3", "0,0", "1,1");
    let call = [&call[..], &["--routing", "duato", "--vcs", "3"]].concat();
    let offer =
        |to: &str, vcs: &[u8], escape: bool| json!({ "to": to, "vcs": vcs, "escape": escape });
    let [free, kept] = [&[1, 2][..], &[0]];
    assert_eq!(
        json_of(&call, "")["candidates"],
        json!([
            {
                "at": "0,0",
                "offers": [
                    offer("1,0", free, false), offer("0,1", free, false), offer("1,0", kept, true)
                ],
            },
            { "at": "0,1", "offers": [offer("1,1", free, false), offer("1,1", kept, true)] },
            { "at": "1,0", "offers": [offer("1,1", free, false), offer("1,1", kept, true)] },
        ])
    );
    let call = route("mesh-hypercube:2x4", "1,0", "2,1");
    let call = [&call[..], &["--routing", "mh-mesh-first", "--vcs", "1"]].concat();
    let printed = json_of(&call, "");
    let classes = [
        "/candidates/0/offers/0/class",
        "/candidates/1/offers/0/class",
    ];
    let classes = classes.map(|place| printed.pointer(place).cloned());
    assert_eq!(classes, ["MH", "CH"].map(|class| Some(json!(class))));
}

#[test]
fn paths_avoid_failed_links_or_do_not_exist() {
    let fault = ["--fault", "1,0:0,0", "--fault", "2,2:2,1"];
    let call = |routing| {
        let call = route("mesh:3x3", "0,0", "2,2");
        let call = [&call[..], &["--routing", routing], &fault].concat();
        (json_of(&call, ""), text_of(&call))
    };
    let (printed, table) = call("dimension-order");
    assert_eq!(printed["hops"], Value::Null);
    assert_eq!(printed["path"], Value::Null);
    assert_eq!(printed["paths"], 0);
    assert_eq!(printed["candidates"], json!([]));
    let why = "dimension-order allows no path from 0,0 to 2,2 around the failed links";
    assert_eq!(printed["why"], why);
    assert!(table.contains(why), "{table}");
    let (printed, table) = call("duato");
    assert_eq!(printed["hops"], 4);
    assert_eq!(printed["paths"], 2);
    assert_eq!(printed.get("why"), None);
    assert!(table.contains("at 0,0: 0,1 on vc 1 2 3\n"), "{table}");
    // Through any node, except those to which or from which the first row is a dead end.
    let (printed, _) = call("valiant");
    assert_eq!(printed["path"], json!(["0,0", "0,1", "0,2", "1,2", "2,2"]));
}

#[test]
fn disjoint_paths_are_printed_on_request() {
    let call = route("hypercube:3", "0", "1");
    assert_eq!(json_of(&call, "").get("disjoint"), None);
    let call = [&call[..], &["--disjoint"]].concat();
    let paths = json!([["0", "1"], ["0", "2", "3", "1"], ["0", "4", "5", "1"]]);
    assert_eq!(json_of(&call, "")["disjoint"], paths);
    let call = [&call[..], &["--fault", "0:2"]].concat();
    let paths = json!([["0", "1"], ["0", "4", "5", "1"]]);
    assert_eq!(json_of(&call, "")["disjoint"], paths);
    assert!(text_of(&call).ends_with("disjoint: 0 1\ndisjoint: 0 4 5 1\n"));
}

#[test]
fn a_node_is_zero_hops_from_itself() {
    let printed = json_of(&route("mesh:3x3", "1,1", "1,1"), "");
    assert_eq!(
        (&printed["hops"], &printed["paths"]),
        (&json!(0), &json!(1))
    );
}

#[test]
fn invalid_arguments_are_refused_with_a_reason() {
    for (options, sentence) in [
        (&["--vcs", "0"][..], "vcs must be "),
        (&["--vcs", "many"], "vcs must be "),
        (
            &["--fault", "0,0"],
            "fault must be a link written as 3,2:4,2, not 0,0",
        ),
        (
            &["--fault", "0,0:1,0", "--fault", "0,0:2,0"],
            "fault[1] must be two neighboring nodes in mesh:4x4, not 0,0 and 2,0",
        ),
        (
            &["--fault", "0,0:4,0"],
            "fault[0] must be a node from 0,0 to 3,3 in mesh:4x4, not 4,0",
        ),
        (
            &["--fault", "0,0:1,0", "--fault", "1,0:0,0"],
            "fault[1] must be another link, not 1,0 and 0,0 again",
        ),
    ] {
        let call = [&route("mesh:4x4", "0,0", "3,3")[..], options].concat();
        assert_is_refused(&call, "", sentence);
    }
    let call = [
        &route("torus:4x4", "0,0", "3,3")[..],
        &["--routing", "label"],
    ]
    .concat();
    assert_is_refused(&call, "", "is not defined on torus:4x4");
}

fn route<'a>(network: &'a str, from: &'a str, to: &'a str) -> [&'a str; 6] {
    ["route", network, "--from", from, "--to", to]
}

fn text_of(call: &[&str]) -> String {
    String::from_utf8(run(call, "").stdout).expect("text")
}

#[test]
fn the_cycle_is_numbered_in_the_picture() {
    let scenario = r#"{"network": "torus-uni:5", "vcs": 1}"#;
    let drawn = run(&["draw", "-", "--deadlock"], scenario);
    assert!(drawn.status.success());
    let svg = String::from_utf8_lossy(&drawn.stdout);
    for number in 1..=5 {
        assert!(svg.contains(&format!(">{number}</text>")), "{number}");
    }
    let routes = run(&["draw", "-", "--routes", "0", "3"], scenario);
    let svg = String::from_utf8_lossy(&routes.stdout);
    assert!(svg.contains(">from</text>") && svg.contains(">to</text>"));
    let nowhere = run(&["draw", "-", "--routes", "0", "9"], scenario);
    assert_eq!(nowhere.status.code(), Some(2));
    let stderr = String::from_utf8_lossy(&nowhere.stderr);
    assert!(
        stderr.contains("routes must be") && stderr.contains("not 9"),
        "{stderr}"
    );
}
