//! The probe: times for which lanes are held, and waits of headers.

use engine::sim::{Probe, Simulator, Terms, Times};
use study::scenario::Scenario;

/// Observes a scenario from the beginning until nothing is left to do, or for some cycles.
fn observed(json: &str, cycles: u64) -> (Terms, Simulator) {
    let scenario = Scenario::from_json(json).expect(json);
    let built = scenario.build().expect(json);
    let mut simulator = Simulator::new(built.design);
    let mut probe = Probe::new(&simulator, 0);
    for _ in 0..cycles {
        simulator.step();
        probe.look(&simulator);
    }
    (probe.terms(), simulator)
}

fn is_always(times: &Times, cycles: f64) -> bool {
    (times.mean() - cycles).abs() < 1e-9 && times.deviation() < 1e-6
}

#[test]
fn a_lone_message_holds_each_lane_for_its_length_and_the_cycle_of_tear_down() {
    let (terms, _) = observed(
        r#"{"network": "mesh:4x4", "vcs": 1, "length": {"fixed": 8},
            "messages": [{"at": 3, "from": "0,0", "to": ["2,1"], "length": 8}]}"#,
        60,
    );
    assert_eq!(terms.lanes[0].held.count, 2);
    assert_eq!(terms.lanes[1].held.count, 1);
    for lanes in &terms.lanes {
        assert!(is_always(&lanes.held, 9.0));
        assert_eq!(lanes.follow, 0);
    }
    assert_eq!(terms.hops.len(), 3);
    assert!(is_always(&terms.injection, 8.0));
    for waits in terms.waits.iter().flatten() {
        assert!(is_always(&waits.wait, 0.0));
        assert_eq!(waits.waited, 0);
    }
    // Source to x, x to x, x to y.
    let counts =
        [[0, 0], [1, 0], [1, 1]].map(|[kind, to]: [usize; 2]| terms.waits[kind][to].wait.count);
    assert_eq!(counts, [1, 1, 1]);
}

#[test]
fn a_worm_that_waits_enters_the_lane_right_behind_the_other() {
    let (terms, _) = observed(
        r#"{"network": "mesh:4", "vcs": 1, "length": {"fixed": 6}, "messages": [
            {"at": 0, "from": "1", "to": ["3"], "length": 6},
            {"at": 1, "from": "0", "to": ["3"], "length": 6}]}"#,
        60,
    );
    let lanes = terms.lanes[0];
    assert_eq!(lanes.held.count, 5);
    // The second worm waits for the lane from 1 to 2 alone, and follows the first one from there on.
    assert_eq!(lanes.follow, 2);
    let waits = terms.waits[1][0];
    assert_eq!(waits.waited, 1);
    assert!((waits.wait.mean() * waits.wait.count as f64 - 5.0).abs() < 1e-9);
}

/// Without anything but waits in the way, the latency of a message is that of an empty network and its waits.
#[test]
fn waits_add_up_to_the_latency_of_the_network() {
    for network in ["hypercube:5", "mesh:5x5"] {
        let (terms, simulator) = observed(
            &format!(
                r#"{{"network": "{network}", "vcs": 1, "length": {{"fixed": 16}}, "traffic": {{"rate": 0.012}}}}"#
            ),
            40_000,
        );
        let counters = simulator.counters();
        let messages = terms.waits[0].iter().map(|waits| waits.wait.count);
        let messages: u64 = messages.sum();
        assert!(messages.abs_diff(counters.delivered) < 100, "{network}");
        let total = |of: &dyn Fn(&engine::sim::Waits) -> f64| {
            terms.waits.iter().flatten().map(of).sum::<f64>() / messages as f64
        };
        let hops = total(&|waits| waits.wait.count as f64);
        let wait = total(&|waits| waits.wait.mean() * waits.wait.count as f64);
        let latency = counters.network_latency as f64 / counters.delivered as f64;
        let alone = hops + 15.0;
        assert!(wait > 1.0, "{network}");
        assert!(
            (alone + wait - latency).abs() < 0.01 * latency,
            "{network}: {alone} + {wait}, but {latency}"
        );
    }
}
