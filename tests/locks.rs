//! Verdicts against long simulations at overload: what is free of deadlock never locks, what
//! is not does. One flit of buffer, one port each way, and more messages than get through.
//!
//! With one virtual channel every function locks that can. With more, every one of them has to
//! be held along a circle at the same time, which these small networks do not show within 10⁶
//! cycles (`random-shortest`, `unrestricted` and `mh-hybrid` with V ≥ 2, tried); a ring
//! without a dateline is therefore locked on purpose, for every V.

#![cfg(not(target_arch = "wasm32"))]

use std::sync::Arc;

use flitscope::routing::{self, FAMILIES, Vcs, dependency::Graph};
use flitscope::scenario::{Scenario, Study};
use flitscope::sim::{Design, Order, Ports, Simulator};
use flitscope::topology::{self, Network, NodeId};
use flitscope::traffic::Length;

/// Cycles in which nothing locks, with the fewest virtual channels that are enough.
const LONG: u64 = 1_000_000;

/// The same with more of them, which leave more room.
const SHORT: u64 = 100_000;

/// Cycles of a run; then another one begins with an empty network, lest queues grow for ever.
const RUN: u64 = 20_000;

/// Can lock and did not within 10⁶ cycles: between nodes two hops apart there are four ways, of
/// which messages take the first that is free, so that four of them hardly ever choose a circle.
const NOT_SEEN: &[Case] = &[("folded-hypercube:3", "unrestricted", 1)];

#[test]
fn on_a_mesh() {
    assert_verdicts("mesh:3x3");
}

#[test]
fn on_a_ring() {
    assert_verdicts("torus:5");
}

#[test]
fn on_a_one_way_torus() {
    assert_verdicts("torus-uni:3x3");
}

#[test]
fn on_a_hypercube() {
    assert_verdicts("hypercube:3");
}

#[test]
fn on_a_folded_hypercube() {
    assert_verdicts("folded-hypercube:3");
}

#[test]
fn on_a_mesh_hypercube() {
    assert_verdicts("mesh-hypercube:2x4");
}

#[test]
fn unrestricted_routing_locks_wherever_there_are_16_nodes() {
    for network in ["mesh:4x4", "torus:4x4", "hypercube:4"] {
        let case = (network, "unrestricted", 1);
        let study = overloaded(case, 1).expect("it is defined there");
        assert!(!is_free(&study), "{network}");
        assert!(locks_within(case, LONG), "{network}");
    }
}

/// Each of five nodes sends to the one two ahead, as often as there are virtual channels.
#[test]
fn a_ring_of_one_class_locks_however_many_vcs_there_are() {
    for (count, dateline) in (1..=4).flat_map(|vcs| [(vcs, false), (vcs, true)]) {
        let topology = topology::from_spec("torus-uni:5").expect("it is in range");
        let routing = routing::from_id("dimension-order", &*topology, Vcs { count, dateline });
        let routing = routing.expect("it is defined everywhere");
        let orders = (0..5 * u32::from(count)).map(|nth| Order {
            at: 0,
            from: NodeId(nth % 5),
            to: vec![NodeId((nth + 2) % 5)],
            length: 8,
        });
        let mut simulator = Simulator::new(Arc::new(Design {
            vcs: count,
            ports: Ports {
                injection: count,
                ejection: None,
            },
            orders: orders.collect(),
            ..Design::idle(Network::new(&*topology), routing)
        }));
        while !simulator.is_over() {
            simulator.step();
        }
        let design = simulator.design();
        let graph = Graph::of(&design.network, &*design.routing, count);
        let analysis = graph.expect("the network is small").analyze();
        let is_free = analysis.is_deadlock_free();
        assert_eq!(is_free, dateline && count > 1, "V = {count}");
        assert_eq!(simulator.deadlock().is_none(), is_free, "V = {count}");
    }
}

fn assert_verdicts(network: &'static str) {
    for family in FAMILIES {
        for vcs in 1..=3 {
            let case = (network, family.entry.id, vcs);
            let Some(study) = overloaded(case, 1) else {
                continue;
            };
            let least = study.design.routing.min_vcs();
            if !is_free(&study) {
                let is_seen = vcs == 1 && !NOT_SEEN.contains(&case);
                assert!(
                    !is_seen || locks_within(case, LONG),
                    "{case:?} never locked"
                );
            } else if least == Some(vcs) {
                assert!(!locks_within(case, LONG), "{case:?} locked");
            } else {
                assert!(!locks_within(case, SHORT), "{case:?} locked");
            }
        }
    }
}

/// A network, a routing function and V.
type Case = (&'static str, &'static str, u8);

/// Whether messages lock within so many cycles, in as many runs as they take.
fn locks_within(case: Case, cycles: u64) -> bool {
    (1..=cycles / RUN).any(|seed| {
        let study = overloaded(case, seed).expect("it was built before");
        let mut simulator = Simulator::new(study.design);
        while simulator.deadlock().is_none() && simulator.cycle() < RUN {
            simulator.step();
        }
        let has_locked = simulator.deadlock().is_some();
        assert!(
            has_locked || simulator.backlog() > RUN / 50,
            "{case:?} is not overloaded"
        );
        has_locked
    })
}

fn is_free(study: &Study) -> bool {
    let design = &study.design;
    let graph = Graph::of(&design.network, &*design.routing, design.vcs);
    graph
        .expect("the network is small")
        .analyze()
        .is_deadlock_free()
}

/// `None` where the function is not defined.
fn overloaded((network, routing, vcs): Case, seed: u64) -> Option<Study> {
    let mut scenario = Scenario::on(network);
    routing.clone_into(&mut scenario.routing);
    (scenario.vcs, scenario.seed) = (vcs.into(), seed);
    scenario.buffer = 1;
    scenario.length = Length::Fixed(6);
    scenario.traffic.rate = 0.16;
    scenario.ports.ejection = Some(1);
    scenario.build().ok()
}
