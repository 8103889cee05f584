//! Random scenarios for property tests: small networks with a routing function that is defined
//! there, every other setting, and sometimes failed links.

use flitscope::catalog::Family;
use flitscope::routing;
use flitscope::scenario::{Message, Scenario};
use flitscope::sim;
use flitscope::topology::{self, ChannelId, Network, Terminals};
use flitscope::traffic::Length;
use proptest::prelude::*;

/// A scenario that can be built, from nearly idle to far beyond saturation.
pub fn any_scenario() -> impl Strategy<Value = Scenario> {
    // Flits per node and cycle; a port sends one at most.
    let load = (-2.0..0.5_f64).prop_map(|exponent| 10_f64.powf(exponent));
    let random = (any_length(), load, any::<u64>());
    let lanes = (1_i64..5, any::<bool>(), 1_i64..6);
    let ports = (
        1_i64..4,
        prop::sample::select(&[None, Some(1), Some(2)][..]),
    );
    let delays = (0_i64..4, 0_i64..4, 0_i64..4);
    let modes = (
        any_id(sim::switching::FAMILIES),
        any_id(sim::selection::FAMILIES),
    );
    let parts = (any_place(), random, lanes, ports, delays, modes);
    parts.prop_map(|(place, random, lanes, ports, delays, modes)| {
        let mut scenario = place;
        let (length, load, seed) = random;
        (scenario.length, scenario.seed) = (length, seed);
        scenario.traffic.rate = (load / length.mean()).min(1.0);
        (scenario.vcs, scenario.dateline, scenario.buffer) = lanes;
        (scenario.ports.injection, scenario.ports.ejection) = ports;
        let timing = &mut scenario.timing;
        (timing.injection, timing.ejection, timing.router) = delays;
        (scenario.switching, scenario.selection) = modes;
        scenario
    })
}

fn any_id<Build>(families: &[Family<Build>]) -> impl Strategy<Value = String> + use<Build> {
    let ids = families.iter().map(|family| family.entry.id.to_owned());
    prop::sample::select(ids.collect::<Vec<_>>())
}

fn any_length() -> impl Strategy<Value = Length> {
    prop_oneof![
        (1_u32..13).prop_map(Length::Fixed),
        (1.0..9.0).prop_map(Length::Exponential),
    ]
}

/// A network and a routing function on it, with messages and failed links.
fn any_place() -> impl Strategy<Value = Scenario> {
    let length = prop::option::of(1_i64..20);
    let message = (0_i64..50, any::<u32>(), any::<u32>(), length);
    let messages = prop::collection::vec(message, 0..6);
    let faults = prop_oneof![
        2 => Just(Vec::new()),
        1 => prop::collection::vec(any::<prop::sample::Index>(), 1..4),
    ];
    let networks: Vec<_> = super::networks::up_to(16).collect();
    let choices = (prop::sample::select(networks), any::<prop::sample::Index>());
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
