//! Messages to several nodes that routers replicate along a tree.

use std::sync::Arc;

use engine::multicast::{self, Tree};
use engine::sim::{Design, Multicasts, Order, Timing};
use engine::topology::NodeId;
use engine::traffic::{self, Length};
use proptest::prelude::*;

use super::Stepper;
use crate::common::effort;
use crate::simulator::designs::{Wandering, design, order, topology};

/// Networks with one virtual channel and the algorithm that plans trees on them; `None` for a
/// planner of anything that is allowed.
const PLACES: &[(&str, Option<&str>)] = &[
    ("hypercube:2", Some("binomial-broadcast:fixed")),
    ("hypercube:3", Some("binomial-broadcast")),
    ("hypercube:4", Some("binomial-broadcast:random")),
    ("hypercube:3", None),
    ("mesh:3x3", None),
    ("mesh:2x3x2", None),
    ("torus-uni:6", None),
    ("torus:3x4", None),
    ("mesh-hypercube:3x4", Some("mesh-hypercube")),
    ("mesh-hypercube:2x8", Some("mesh-hypercube")),
    ("mesh-hypercube:3x4", None),
];

/// Replicated multicasts planned by an algorithm on a network.
fn replicated(network: &str, algorithm: Option<&str>) -> Multicasts {
    let topology = topology(network);
    Multicasts {
        algorithm: match algorithm {
            Some(spec) => multicast::from_spec("", spec, &*topology).expect("defined there"),
            None => Box::new(Wandering::on(network)),
        },
        broadcast: 0.0,
        destinations: 1,
        router_copies: true,
        fraction: 1.0,
    }
}

/// A design with trees, and everything else drawn at random: other messages, lengths, buffers,
/// ports, delays, loads from nearly idle to far beyond saturation.
pub fn any_design_with_trees() -> impl Strategy<Value = Arc<Design>> {
    let traffic = (
        prop::sample::select(&[0.0, 0.2, 1.0][..]),
        prop_oneof![Just(1_u32), 2_u32..6],
        (-2.0..0.5_f64).prop_map(|exponent| 10_f64.powf(exponent)),
        prop_oneof![2 => 1_u32..5, 1 => 5_u32..13],
    );
    let ports = (1_u8..3, prop::sample::select(&[None, Some(1), Some(2)][..]));
    let delays = prop_oneof![
        Just((0, 0, 0, 0, 0)),
        (0_u32..3, 0_u32..3, 0_u32..3, 0_u32..3, 0_u32..3)
    ];
    let length = prop_oneof![1_u32..5, 5_u32..20];
    let order = (0_u64..40, any::<u32>(), any::<u64>(), length);
    let orders = prop::collection::vec(order, 0..5);
    let place = prop::sample::select(PLACES);
    let parts = (
        place,
        traffic,
        1_u32..9,
        ports,
        delays,
        orders,
        any::<u64>(),
    );
    parts.prop_map(|(place, traffic, buffer, ports, delays, orders, seed)| {
        let (network, algorithm) = place;
        let (broadcast, destinations, load, length) = traffic;
        let nodes = topology(network).nodes();
        let destinations = destinations.min(nodes - 1);
        let copies = broadcast * f64::from(nodes - 1) + f64::from(destinations);
        let uniform = traffic::from_id("uniform", &*topology(network), 1);
        let mut orders: Vec<_> = orders
            .into_iter()
            .map(|(at, from, to, length)| Order {
                at,
                from: NodeId(from % nodes),
                to: crate::simulator::designs::some_others(nodes, from % nodes, to),
                length,
            })
            .collect();
        orders.sort_by_key(|order| order.at);
        let mut design = design(network, 1, buffer);
        design.timing = Timing {
            injection: delays.0,
            ejection: delays.1,
            router: delays.2,
            startup: delays.3,
            preparation: delays.4,
        };
        (design.ports.injection, design.ports.ejection) = ports;
        Arc::new(Design {
            pattern: Some(uniform.expect("it is defined on any two nodes")),
            rate: (load / f64::from(length) / copies).min(1.0),
            length: Length::Fixed(length),
            multicasts: Some(Multicasts {
                broadcast,
                destinations,
                ..replicated(network, algorithm)
            }),
            seed,
            orders,
            ..design
        })
    })
}

/// A broadcast from node 0 of an idle hypercube.
fn broadcast(network: &str, length: u32) -> Design {
    let nodes = topology(network).nodes();
    Design {
        multicasts: Some(replicated(network, Some("binomial-broadcast:fixed"))),
        orders: vec![Order {
            to: (1..nodes).map(NodeId).collect(),
            ..order(0, 1, length)
        }],
        ..design(network, 1, 1)
    }
}

/// A lone tree delivers a copy to a destination d channels away in d + M − 1 cycles, and takes n +
/// M − 1 cycles for an n-cube, where relays take M for each of up to n steps.
pub fn a_lone_tree_has_its_zero_load_latency<S: Stepper>() {
    for n in 2_u32..=4 {
        for length in [1, 2, 7, 16] {
            for buffer in [1, 3] {
                let mut design = broadcast(&format!("hypercube:{n}"), length);
                design.buffer = buffer;
                design.timing.startup = 5;
                let mut simulator = S::on(Arc::new(design));
                let (deliveries, completions) = simulator.drain();
                let mut reached = vec![0; 1 << n];
                for delivery in deliveries {
                    reached[delivery.to.0 as usize] += 1;
                    assert_eq!(delivery.hops, delivery.to.0.count_ones());
                    let alone = 5 + delivery.hops + length - 1;
                    assert_eq!(delivery.arrived, u64::from(alone), "{delivery:?}");
                }
                assert_eq!(reached[0], 0);
                assert!(reached[1..].iter().all(|&copies| copies == 1));
                let [completion] = completions[..] else {
                    panic!("one broadcast");
                };
                assert_eq!(completion.arrived, u64::from(5 + n + length - 1));
                assert_eq!((completion.worms, completion.startups), (1, 1));
                assert_eq!(completion.channels, (1 << n) - 1);
            }
        }
    }
}

/// Any lone tree delivers one copy to every destination, as fast as if it were the only one.
pub fn any_lone_tree_delivers_each_copy_in_its_zero_load_latency<S: Stepper>() {
    let place = prop::sample::select(PLACES);
    let set = (any::<u32>(), any::<u64>(), 1_u32..12, 1_u32..4);
    proptest!(effort::cases(48), |((network, algorithm) in place, set in set)| {
        let (from, to, length, buffer) = set;
        let nodes = topology(network).nodes();
        let from = from % nodes;
        let to = crate::simulator::designs::some_others(nodes, from, to);
        prop_assume!(to.len() > 1);
        let design = design(network, 1, buffer);
        let multicasts = replicated(network, algorithm);
        let plan = multicasts.algorithm.plan(NodeId(from), &to, 0);
        let tree = Tree::of(&design.network, &plan.laid(&design.network, &*design.routing));
        let orders = vec![Order { to: to.clone(), ..order(from, 0, length) }];
        let multicasts = Some(multicasts);
        let mut simulator = S::on(Arc::new(Design { orders, multicasts, ..design }));
        let (mut deliveries, completions) = simulator.drain();
        prop_assert_eq!(completions.len(), 1);
        deliveries.sort_by_key(|delivery| delivery.to);
        let reached: Vec<_> = deliveries.iter().map(|delivery| delivery.to).collect();
        prop_assert_eq!(&reached, &to);
        for delivery in deliveries {
            let mut stops = tree.places().iter();
            let stop = stops.find(|stop| stop.delivers && stop.node == delivery.to);
            let depth = stop.expect("the tree leads there").depth;
            prop_assert_eq!(delivery.hops, depth);
            prop_assert_eq!(delivery.arrived, u64::from(depth + length - 1));
        }
    });
}

/// The slowest branch delays all others.
pub fn a_blocked_branch_delays_its_siblings<S: Stepper>() {
    let mut design = broadcast("hypercube:2", 8);
    // From 1 to 3, the channel that the tree needs in the second cycle.
    design.orders.insert(0, order(1, 3, 20));
    let mut simulator = S::on(Arc::new(design));
    let (deliveries, _) = simulator.drain();
    let arrived = |to| {
        let ours = |delivery: &&engine::sim::Delivery| {
            delivery.multicast.is_some() && delivery.to == NodeId(to)
        };
        deliveries
            .iter()
            .find(ours)
            .map(|delivery| delivery.arrived)
    };
    // The message to node 3 has left node 1 after cycle 20, in which the tree continues.
    assert_eq!(arrived(3), Some(29));
    assert_eq!((arrived(1), arrived(2)), (Some(28), Some(28)));
}

/// Two neighbors of a square that broadcast at once each hold what the other needs. Relayed
/// broadcasts do not.
pub fn replicated_broadcasts_of_neighbors_deadlock_and_relayed_ones_do_not<S: Stepper>() {
    for replicate in [true, false] {
        let mut design = broadcast("hypercube:2", 4);
        let multicasts = design.multicasts.as_mut().expect("it is a broadcast");
        multicasts.router_copies = replicate;
        design.orders.push(Order {
            to: [0, 2, 3].map(NodeId).to_vec(),
            ..order(1, 0, 4)
        });
        let mut simulator = S::on(Arc::new(design));
        simulator.steps(200);
        let deadlock = simulator.snapshot().deadlock;
        assert_eq!(deadlock.is_some(), replicate, "{deadlock:?}");
        assert_eq!(simulator.is_drained(), !replicate);
    }
}
