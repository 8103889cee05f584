//! Beyond saturation: what a network accepts does not depend on how long a run is, how much is offered,
//! or when more messages wait than a run may hold.

use std::sync::Arc;

use flitscope::scenario::Scenario;
use flitscope::sim::{Estimate, Replication, RunLength, Simulator, Verdict, most_backlog, packet};
use flitscope::topology::{self, Network};
use flitscope::traffic;

use crate::common::effort;

/// Runs whose backlog exceeds the limit, and the same with a tenth of the cycles.
#[test]
fn the_accepted_load_does_not_depend_on_the_length_of_a_run() {
    let quick = ["t=mesh:8x8&vc=4&buf=8&M=1&lam=1"];
    let long = [
        "t=mesh:8x8&vc=4&buf=8&M=1&lam=1",
        "t=mesh:8x8&vc=4&buf=8&M=1&lam=0.6",
        "t=mesh:8x8&vc=4&buf=8&M=2&lam=0.5",
        "t=mesh:8x8&vc=1&buf=4&M=4&lam=1&tr=transpose",
        "t=torus:8x8&vc=4&buf=4&M=4&lam=1&tr=hotspot",
        "t=hypercube:8&vc=4&buf=8&M=1&lam=1",
        "t=hypercube:6&vc=2&buf=2&M=8&lam=1&r=duato",
        "t=mesh:32x32&vc=2&buf=4&M=4&lam=1",
    ];
    for &link in effort::quick_or(&quick[..], &long) {
        let [short, whole] = [20_000, 200_000].map(|cycles| accepted(link, 1_000, cycles));
        let sum =
            |of: fn(&Estimate) -> Option<f64>| of(&short).zip(of(&whole)).expect("it is known");
        let (a, b) = sum(|estimate| estimate.mean);
        let (within, around) = sum(|estimate| estimate.ci95);
        assert!(
            (a - b).abs() <= within + around,
            "{link}: {short:?} {whole:?}"
        );
    }
}

/// An independent simulator of the same rules gives .435 over 2,000 cycles; runs that do not reach
/// the limit give .433 ± .001.
#[test]
fn a_mesh_accepts_the_same_at_every_load_beyond_saturation() {
    for load in effort::quick_or(&[0.6, 1.0][..], &[0.5, 0.6, 0.8, 1.0]) {
        let link = format!("t=mesh:8x8&vc=4&buf=8&M=1&lam={load}");
        let found = accepted(&link, 5_000, 200_000).mean.expect("flits arrive");
        let found = found / 64.0;
        assert!((found - 0.433).abs() < 0.002, "{load}: {found}");
    }
}

/// In a large network the limit is reached while the network still fills with messages.
#[test]
fn a_large_network_accepts_the_same_however_soon_it_reaches_the_limit() {
    let accepted = |load: f64| {
        let link = format!("t=mesh:32x32&vc=2&buf=4&M=4&lam={load}");
        accepted(&link, 1_500, 6_000).mean.expect("flits arrive")
    };
    let (soon, late) = (accepted(1.0), accepted(0.2));
    assert!((soon / late - 1.0).abs() < 0.01, "{soon} {late}");
}

/// Only messages of long queues are lost, so that every source always has one to send; what is lost
/// is offered all the same.
#[test]
fn sources_at_the_limit_are_treated_alike() {
    let mut simulator = simulator("t=mesh:8x8&vc=4&buf=8&M=4&lam=1");
    let limit = most_backlog(64);
    while !simulator.is_overrun() {
        simulator.step();
    }
    let before = simulator.counters();
    for _ in 0..4_000 {
        simulator.step();
        assert!(simulator.backlog() <= 2 * limit);
    }
    let waiting = simulator.snapshot().queued;
    let least = waiting.iter().min().expect("queues");
    assert!(u64::from(*least) >= limit / 64 / 2, "{waiting:?}");
    let after = simulator.counters();
    let offered = (after.offered_flits - before.offered_flits) as f64 / (64.0 * 4_000.0);
    assert!((offered / 4.0 - 1.0).abs() < 0.01, "{offered}");
}

/// The packet simulator, where the limit is reached before measurement starts.
#[test]
fn packets_are_accepted_before_the_limit_is_reached() {
    let topology = topology::from_spec("mesh:4x4").expect("a network");
    let design = packet::Design {
        network: Network::new(&*topology),
        pattern: Some(traffic::from_id("uniform", &*topology, 1).expect("a pattern")),
        topology: topology.into(),
        rate: 200.0,
        mu: 1.0,
        lengths: packet::Lengths::Kept,
        seed: 1,
    };
    let span = packet::Span {
        warmup: 10_000.0,
        measured: 100_000.0,
    };
    let outcome = packet::Simulator::new(Arc::new(design)).run(span, |_| ());
    assert_eq!(outcome.verdict, Verdict::Saturated);
    let measures = outcome.measures;
    assert!(
        (measures.offered / 200.0 - 1.0).abs() < 0.01,
        "{measures:?}"
    );
    // 48 links, each of which a message leaves per unit of time, and 2.67 links per message.
    assert!(measures.accepted > 0.5, "{measures:?}");
    assert!(measures.measured > 0.0 && measures.links.utilization.mean > 0.5);
}

/// Flits per cycle.
fn accepted(link: &str, warmup: u64, cycles: u64) -> Estimate {
    let run: Replication = simulator(link).replicate(RunLength::new(warmup, cycles), |_| ());
    run.record.accepted
}

fn simulator(link: &str) -> Simulator {
    let scenario = Scenario::from_link(link).scenario;
    Simulator::new(scenario.build().expect("a valid scenario").design)
}
