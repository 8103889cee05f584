//! Failed links: how scenarios name them, and the errors and warnings about them.

use flitscope::scenario::Scenario;
use flitscope::sweep::{self, Report};
use flitscope::topology::{self, NodeId};

/// Fields of a scenario on a 4×4 mesh with failed links, and the error message.
const REFUSED: &[(&str, &str)] = &[
    (
        r#""faults": [["0,0", "3,3"]]"#,
        "faults[0] must be two neighboring nodes in mesh:4x4, not 0,0 and 3,3",
    ),
    (
        r#""faults": [["0,0", "1,0"], ["0,0", "0,0"]]"#,
        "faults[1] must be two neighboring nodes in mesh:4x4, not 0,0 and 0,0",
    ),
    (
        r#""faults": [["0,0", "4,0"]]"#,
        "faults[0] must be a node from 0,0 to 3,3 in mesh:4x4, not 4,0",
    ),
    (
        r#""faults": [["0,0", "1,0"], ["1,0", "0,0"]]"#,
        "faults[1] must be another link, not 1,0 and 0,0 again",
    ),
    (
        r#""faults": [["0,0"]]"#,
        "faults[0] must be an array of two nodes, not an array of 1",
    ),
    (
        r#""faults": ["0,0"]"#,
        "faults[0] must be an array of two nodes, not 0,0",
    ),
    (
        r#""faults": [["0,0", "1,0"]], "packet": {}"#,
        "faults must be an empty list for packets, not 1 long",
    ),
    (
        r#""faults": [["0,0", "1,0"]], "traffic": {"broadcast": 0.1}"#,
        "faults must be an empty list where messages go to several nodes, not 1 long",
    ),
    (
        r#""faults": [["0,0", "1,0"]], "traffic": {"multicast": {"destinations": 2}}"#,
        "faults must be an empty list where messages go to several nodes, not 1 long",
    ),
    (
        r#""faults": [["0,0", "1,0"]], "messages": [{"from": "0,0", "to": ["1,0", "2,0"]}]"#,
        "faults must be an empty list where messages go to several nodes, not 1 long",
    ),
];

#[test]
fn links_that_cannot_fail_are_refused_with_a_reason() {
    for (fields, sentence) in REFUSED {
        let json = format!(r#"{{"network": "mesh:4x4", {fields}}}"#);
        let built = Scenario::from_json(&json).and_then(|scenario| scenario.build());
        let refused = built.expect_err(&json);
        assert_eq!(refused.reason(), *sentence);
        assert!(refused.field.starts_with("faults"), "{}", refused.field);
    }
    let opened = Scenario::from_link("t=mesh:4x4&fail=0,0-1,0").whole();
    assert_eq!(
        opened.expect_err("is refused").to_string(),
        "fail=0,0-1,0: faults must be links written as 3,2>4,2;0,0>1,0, not 0,0-1,0; ignored"
    );
}

/// Both directions of a link fail, or its only one.
#[test]
fn all_channels_between_two_nodes_fail_together() {
    for (link, channels) in [
        ("t=mesh:4x4", 0),
        ("t=mesh:4x4&fail=0,0>1,0", 2),
        ("t=mesh:4x4&fail=1,0>0,0;2,2>2,3", 4),
        ("t=torus:4x4&fail=0,0>3,0", 2),
        ("t=torus-uni:4x4&fail=0,0>1,0", 1),
        ("t=torus-uni:4x4&fail=1,0>0,0", 1),
        ("t=torus-uni:2x4&fail=0,0>1,0", 2),
        ("t=hypercube:3&fail=0>4;7>6", 4),
        ("t=mesh-hypercube:3x4&fail=1,0>2,0", 2),
    ] {
        let opened = Scenario::from_link(link);
        assert_eq!(opened.problems, [], "{link}");
        assert_eq!(opened.scenario.to_link(), link);
        let design = opened.scenario.build().expect(link).design;
        assert_eq!(design.faults.len(), channels, "{link}");
        assert!(design.faults.is_sorted());
    }
}

#[test]
fn consequences_of_failed_links_are_warned_about() {
    for (link, warnings) in [
        ("t=mesh:4x4&fail=0,0>1,0", &[][..]),
        (
            "t=mesh:4x4&fail=0,0>1,0&msg=0:0,0>3,3;0:0,0>0,3",
            &[
                "message 0,0 → 3,3 cannot be delivered: dimension-order allows no path around the \
               failed links",
            ],
        ),
        // From 0,0 to the 12 nodes of other columns, and from the 3 other nodes of its row to the 4
        // of its column.
        (
            "t=mesh:4x4&lam=0.01&fail=0,0>1,0",
            &[
                "24 of 240 pairs of nodes have no path left under dimension-order; messages between \
               them are counted as undeliverable",
            ],
        ),
        // Only pairs within that row have no other path.
        (
            "t=mesh:4x4&lam=0.01&r=duato&fail=0,0>1,0",
            &[
                "6 of 240 pairs of nodes have no path left under duato; messages between them are \
                 counted as undeliverable",
                "freedom from deadlock is no longer guaranteed: failed links cut escape channels \
                 of duato, such as that of a message at 0,0 for 1,1",
            ],
        ),
        (
            "t=torus-uni:3&lam=0.01&fail=0>1",
            &[
                "3 of 6 pairs of nodes have no path left under dimension-order; messages between \
               them are counted as undeliverable",
            ],
        ),
        ("t=hypercube:3&lam=0.01&r=valiant&vc=2&fail=0>1", &[]),
    ] {
        let opened = Scenario::from_link(link);
        assert_eq!(opened.problems, [], "{link}");
        let study = opened.scenario.build().expect(link);
        assert_eq!(study.warnings(), warnings, "{link}");
    }
}

#[test]
fn toggling_a_link_fails_and_repairs_it() {
    let mesh = topology::from_spec("mesh:4x4").expect("a mesh");
    let mut scenario = Scenario::on("mesh:4x4");
    let mut toggle = |from, to| {
        let toggled = scenario.toggle_fault(&*mesh, NodeId(from), NodeId(to));
        toggled.map(|()| scenario.get("faults"))
    };
    assert_eq!(toggle(0, 1).as_deref(), Ok("0,0>1,0"));
    assert_eq!(toggle(5, 4).as_deref(), Ok("0,0>1,0;1,1>0,1"));
    assert_eq!(toggle(1, 0).as_deref(), Ok("1,1>0,1"));
    let refused = toggle(0, 2).expect_err("they are no neighbors");
    assert!(
        refused.reason().contains("two neighboring nodes"),
        "{refused}"
    );
    assert_eq!(toggle(5, 4).as_deref(), Ok(""));
}

/// A line of four nodes whose second link has failed, with one message that does not need it.
#[test]
fn messages_without_a_path_are_counted_and_nothing_waits_for_them() {
    let link = "t=mesh:4&M=8&fail=1>2&msg=0:0>3;0:0>1;5:3>0";
    let report = simulated(link);
    assert_eq!(report.measures.undeliverable, 2);
    assert_eq!(report.measures.messages, 1);
    assert!(report.finished);
    let expected =
        "all messages have arrived except 2, which failed links cut off from their destinations";
    assert_eq!(report.verdict, expected);
}

/// The share of disconnected pairs under uniform traffic, over the measured cycles only.
#[test]
fn random_messages_without_a_path_are_counted_over_the_measured_cycles() {
    let link = "t=mesh:4&M=2&lam=0.05&warm=1000&run=20000&fail=1>2";
    let whole = simulated(link).measures;
    let share = whole.undeliverable as f64 / (0.05 * 4.0 * 20_000.0);
    assert!((share - 8.0 / 12.0).abs() < 0.03, "{share}");
    let both = simulated(&format!("{link}&rep=2")).measures;
    let seed = flitscope::sim::seed_of(1, 1);
    let second = simulated(&format!("{link}&seed={seed}")).measures;
    assert_eq!(
        both.undeliverable,
        whole.undeliverable + second.undeliverable
    );
}

#[test]
fn the_share_of_hops_on_escapes_is_reported_where_there_are_escapes() {
    let share = |link: &str| simulated(link).measures.escape_share;
    let busy = "t=hypercube:4&M=16&run=5000";
    assert_eq!(share(&format!("{busy}&lam=0.02")), None);
    let duato = format!("{busy}&r=duato");
    assert_eq!(share(&format!("{duato}&vc=1&lam=0.02")), None);
    let [little, much] = ["0.001", "0.04"].map(|lam| share(&format!("{duato}&lam={lam}")));
    let (little, much) = (little.expect("it has"), much.expect("it has"));
    assert!(
        little < 0.02 && 0.1 < much && much < 0.6,
        "{little}, {much}"
    );
    let both = share(&format!("{duato}&lam=0.04&rep=2")).expect("it has");
    assert!((both - much).abs() < 0.02, "{both}, alone {much}");
}

fn simulated(link: &str) -> Report {
    let opened = Scenario::from_link(link);
    assert_eq!(opened.problems, [], "{link}");
    sweep::simulate(&opened.scenario, |_| {}).expect(link)
}
