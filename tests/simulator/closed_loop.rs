//! Requests and replies: round trips, sources that wait, and the deadlock of requests with replies.

use engine::sim::{Measures, Simulator};
use study::scenario::Scenario;
use study::sweep::{DeadlockReport, cures, simulate};

/// Heavy traffic of a 4×4 mesh, in which every terminal may have four requests without a reply.
const HEAVY: &str = "t=mesh:4x4&M=4&buf=2&lam=0.2&cw=4";

fn scenario(link: &str) -> Scenario {
    Scenario::from_link(link).whole().expect("valid").scenario
}

fn simulator(link: &str) -> Simulator {
    Simulator::new(scenario(link).build().expect("valid").design)
}

fn measures(link: &str) -> Measures {
    let report = simulate(&scenario(link), |_| ()).expect("it can be run");
    assert!(
        !report.deadlocked && !report.saturated,
        "{}",
        report.verdict
    );
    report.measures
}

/// The cycle in which a run deadlocks, if it does within 20,000 cycles.
fn deadlocks(link: &str) -> Option<u64> {
    let mut simulator = simulator(link);
    while simulator.cycle() < 20_000 && simulator.deadlock().is_none() {
        simulator.step();
    }
    simulator.deadlock().map(|deadlock| deadlock.cycle)
}

/// A header needs a cycle for each of d channels and the body M − 1 more, both ways; the reply is
/// generated in the cycle after the request arrived and `service` cycles later.
#[test]
fn a_round_trip_without_other_messages_is_that_of_two_messages() {
    for (length, reply, service) in [(1, 1, 0), (4, 9, 0), (9, 4, 7), (20, 20, 3)] {
        let link = format!("t=mesh:4x4&vc=1&cw=1&msg=5:0,0>3,2:{length}&cm={reply}&cs={service}");
        let mut simulator = simulator(&link);
        let mut arrived = Vec::new();
        while !simulator.is_over() {
            simulator.step();
            arrived.extend(simulator.deliveries().iter().copied());
        }
        let [request, reply_to_it] = *arrived else {
            panic!("{arrived:?}");
        };
        let there = 5 + length - 1;
        let back = 5 + reply - 1;
        assert_eq!(request.arrived, 5 + there);
        assert_eq!(request.round_trip, None);
        assert_eq!(
            (reply_to_it.from, reply_to_it.to),
            (request.to, request.from)
        );
        assert_eq!(reply_to_it.round_trip, Some(there + 1 + service + back));
    }
}

#[test]
fn a_source_stands_still_while_all_its_requests_are_out() {
    for outstanding in [1, 3] {
        let mut simulator = simulator(&format!(
            "t=mesh:4x4&M=4&lam=0.5&cc=separate&vc=2&cw={outstanding}"
        ));
        let mut most = 0;
        for _ in 0..3_000 {
            simulator.step();
            let requests = simulator.snapshot().requests;
            most = most.max(requests.iter().map(|at| at.outstanding).max().unwrap_or(0));
        }
        assert_eq!(most, outstanding);
    }
}

/// With one outstanding request, a source generates one in every 1/λ cycles and a round trip, and
/// the cycle after it.
#[test]
fn sources_with_one_request_generate_as_often_as_replies_arrive() {
    let link = "t=mesh:4x4&M=4&vc=2&cc=separate&cw=1&cs=20&lam=0.02&warm=2000&run=60000";
    let measured = measures(link);
    let round_trip = measured
        .round_trip
        .and_then(|of| of.mean)
        .expect("replies arrive");
    let expected = 1.0 / (1.0 / 0.02 + round_trip + 1.0);
    // Requests and replies have the same length and number.
    let found = measured.offered / 4.0 / 2.0;
    assert!(
        (found / expected - 1.0).abs() < 0.01,
        "{found}, not {expected}"
    );
}

#[test]
fn requests_and_replies_in_the_same_virtual_channels_deadlock() {
    assert!(deadlocks(HEAVY).is_some());
    let report = |link: &str| {
        let scenario = scenario(link);
        let built = scenario.build().expect("valid");
        DeadlockReport::of(&scenario, &built).expect("it is small")
    };
    let shared = report(HEAVY);
    assert_eq!(shared.deadlock_free, Some(false), "{}", shared.reason);
    // Neither more virtual channels nor adaptive paths prevent it.
    for change in ["&vc=4", "&vc=1"] {
        assert!(deadlocks(&format!("{HEAVY}{change}")).is_some(), "{change}");
    }
    let adaptive = HEAVY.replace("cw=4", "cw=16&r=duato&vc=4");
    assert!(deadlocks(&adaptive).is_some());
}

#[test]
fn a_warning_is_given_only_where_requests_can_be_refused() {
    let warns = |change: &str| {
        let built = scenario(&format!("{HEAVY}{change}")).build();
        let warnings = built.expect("valid").warnings();
        warnings
            .iter()
            .any(|warning| warning.contains("share virtual channels"))
    };
    assert!(warns("") && warns("&cq=59"));
    assert!(!warns("&cq=60") && !warns("&cc=separate"));
}

#[test]
fn virtual_channels_of_their_own_for_replies_prevent_the_deadlock() {
    let open = HEAVY.replace("&cw=4", "");
    let free = |link: &str| {
        let scenario = scenario(link);
        let built = scenario.build().expect("valid");
        let report = DeadlockReport::of(&scenario, &built).expect("it is small");
        assert_eq!(
            report.deadlock_free,
            Some(true),
            "{link}: {}",
            report.reason
        );
        assert_eq!(deadlocks(link), None, "{link}");
    };
    free(&open);
    for cure in [
        "&cc=separate",
        "&cc=separate&vc=8",
        "&cc=separate&r=duato&vc=4",
        // A place for the reply to each request: 15 terminals with 4 each.
        "&cq=60",
    ] {
        free(&format!("{HEAVY}{cure}"));
    }
    // Half of two virtual channels is too few for a ring.
    let ring = scenario("t=torus:5x5&M=4&lam=0.2&vc=2&cw=4&cc=separate");
    let built = ring.build().expect("valid");
    let report = DeadlockReport::of(&ring, &built).expect("it is small");
    assert_eq!(report.deadlock_free, Some(false), "{}", report.reason);
    for cure in cures(&scenario(HEAVY)) {
        assert_eq!(deadlocks(&cure.link), None, "{}", cure.label());
    }
}
