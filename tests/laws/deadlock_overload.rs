//! Verdicts compared with long simulations at overload: functions free of deadlock never deadlock,
//! and the others do. Buffers hold one flit, nodes have one injection and one ejection port, and
//! more messages are offered than the network can accept.
//!
//! With one virtual channel every function that can deadlock does. With more, all of them must be
//! held along a cycle at the same time, which does not happen in these small networks within 10⁶
//! cycles (tried: `random-shortest`, `unrestricted` and `mh-hybrid` with V ≥ 2); a ring without a
//! dateline is therefore driven into deadlock deliberately, for every V.

use std::sync::Arc;

use flitscope::multicast::{self, Relay};
use flitscope::routing::{
    self, FAMILIES, Vcs, VirtualChannel,
    deadlock::{Room, judge},
    dependency::Graph,
};
use flitscope::scenario::{BuiltScenario, Multicast, Scenario};
use flitscope::sim::{Design, Order, Ports, Simulator};
use flitscope::sweep::DeadlockReport;
use flitscope::topology::{self, Network, NodeId};
use flitscope::traffic::Length;

use crate::common::effort;

/// Cycles within which every function that can deadlock does.
const LONG: u64 = 1_000_000;

/// Cycles that functions proved free are simulated for, without a deadlock.
fn cycles_if_free() -> u64 {
    effort::quick_or(40_000, 200_000)
}

/// Cycles of one run; each run starts with an empty network, so that queues stay bounded.
const RUN: u64 = 20_000;

/// Cases that can deadlock but did not within 10⁶ cycles: between nodes two hops apart there are
/// four paths, of which messages take the first that is free, so four messages hardly ever form a
/// cycle.
const NOT_SEEN: &[Case] = &[
    ("folded-hypercube:3", "unrestricted", 1),
    // With one virtual channel it offers the same.
    ("folded-hypercube:3", "distance-classes", 1),
];

#[test]
fn verdicts_hold_on_a_mesh() {
    assert_verdicts("mesh:3x3");
}

#[test]
fn verdicts_hold_on_a_ring() {
    assert_verdicts("torus:5");
}

#[test]
fn verdicts_hold_on_a_unidirectional_torus() {
    assert_verdicts("torus-uni:3x3");
}

#[test]
fn verdicts_hold_on_a_hypercube() {
    assert_verdicts("hypercube:3");
}

#[test]
fn verdicts_hold_on_a_folded_hypercube() {
    assert_verdicts("folded-hypercube:3");
}

#[test]
fn verdicts_hold_on_a_mesh_hypercube() {
    assert_verdicts("mesh-hypercube:2x4");
}

#[test]
fn unrestricted_routing_deadlocks_on_every_network_of_16_nodes() {
    for network in ["mesh:4x4", "torus:4x4", "hypercube:4"] {
        let case = (network, "unrestricted", 1);
        let study = overloaded(case, 1).expect("it is defined there");
        assert!(!is_free(&study), "{network}");
        assert!(deadlocks_within(case, LONG), "{network}");
    }
}

/// Each of five nodes sends one message per virtual channel to the node two ahead.
#[test]
fn a_ring_without_a_dateline_deadlocks_with_any_number_of_vcs() {
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
        let answer = judge(
            &analysis,
            &design.network,
            &*design.routing,
            count,
            Room::Flits,
        );
        let is_free = answer.is_free().expect("it is decided");
        assert_eq!(is_free, dateline && count > 1, "V = {count}");
        assert_eq!(simulator.deadlock().is_none(), is_free, "V = {count}");
    }
}

/// A network, a multicast algorithm on it, and the number of destinations.
const TREES: &[(&str, &str, i64)] = &[
    ("hypercube:2", "binomial-broadcast:fixed", 2),
    ("hypercube:3", "binomial-broadcast:fixed", 2),
    ("hypercube:3", "binomial-broadcast:fixed", 3),
    ("hypercube:3", "binomial-broadcast", 7),
    ("hypercube:4", "binomial-broadcast:random", 15),
    ("hypercube:3", "binomial-broadcast", 4),
    ("mesh-hypercube:2x2", "mesh-hypercube", 2),
    ("mesh-hypercube:1x4", "mesh-hypercube", 2),
    ("mesh-hypercube:2x4", "mesh-hypercube", 2),
    ("mesh-hypercube:2x4", "mesh-hypercube", 4),
    ("mesh-hypercube:3x4", "mesh-hypercube", 6),
];

/// Each tree in a deadlock holds a channel that the previous one wants and wants one that the next
/// one holds: a cycle in the dependency graph. Relayed, the same multicasts never deadlock.
#[test]
fn replicated_multicasts_deadlock_in_cycles_of_the_analysis_and_relayed_ones_never() {
    for &(network, algorithm, destinations) in TREES {
        let study = |replicate, seed| {
            let mut scenario = Scenario::on(network);
            (scenario.vcs, scenario.buffer, scenario.seed) = (1, 1, seed);
            scenario.length = Length::Fixed(6);
            scenario.traffic.rate = 0.1;
            scenario.traffic.multicast = Multicast {
                algorithm: Some(algorithm.to_owned()),
                destinations: Some(destinations),
                router_copies: replicate,
                ..Multicast::default()
            };
            if network.starts_with("mesh") {
                "mh-mesh-first".clone_into(&mut scenario.routing);
            }
            scenario.build().expect("it is defined there").design
        };
        let design = study(true, 1);
        let algorithm = &design
            .multicasts
            .as_ref()
            .expect("there are some")
            .algorithm;
        let mut graph = Graph::empty(&design.network, 1);
        multicast::add_dependencies(
            &mut graph,
            &design.network,
            &*design.routing,
            &**algorithm,
            Relay::RouterCopies,
        )
        .expect("the network is small");
        assert!(graph.analyze().cycle.is_some(), "{network}");
        let waits = graph.dependencies();
        for seed in 1..=20 {
            let mut simulator = Simulator::new(study(true, seed));
            while simulator.deadlock().is_none() && simulator.cycle() < RUN {
                simulator.step();
            }
            let deadlock = simulator.deadlock();
            let deadlock = deadlock.unwrap_or_else(|| panic!("{network} never deadlocked"));
            let wanted = &deadlock.channels;
            let follows = |pair: &[VirtualChannel]| waits.contains(&(pair[0], pair[1]));
            assert!(wanted.windows(2).all(follows), "{network}: {deadlock:?}");
            let last = *wanted.last().expect("they wait for channels");
            let closes = |&first: &VirtualChannel| waits.contains(&(last, first));
            assert!(wanted.iter().any(closes), "{network}: {deadlock:?}");
        }
        for seed in 1..=2 {
            let mut simulator = Simulator::new(study(false, seed));
            while simulator.cycle() < RUN {
                simulator.step();
                assert_eq!(simulator.deadlock(), None, "{network}");
            }
        }
    }
}

/// The smallest cycles: two neighbors send at once.
#[test]
fn two_replicated_multicasts_deadlock_in_the_cycle_that_the_analysis_finds() {
    let square = "t=hypercube:2&vc=1&M=2&mc=binomial-broadcast:fixed&mr=1\
                  &msg=0:0>1%2B2%2B3;0:1>0%2B2%2B3";
    let levels = "t=mesh-hypercube:2x2&r=mh-mesh-first&vc=1&M=2&mc=mesh-hypercube&mr=1\
                  &msg=0:1,0>1,1%2B2,1;0:2,0>1,1%2B2,1";
    for link in [square, levels] {
        let opened = Scenario::from_link(link);
        assert_eq!(opened.problems, []);
        let mut scenario = opened.scenario;
        let study = scenario.build().expect("it is in range");
        let report = DeadlockReport::of(&scenario, &study).expect("the network is small");
        let mut cycle = report.cycle.clone();
        cycle.sort_unstable();
        let mut simulator = Simulator::new(study.design);
        while !simulator.is_over() {
            simulator.step();
        }
        let deadlock = simulator
            .deadlock()
            .expect("each holds what the other lacks");
        let mut wanted = deadlock.channels.clone();
        wanted.sort_unstable();
        assert_eq!(wanted, cycle, "{link}");
        assert_eq!(deadlock.worms.len(), 2);
        scenario.traffic.multicast.router_copies = false;
        let mut simulator = Simulator::new(scenario.build().expect("it is in range").design);
        while !simulator.is_over() {
            simulator.step();
        }
        assert!(simulator.is_drained(), "{link}");
    }
}

fn assert_verdicts(network: &'static str) {
    for family in FAMILIES {
        for vcs in 1..=3 {
            let case = (network, family.entry.id, vcs);
            let Some(study) = overloaded(case, 1) else {
                continue;
            };
            if is_free(&study) {
                assert!(
                    !deadlocks_within(case, cycles_if_free()),
                    "{case:?} deadlocked"
                );
            } else {
                let is_seen = vcs == 1 && !NOT_SEEN.contains(&case);
                assert!(
                    !is_seen || deadlocks_within(case, LONG),
                    "{case:?} never deadlocked"
                );
            }
        }
    }
}

/// A network, a routing function and V.
type Case = (&'static str, &'static str, u8);

/// Whether messages deadlock within this many cycles, divided into runs.
fn deadlocks_within(case: Case, cycles: u64) -> bool {
    (1..=cycles / RUN).any(|seed| {
        let study = overloaded(case, seed).expect("it was built before");
        let mut simulator = Simulator::new(study.design);
        while simulator.deadlock().is_none() && simulator.cycle() < RUN {
            simulator.step();
        }
        let has_deadlocked = simulator.deadlock().is_some();
        assert!(
            has_deadlocked || simulator.backlog() > RUN / 50,
            "{case:?} is not overloaded"
        );
        has_deadlocked
    })
}

fn is_free(study: &BuiltScenario) -> bool {
    let design = &study.design;
    let (network, routing) = (&design.network, &*design.routing);
    let graph = Graph::of(network, routing, design.vcs).expect("the network is small");
    let answer = judge(&graph.analyze(), network, routing, design.vcs, Room::Flits);
    answer.is_free().expect("it is decided")
}

/// `None` where the function is not defined.
fn overloaded((network, routing, vcs): Case, seed: u64) -> Option<BuiltScenario> {
    let mut scenario = Scenario::on(network);
    routing.clone_into(&mut scenario.routing);
    (scenario.vcs, scenario.seed) = (vcs.into(), seed);
    scenario.buffer = 1;
    scenario.length = Length::Fixed(6);
    scenario.traffic.rate = 0.16;
    scenario.ports.ejection = Some(1);
    scenario.build().ok()
}
