//! Frozen runs: they report change, not truth.
//!
//! A digest stands for every delivery of a run. Links and published figures promise the same
//! run for ever, so a change here is either a mistake or a break of that promise.

#![cfg(not(target_arch = "wasm32"))]

use flitscope::scenario::Scenario;
use flitscope::sweep::simulate;

#[test]
fn a_mesh_with_fixed_lengths_runs_as_it_did() {
    insta::assert_snapshot!(summary(r#"{
        "network": "mesh:8x8", "vcs": 1, "buffer": 4, "length": {"fixed": 16},
        "traffic": {"rate": 0.01}, "run": {"warmup": 1000, "cycles": 9000}
    }"#), @"5822 messages, 545042 flit hops, digest b14a597a68ee1fe2");
}

#[test]
fn a_torus_with_exponential_lengths_and_delays_runs_as_it_did() {
    insta::assert_snapshot!(summary(r#"{
        "network": "torus:5x4x3", "vcs": 3, "length": {"exponential": 12.5},
        "traffic": {"rate": 0.012}, "timing": {"injection": 2, "ejection": 1, "router": 1},
        "ports": {"injection": 2, "ejection": 1},
        "seed": 20260509, "run": {"warmup": 1000, "cycles": 9000}
    }"#), @"6492 messages, 266150 flit hops, digest 8506958f19e70288");
}

#[test]
fn orders_in_a_busy_hypercube_arrive_as_they_did() {
    insta::assert_snapshot!(summary(r#"{
        "network": "hypercube:5", "buffer": 2, "length": {"fixed": 24},
        "traffic": {"rate": 0.02}, "seed": 3, "run": {"warmup": 0, "cycles": 5000},
        "messages": [
            {"at": 100, "from": "0", "to": ["31"], "length": 200},
            {"at": 100, "from": "31", "to": ["0"]}
        ]
    }"#), @"3143 messages, 195624 flit hops, digest 39f658d0147b6c63");
}

fn summary(scenario: &str) -> String {
    let scenario = Scenario::from_json(scenario).expect("a well-formed scenario");
    let report = simulate(&scenario, |_| ()).expect("a scenario in range");
    let measures = report.measures;
    format!(
        "{} messages, {} flit hops, digest {}",
        measures.messages, measures.flit_hops, measures.digest
    )
}
