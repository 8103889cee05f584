//! Which networks deadlock, and when that is detected.

use std::sync::Arc;

use engine::multicast::{MulticastAlgorithm, Plan, PlannedWorm, Route};
use engine::routing::RoutingFunction;
use engine::sim::{Design, MessageId, Order, Ports, Switching};
use engine::topology::NodeId;
use engine::traffic;

use super::Stepper;
use crate::simulator::designs::{Kind, SWITCHING, design, order, planned_by, topology};

pub fn four_worms_deadlock_in_a_unidirectional_ring_with_one_vc<S: Stepper>() {
    let mut stepper = S::on(ring_of_four(1));
    stepper.steps(100);
    let now = stepper.snapshot();
    assert_eq!(now.blocked(), 4);
    assert_eq!(now.counters.delivered, 0);
    assert_deadlocked(&stepper, 1, &[0, 1, 2, 3]);
}

pub fn with_a_second_vc_the_same_four_worms_all_arrive<S: Stepper>() {
    let mut stepper = S::on(ring_of_four(2));
    stepper.steps(100);
    assert_eq!(stepper.snapshot().deadlock, None);
    assert_eq!(stepper.snapshot().counters.delivered, 4);
}

/// Three worms extend over two channels each and block one another; then they close up, because a
/// buffer holds a whole message, and release their first channel to the worm behind.
pub fn worms_that_close_up_release_channels<S: Stepper>() {
    let mut stepper = S::on(Arc::new(Design {
        orders: vec![order(0, 3, 8), order(2, 5, 8), order(4, 1, 8)],
        ..design("torus-uni:6", 1, 8)
    }));
    stepper.steps(100);
    assert_eq!(stepper.snapshot().counters.delivered, 3);
    assert_eq!(stepper.snapshot().deadlock, None);
}

/// A buffer for a whole message is no remedy: four messages fill the four buffers of a ring.
pub fn buffers_for_whole_messages_do_not_prevent_deadlock<S: Stepper>() {
    for (switching, cycle) in [
        (Switching::VirtualCutThrough, 1),
        (Switching::StoreAndForward, 8),
    ] {
        let mut design = Arc::into_inner(ring_of_four(1)).expect("the design is not shared");
        design.switching = switching;
        let mut stepper = S::on(Arc::new(design));
        stepper.steps(100);
        assert_deadlocked(&stepper, cycle, &[0, 1, 2, 3]);
    }
}

pub fn an_overloaded_network_with_enough_vcs_never_deadlocks<S: Stepper>() {
    for (network, vcs) in [
        ("mesh:5x5", 1),
        ("hypercube:4", 1),
        ("folded-hypercube:4", 1),
        ("mesh-hypercube:3x8", 1),
        ("torus:5x4", 2),
        ("torus-uni:4x4", 2),
    ] {
        for &switching in SWITCHING {
            let design = Design {
                switching,
                ..overloaded(network, vcs)
            };
            assert_never_deadlocks::<S>(design);
        }
    }
}

/// Duato's theorem, on the networks on which dimension order needs one lane.
pub fn adaptive_worms_with_an_escape_never_deadlock<S: Stepper>() {
    for network in ["mesh:5x5", "hypercube:4"] {
        for vcs in [2, 3] {
            for kind in [Kind::EscapeLast, Kind::EscapeFirst] {
                let design = Design {
                    routing: adaptive(kind, network, vcs),
                    ..overloaded(network, vcs)
                };
                assert_never_deadlocks::<S>(design);
            }
        }
    }
}

pub fn unrestricted_adaptive_worms_deadlock<S: Stepper>() {
    for network in ["mesh:4x4", "mesh:5x5"] {
        let mut stepper = S::on(Arc::new(Design {
            routing: adaptive(Kind::Unrestricted, network, 1),
            ..overloaded(network, 1)
        }));
        stepper.steps(2_000);
        assert!(
            stepper.snapshot().deadlock.is_some(),
            "{network} never deadlocked"
        );
    }
}

/// Two worms cross two nodes with one port each in opposite order: each holds the port that the
/// other waits for.
pub fn worms_that_hold_ports_along_their_path_can_deadlock<S: Stepper>() {
    // In opposite directions along the sides of the square 0 1 / 2 3: 0 → 1 → 3 → 2 copies at 1 and
    // 3, 2 → 3 → 1 → 0 at 3 and 1.
    for &switching in SWITCHING {
        let paths = [[0, 1, 3, 2], [2, 3, 1, 0]];
        let orders = paths.map(|path| Order {
            to: path[1..].iter().map(|&node| NodeId(node)).collect(),
            ..order(path[0], path[3], 8)
        });
        let one_port = design_along_paths(&paths, orders.to_vec(), switching, Some(1));
        let mut stepper = S::on(one_port);
        stepper.steps(200);
        let cycle = match switching {
            // Headers reach nodes 1 and 3 in cycle 0, take their ports and go on in cycle 1, and
            // find the other's port taken in cycle 2.
            Switching::Wormhole => Some(2),
            // Whole messages pass the nodes and release their ports.
            Switching::VirtualCutThrough | Switching::StoreAndForward => None,
        };
        let deadlock = stepper.snapshot().deadlock;
        assert_eq!(
            deadlock.map(|deadlock| deadlock.cycle),
            cycle,
            "{switching:?}"
        );
        let delivered = if cycle.is_some() { 0 } else { 2 };
        assert_eq!(stepper.snapshot().counters.delivered, delivered);

        let two_ports = design_along_paths(&paths, orders.to_vec(), switching, Some(2));
        let (deliveries, completions) = S::on(two_ports).drain();
        assert_eq!((deliveries.len(), completions.len()), (6, 2));
    }
}

/// A header may wait for the port of a worm that is being received at its destination, or of one
/// that copies itself and moves on: neither is a deadlock.
pub fn a_busy_port_is_no_deadlock<S: Stepper>() {
    for &switching in SWITCHING {
        let paths = [[0, 1, 3, 2]];
        let mut orders = vec![
            order(3, 1, 30),
            Order {
                to: [1, 3, 2].map(NodeId).to_vec(),
                ..order(0, 2, 8)
            },
            order(2, 3, 40),
        ];
        orders[1].at = 1;
        orders[2].at = 1;
        let (deliveries, _) = S::on(design_along_paths(&paths, orders, switching, Some(1))).drain();
        assert_eq!(deliveries.len(), 5);
        let arrived = |message, to| {
            let found = deliveries
                .iter()
                .find(|d| (d.message, d.to) == (MessageId(message), NodeId(to)));
            found.expect("it arrived").arrived
        };
        // It gets the port of node 1 once the tail of the first message has arrived.
        assert!(arrived(1, 1) >= arrived(0, 1) + 8);
        assert!(arrived(1, 3) >= arrived(2, 3) + 8);
    }
}

/// Sends every multicast of a node along the path that starts there.
#[derive(Debug)]
struct AlongPaths(Vec<[u32; 4]>);

impl MulticastAlgorithm for AlongPaths {
    fn plan(&self, from: NodeId, to: &[NodeId], _: u64) -> Plan {
        let path = self.0.iter().find(|path| path[0] == from.0);
        let path = path.expect("a path starts there").map(NodeId);
        Plan::of([PlannedWorm {
            from,
            after: None,
            route: Route::Path(path.to_vec()),
            deliver: to.to_vec(),
        }])
    }
}

fn design_along_paths(
    paths: &[[u32; 4]],
    orders: Vec<Order>,
    switching: Switching,
    ports: Option<u8>,
) -> Arc<Design> {
    Arc::new(Design {
        switching,
        orders,
        multicasts: Some(planned_by(AlongPaths(paths.to_vec()))),
        ports: Ports {
            injection: 1,
            ejection: ports,
        },
        ..design("mesh:2x2", 1, 1)
    })
}

fn assert_never_deadlocks<S: Stepper>(design: Design) {
    let design = Arc::new(design);
    let mut stepper = S::on(design.clone());
    let mut delivered = 0;
    for _ in 0..20 {
        stepper.steps(S::A_WHILE / 20);
        let now = stepper.snapshot();
        assert_eq!(now.deadlock, None, "{design:?}");
        let before = std::mem::replace(&mut delivered, now.counters.delivered);
        assert!(delivered > before, "nothing was delivered: {design:?}");
    }
}

fn assert_deadlocked<S: Stepper>(stepper: &S, cycle: u64, messages: &[u64]) {
    let deadlock = stepper.snapshot().deadlock;
    let mut deadlock = deadlock.expect("each waits for the next");
    assert_eq!(deadlock.cycle, cycle);
    deadlock.worms.sort_unstable();
    let messages: Vec<_> = messages.iter().copied().map(MessageId).collect();
    assert_eq!(deadlock.worms, messages);
}

fn adaptive(kind: Kind, network: &str, vcs: u8) -> Box<dyn RoutingFunction> {
    Box::new(kind.on(topology(network), vcs))
}

/// Uniform traffic beyond the capacity of the network.
fn overloaded(network: &str, vcs: u8) -> Design {
    let uniform = traffic::from_id("uniform", &*topology(network), 1);
    Design {
        pattern: Some(uniform.expect("it is defined on any two nodes")),
        rate: 0.5,
        ..design(network, vcs, 1)
    }
}

/// Each of four nodes sends to the node two hops ahead.
fn ring_of_four(vcs: u8) -> Arc<Design> {
    let orders = [(0, 2), (1, 3), (2, 0), (3, 1)];
    Arc::new(Design {
        orders: orders.map(|(from, to)| order(from, to, 8)).to_vec(),
        ..design("torus-uni:4", vcs, 1)
    })
}
