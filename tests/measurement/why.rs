//! Why a network saturates where it does: the findings follow from the measurements.

use flitscope::scenario::{Bounds, Scenario};
use flitscope::sweep::{Diagnosis, Finding, FindingKind, WhyQuery, simulate, why};

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
    let query = WhyQuery {
        scenario: Scenario::from_link("t=torus:4x4&M=8&lam=0.1").scenario,
    };
    let answer = query.run().expect("flits under load");
    assert_eq!(query.run(), Ok(answer.clone()));
    let text = serde_json::to_string(&answer).expect("plain data");
    assert_eq!(
        serde_json::from_str::<Diagnosis>(&text).expect("the same"),
        answer
    );
    for (idle, expected) in [
        ("t=mesh:4x4&lam=0", "zero load"),
        ("t=hypercube:3&mu=1&lam=0.1", "Packets"),
    ] {
        let scenario = Scenario::from_link(idle).scenario;
        let refused = WhyQuery { scenario }.run().expect_err(idle);
        assert!(refused.contains(expected), "{refused}");
    }
}
