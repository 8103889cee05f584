//! How runs end, and whether traffic is sent at the requested rate.

use flitscope::routing;
use flitscope::scenario::{BuiltScenario, Message, Scenario};
use flitscope::sim::{MessageId, Outcome, RunLength, Simulator, Verdict};
use flitscope::sweep::{Report, capacity};
use flitscope::traffic::Length;

use crate::common::networks;

/// Nodes of the largest simulated network.
const MAX_NODES: u32 = 36;

/// Networks whose traffic is limited by the channels, not by the ports of the processors: a port
/// sends one flit per cycle, the channels of a complete network ten times as many, and those of the
/// largest graph twice as many.
fn limited_by_channels() -> impl Iterator<Item = &'static str> {
    let is_limited = |id: &str| !["complete", "graph"].contains(&id);
    networks::largest_up_to(MAX_NODES)
        .filter(move |network| is_limited(networks::family_of(network)))
}

const RUN: RunLength = RunLength::new(2_000, 12_000);

#[test]
fn twice_the_capacity_saturates_and_has_no_latency() {
    for network in limited_by_channels() {
        let outcome = run(&loaded(network, 2.0), RUN);
        assert_eq!(outcome.verdict, Verdict::Saturated, "{network}");
        let measures = outcome.measures;
        assert_eq!(measures.latency.mean, None, "{network}");
        assert!(measures.network_latency.mean.is_some(), "{network}");
        assert!(measures.accepted < 0.9 * measures.offered, "{network}");
    }
}

#[test]
fn a_tenth_of_the_capacity_is_accepted() {
    for network in limited_by_channels() {
        let study = loaded(network, 0.1);
        let outcome = run(&study, RUN);
        assert_eq!(outcome.verdict, Verdict::Steady, "{network}");
        let measures = outcome.measures;
        let latency = measures
            .latency
            .mean
            .expect("a steady network has a latency");
        let in_network = measures.network_latency.mean.expect("messages arrived");
        let alone = study.topology.mean_distance() + study.design.length.mean() - 1.0;
        assert!(alone < in_network && in_network <= latency, "{network}");
        assert!(latency < 1.5 * alone, "{network}: {latency}, alone {alone}");
        let lost = (measures.accepted / measures.offered - 1.0).abs();
        assert!(lost < 0.02, "{network}: {measures:?}");
    }
}

#[test]
fn a_broadcast_takes_one_channel_per_node_that_it_reaches() {
    let mut scenario = Scenario::on("hypercube:4");
    scenario.length = Length::Fixed(16);
    scenario.traffic.rate = 0.001;
    let capacity_at = |broadcast| {
        let mut scenario = scenario.clone();
        scenario.traffic.broadcast = broadcast;
        capacity(&scenario.build().expect("it is in range"))
    };
    // 64 channels, 16 nodes, 16 flits over 32/15 channels or over 15.
    assert!((capacity_at(0.0) - 0.25 * 15.0 / 32.0).abs() < 1e-12);
    assert!((capacity_at(1.0) - 0.25 / 15.0).abs() < 1e-12);
    assert!((1.0 / capacity_at(0.5) - 2.0 * (15.0 + 32.0 / 15.0)).abs() < 1e-9);
}

#[test]
fn a_run_of_ordered_messages_ends_when_the_last_has_arrived() {
    let study = with_messages("mesh:4x4", 1, &[("0,0", "3,3"), ("0,3", "2,2")]);
    let outcome = run(&study, RUN);
    assert_eq!(outcome.verdict, Verdict::Drained);
    assert_eq!(outcome.measures.messages, 2);
    assert_eq!(outcome.measures.hops, Some(4.5));
    // Six channels and 31 flits behind the header: the last arrives in cycle 37.
    assert_eq!(outcome.measures.cycles, 38);
}

#[test]
fn a_run_without_messages_ends_at_once() {
    let outcome = run(&with_messages("mesh:4x4", 1, &[]), RUN);
    assert_eq!(outcome.verdict, Verdict::Drained);
    assert_eq!(outcome.measures.cycles, 0);
    assert_eq!(outcome.measures.latency.mean, None);
}

#[test]
fn a_run_that_is_too_short_is_reported_as_unfinished() {
    let study = with_messages("mesh:4x4", 1, &[("0,0", "3,3")]);
    for (cycles, verdict) in [(37, Verdict::Unfinished), (38, Verdict::Drained)] {
        let outcome = run(&study, RunLength::new(0, cycles));
        assert_eq!(outcome.verdict, verdict, "{cycles}");
    }
}

#[test]
fn a_run_ends_with_its_deadlock() {
    let cycle = [("0", "2"), ("1", "3"), ("2", "0"), ("3", "1")];
    let stuck = run(&with_messages("torus-uni:4", 1, &cycle), RUN);
    let Verdict::Deadlocked(deadlock) = stuck.verdict else {
        panic!("{:?}", stuck.verdict);
    };
    // Each waits for the second channel of its path, which the next one holds.
    let mut channels: Vec<_> = deadlock.channels.iter().map(|at| at.channel.0).collect();
    channels.sort_unstable();
    assert_eq!(channels, [0, 1, 2, 3]);
    let mut worms = deadlock.worms;
    worms.sort_unstable();
    assert_eq!(worms, [0, 1, 2, 3].map(MessageId));
    assert_eq!(stuck.measures.messages, 0);
    let free = run(&with_messages("torus-uni:4", 2, &cycle), RUN);
    assert_eq!(free.verdict, Verdict::Drained);
    assert_eq!(free.measures.messages, 4);
}

#[test]
fn a_run_ends_as_saturated_when_its_backlog_exceeds_the_limit() {
    let mut messages = Scenario::on("mesh:32x32");
    messages.traffic.rate = 1.0;
    // The whole plan of a broadcast is kept until its last copy has arrived.
    let mut broadcasts = Scenario::on("hypercube:10");
    (broadcasts.traffic.rate, broadcasts.traffic.broadcast) = (1.0, 1.0);
    // Messages wait in queues so long that the network is still that of the scenario, so enough of it
    // is measured. Of broadcasts, what is ignored otherwise is all there is.
    for (scenario, warmup, started, ends) in [
        (messages, 200, 200, 4_296..=4_296),
        (broadcasts, 20_000, 0, 2..=20),
    ] {
        let study = scenario.build().expect("it is in range");
        let Outcome { verdict, measures } = run(&study, RunLength::new(warmup, 1_000_000));
        assert_eq!(verdict, Verdict::Saturated);
        let ended = measures.overrun.expect("it ended early");
        assert!(ends.contains(&ended), "{ended}");
        assert_eq!(
            (measures.cycles, measures.started),
            (ended - started, started)
        );
        assert!(measures.accepted > 0.0 && measures.accepted < measures.offered);
        assert_eq!(measures.latency.mean, None);
        let load = measures
            .channel_load
            .clone()
            .expect("channels carried flits");
        assert!(load.mean > 0.0 && load.max <= 1.0);
        let report = Report::new(1.0, &study, Outcome { verdict, measures });
        let expected = format!("the run ended in cycle {ended}");
        assert!(report.saturated && report.verdict.contains(&expected));
    }
}

/// About 16,384 broadcasts are due in the first cycle, each with 2 MB of worms.
#[test]
fn memory_is_bounded_even_when_much_is_due_in_one_cycle() {
    let mut scenario = Scenario::on("hypercube:14");
    (scenario.traffic.rate, scenario.traffic.broadcast) = (1.0, 1.0);
    let study = scenario.build().expect("it is in range");
    let mut simulator = Simulator::new(study.design);
    simulator.step();
    assert!(simulator.is_overrun());
    assert!(simulator.bytes() < 1 << 30, "{} bytes", simulator.bytes());
    let waiting = simulator.backlog();
    simulator.step();
    assert!(simulator.backlog() <= waiting);
}

#[test]
fn measurements_before_an_overrun_count() {
    let mut scenario = Scenario::on("mesh:8x8");
    scenario.traffic.rate = 1.0;
    scenario.length = Length::Fixed(1);
    let study = scenario.build().expect("it is in range");
    let measures = run(&study, RunLength::new(500, 1_000_000)).measures;
    let ended = measures.overrun.expect("it ended early");
    assert_eq!((measures.started, measures.cycles), (500, ended - 500));
}

#[test]
fn progress_is_reported_in_ascending_shares() {
    let mut shares = Vec::new();
    let study = loaded("mesh:4x4", 0.1);
    Simulator::new(study.design).run(RUN, |share| shares.push(share));
    assert!(shares.is_sorted(), "{shares:?}");
    assert!((90..=110).contains(&shares.len()));
    assert!(shares.iter().all(|share| (0.0..=1.0).contains(share)));
}

#[test]
fn another_seed_has_another_history() {
    let digest = |seed| {
        let mut scenario = Scenario::on("mesh:4x4");
        scenario.traffic.rate = 0.01;
        scenario.seed = seed;
        let study = scenario.build().expect("it is in range");
        run(&study, RUN).measures.digest
    };
    // `same_history` checks with frozen digests that the same seed always has the same history.
    assert_ne!(digest(7), digest(8));
}

/// The number of messages is Poisson distributed; its variance equals its mean. It is more than
/// five standard deviations off for less than one in a million seeds.
#[test]
fn sources_send_at_their_rate() {
    const CYCLES: u32 = 20_000;
    for rate in [0.0001, 0.003, 0.05, 0.7, 1.0] {
        for seed in 1..4 {
            let mut scenario = Scenario::on("mesh:5x5");
            (scenario.traffic.rate, scenario.seed) = (rate, seed);
            scenario.length = Length::Fixed(1);
            let study = scenario.build().expect("it is in range");
            let mut simulator = Simulator::new(study.design);
            for _ in 0..CYCLES {
                simulator.step();
            }
            let mean = rate * f64::from(CYCLES) * 25.0;
            let found = simulator.counters().generated as f64;
            let deviations = (found - mean) / mean.sqrt();
            assert!(deviations.abs() < 5.0, "{found} messages instead of {mean}");
        }
    }
}

/// Uniform traffic at a share of [`capacity`], with the usual routing function.
fn loaded(network: &str, share: f64) -> BuiltScenario {
    let mut scenario = Scenario::on(network);
    routing::usual(&*networks::build(network)).clone_into(&mut scenario.routing);
    scenario.length = Length::Fixed(16);
    let idle = scenario.build().expect("it is in range");
    scenario.traffic.rate = share * capacity(&idle);
    scenario.build().expect("it is in range")
}

fn with_messages(network: &str, vcs: i64, messages: &[(&str, &str)]) -> BuiltScenario {
    let mut scenario = Scenario::on(network);
    scenario.vcs = vcs;
    let messages = messages.iter().map(|&(from, to)| Message {
        at: 0,
        from: from.to_owned(),
        to: vec![to.to_owned()],
        length: None,
        via: Vec::new(),
        by: None,
    });
    scenario.messages = messages.collect();
    scenario.build().expect("it is in range")
}

fn run(study: &BuiltScenario, length: RunLength) -> Outcome {
    Simulator::new(study.design.clone()).run(length, |_| ())
}
