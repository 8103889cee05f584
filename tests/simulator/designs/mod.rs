//! Designs for the laws of the simulator, with their own routing functions and multicast planners:
//! the behavior of a simulator must not depend on which algorithms are registered.

mod planners;
mod routings;

use std::collections::BTreeSet;
use std::sync::Arc;

use flitscope::routing::{self, Detour};
use flitscope::sim::{Design, Multicasts, Order, Selection, Switching, Timing};
use flitscope::topology::{self, Network, NodeId, Terminals, Topology};
use flitscope::traffic::Length;
use proptest::prelude::*;

use crate::common::any_scenario::any_scenario;
pub use planners::{Scripted, Wandering};
pub use routings::Kind;

pub const SWITCHING: &[Switching] = &[
    Switching::Wormhole,
    Switching::VirtualCutThrough,
    Switching::StoreAndForward,
];

const SELECTION: &[Selection] = &[
    Selection::First,
    Selection::Random,
    Selection::LeastOccupied,
];

/// A network with dimension-order routing and no delays, in which no node sends anything.
pub fn design(network: &str, vcs: u8, buffer: u32) -> Design {
    let topology = topology(network);
    // Where there are no dimensions, another function that takes shortest paths.
    let ids = ["dimension-order", "distance-classes"].into_iter();
    let mut defined = ids.filter_map(|id| routing::from_id(id, &*topology, vcs).ok());
    let routing = defined.next().expect("one is defined on every topology");
    Design {
        vcs,
        buffer,
        ..Design::idle(Network::new(&*topology), routing)
    }
}

pub fn topology(network: &str) -> Box<dyn Topology> {
    topology::from_spec(network).expect("a network in range")
}

/// Ordered multicasts, planned by `algorithm`.
pub fn planned_by(
    algorithm: impl flitscope::multicast::MulticastAlgorithm + 'static,
) -> Multicasts {
    Multicasts {
        algorithm: Box::new(algorithm),
        broadcast: 0.0,
        destinations: 1,
        router_copies: false,
        fraction: 1.0,
    }
}

pub fn order(from: u32, to: u32, length: u32) -> Order {
    Order {
        at: 0,
        from: NodeId(from),
        to: vec![NodeId(to)],
        length,
    }
}

/// A random design that scenarios can describe.
pub fn any_scenario_design() -> impl Strategy<Value = Arc<Design>> {
    any_scenario().prop_map(|scenario| scenario.build().expect("it is in range").design)
}

/// A random design: switching, selection, routing, multicasts, delays, loads.
pub fn any_design() -> impl Strategy<Value = Arc<Design>> {
    let choices = (
        prop::sample::select(SWITCHING),
        prop::sample::select(SELECTION),
        any_routing(),
    );
    let multicasts = (
        prop_oneof![Just(0.0), 0.0..1.0, Just(1.0)],
        prop_oneof![Just(0), any::<u32>()],
        prop_oneof![2 => Just(1.0), 1 => 0.0..1.0],
    );
    let delays = (0_u32..4, 0_u32..4);
    let message = (0_u64..50, any::<u32>(), any::<u64>(), 1_u32..20);
    let orders = prop::collection::vec(message, 0..4);
    let lanes = prop_oneof![4 => Just(None), 1 => (5_u8..17).prop_map(Some)];
    let parts = (any_scenario(), choices, multicasts, delays, orders, lanes);
    parts.prop_map(
        |(mut scenario, choices, multicasts, delays, orders, lanes)| {
            let (switching, selection, routing) = choices;
            let vcs = lanes.map_or(scenario.vcs, i64::from);
            scenario.vcs = vcs;
            let topology = topology(&scenario.network);
            let terminals = Terminals::of(&*topology);
            let nodes = terminals.count();
            // The routing functions of these tests are built on dimension order.
            let routing = routing.filter(|_| routing::usual(&*topology) == "dimension-order");
            let design = scenario.build().expect("it is in range").design;
            let design = Arc::into_inner(design).expect("the design is not shared");
            let (broadcast, destinations, fraction) = multicasts;
            let destinations = 1 + destinations % (nodes - 1);
            let copies = broadcast * f64::from(nodes - 1) + f64::from(destinations);
            let mut orders: Vec<_> = orders
                .into_iter()
                .map(|(at, from, to, length)| Order {
                    at,
                    from: terminals.nth(from % nodes),
                    to: some_others(nodes, from % nodes, to)
                        .into_iter()
                        .map(|place| terminals.nth(place.0))
                        .collect(),
                    length,
                })
                .chain(design.orders)
                .collect();
            orders.sort_by_key(|order| order.at);
            if !design.faults.is_empty() {
                // Multicast plans ignore failed links.
                for order in &mut orders {
                    order.to.truncate(1);
                }
            }
            let (startup, preparation) = delays;
            Arc::new(Design {
                routing: match routing {
                    None => design.routing,
                    Some(routing) => {
                        let routing = Box::new(routing.on(topology, design.vcs));
                        Detour::around(routing, &design.network, &design.faults)
                    }
                },
                rate: design.rate / copies.max(1.0),
                multicasts: design.faults.is_empty().then(|| Multicasts {
                    algorithm: Box::new(Wandering::on(&scenario.network)),
                    broadcast,
                    destinations,
                    router_copies: false,
                    fraction,
                }),
                switching,
                selection,
                timing: Timing {
                    startup,
                    preparation,
                    ..design.timing
                },
                orders,
                ..design
            })
        },
    )
}

fn any_routing() -> impl Strategy<Value = Option<Kind>> {
    prop::sample::select(
        &[
            None,
            Some(Kind::Unrestricted),
            Some(Kind::EscapeLast),
            Some(Kind::EscapeFirst),
        ][..],
    )
}

/// The nodes whose bits are set, at least one and never the source.
pub fn some_others(nodes: u32, from: u32, bits: u64) -> Vec<NodeId> {
    let mut to: BTreeSet<_> = (0..nodes).filter(|node| bits >> node & 1 == 1).collect();
    to.insert((from + 1) % nodes);
    to.remove(&from);
    to.into_iter().map(NodeId).collect()
}

/// A length in every range that matters to a simulator, short ones more often.
pub fn any_length() -> impl Strategy<Value = Length> {
    prop_oneof![
        Just(Length::Fixed(1)),
        (2_u32..13).prop_map(Length::Fixed),
        (13_u32..201).prop_map(Length::Fixed),
    ]
}
