//! Laws that every registered routing function obeys on every topology that accepts it.

use std::fmt;

use flitscope::catalog::Settings;
use flitscope::routing::{
    self, Adaptivity, Candidate, Candidates, FAMILIES, Hop, RoutingFunction, VcSet, routes,
};
use flitscope::topology::{Network, NodeId, Terminals, Topology};

use crate::common::hops;
use crate::common::networks::{self, build};
use crate::common::routings;

/// Nodes of the largest network that is tried.
const MAX_NODES: u32 = 36;

#[test]
fn every_routing_function_is_defined_somewhere_and_refused_elsewhere() {
    for family in FAMILIES {
        let id = family.entry.id;
        let built = networks::ALL
            .iter()
            .map(|spec| family.build(&*build(spec), 2.into(), &Settings::default()));
        let built: Vec<_> = built.collect();
        assert!(built.iter().any(Result::is_ok), "{id} has no network");
        for refusal in built.iter().filter_map(|built| built.as_ref().err()) {
            let refusal = refusal.to_string();
            assert!(refusal.contains("is not defined on"), "{id}: {refusal}");
        }
        assert!(family.entry.sources().count() > 0, "{id} cites no source");
    }
}

#[test]
fn every_topology_has_dimension_order_routing_or_lists_what_it_has() {
    for spec in networks::ALL {
        let topology = build(spec);
        match routing::from_id("dimension-order", &*topology, 1) {
            Ok(_) => assert_eq!(routing::usual(&*topology), "dimension-order", "{spec}"),
            Err(refusal) => {
                let defined = routing::defined_on(&*topology).map(|family| family.entry.id);
                let defined: Vec<_> = defined.collect();
                let refusal = refusal.to_string();
                assert!(defined.contains(&routing::usual(&*topology)), "{spec}");
                assert!(defined.iter().all(|id| refusal.contains(id)), "{refusal}");
            }
        }
    }
}

#[test]
fn every_offer_is_a_set_of_vcs_on_a_channel_that_leaves_here() {
    for case in every_case() {
        let beyond = !VcSet::range(0, case.vcs).0;
        case.every_hop(|hop, offers| {
            assert!(!offers.is_empty(), "{case:?}: nothing for {hop:?}");
            for offer in offers {
                let leaves = case.network.from(offer.channel);
                assert_eq!(leaves, hop.here, "{case:?}: {hop:?}");
                assert!(!offer.vcs.is_empty(), "{case:?}: {hop:?}");
                assert_eq!(offer.vcs.0 & beyond, 0, "{case:?}: {hop:?}, {offer:?}");
            }
        });
    }
}

/// The simulator relies on it: headers that can ask for one channel only wait in its line.
#[test]
fn a_function_with_a_single_path_offers_one_channel() {
    let is_deterministic = |case: &Case| case.routing.adaptivity() == Adaptivity::Deterministic;
    let mut functions = 0;
    for case in every_case().filter(is_deterministic) {
        functions += 1;
        case.every_hop(|hop, offers| assert_eq!(offers.len(), 1, "{case:?}: {hop:?}"));
    }
    assert!(functions > 20, "{functions}");
}

/// Every path therefore ends at its destination after as many hops as the distance.
#[test]
fn every_offer_leads_one_hop_nearer_to_the_destination() {
    for case in every_case() {
        if !case.routing.is_minimal() {
            continue;
        }
        case.every_hop(|hop, offers| {
            let distance = |from| case.topology.distance(from, hop.to);
            for offer in offers {
                let next = case.network.to(offer.channel);
                assert_eq!(distance(next) + 1, distance(hop.here), "{case:?}: {hop:?}");
            }
        });
    }
}

/// Each neighbor is offered once.
#[test]
fn functions_that_allow_every_shortest_path_offer_every_nearer_neighbor() {
    let minimal = ["unrestricted", "random-shortest", "duato"];
    for case in every_case() {
        // With fewer VCs Duato's routing may have no adaptive ones.
        if !minimal.iter().any(|id| case.name.starts_with(id)) || case.vcs < 4 {
            continue;
        }
        case.every_hop(|hop, offers| {
            let distance = |from| case.topology.distance(from, hop.to);
            let ports = case.topology.ports();
            let nearer = ports.filter_map(|port| case.topology.neighbor(hop.here, port));
            let mut nearer: Vec<_> = nearer
                .filter(|&n| distance(n) < distance(hop.here))
                .collect();
            let adaptive = offers.iter().filter(|offer| !offer.is_escape);
            let mut offered: Vec<_> = adaptive.map(|o| case.network.to(o.channel)).collect();
            nearer.sort_unstable();
            offered.sort_unstable();
            assert_eq!(offered, nearer, "{case:?}: {hop:?}");
        });
    }
}

#[test]
fn a_route_is_a_walk_over_channels_from_source_to_destination() {
    for case in every_case() {
        for (from, to) in pairs(&*case.topology) {
            let routes = routes(&case.network, &*case.routing, from, to);
            assert_eq!(routes.path.first(), Some(&from), "{case:?}");
            assert_eq!(routes.path.last(), Some(&to), "{case:?}");
            let hops = routes.path.windows(2);
            let distance = case.topology.distance(from, to);
            let is_shortest = hops.len() as u32 == distance;
            assert!(is_shortest || !case.routing.is_minimal(), "{case:?}");
            for hop in hops {
                let channel = case.network.between(hop[0], hop[1]);
                assert!(channel.is_some(), "{case:?}: {hop:?}");
            }
            assert!(routes.paths.exact() >= Some(1), "{case:?}");
        }
    }
}

#[test]
fn dimension_order_allows_a_single_path() {
    for case in every_case().filter(|case| case.name.starts_with("dimension-order")) {
        for (from, to) in pairs(&*case.topology) {
            let paths = routes(&case.network, &*case.routing, from, to).paths;
            assert_eq!(paths.exact(), Some(1), "{case:?}: {from:?} to {to:?}");
        }
    }
}

/// A routing function on a network with a number of VCs.
struct Case {
    name: String,
    topology: Box<dyn Topology>,
    network: Network,
    routing: Box<dyn RoutingFunction>,
    vcs: u8,
}

impl fmt::Debug for Case {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl Case {
    /// `None` if the function is not defined on the network.
    fn new(spec: &str, routing: &str, vcs: u8) -> Option<Self> {
        let topology = build(spec);
        Some(Self {
            name: format!("{routing} on {spec}, V = {vcs}"),
            network: Network::new(&*topology),
            routing: routing::from_id(routing, &*topology, vcs).ok()?,
            topology,
            vcs,
        })
    }

    /// Visits every node that a message can reach on every leg, with the offers made to a header there.
    /// Functions that ask how a header arrived are asked about its source.
    fn every_hop(&self, mut visit: impl FnMut(Hop, &[Candidate])) {
        for hop in hops::reachable(&self.network, &*self.routing) {
            let mut candidates = Candidates::default();
            self.routing.candidates(&self.network, hop, &mut candidates);
            visit(hop, candidates.as_slice());
        }
    }
}

fn every_case() -> impl Iterator<Item = Case> {
    let functions = routings::ALL.iter();
    functions.flat_map(|id| {
        networks::up_to(MAX_NODES)
            .flat_map(move |spec| (1..=4).filter_map(|vcs| Case::new(spec, id, vcs)))
    })
}

fn pairs(topology: &dyn Topology) -> impl Iterator<Item = (NodeId, NodeId)> {
    let terminals: Vec<_> = Terminals::of(topology).iter().collect();
    let all = terminals.clone();
    let pairs = all.into_iter().flat_map(move |from| {
        let to = terminals.clone().into_iter();
        to.map(move |to| (from, to))
    });
    pairs.filter(|(from, to)| from != to)
}
