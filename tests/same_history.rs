//! Frozen runs, `frozen/histories.json`: they report change, not truth.
//!
//! A digest covers every delivery of a run. Links and published figures promise the same run
//! forever and everywhere, so a change here is either a bug or a break of that promise. The same
//! file is read
//!
//! - here, natively, with and without optimization (`--release`),
//! - here, in WebAssembly: `cargo test --profile quick --target wasm32-unknown-unknown --features store --test same_history`,
//! - by `browser/program/history.spec.js`, in the page’s worker: a short one.
//!
//! A run of random messages ends when it reaches the precision that its link requests, after the
//! cycles in the file, or in a deadlock.

use flitscope::lesson::ask;
use flitscope::scenario::{Scenario, Warmup};
use flitscope::sim::{History, RunLength, Simulator, packet};
use flitscope::sweep::{Event, Job, Part, Report};
use serde::Deserialize;

/// One entry of the file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Frozen {
    name: String,
    link: String,
    /// The cycle in which the run ends.
    cycles: u64,
    /// Messages delivered until then.
    delivered: u64,
    digest: String,
}

fn histories() -> Vec<Frozen> {
    let frozen = serde_json::from_str(include_str!("frozen/histories.json"));
    frozen.expect("the file has the fields of Frozen")
}

impl Frozen {
    fn scenario(&self) -> Scenario {
        let opened = Scenario::from_link(&self.link);
        assert!(opened.problems.is_empty(), "{:?}", opened.problems);
        assert!(opened.others.is_empty(), "{:?}", opened.others);
        opened.scenario
    }

    fn simulator(&self) -> Simulator {
        let study = self.scenario().build();
        Simulator::new(study.expect("links yield usable scenarios").design)
    }

    fn assert_is(&self, simulator: &Simulator) {
        let found = format!("{:016x}", simulator.digest());
        let delivered = simulator.counters().delivered;
        assert_eq!(
            (simulator.cycle(), delivered, found),
            (self.cycles, self.delivered, self.digest.clone()),
            "{}",
            self.name
        );
    }

    /// The report of the worker on the scenario of the link.
    fn measured(&self) -> Report {
        let mut scenario = self.scenario();
        if scenario.traffic.rate > 0.0 {
            scenario.run.warmup = Warmup::Auto;
            scenario.run.cycles = self.cycles.cast_signed();
        }
        let job = Job {
            run: 0,
            number: 0,
            scenario,
            part: Part::Whole,
        };
        let mut reports = Vec::new();
        job.task().run(&mut |event| match event {
            Event::Report { report, .. } => reports.push(report),
            Event::Failed(reason) => panic!("{}: {reason}", self.name),
            Event::Ready
            | Event::Progress(_)
            | Event::Stage(_)
            | Event::Deadlock(_)
            | Event::Sample(_)
            | Event::Point(_)
            | Event::Diagnosis(_)
            | Event::Trace(_)
            | Event::Terms(_)
            | Event::Curves(_)
            | Event::Done => {}
        });
        let report = reports.pop().expect("one job, one report");
        serde_json::from_str(&report).expect("a report as JSON")
    }
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn every_machine_sees_the_same_deliveries() {
    let histories = histories();
    assert!(histories.len() >= 20);
    for frozen in histories {
        let mut simulator = frozen.simulator();
        while simulator.cycle() < frozen.cycles {
            simulator.step();
        }
        frozen.assert_is(&simulator);
    }
}

/// The worker skips idle cycles, and measures in between.
#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn a_worker_has_the_same_deliveries_as_single_steps() {
    for frozen in histories() {
        let report = frozen.measured();
        // A run that deadlocks ends before it is measured.
        let cycles = if report.deadlocked {
            frozen.cycles
        } else {
            report.measures.started + report.measures.cycles
        };
        assert_eq!(
            (cycles, &report.measures.digest),
            (frozen.cycles, &frozen.digest),
            "{}: {}",
            frozen.name,
            report.verdict
        );
    }
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn going_back_and_forth_changes_nothing() {
    // Short ones, among them every mode of switching and multicasts.
    for frozen in histories().into_iter().filter(|f| f.cycles < 10_000) {
        let mut history = History::new(frozen.simulator().design().clone());
        let end = frozen.cycles;
        for cycle in [end / 4, 3, end / 2, end / 2 - 1, 0, end] {
            while !history.seek(cycle, 100) {}
            assert_eq!(history.now().cycle(), cycle);
        }
        frozen.assert_is(history.now());
    }
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn measured_figures_are_the_same_to_the_last_bit() {
    let length = RunLength::new(1000, 3000);
    let opened = Scenario::from_link("t=mesh:8x8&vc=1&buf=4&M=16&lam=0.01");
    let study = opened.scenario.build().expect("a usable scenario");
    let measures = Simulator::new(study.design).run(length, |_| ()).measures;
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

/// A scene, a query, and its value as a lesson writes it. The first two follow from the semantics:
/// d + M − 1, and a ring in which each message waits for the next; the others are frozen.
const QUERIES: &[(&str, &str, &str)] = &[
    ("t=mesh:6&vc=1&M=8&msg=0:0>5", "latency(0)", "12"),
    (
        "t=torus-uni:8&vc=1&M=8&msg=0:0>4;1:2>6;2:4>0;3:6>2",
        "[0, 1, 2, 3].map(|m| waits_for(m)[0])",
        "1, 2, 3, 0",
    ),
    (
        "t=mesh:4x4&vc=1&M=8&lam=0.02&run=4000",
        "mean_latency() / 3.0 + sqrt(throughput())",
        "4.41",
    ),
    (
        "t=torus-uni:4x4&M=12",
        "model(\"ciciani-torus-uni\").latency(0.008)",
        "16.7",
    ),
];

/// Values in lessons are the same natively and in WebAssembly.
#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn every_machine_gives_queries_the_same_values() {
    for &(link, query, value) in QUERIES {
        assert_eq!(ask(link, None, query).as_deref(), Ok(value), "{query}");
    }
}
