//! Laws of delivery: which messages arrive, and in how many hops, agrees with following every message.

use std::collections::BTreeMap;

use flitscope::routing::{self, Candidates, Delivery, Hop, RoutingFunction};
use flitscope::topology::{Network, NodeId};

use crate::common::networks;

use super::pairs::{Case, every_case};

/// The most hops of a header to the end of its leg, by its state.
struct Longest<'a> {
    network: &'a Network,
    routing: &'a dyn RoutingFunction,
    known: BTreeMap<(NodeId, NodeId, u8, Option<routing::VirtualChannel>), u32>,
}

impl Longest<'_> {
    fn of(&mut self, hop: Hop) -> u32 {
        if hop.here == hop.to {
            return 0;
        }
        let key = (hop.here, hop.to, hop.leg, hop.came);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let mut offers = Candidates::default();
        self.routing.candidates(self.network, hop, &mut offers);
        let lanes = offers.as_slice().iter().flat_map(|offer| offer.lanes());
        let lanes: Vec<_> = lanes.collect();
        let most = lanes.into_iter().map(|lane| {
            let here = self.network.to(lane.channel);
            let next = Hop { here, ..hop };
            let next = if self.routing.asks_arrival() {
                next.over(lane)
            } else {
                next
            };
            1 + self.of(next)
        });
        let most = most
            .max()
            .expect("registered functions always offer something");
        self.known.insert(key, most);
        most
    }
}

fn most_hops(case: &Case) -> u32 {
    let (network, routing) = (&case.network, &*case.routing);
    let mut longest = Longest {
        network,
        routing,
        known: BTreeMap::new(),
    };
    let terminals: Vec<_> = network.terminals().iter().collect();
    let pairs = terminals.iter().flat_map(|&from| {
        let others = terminals.iter().filter(move |&&to| to != from);
        others.map(move |&to| (from, to))
    });
    let last = routing.legs() - 1;
    let mut most = 0;
    for (from, to) in pairs {
        if last == 0 || routing.weighs_load() {
            most = most.max(longest.of(Hop::new(from, to, last)));
        }
        for by in (0..network.nodes()).map(NodeId).filter(|_| last > 0) {
            let legs = routing::legs_through(network, routing, [from, by, to]);
            let hops = legs.map(|legs| legs.into_iter().map(|leg| longest.of(leg)).sum());
            most = most.max(hops.unwrap_or(0));
        }
    }
    most
}

#[test]
fn every_registered_function_delivers_on_every_network_in_the_hops_that_it_says() {
    let mut switched = 0;
    for case in every_case(networks::up_to(24)) {
        let found = Delivery::of(&*case.topology, &case.network, &*case.routing);
        assert!(found.is_certain(), "{case:?}: {found:?}");
        let terminals = case.network.terminals().count();
        assert_eq!(found.pairs, terminals * (terminals - 1), "{case:?}");
        assert_eq!((found.never, found.dead_ends), (0, 0), "{case:?}");
        assert_eq!(found.most_hops, Some(most_hops(&case)), "{case:?}");
        switched += u32::from(terminals < case.network.nodes());
    }
    assert!(switched > 20, "{switched}");
}
