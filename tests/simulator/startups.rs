//! The cost of the steps of a multicast: one preparation per node and step, then start-ups in as
//! many rounds as a node needs to send its worms through its ports.

use std::collections::BTreeMap;

use engine::multicast::{self, Plan};
use engine::sim::{Completion, Delivery, Design, Location, Simulator, Timing};
use engine::topology;
use study::scenario::Scenario;

/// Delays of every kind, all of different lengths.
const TIMINGS: &[Timing] = &[
    Timing {
        injection: 0,
        ejection: 0,
        router: 0,
        startup: 0,
        preparation: 0,
    },
    Timing {
        injection: 0,
        ejection: 0,
        router: 0,
        startup: 33,
        preparation: 2,
    },
    Timing {
        injection: 1,
        ejection: 2,
        router: 3,
        startup: 11,
        preparation: 5,
    },
];

/// The length M of messages and the size of buffers, so that a header delayed by a router does not
/// keep its tail in the source.
const LENGTH: u32 = 32;

/// The deliveries and the completion of a single multicast in an idle network.
fn alone(
    network: &str,
    algorithm: &str,
    ports: u32,
    timing: Timing,
    (from, to): (&str, &[&str]),
) -> (Vec<Delivery>, Completion) {
    let to = to.join("+");
    let link = format!(
        "t={network}&mc={algorithm}&M={LENGTH}&buf={LENGTH}&pi={ports}&ti={}&te={}&rd={}&ts={}\
         &tp={}&msg=0:{from}>{}",
        timing.injection,
        timing.ejection,
        timing.router,
        timing.startup,
        timing.preparation,
        to.replace('+', "%2B"),
    );
    let mut simulator = Simulator::new(design(&link));
    let (mut deliveries, mut completions) = (Vec::new(), Vec::new());
    while !simulator.is_drained() {
        simulator.step();
        deliveries.extend(simulator.deliveries());
        completions.extend(simulator.completions());
    }
    (deliveries, completions[0])
}

fn design(link: &str) -> std::sync::Arc<Design> {
    let opened = Scenario::from_link(link);
    assert_eq!(opened.problems, [], "{link}");
    opened.scenario.build().expect(link).design
}

fn plan(network: &str, algorithm: &str, (from, to): (&str, &[&str])) -> (Plan, Vec<u32>) {
    let topology = topology::from_spec(network).expect("a network in range");
    let node = |text: &str| topology.node("node", text).expect(text);
    let algorithm = multicast::from_spec("algorithm", algorithm, &*topology);
    let to: Vec<_> = to.iter().map(|text| node(text)).collect();
    let plan = algorithm
        .expect("it is defined there")
        .plan(node(from), &to, 0);
    let hops = plan
        .worms
        .iter()
        .map(|worm| worm.hops(&*topology))
        .collect();
    (plan, hops)
}

/// Cycles for which a worm keeps its port: the start-up, the delays up to the first channel, and
/// one cycle per flit.
fn occupied(timing: Timing) -> u32 {
    timing.startup + timing.injection + timing.router + LENGTH
}

/// Cycles from the head of the queue to the arrival of the tail.
fn latency(timing: Timing, hops: u32) -> u32 {
    let Timing {
        injection,
        ejection,
        router,
        startup,
        ..
    } = timing;
    startup + injection + hops * (1 + router) + LENGTH - 1 + ejection
}

/// Asserts that a multicast takes P + max over worms k = 0, 1, … of ⌊k/p⌋ rounds + its latency:
/// worms of a round leave at once.
fn assert_leaves_in_rounds(network: &str, algorithm: &str, set: (&str, &[&str])) {
    let (plan, hops) = plan(network, algorithm, set);
    for &timing in TIMINGS {
        for ports in [1, 2, 4] {
            let (deliveries, completion) = alone(network, algorithm, ports, timing, set);
            let rounds = (plan.worms.len() as u32).div_ceil(ports);
            assert_eq!(completion.startups, rounds, "{algorithm} {ports}");
            let worms = (0..).zip(&hops);
            let ends = worms.map(|(k, &hops)| {
                timing.preparation + k / ports * occupied(timing) + latency(timing, hops)
            });
            let end = ends.max().expect("there are worms");
            assert_eq!(
                completion.arrived,
                u64::from(end),
                "{algorithm} {ports} {timing:?}"
            );
            for delivery in deliveries {
                let round = delivery.message.0 as u32 / ports;
                let headed = timing.preparation + round * occupied(timing);
                assert_eq!(delivery.headed, u64::from(headed), "{delivery:?}");
            }
        }
    }
}

#[test]
fn the_worms_of_a_dual_path_leave_at_once_or_in_turn() {
    let to = [
        "0,0", "0,2", "0,5", "1,3", "4,5", "5,0", "5,1", "5,3", "5,4",
    ];
    assert_leaves_in_rounds("mesh:6x6", "dual-path", ("3,2", &to));
    // One direction only.
    assert_leaves_in_rounds("mesh:6x6", "dual-path", ("3,2", &["0,3", "5,5"]));
}

/// Along the four arms of a cross, where worms of a round never meet.
#[test]
fn separate_messages_leave_in_rounds() {
    let to = [
        "5,4", "3,4", "4,5", "4,3", "6,4", "2,4", "4,6", "4,2", "7,4", "1,4",
    ];
    assert_leaves_in_rounds("mesh:9x9", "separate", ("4,4", &to));
    assert_leaves_in_rounds("mesh:9x9", "separate", ("4,4", &to[..3]));
}

/// Relays prepare and start up like the source. Every node of a binomial tree is reached over
/// ascending positions j₁ < j₂ < … of the order of dimensions; every node with the message sends a
/// copy over each later one, so that before the copy over jₖ₊₁ leaves, those over the g = jₖ₊₁ −
/// jₖ − 1 positions between take their ports in ⌊g/p⌋ rounds. A copy that has arrived is forwarded in
/// the next cycle.
#[test]
fn every_copy_of_a_broadcast_arrives_after_the_start_ups_of_its_relays() {
    for dimension in 2..6_u32 {
        let network = format!("hypercube:{dimension}");
        let all: Vec<_> = (1..1 << dimension)
            .map(|node: u32| node.to_string())
            .collect();
        let all: Vec<_> = all.iter().map(String::as_str).collect();
        for &timing in TIMINGS {
            for ports in 1..=dimension {
                let algorithm = "binomial-broadcast:fixed";
                let set = ("0", &*all);
                let (deliveries, completion) = alone(&network, algorithm, ports, timing, set);
                assert_eq!(deliveries.len(), all.len());
                let step = 1 + timing.preparation + latency(timing, 1);
                for delivery in deliveries {
                    let node = delivery.to.0;
                    let (mut rounds, mut next) = (0, 0);
                    for j in (0..dimension).filter(|j| node >> j & 1 == 1) {
                        rounds += (j - next) / ports;
                        next = j + 1;
                    }
                    let arrived = node.count_ones() * step + rounds * occupied(timing) - 1;
                    assert_eq!(delivery.arrived, u64::from(arrived), "{ports} {delivery:?}");
                }
                // The deepest branch is equally long with one port: its copies leave first.
                let end = dimension * step - 1;
                assert_eq!(completion.arrived, u64::from(end), "{network} {ports}");
            }
        }
    }
}

/// This holds in a busy network too: whatever others generate, the worms that a node forwards in a
/// step are spread over its ports as evenly as possible.
#[test]
fn the_worms_of_a_step_are_spread_evenly_over_the_ports() {
    for (network, algorithm) in [
        ("hypercube:4", "separate"),
        ("hypercube:4", "binomial-broadcast"),
        ("mesh:4x4", "dual-path"),
        ("mesh:4x4", "column-path"),
    ] {
        let ports = 3;
        let link = format!(
            "t={network}&mc={algorithm}&md=7&mf=0.3&lam=0.01&M=4&vc=4&pi={ports}&ts=5&tp=3"
        );
        let mut simulator = Simulator::new(design(&link));
        // The port of every message, by multicast and node.
        let mut taken: BTreeMap<_, BTreeMap<_, _>> = BTreeMap::new();
        let mut complete = Vec::new();
        for _ in 0..4000 {
            simulator.step();
            for worm in simulator.snapshot().worms {
                let port = worm
                    .segments
                    .iter()
                    .find_map(|segment| match segment.place {
                        Location::Injection(_, port) => Some(port),
                        _ => None,
                    });
                if let (Some(id), Some(port)) = (worm.multicast, port) {
                    let step = taken.entry((id, worm.from)).or_default();
                    step.insert(worm.message, port);
                }
            }
            complete.extend(
                simulator
                    .completions()
                    .iter()
                    .map(|c| (c.multicast, c.worms)),
            );
        }
        assert!(complete.len() > 100, "{}", complete.len());
        for (id, worms) in complete {
            let steps = taken.iter().filter(|((of, _), _)| *of == id);
            let mut seen = 0;
            for ((_, from), step) in steps {
                let mut load = vec![0; ports];
                for &port in step.values() {
                    load[usize::from(port)] += 1;
                }
                let most = step.len().div_ceil(ports);
                assert_eq!(
                    load.iter().max(),
                    Some(&most),
                    "{algorithm} {from:?} {load:?}"
                );
                seen += step.len();
            }
            assert_eq!(seen, worms as usize, "{algorithm}");
        }
    }
}
