//! Latencies of lone messages, by formula.

use std::sync::Arc;

use engine::multicast::{Plan, PlannedWorm, Route};
use engine::sim::{Delivery, Design, Order, Ports, Switching, Timing};
use engine::topology::{NodeId, Terminals};

use super::Stepper;
use crate::common::networks;
use crate::simulator::designs::{SWITCHING, Scripted, design, order, planned_by, topology};

/// Injection, ejection and router delays: no delays, and three different ones.
const TIMINGS: &[(u32, u32, u32)] = &[(0, 0, 0), (5, 1, 3)];

/// d·(1 + r) + M − 1 + i + e, or d·(M + r) + i + e in store-and-forward: messages follow one
/// another, far enough apart that none meets another.
pub fn a_lone_message_has_its_zero_load_latency<S: Stepper>() {
    for network in networks::largest_up_to(20) {
        for &timing in TIMINGS {
            for &switching in SWITCHING {
                let lanes = match switching {
                    Switching::Wormhole => &[(1, 1), (1, 3), (2, 1), (2, 3)][..],
                    // There is room for a whole message, whatever the buffer.
                    _ => &[(1, 1), (2, 1)],
                };
                for &(vcs, buffer) in lanes {
                    assert_zero_load_latencies::<S>(Design {
                        switching,
                        timing: delays(timing),
                        orders: one_by_one(network, switching, delays(timing)),
                        ..design(network, vcs, buffer)
                    });
                }
            }
        }
    }
}

/// One flit per cycle at any distance, even with one flit per buffer: M − 1 cycles pass from the
/// header's arrival to the tail's.
pub fn one_flit_arrives_per_cycle<S: Stepper>() {
    for &switching in SWITCHING {
        for (length, hops) in [(200, 149), (1, 149), (70_000, 3)] {
            let design = Design {
                switching,
                orders: vec![order(0, hops, length)],
                ..design("mesh:150", 1, 1)
            };
            assert_zero_load_latencies::<S>(design);
        }
    }
}

fn assert_zero_load_latencies<S: Stepper>(design: Design) {
    let design = Arc::new(design);
    let mut stepper = S::on(design.clone());
    let (deliveries, completions) = stepper.drain();
    assert_eq!(deliveries.len(), design.orders.len());
    assert_eq!(completions, []);
    for delivery in deliveries {
        let order = &design.orders[delivery.message.0 as usize];
        let latency =
            zero_load_latency(design.switching, design.timing, delivery.hops, order.length);
        assert_eq!(delivery.headed, order.at, "{design:?}");
        let arrived = order.at + latency;
        assert_eq!(delivery.arrived, arrived, "{design:?}: {order:?}");
    }
}

/// A worm copies itself at some nodes of its path. Its header spends max(r, e) cycles where it
/// takes a port, r where it does not, e at the end.
pub fn copies_arrive_when_the_tail_passes<S: Stepper>() {
    let path: Vec<_> = [0, 1, 2, 3, 7, 6, 5, 9, 13, 14].map(NodeId).to_vec();
    for deliver in [&[1, 2, 5, 9][..], &[3, 9], &[1, 2, 3, 4, 5, 6, 7, 8, 9]] {
        for &switching in SWITCHING {
            for &timing in TIMINGS {
                for length in [1, 2, 9, 30] {
                    assert_copies_arrive::<S>(&path, deliver, switching, delays(timing), length);
                }
            }
        }
    }
}

fn assert_copies_arrive<S: Stepper>(
    path: &[NodeId],
    deliver: &[usize],
    switching: Switching,
    timing: Timing,
    length: u32,
) {
    const AT: u64 = 5;
    let to: Vec<_> = deliver.iter().map(|&place| path[place]).collect();
    let timing = Timing {
        startup: 11,
        preparation: 6,
        ..timing
    };
    let plan = Plan::of([worm(path, &to)]);
    let mut stepper = S::on(Arc::new(Design {
        switching,
        timing,
        orders: vec![Order {
            at: AT,
            from: path[0],
            to,
            length,
        }],
        multicasts: Some(planned_by(Scripted(plan))),
        // Room for the whole message; otherwise a delayed header would delay the copies behind it.
        ..design("mesh:4x4", 1, length)
    }));
    let (deliveries, completions) = stepper.drain();
    assert_eq!(deliveries.len(), deliver.len());
    let Timing {
        injection: i,
        ejection: e,
        router: r,
        startup,
        preparation,
    } = timing;
    // The cycle in which the header leaves the last node considered.
    let mut goes_on = AT + u64::from(preparation + startup + i + r);
    let mut arrivals = Vec::new();
    for place in 1..path.len() {
        let is_last = place == path.len() - 1;
        let is_copied = deliver.contains(&place);
        let delay = match (is_last, is_copied) {
            (true, _) => e,
            (false, true) => r.max(e),
            (false, false) => r,
        };
        let is_stored = switching == Switching::StoreAndForward && !is_last;
        let stored = if is_stored { length - 1 } else { 0 };
        goes_on += u64::from(1 + stored + delay);
        if is_copied {
            arrivals.push(goes_on + u64::from(length) - 1);
        }
    }
    let found: Vec<_> = deliveries.iter().map(|delivery| delivery.arrived).collect();
    assert_eq!(found, arrivals, "{switching:?} {timing:?} {length} flits");
    for (delivery, &place) in deliveries.iter().zip(deliver) {
        let &Delivery {
            generated,
            headed,
            to,
            hops,
            ..
        } = delivery;
        assert_eq!((to, hops as usize), (path[place], place));
        assert_eq!(generated, AT);
        assert_eq!(headed, AT + u64::from(preparation));
    }
    let [completion] = completions[..] else {
        panic!("one multicast was completed, not {completions:?}");
    };
    assert_eq!(Some(&completion.arrived), arrivals.last());
    let copies = (completion.generated, completion.copies, completion.worms);
    assert_eq!(copies, (AT, deliver.len() as u32, 1));
}

/// Even with one flit per buffer: B = 1 streams at full rate past every port.
pub fn copies_do_not_slow_a_worm_down<S: Stepper>() {
    let path: Vec<_> = (0..150).map(NodeId).collect();
    let to = &path[1..];
    let design = Design {
        orders: vec![Order {
            at: 0,
            from: path[0],
            to: to.to_vec(),
            length: 200,
        }],
        multicasts: Some(planned_by(Scripted(Plan::of([worm(&path, to)])))),
        ..design("mesh:150", 1, 1)
    };
    let (deliveries, _) = S::on(Arc::new(design)).drain();
    assert_eq!(deliveries.len(), 149);
    for delivery in deliveries {
        assert_eq!(delivery.arrived, u64::from(delivery.to.0) + 199);
    }
}

/// w worms through p ports leave in ⌈w/p⌉ rounds, each of S + i + r + M cycles.
pub fn worms_leave_in_rounds_through_the_ports<S: Stepper>() {
    let (length, at) = (12, 3);
    let center = NodeId(40);
    // Four arms of a cross, nearer nodes first, so that worms of a round never meet.
    let arms = |distance: u32| {
        [
            40 + distance,
            40 - distance,
            40 + 9 * distance,
            40 - 9 * distance,
        ]
    };
    let to: Vec<_> = (1..5).flat_map(arms).map(NodeId).collect();
    let worms = to.iter().map(|&node| PlannedWorm {
        from: center,
        after: None,
        route: Route::Routed,
        deliver: vec![node],
    });
    let plan = Plan::of(worms);
    let mut sorted = to.clone();
    sorted.sort_unstable();
    for ports in 1..=4 {
        for (startup, preparation) in [(0, 0), (10, 0), (0, 7), (25, 4)] {
            let timing = Timing {
                startup,
                preparation,
                ..delays((1, 2, 0))
            };
            let mut stepper = S::on(Arc::new(Design {
                timing,
                ports: Ports {
                    injection: ports,
                    ejection: None,
                },
                orders: vec![Order {
                    at,
                    from: center,
                    to: sorted.clone(),
                    length,
                }],
                multicasts: Some(planned_by(Scripted(plan.clone()))),
                // Room for the whole message; otherwise a header that waits for its port would keep
                // its tail in the source.
                ..design("mesh:9x9", 2, length)
            }));
            let (deliveries, completions) = stepper.drain();
            let occupied = startup + timing.injection + length;
            let latency = |distance| 1 + 2 + distance + length - 1;
            for delivery in &deliveries {
                let nth = delivery.message.0 as u32;
                let round = nth / u32::from(ports);
                let headed = at + u64::from(preparation + round * occupied);
                assert_eq!((delivery.to, delivery.headed), (to[nth as usize], headed));
                let arrived = headed + u64::from(startup + latency(delivery.hops));
                assert_eq!(delivery.arrived, arrived, "{delivery:?}");
            }
            let rounds = 16_u32.div_ceil(u32::from(ports));
            let last = preparation + (rounds - 1) * occupied + startup + latency(4);
            assert_eq!(completions.len(), 1);
            assert_eq!(completions[0].arrived, at + u64::from(last));
        }
    }
}

/// P + S + latency for every step of a chain of relays, each released in the cycle after the
/// arrival of its copy. Two start in the middle of a path, where a copy was made.
pub fn a_relay_is_released_when_its_copy_arrives<S: Stepper>() {
    let path: Vec<_> = [0, 1, 2, 3].map(NodeId).to_vec();
    let relay = |from: usize, to: u32, after| PlannedWorm {
        from: path[from],
        after: Some(after),
        route: Route::Routed,
        deliver: vec![NodeId(to)],
    };
    // On mesh:4x4, node 4·y + x.
    let plan = Plan::of([
        worm(&path, &[path[1], path[3]]),
        relay(1, 13, 0),
        relay(3, 15, 0),
        relay(1, 4, 0),
        PlannedWorm {
            from: NodeId(13),
            ..relay(1, 12, 1)
        },
    ]);
    for (startup, preparation) in [(0, 0), (9, 0), (0, 5), (20, 3)] {
        let timing = Timing {
            startup,
            preparation,
            ..delays((1, 2, 0))
        };
        let length = 6;
        let mut stepper = S::on(Arc::new(Design {
            timing,
            orders: vec![Order {
                at: 0,
                from: NodeId(0),
                to: [1, 3, 4, 12, 13, 15].map(NodeId).to_vec(),
                length,
            }],
            multicasts: Some(planned_by(Scripted(plan.clone()))),
            ..design("mesh:4x4", 1, length)
        }));
        let (deliveries, completions) = stepper.drain();
        let step = u64::from(preparation + startup + 1 + length - 1);
        // The header of the copy waits e cycles for its port.
        let first = step + 1 + 2;
        let end = step + 3 + 2 + 2;
        let released = |arrived| arrived + 1;
        let second = released(first) + step + 3 + 2;
        // Both worms from node 1 take its one port in turn, in the order of the plan.
        let turn = u64::from(startup + 1 + length);
        let expected = [
            (1, 0, 0, first),
            (3, 0, 0, end),
            (13, 1, released(first), second),
            (15, 3, released(end), released(end) + step + 3 + 2),
            (4, 2, released(first), released(first) + turn + step + 2 + 2),
            (12, 4, released(second), released(second) + step + 1 + 2),
        ];
        for (to, message, generated, arrived) in expected {
            let found = deliveries.iter().find(|delivery| delivery.to.0 == to);
            let found = found.map(|d| (d.message.0, d.generated, d.arrived));
            assert_eq!(found, Some((message, generated, arrived)), "{deliveries:?}");
        }
        assert_eq!((completions[0].worms, completions[0].copies), (5, 6));
    }
}

/// Start-up and preparation apply to multicasts only.
pub fn messages_to_one_node_have_no_start_up_or_preparation<S: Stepper>() {
    let mut design = Design {
        orders: vec![order(0, 3, 5)],
        multicasts: Some(planned_by(Scripted(Plan::default()))),
        ..design("mesh:4", 1, 1)
    };
    (design.timing.startup, design.timing.preparation) = (100, 100);
    let (deliveries, completions) = S::on(Arc::new(design)).drain();
    assert_eq!(deliveries[0].arrived, 3 + 5 - 1);
    assert_eq!((deliveries[0].multicast, completions.len()), (None, 0));
}

fn worm(path: &[NodeId], deliver: &[NodeId]) -> PlannedWorm {
    PlannedWorm {
        from: path[0],
        after: None,
        route: Route::Path(path.to_vec()),
        deliver: deliver.to_vec(),
    }
}

fn delays((injection, ejection, router): (u32, u32, u32)) -> Timing {
    Timing {
        injection,
        ejection,
        router,
        ..Timing::default()
    }
}

/// Short and long messages between all pairs, one after the other.
fn one_by_one(network: &str, switching: Switching, timing: Timing) -> Vec<Order> {
    let topology = topology(network);
    let terminals: Vec<_> = Terminals::of(&*topology)
        .iter()
        .map(|node| node.0)
        .collect();
    let pairs = terminals.iter().flat_map(|&from| {
        let to = terminals.iter();
        to.map(move |&to| (from, to))
    });
    let pairs = pairs.filter(|(from, to)| from != to);
    let mut at = 0;
    let orders = pairs.flat_map(|(from, to)| [1, 2, 7, 20].map(|length| order(from, to, length)));
    let orders = orders.map(|order| {
        let distance = topology.distance(order.from, order.to[0]);
        let next = at + zero_load_latency(switching, timing, distance, order.length) + 1;
        Order {
            at: std::mem::replace(&mut at, next),
            ..order
        }
    });
    orders.collect()
}

fn zero_load_latency(switching: Switching, timing: Timing, distance: u32, length: u32) -> u64 {
    let crossing = match switching {
        Switching::StoreAndForward => distance * (length + timing.router),
        _ => distance * (1 + timing.router) + length - 1,
    };
    u64::from(crossing + timing.injection + timing.ejection)
}
