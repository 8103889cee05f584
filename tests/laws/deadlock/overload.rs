//! Functions proved free never deadlock, however many messages are sent.

use std::sync::Arc;

use flitscope::routing::deadlock::{Room, decide};
use flitscope::sim::{Design, Order, Ports, Simulator};
use flitscope::topology::{self, Network, NodeId};
use flitscope::traffic::Length;

use super::any_function::{Any, Kind};
use crate::common::effort::quick_or;

/// Messages sent by each node.
const MESSAGES: u32 = 60;

/// Every node repeatedly sends messages to every other in an order of its own, without waiting for
/// earlier ones to be sent.
fn orders(nodes: u32, seed: u32) -> Vec<Order> {
    let orders = (0..MESSAGES).flat_map(|nth| {
        (0..nodes).map(move |from| {
            let ahead = 1 + (nth * (seed % 7 + 1) + from * 5 + seed) % (nodes - 1);
            Order {
                at: u64::from(nth) * 2,
                from: NodeId(from),
                to: vec![NodeId((from + ahead) % nodes)],
                length: 1 + (nth * 7 + from * 3 + seed) % 13,
            }
        })
    });
    orders.collect()
}

#[test]
fn random_functions_that_are_free_never_deadlock() {
    let networks = [
        "torus-uni:4",
        "mesh:3x2",
        "mesh:3x3",
        "hypercube:3",
        "ring:6",
    ]
    .map(|spec| {
        let topology = topology::from_spec(spec).expect("a network");
        (spec, topology)
    });
    let mut free = 0;
    for seed in 0..quick_or(300, 3000) {
        let (spec, topology) = &networks[seed as usize % networks.len()];
        let network = Network::new(&**topology);
        let kind = Kind {
            asks_arrival: seed / 5 % 3 == 1,
            has_marks: seed / 15 % 2 == 1,
            leads_anywhere: seed / 30 % 6 == 1,
            ..Kind::default()
        };
        let vcs = 1 + (seed / 5 % 3) as u8;
        let function = Any::new(&network, kind, vcs, seed);
        if decide(&network, &function, vcs, Room::Flits).is_free() != Some(true) {
            continue;
        }
        free += 1;
        let nodes = network.nodes();
        let mut simulator = Simulator::new(Arc::new(Design {
            vcs,
            buffer: 1 + (seed % 3) as u32,
            ports: Ports {
                injection: 1 + (seed % 2) as u8,
                ejection: None,
            },
            length: Length::Fixed(8),
            orders: orders(nodes, seed as u32),
            ..Design::idle(network, Box::new(function))
        }));
        // Functions that offer channels leading away can keep a message in the network for a long
        // time.
        while !simulator.is_over() && simulator.cycle() < 20_000 {
            simulator.step();
            assert_eq!(simulator.deadlock(), None, "{spec} {seed}");
        }
    }
    assert!(free > 30, "{free}");
}
