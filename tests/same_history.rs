//! Frozen runs, `frozen/histories.json`: they report change, not truth.
//!
//! A digest covers every delivery of a run. Links and published figures promise the same run
//! forever and everywhere, so a change here is either a bug or a break of that promise. The same
//! files are read here, natively, and by `browser/program/history.spec.js` in the page’s worker,
//! which is WebAssembly.
//!
//! A run of random messages ends when it reaches the precision that its link requests, after the
//! cycles in the file, or in a deadlock.

use flitscope::lesson::ask;
use flitscope::scenario::{Scenario, Warmup};
use flitscope::sim::{History, RunLength, Simulator, packet};
use flitscope::sweep::{Answers, Part, Reply, Report, Simulated, SimulationQuestion, Task};
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

/// The figures of one run, in which not even the last bit may change.
#[derive(Debug, Deserialize)]
struct Figures {
    link: String,
    latency: Figure,
    network_latency: Figure,
}

#[derive(Debug, Deserialize)]
struct Figure {
    mean: Option<f64>,
    ci95: Option<f64>,
}

/// A run of packets of 2000 units of time, of which 500 are its warm-up.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct FrozenPackets {
    link: String,
    delivered: u64,
    digest: String,
}

fn scenario(link: &str) -> Scenario {
    let opened = Scenario::from_link(link);
    assert!(opened.problems.is_empty(), "{:?}", opened.problems);
    assert!(opened.others.is_empty(), "{:?}", opened.others);
    opened.scenario
}

fn histories() -> Vec<Frozen> {
    let frozen = serde_json::from_str(include_str!("frozen/histories.json"));
    frozen.expect("the file has the fields of Frozen")
}

impl Frozen {
    fn simulator(&self) -> Simulator {
        let study = scenario(&self.link).build();
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
        let mut scenario = scenario(&self.link);
        if scenario.traffic.rate > 0.0 {
            scenario.run.warmup = Warmup::Auto;
            scenario.run.cycles = self.cycles.cast_signed();
        }
        let question = SimulationQuestion::exact(Part::Whole);
        let mut replies = Vec::new();
        let task = Task::new(&scenario, &question);
        Answers::default().run(&task, &mut |message| replies.extend(message.reply()));
        match replies.pop() {
            Some(Reply::<f64, _>::Answer(Simulated::Report(report))) => *report,
            other => panic!("{}: {other:?}", self.name),
        }
    }
}

#[test]
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
#[test]
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

#[test]
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

#[test]
fn measured_figures_are_the_same_to_the_last_bit() {
    let frozen: Figures = serde_json::from_str(include_str!("frozen/figures.json"))
        .expect("the file has the fields of Figures");
    let study = scenario(&frozen.link).build().expect("a usable scenario");
    let length = RunLength::new(1000, 3000);
    let measures = Simulator::new(study.design).run(length, |_| ()).measures;
    let bits = |value: Option<f64>| value.map(f64::to_bits);
    for (found, expected) in [
        (measures.latency.mean, frozen.latency.mean),
        (measures.latency.ci95, frozen.latency.ci95),
        (measures.network_latency.ci95, frozen.network_latency.ci95),
    ] {
        assert!(expected.is_some());
        assert_eq!(bits(found), bits(expected));
    }
}

#[test]
fn every_machine_sees_the_same_packets() {
    let runs: Vec<FrozenPackets> = serde_json::from_str(include_str!("frozen/packets.json"))
        .expect("the file has the fields of FrozenPackets");
    for frozen in runs {
        let study = scenario(&frozen.link).build();
        let design = study.expect("links yield usable scenarios").packet;
        let mut simulator = packet::Simulator::new(design.expect("it is asked for"));
        simulator.advance(2000.0);
        let found = format!("{:016x}", simulator.digest());
        let delivered = simulator.counters().delivered;
        assert_eq!(
            (delivered, found),
            (frozen.delivered, frozen.digest),
            "{}",
            frozen.link
        );
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

#[test]
fn queries_have_the_values_they_had() {
    for &(link, query, value) in QUERIES {
        assert_eq!(ask(link, None, query).as_deref(), Ok(value), "{query}");
    }
}
