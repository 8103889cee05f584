//! Why a network saturates where it does: the findings follow from the measurements.

use flitscope::custom;
use flitscope::routing::written;
use flitscope::scenario::{Bounds, Scenario};
use flitscope::sweep::{
    Diagnosis, Finding, FindingKind, Point, Question as _, WhyQuestion, simulate, why,
};
use flitscope::traffic::Length;
use flitscope::wire::{decode, encode};

/// The diagnosis of a scenario and its findings in words.
fn diagnosed(link: &str) -> (Diagnosis, Vec<Finding>) {
    let mut scenario = Scenario::from_link(link).scenario;
    scenario.run.cycles = 6_000;
    scenario.run.warmup = 2_000.into();
    let built = scenario.build().expect("a valid scenario");
    let diagnosis = Diagnosis::of(&scenario, &built).expect("flits under load");
    let report = simulate(&scenario, |_| ()).expect("a valid scenario");
    let findings = why(&scenario, &built, &diagnosis, &[report]);
    (diagnosis, findings)
}

fn text(findings: &[Finding], kind: FindingKind) -> &str {
    let found = findings.iter().find(|finding| finding.kind == kind);
    found.map_or("", |finding| &*finding.text)
}

/// The published model saturates at twice the load that the network accepts, and the finding
/// explains why; our own model saturates about where the network does.
#[test]
fn a_factor_of_two_between_model_and_simulation_is_explained() {
    let (diagnosis, findings) = diagnosed("t=torus:8x8&vc=2&buf=2&M=16&lam=0.03");
    let own = text(&findings, FindingKind::Model);
    assert!(own.starts_with("The model saturates at λ = "), "{own}");
    assert!(own.contains("about where the network does"), "{own}");
    let models = findings.iter().rev();
    let mut models = models.filter(|finding| finding.kind == FindingKind::Model);
    let model = models.next().map_or("", |finding| &*finding.text);
    assert!(
        model.starts_with("The published model saturates at λ = "),
        "{model}"
    );
    assert!(model.contains("times what the network accepts"), "{model}");
    let chained = format!(
        "{:.0} % of these wait for a worm that is blocked",
        100.0 * diagnosis.chained
    );
    assert!(model.contains(&chained), "{model}");
    // The dateline keeps worms out of free virtual channels.
    assert!(diagnosis.shut_out > 0.5, "{diagnosis:?}");
    let vcs = text(&findings, FindingKind::VirtualChannels);
    assert!(
        vcs.contains("dateline") && vcs.contains("not one that they may take"),
        "{vcs}"
    );
    // Virtual channels have the same numbers as in pictures.
    assert!(vcs.contains("VC 0 ") && !vcs.contains("VC 2 "), "{vcs}");
    // 1.0159 messages of 16 flits over the busiest channel, at the load where the model saturates:
    // not a sampled maximum times the ratio of two loads.
    assert!(model.contains("carry a flit in 68 %"), "{model}");
    // Worms hold the busiest channel far longer than they use it.
    assert!(diagnosis.busiest.held > 1.3 * diagnosis.busiest.carried);
    assert!(diagnosis.busiest.carried >= diagnosis.mean);
}

#[test]
fn the_accepted_load_is_below_every_bound() {
    for link in [
        "t=torus:4x4&vc=2&M=8&lam=0.2",
        "t=hypercube:4&vc=1&M=8&lam=0.2",
        "t=mesh:4x4&vc=1&M=8&lam=0.2",
    ] {
        let (diagnosis, findings) = diagnosed(link);
        let scenario = Scenario::from_link(link).scenario;
        let built = scenario.build().expect("a valid scenario");
        let bounds = Bounds::of(&scenario, &built).expect("messages to one node");
        let lowest = bounds.lowest().expect("a bound").rate;
        assert!(diagnosis.accepted < lowest, "{link}: {diagnosis:?}");
        let bound = text(&findings, FindingKind::Bound);
        assert!(bound.contains("The bisection bounds the load"), "{bound}");
    }
}

#[test]
fn evenly_used_virtual_channels_are_no_finding() {
    let (diagnosis, findings) = diagnosed("t=mesh:4x4&vc=2&M=8&lam=0.2");
    assert!((diagnosis.vcs.iter().sum::<f64>() - 1.0).abs() < 1e-9);
    if diagnosis.vcs.iter().all(|share| *share < 0.6) {
        assert_eq!(text(&findings, FindingKind::VirtualChannels), "");
    }
    let (alone, findings) = diagnosed("t=mesh:4x4&vc=1&M=8&lam=0.2");
    assert_eq!(alone.vcs, [1.0]);
    assert_eq!(text(&findings, FindingKind::VirtualChannels), "");
}

#[test]
fn a_query_always_has_the_same_answer() {
    let ask = |link: &str| {
        let point = Point::in_page(&Scenario::from_link(link).scenario);
        WhyQuestion.run(&point.expect("a valid scenario"), &mut |()| ())
    };
    let loaded = "t=torus:4x4&M=8&lam=0.1";
    let answer = ask(loaded).expect("flits under load");
    assert_eq!(ask(loaded).as_ref(), Ok(&answer));
    assert_eq!(decode(&encode(&answer)), Ok(answer));
    for (idle, expected) in [
        ("t=mesh:4x4&lam=0", "Nothing is sent"),
        ("t=hypercube:3&mu=1&lam=0.1", "Packets"),
    ] {
        let refused = ask(idle).expect_err(idle);
        assert!(refused.contains(expected), "{refused}");
    }
}

/// Eight flits over three channels arrive in cycle 10, whatever says that they are sent.
#[test]
fn listed_messages_are_explained_like_random_ones() {
    let mut listed = Scenario::on("mesh:4x4");
    listed.length = Length::Fixed(8);
    let topology = listed.build().expect("a valid scenario").topology;
    let traced = listed.with_trace(&*topology, "0 0,0 3,0 8", 1);
    let traced = traced.expect("a trace");
    listed.messages = traced.messages.clone();
    for scenario in [listed, traced] {
        let built = scenario.build().expect("a valid scenario");
        let diagnosis = Diagnosis::of(&scenario, &built).expect("a message is sent");
        assert_eq!((diagnosis.cycles, diagnosis.drained), (11, true));
        assert!((diagnosis.busiest.carried - 8.0 / 11.0).abs() < 1e-9);
        let report = simulate(&scenario, |_| ()).expect("a valid scenario");
        let findings = why(&scenario, &built, &diagnosis, &[report]);
        let channel = text(&findings, FindingKind::Channel);
        assert!(
            channel.contains(
                "carries a flit in 73 % of the 11 cycles until all messages have arrived"
            ),
            "{channel}"
        );
        // A rate of 0 says nothing about them.
        let others = [FindingKind::Bound, FindingKind::Model];
        assert!(
            others.iter().all(|&kind| text(&findings, kind).is_empty()),
            "{findings:?}"
        );
    }
}

/// Requests and replies, multicasts, and messages that end in a deadlock.
#[test]
fn all_traffic_is_explained() {
    let closed =
        r#"{"network": "mesh:4x4", "traffic": {"rate": 0.05, "closed": {"outstanding": 2}}}"#;
    let multicast =
        r#"{"network": "mesh:4x4", "messages": [{"from": "0,0", "to": ["3,3", "0,3"]}]}"#;
    let ring = r#"{"network": "torus-uni:4", "vcs": 1, "messages": [{"from": "0", "to": ["2"]},
        {"from": "1", "to": ["3"]}, {"from": "2", "to": ["0"]}, {"from": "3", "to": ["1"]}]}"#;
    let random =
        r#"{"network": "torus-uni:8", "vcs": 1, "dateline": false, "traffic": {"rate": 0.02}}"#;
    for (json, ends) in [
        (closed, "of the cycles"),
        (multicast, "until all messages have arrived"),
        (ring, "cycles that are simulated"),
        (random, "of the cycles"),
    ] {
        let scenario = Scenario::from_json(json).expect("a valid scenario");
        let built = scenario.build().expect("a valid scenario");
        let diagnosis = Diagnosis::of(&scenario, &built).expect("messages are sent");
        assert!(diagnosis.busiest.carried > 0.0, "{json}: {diagnosis:?}");
        assert!(diagnosis.busiest.held > 0.0, "{json}: {diagnosis:?}");
        let findings = why(&scenario, &built, &diagnosis, &[]);
        let channel = text(&findings, FindingKind::Channel);
        assert!(channel.contains(ends), "{channel}");
    }
}

/// What one message per virtual channel costs: most of a buffer, and a cycle between two messages.
#[test]
fn one_message_in_a_virtual_channel_is_named() {
    let of = |link: &str| {
        let (_, findings) = diagnosed(link);
        text(&findings, FindingKind::OneMessage).to_owned()
    };
    let long = of("t=mesh:4x4&vc=2&buf=8&M=1&lam=0.2");
    assert!(
        long.contains("a buffer of 8 flits is used like one of 1"),
        "{long}"
    );
    assert_eq!(of("t=mesh:4x4&vc=2&buf=4&M=4&lam=0.1"), "");
    let single = of("t=mesh:4x4&vc=1&buf=4&M=4&lam=0.1");
    assert!(
        single.contains("a flit in at most 80 % of the cycles"),
        "{single}"
    );
}

/// A function written by the user is not quoted, and no dateline is named where none is used.
#[test]
fn only_what_takes_part_is_named() {
    let script = "fn route(net, here, to) { net.nearer(here, to)[0] }";
    let scenario = Scenario {
        routing: written::id_of(script),
        scripts: custom::scripts(),
        vcs: 4,
        ..Scenario::from_link("t=torus:4x4&M=4&lam=0.2").scenario
    };
    let built = scenario.build().expect("a valid scenario");
    let diagnosis = Diagnosis::of(&scenario, &built).expect("flits under load");
    let findings = why(&scenario, &built, &diagnosis, &[]);
    let all: String = findings.iter().map(|finding| &*finding.text).collect();
    assert!(!all.contains("fn route"), "{all}");
    assert!(!all.contains("dateline"), "{all}");
    let bound = text(&findings, FindingKind::Bound);
    assert!(
        bound.contains("your routing function") || !bound.contains("routes"),
        "{bound}"
    );
}
