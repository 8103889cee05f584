//! Laws of the simulator: agreement with an independent one, the latency of a message alone,
//! what holds after every cycle, and which networks lock.

#![cfg(not(target_arch = "wasm32"))]

mod oracle;
mod scenarios;

use std::collections::BTreeSet;
use std::sync::Arc;

use flitscope::routing::{self, VirtualChannel};
use flitscope::sim::{
    Delivery, Design, HeaderState, MessageId, Order, Place, Segment, Simulator, Snapshot, Timing,
    WormView,
};
use flitscope::topology::{self, Network, NodeId};
use flitscope::traffic;
use oracle::Oracle;
use proptest::prelude::*;
use scenarios::any_scenario;

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn two_simulators_written_apart_agree_on_every_flit_in_every_cycle(
        scenario in any_scenario(),
    ) {
        let design = scenario.build().expect("it is in range").design;
        let mut simulator = Simulator::new(design.clone());
        let mut oracle = Oracle::new(&design);
        for _ in 0..600 {
            simulator.step();
            let mut delivered = simulator.deliveries().to_vec();
            delivered.sort_by_key(|delivery| delivery.message);
            prop_assert_eq!(delivered, oracle.step());
            let worms = simulator.snapshot().worms;
            let found: Vec<_> = worms.iter().map(flits_by_lane).collect();
            prop_assert_eq!(found, oracle.flits_by_lane());
        }
        prop_assert_eq!(simulator.digest(), oracle.digest);
        prop_assert_eq!(simulator.counters().flit_hops, oracle.flit_hops);
        let found = simulator.deadlock();
        let (cycle, locked) = oracle.deadlock.unzip();
        prop_assert_eq!(found.map(|deadlock| deadlock.cycle), cycle);
        let locked = locked.unwrap_or_default();
        let mut reported = found.into_iter().flat_map(|deadlock| &deadlock.worms);
        prop_assert!(reported.all(|worm| locked.contains(worm)), "{found:?}: {locked:?}");
    }

    #[test]
    fn after_every_cycle_all_flits_are_where_they_can_be(scenario in any_scenario()) {
        let study = scenario.build().expect("it is in range");
        let mut simulator = Simulator::new(study.design.clone());
        let mut before = simulator.snapshot();
        let mut arrived = BTreeSet::new();
        let mut received = 0;
        for _ in 0..400 {
            simulator.step();
            let after = simulator.snapshot();
            for worm in &after.worms {
                assert_worm_is_whole(worm, &study.design);
            }
            assert_lanes_have_one_holder(&after);
            assert_channels_carry_one_flit(&before, &after);
            assert_blocked_worms_had_no_choice(&before, &after);
            for delivery in simulator.deliveries() {
                let is_first = arrived.insert(delivery.message);
                assert!(is_first, "{delivery:?} for the second time");
                assert_was_at_its_destination(delivery, &before, &study.design.network);
                let distance = study.topology.distance(delivery.from, delivery.to);
                assert_eq!(delivery.hops, distance, "{delivery:?}");
                received += u64::from(delivery.length);
            }
            let queued: u32 = after.queued.iter().sum();
            let under_way = after.worms.len() as u64 + u64::from(queued);
            let counters = after.counters;
            assert_eq!(counters.generated, counters.delivered + under_way);
            assert_eq!(counters.delivered, arrived.len() as u64);
            let arriving: u32 = after.worms.iter().map(flits_received).sum();
            assert_eq!(counters.accepted_flits, received + u64::from(arriving));
            before = after;
        }
    }
}

/// One message after the other, far enough apart that none meets another.
#[test]
fn a_message_alone_takes_its_zero_load_latency_exactly() {
    for network in [
        "mesh:5x3",
        "mesh:3x2x2",
        "torus:5x4",
        "torus-uni:3x5",
        "hypercube:4",
        "folded-hypercube:4",
        "folded-hypercube:5",
        "mesh-hypercube:3x4",
    ] {
        for (injection, ejection, router) in [(0, 0, 0), (3, 0, 0), (0, 4, 0), (0, 0, 2), (2, 1, 3)]
        {
            let timing = Timing {
                injection,
                ejection,
                router,
                ..Timing::default()
            };
            for (vcs, buffer) in [(1, 1), (1, 3), (2, 1), (2, 3)] {
                assert_zero_load_latencies(Design {
                    timing,
                    orders: one_by_one(network),
                    ..design(network, vcs, buffer)
                });
            }
        }
    }
}

#[test]
fn four_worms_lock_a_one_way_ring_with_one_vc() {
    let mut simulator = Simulator::new(circle_of_four(1));
    step(&mut simulator, 100);
    let deadlock = simulator.deadlock().expect("each waits for the next");
    assert_eq!(deadlock.cycle, 1);
    let mut locked = deadlock.worms.clone();
    locked.sort_unstable();
    assert_eq!(locked, [0, 1, 2, 3].map(MessageId));
    assert_eq!(simulator.snapshot().blocked(), 4);
    assert_eq!(simulator.counters().delivered, 0);
}

#[test]
fn with_a_second_vc_the_same_four_worms_all_arrive() {
    let mut simulator = Simulator::new(circle_of_four(2));
    step(&mut simulator, 100);
    assert_eq!(simulator.deadlock(), None);
    assert_eq!(simulator.counters().delivered, 4);
}

/// Three worms stretch over two channels each and block one another; then they close up, for
/// a buffer holds a whole message, and leave their first channel to the worm behind.
#[test]
fn worms_that_close_up_let_others_by_and_are_no_deadlock() {
    let mut simulator = Simulator::new(Arc::new(Design {
        orders: vec![order(0, 3, 8), order(2, 5, 8), order(4, 1, 8)],
        ..design("torus-uni:6", 1, 8)
    }));
    step(&mut simulator, 100);
    assert_eq!(simulator.counters().delivered, 3);
    assert_eq!(simulator.deadlock(), None);
}

#[test]
fn an_overloaded_network_with_enough_vcs_never_locks() {
    for (network, vcs) in [
        ("mesh:5x5", 1),
        ("hypercube:4", 1),
        ("folded-hypercube:4", 1),
        ("mesh-hypercube:3x8", 1),
        ("torus:5x4", 2),
        ("torus-uni:4x4", 2),
    ] {
        let topology = topology::from_spec(network).expect("a network in range");
        let uniform = traffic::from_id("uniform", &*topology);
        let mut simulator = Simulator::new(Arc::new(Design {
            pattern: Some(uniform.expect("it is defined on any two nodes")),
            rate: 0.5,
            ..design(network, vcs, 1)
        }));
        let mut delivered = 0;
        for _ in 0..20 {
            step(&mut simulator, 1_000);
            assert_eq!(simulator.deadlock(), None, "{network}");
            let before = std::mem::replace(&mut delivered, simulator.counters().delivered);
            assert!(delivered > before, "{network} came to a halt");
        }
    }
}

/// d·(1 + r) + M − 1 + i + e, for every order.
fn assert_zero_load_latencies(design: Design) {
    let (design, mut arrived) = (Arc::new(design), 0);
    let mut simulator = Simulator::new(design.clone());
    while !simulator.is_drained() {
        simulator.step();
        for delivery in simulator.deliveries() {
            let order = &design.orders[delivery.message.0 as usize];
            let timing = design.timing;
            let latency = delivery.hops * (1 + timing.router) + order.length - 1
                + timing.injection
                + timing.ejection;
            assert_eq!(delivery.headed, order.at, "{design:?}");
            assert_eq!(
                delivery.arrived,
                order.at + u64::from(latency),
                "{design:?}: {order:?}"
            );
            arrived += 1;
        }
    }
    assert_eq!(arrived, design.orders.len());
}

/// The lanes it holds are a path from its source or tail on, and all its flits are in them.
fn assert_worm_is_whole(worm: &WormView, design: &Design) {
    let ends = |place| match place {
        Place::Injection(node, _) | Place::Ejection(node, _) => (node, node),
        Place::Channel(at) => (
            design.network.from(at.channel),
            design.network.to(at.channel),
        ),
    };
    for pair in worm.segments.windows(2) {
        let ((from, _), (_, to)) = (ends(pair[0].place), ends(pair[1].place));
        assert_eq!(from, to, "{worm:?}");
    }
    let mut gone = 0;
    for segment in &worm.segments {
        let (most, is_possible) = match segment.place {
            Place::Channel(_) => (design.buffer, true),
            Place::Injection(node, _) => (worm.length, node == worm.from),
            Place::Ejection(node, _) => (worm.length - 1, node == worm.to),
        };
        assert!(is_possible && segment.flits <= most, "{worm:?}");
        assert_eq!(segment.gone, gone, "{worm:?}");
        gone += segment.flits;
    }
    assert_eq!(gone, worm.length, "{worm:?}");
    let last = worm.segments.last().expect("a worm holds a lane");
    assert!(
        last.flits > 0,
        "the tail has left the last lane of {worm:?}"
    );
}

fn assert_lanes_have_one_holder(snapshot: &Snapshot) {
    let segments = snapshot.worms.iter().flat_map(|worm| &worm.segments);
    let mut held = BTreeSet::new();
    for Segment { place, .. } in segments {
        assert!(held.insert(key(*place)), "{place:?} is held twice");
    }
}

/// Every lane that a blocked header wants was held by another worm during the cycle.
fn assert_blocked_worms_had_no_choice(before: &Snapshot, after: &Snapshot) {
    for worm in &after.worms {
        if let HeaderState::Blocked { wants } = &worm.header {
            for &VirtualChannel { channel, vc } in wants {
                let holders = before.holders(channel).chain(after.holders(channel));
                let mut others = holders.filter(|(_, other, _)| other.message != worm.message);
                assert!(others.any(|(held, ..)| held == vc), "{worm:?} could go on");
            }
        }
    }
}

fn assert_channels_carry_one_flit(before: &Snapshot, after: &Snapshot) {
    let mut carried = BTreeSet::new();
    let segments = after.worms.iter().flat_map(|worm| &worm.segments);
    for segment in segments.filter(|segment| segment.entered) {
        if let Place::Channel(at) = segment.place {
            let is_first = carried.insert(at.channel);
            assert!(is_first, "two flits over {:?}", at.channel);
        }
    }
    let hops = after.counters.flit_hops - before.counters.flit_hops;
    assert_eq!(hops, carried.len() as u64);
}

/// A cycle before its tail arrived, its header was at the destination or received there.
fn assert_was_at_its_destination(delivery: &Delivery, before: &Snapshot, network: &Network) {
    let worm = before.worm(delivery.message);
    let worm = worm.expect("no message takes a single cycle");
    let at = match worm.segments[0].place {
        Place::Channel(at) => network.to(at.channel),
        Place::Injection(node, _) | Place::Ejection(node, _) => node,
    };
    assert_eq!(
        (at, worm.from, worm.to),
        (delivery.to, delivery.from, delivery.to)
    );
}

fn flits_by_lane(worm: &WormView) -> (MessageId, Vec<(Place, u32)>) {
    let segments = worm.segments.iter();
    let lanes = segments.map(|segment| (segment.place, segment.flits));
    (worm.message, lanes.collect())
}

fn flits_received(worm: &WormView) -> u32 {
    let head = worm.segments[0];
    let is_received = matches!(head.place, Place::Ejection(..));
    if is_received { head.flits } else { 0 }
}

fn key(place: Place) -> (u8, u32, u16) {
    match place {
        Place::Injection(node, port) => (0, node.0, u16::from(port)),
        Place::Channel(at) => (1, at.channel.0, u16::from(at.vc)),
        Place::Ejection(node, port) => (2, node.0, port),
    }
}

fn step(simulator: &mut Simulator, cycles: u32) {
    for _ in 0..cycles {
        simulator.step();
    }
}

/// Each of four nodes sends to the one two hops ahead.
fn circle_of_four(vcs: u8) -> Arc<Design> {
    let orders = [(0, 2), (1, 3), (2, 0), (3, 1)];
    Arc::new(Design {
        orders: orders.map(|(from, to)| order(from, to, 8)).to_vec(),
        ..design("torus-uni:4", vcs, 1)
    })
}

/// Short and long messages between all pairs, one after the other.
fn one_by_one(network: &str) -> Vec<Order> {
    const LONGEST: u64 = 150;
    let nodes = topology::from_spec(network)
        .expect("it is in range")
        .nodes();
    let pairs = (0..nodes).flat_map(|from| (0..nodes).map(move |to| (from, to)));
    let pairs = pairs.filter(|(from, to)| from != to);
    let orders = pairs.flat_map(|(from, to)| [1, 2, 7, 40].map(|length| order(from, to, length)));
    let orders = orders.zip(0..);
    orders
        .map(|(order, index)| Order {
            at: index * LONGEST,
            ..order
        })
        .collect()
}

fn order(from: u32, to: u32, length: u32) -> Order {
    Order {
        at: 0,
        from: NodeId(from),
        to: vec![NodeId(to)],
        length,
    }
}

/// A network in dimension order without delays, in which nobody sends anything.
fn design(network: &str, vcs: u8, buffer: u32) -> Design {
    let topology = topology::from_spec(network).expect("a network in range");
    let routing = routing::from_id("dimension-order", &*topology, vcs);
    let routing = routing.expect("it is defined on every topology");
    Design {
        vcs,
        buffer,
        ..Design::idle(Network::new(&*topology), routing)
    }
}
