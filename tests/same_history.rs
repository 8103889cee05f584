//! Frozen runs: they report change, not truth, on the host and in WebAssembly alike.
//!
//! A digest stands for every delivery of a run. Links and published figures promise the same
//! run for ever and everywhere, so a change here is either a mistake or a break of that
//! promise. `cargo test --target wasm32-unknown-unknown --test same_history` runs the same
//! file in a JavaScript engine.

use flitscope::scenario::Scenario;
use flitscope::sim::{History, RunLength, Simulator, packet};

/// Scenario, messages delivered and digest after 4000 cycles.
const RUNS: &[(&str, u64, &str)] = &[
    (
        "t=mesh:8x8&vc=1&buf=4&M=16&lam=0.01",
        2483,
        "32a25234b0240318",
    ),
    (
        "t=torus:5x4x3&vc=3&M=exp:12.5&lam=0.012&rd=1&ti=2&te=1&pi=2&pe=1&seed=20260509",
        2966,
        "675ffe863f7bc4c2",
    ),
    (
        "t=torus-uni:8x8&M=25&lam=0.004&seed=7",
        971,
        "3418fa747d21a3ca",
    ),
    (
        "t=hypercube:5&buf=2&M=24&lam=0.02&seed=3&msg=100:0>31:200;100:31>0",
        2508,
        "277fee777fb513fa",
    ),
    (
        "t=folded-hypercube:5&vc=1&M=exp:30&lam=0.01",
        1310,
        "2de152f579f0f5e5",
    ),
    (
        "t=mesh-hypercube:4x16&vc=1&M=9&lam=0.01&pe=1",
        2502,
        "3b7044497a7fcfb5",
    ),
    (
        "t=torus:32x32&buf=2&M=16&lam=0.006&seed=18446744073709551615",
        16944,
        "a251ac83052d4595",
    ),
];

const CYCLES: u64 = 4000;

fn simulator(link: &str) -> Simulator {
    let opened = Scenario::from_link(link);
    assert!(opened.problems.is_empty(), "{:?}", opened.problems);
    let study = opened
        .scenario
        .build()
        .expect("links yield usable scenarios");
    Simulator::new(study.design)
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn every_machine_sees_the_same_deliveries() {
    for &(link, messages, digest) in RUNS {
        let mut simulator = simulator(link);
        while simulator.cycle() < CYCLES {
            simulator.step();
        }
        let found = format!("{:016x}", simulator.digest());
        let delivered = simulator.counters().delivered;
        assert_eq!((delivered, &*found), (messages, digest), "{link}");
    }
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn going_back_and_forth_changes_nothing() {
    let (link, messages, digest) = RUNS[2];
    let mut history = History::new(simulator(link).design().clone());
    for cycle in [1000, 3, 2500, 2499, 0, CYCLES] {
        while !history.seek(cycle, 100) {}
        assert_eq!(history.now().cycle(), cycle);
    }
    let found = format!("{:016x}", history.now().digest());
    assert_eq!(
        (history.now().counters().delivered, &*found),
        (messages, digest)
    );
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn measured_figures_are_the_same_to_the_last_bit() {
    let length = RunLength::new(1000, 3000);
    let measures = simulator(RUNS[0].0).run(length, |_| ()).measures;
    let bits = |value: Option<f64>| value.map_or(0, f64::to_bits);
    let found = [
        bits(measures.latency.mean),
        bits(measures.latency.ci95),
        bits(measures.network_latency.ci95),
    ];
    assert_eq!(
        found,
        [
            4_630_692_156_572_019_568,
            4_613_790_836_092_968_335,
            4_611_930_655_161_495_269
        ]
    );
}

/// Scenario of packets, messages delivered and digest after 2000 units of time.
const PACKET_RUNS: &[(&str, u64, &str)] = &[
    ("t=mesh:6x5&mu=1&lam=0.3", 18090, "fa3d821d534e54d6"),
    (
        "t=hypercube:6&mu=4.5&len=redrawn&lam=5&seed=3",
        640_379,
        "125580667c2f4e99",
    ),
    (
        "t=torus:5x4x3&mu=0.25&tr=clustered&lam=0.2&seed=18446744073709551615",
        23447,
        "56a9c2087d0aa55e",
    ),
    (
        "t=mesh-hypercube:3x8&len=redrawn&tr=hotspot&lam=0.4",
        19039,
        "48d5a8b98336f1cf",
    ),
];

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn every_machine_sees_the_same_packets() {
    for &(link, messages, digest) in PACKET_RUNS {
        let opened = Scenario::from_link(link);
        assert!(opened.problems.is_empty(), "{:?}", opened.problems);
        let study = opened
            .scenario
            .build()
            .expect("links yield usable scenarios");
        let mut simulator = packet::Simulator::new(study.packet.expect("it is asked for"));
        simulator.advance(2000.0);
        let found = format!("{:016x}", simulator.digest());
        let delivered = simulator.counters().delivered;
        assert_eq!((delivered, &*found), (messages, digest), "{link}");
    }
}
