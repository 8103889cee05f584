//! Designs for the laws of the simulator, with their own routing functions and multicast planners:
//! the behavior of a simulator must not depend on which algorithms are registered.

mod coverage;
mod planners;
mod routings;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use engine::multicast;
use engine::routing::{self, Detour};
use engine::sim::{Design, Multicasts, Order, Selection, Switching, Timing, Via};
use engine::topology::{self, Network, NodeId, Terminals, Topology};
use engine::traffic::Length;
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
    let ids = [
        "dimension-order",
        "destination-tag",
        "fat-tree-adaptive",
        "distance-classes",
    ];
    let ids = ids.into_iter();
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
pub fn planned_by(algorithm: impl multicast::MulticastAlgorithm + 'static) -> Multicasts {
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
        prop_oneof![Just(Switching::Wormhole), prop::sample::select(SWITCHING)],
        prop::sample::select(SELECTION),
        any_routing(),
    );
    let multicasts = (
        prop_oneof![Just(0.0), 0.0..1.0, Just(1.0)],
        prop_oneof![Just(0), 0_u32..4, any::<u32>()],
        prop_oneof![2 => Just(1.0), 1 => 0.0..1.0],
        any::<prop::sample::Index>(),
        prop::bool::weighted(0.7),
    );
    let delays = prop_oneof![Just((0, 0)), (0_u32..4, 0_u32..4)];
    let length = prop_oneof![2 => 1_u32..5, 1 => 5_u32..20];
    let message = (0_u64..50, any::<u32>(), any::<u64>(), length);
    let orders = prop::collection::vec(message, 0..4);
    let parts = (any_scenario(), choices, multicasts, delays, orders);
    parts.prop_map(|(mut scenario, choices, multicasts, delays, orders)| {
        let (switching, selection, routing) = choices;
        let topology = topology(&scenario.network);
        let terminals = Terminals::of(&*topology);
        let nodes = terminals.count();
        // The routing functions of these tests are built on dimension order.
        let routing = routing.filter(|_| routing::usual(&*topology) == "dimension-order");
        if routing.is_some() {
            scenario = scenario.without_paths();
        }
        let design = scenario.build().expect("it is in range").design;
        let design = Arc::into_inner(design).expect("the design is not shared");
        let (broadcast, destinations, fraction, algorithm, has_multicasts) = multicasts;
        // Multicast plans ignore failed links.
        // Requests and replies have one destination.
        let has_multicasts = has_multicasts && design.faults.is_empty() && design.closed.is_none();
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
            .collect();
        if !has_multicasts {
            for order in &mut orders {
                order.to.truncate(1);
            }
        }
        let (orders, vias) = joined(&design, orders);
        let multicasts = has_multicasts.then(|| Multicasts {
            broadcast,
            destinations,
            fraction,
            ..planned(&scenario.network, &*topology, algorithm)
        });
        let (startup, preparation) = delays;
        Arc::new(Design {
            routing: match routing {
                None => design.routing,
                Some(routing) => {
                    let routing = Box::new(routing.on(topology, design.vcs_of_class()));
                    Detour::around(routing, &design.network, &design.faults)
                }
            },
            rate: design.rate / copies.max(1.0),
            multicasts,
            switching,
            selection,
            timing: Timing {
                startup,
                preparation,
                ..design.timing
            },
            orders,
            vias,
            ..design
        })
    })
}

/// The orders of a design and others, by time, and the paths prescribed to those of the design.
fn joined(design: &Design, others: Vec<Order>) -> (Vec<Order>, BTreeMap<usize, Via>) {
    let own = design.orders.iter().cloned().enumerate();
    let own = own.map(|(index, order)| (order, design.vias.get(&index).cloned()));
    let mut all: Vec<_> = others
        .into_iter()
        .map(|order| (order, None))
        .chain(own)
        .collect();
    all.sort_by_key(|(order, _)| order.at);
    let vias = all.iter().enumerate();
    let vias = vias.filter_map(|(index, (_, via))| Some((index, via.clone()?)));
    let vias = vias.collect();
    (all.into_iter().map(|(order, _)| order).collect(), vias)
}

/// Multicasts planned by one of the registered algorithms, or by one that plans anything that is
/// allowed.
fn planned(network: &str, topology: &dyn Topology, choice: prop::sample::Index) -> Multicasts {
    let registered = multicast::defined_on(topology);
    let id = registered.get(choice.index(2 * registered.len()));
    match id.map(|id| multicast::from_spec("", id, topology)) {
        Some(algorithm) => Multicasts {
            algorithm: algorithm.expect("it is defined there"),
            ..planned_by(Wandering::on(network))
        },
        None => planned_by(Wandering::on(network)),
    }
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
