//! Random scenarios for property tests: small networks with a routing function that is defined
//! there, every other setting, and sometimes failed links. Most have the messages, virtual channels
//! and buffers of a simulation of today: 1 to 4 flits, 3 to 8 channels of up to 8 flits.
//! `simulator/designs/coverage.rs` counts that each combination occurs.

use engine::catalog::Family;
use engine::routing;
use engine::sim::{self, Classes};
use engine::topology::{self, ChannelId, Network, Terminals};
use engine::traffic::{self, Length};
use proptest::prelude::*;
use study::scenario::{Burst, ClosedLoop, Message, Scenario, Surge};

use super::any_path::{any_path, prescribe};

/// A scenario that can be built, from nearly idle to far beyond saturation.
pub fn any_scenario() -> impl Strategy<Value = Scenario> {
    // Flits per node and cycle; a port sends one at most.
    let load = (-2.0..0.5_f64).prop_map(|exponent| 10_f64.powf(exponent));
    let random = (
        any_length(),
        load,
        any::<u64>(),
        any::<prop::sample::Index>(),
    );
    let lanes = (any_vcs(), any::<bool>(), 1_i64..9);
    let ports = (
        1_i64..4,
        prop::sample::select(&[None, Some(1), Some(2), Some(3)][..]),
    );
    let delays = prop_oneof![Just((0, 0, 0)), (0_i64..4, 0_i64..4, 0_i64..4)];
    let modes = (
        prop_oneof![
            Just("wormhole".to_owned()),
            any_id(sim::switching::FAMILIES)
        ],
        any_id(sim::selection::FAMILIES),
    );
    let paths = prop::collection::vec(prop::option::weighted(0.3, any_path()), 5);
    let burst = (prop::option::weighted(0.25, 1.0..300.0), 0.01..=1.0);
    let surge = (prop::option::weighted(0.15, 0.001..0.5), 1_i64..200);
    // Sources do not have both.
    let burst = (burst, surge).prop_map(|((on, share), (rate, cycles))| {
        let rate = rate.filter(|_| on.is_none());
        (Burst { on, share }, Surge { rate, cycles })
    });
    let parts = (
        any_place(),
        random,
        burst,
        any_closed_loop(),
        lanes,
        ports,
        delays,
        modes,
        paths,
    );
    parts.prop_map(
        |(place, random, burst, closed, lanes, ports, delays, modes, mut paths)| {
            let mut scenario = place;
            let (length, load, seed, pattern) = random;
            (scenario.length, scenario.seed) = (length, seed);
            scenario.traffic.rate = (load / length.mean()).min(1.0);
            (scenario.traffic.burst, scenario.traffic.surge) = burst;
            scenario.traffic.pattern = a_pattern(&scenario.network, pattern);
            (scenario.vcs, scenario.dateline, scenario.buffer) = lanes;
            if scenario.vcs % 2 == 0 || closed.classes == Classes::Shared {
                scenario.traffic.closed = closed;
            }
            (scenario.ports.injection, scenario.ports.ejection) = ports;
            let timing = &mut scenario.timing;
            (timing.injection, timing.ejection, timing.router) = delays;
            (scenario.switching, scenario.selection) = modes;
            paths.truncate(scenario.messages.len());
            prescribe(&mut scenario, &paths);
            scenario
        },
    )
}

/// Few requests and small queues, so that sources stand still and queues are full; no requests in three
/// of four scenarios.
fn any_closed_loop() -> impl Strategy<Value = ClosedLoop> {
    let classes = prop::sample::select(&[Classes::Shared, Classes::Separate][..]);
    let parts = (
        prop::option::weighted(0.25, 1_i64..5),
        prop::option::weighted(0.5, any_flits()),
        0_i64..4,
        1_i64..4,
        classes,
    );
    parts.prop_map(|(outstanding, reply, service, queue, classes)| ClosedLoop {
        outstanding,
        reply,
        service,
        queue,
        classes,
    })
}

fn any_id<Build>(families: &[Family<Build>]) -> impl Strategy<Value = String> + use<Build> {
    let ids = families.iter().map(|family| family.entry.id.to_owned());
    prop::sample::select(ids.collect::<Vec<_>>())
}

fn any_length() -> impl Strategy<Value = Length> {
    prop_oneof![
        1 => Just(Length::Fixed(1)),
        4 => (1_u32..5).prop_map(Length::Fixed),
        2 => (5_u32..13).prop_map(Length::Fixed),
        1 => (13_u32..41).prop_map(Length::Fixed),
        2 => (1.0..9.0).prop_map(Length::Exponential),
    ]
}

/// Virtual channels per channel: few, as many as usual, or more.
fn any_vcs() -> impl Strategy<Value = i64> {
    prop_oneof![4 => 1_i64..3, 6 => 3_i64..9, 1 => 9_i64..17]
}

/// The length of a listed message.
fn any_flits() -> impl Strategy<Value = i64> {
    prop_oneof![2 => 1_i64..5, 1 => 5_i64..20]
}

/// Uniform traffic, or another pattern that is defined on the network.
fn a_pattern(network: &str, choice: prop::sample::Index) -> String {
    let topology = topology::from_spec(network).expect("a network of the list");
    let ids = traffic::FAMILIES.iter().map(|family| family.entry.id);
    let is_defined = |id: &&str| traffic::from_id(id, &*topology, 1).is_ok();
    let mut defined: Vec<_> = ids.filter(is_defined).collect();
    // Half of the scenarios.
    defined.extend(vec!["uniform"; defined.len()]);
    defined[choice.index(defined.len())].to_owned()
}

/// A network and a routing function on it, with messages and failed links.
fn any_place() -> impl Strategy<Value = Scenario> {
    let length = prop::option::of(any_flits());
    let message = (0_i64..50, any::<u32>(), any::<u32>(), length);
    let messages = prop::collection::vec(message, 0..6);
    let faults = prop_oneof![
        2 => Just(Vec::new()),
        1 => prop::collection::vec(any::<prop::sample::Index>(), 1..4),
    ];
    let (switched, others): (Vec<_>, Vec<_>) = super::networks::up_to(16).partition(|spec| {
        let topology = topology::from_spec(spec).expect("a network of the list");
        Terminals::of(&*topology).count() < topology.nodes()
    });
    // Networks of switches have several paths and no deadlocks as a rule.
    let networks = prop_oneof![
        4 => prop::sample::select(others),
        1 => prop::sample::select(switched),
    ];
    let choices = (networks, any::<prop::sample::Index>());
    (choices, messages, faults).prop_map(|((network, routing), messages, faults)| {
        let topology = topology::from_spec(network).expect("a network of the list");
        let label = |node| topology.label(node);
        let terminals = Terminals::of(&*topology);
        let n = terminals.count();
        let messages = messages.into_iter().map(|(at, from, to, length)| {
            let from = from % n;
            let to = (from + 1 + to % (n - 1)) % n;
            Message {
                via: Vec::new(),
                by: None,
                at,
                from: label(terminals.nth(from)),
                to: vec![label(terminals.nth(to))],
                length,
            }
        });
        let defined_on: Vec<_> = routing::defined_on(&*topology).collect();
        let mut scenario = Scenario {
            routing: defined_on[routing.index(defined_on.len())]
                .entry
                .id
                .to_owned(),
            messages: messages.collect(),
            ..Scenario::on(network)
        };
        let channels = Network::new(&*topology);
        for fault in faults {
            let channel = ChannelId(fault.index(channels.channels() as usize) as u32);
            let (one, other) = (label(channels.from(channel)), label(channels.to(channel)));
            let is_new = |link: &(String, String)| {
                *link != (one.clone(), other.clone()) && *link != (other.clone(), one.clone())
            };
            if scenario.faults.iter().all(is_new) {
                scenario.faults.push((one, other));
            }
        }
        scenario
    })
}
