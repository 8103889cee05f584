//! Laws of routing around arbitrary failed channels.

use std::collections::BTreeSet;

use flitscope::catalog::Settings;
use flitscope::routing::{
    self, Adaptivity, Candidates, Detour, Hop, RoutingFunction, VirtualChannel, defined_on, routes,
};
use flitscope::sim::Design;
use flitscope::topology::{ChannelId, Network, NodeId, Topology};
use proptest::prelude::*;
use proptest::sample::Index;

use crate::common::effort;
use crate::common::hops;
use crate::common::networks::{self, build};

proptest! {
    #![proptest_config(effort::cases(64))]

    #[test]
    fn nothing_is_offered_on_a_failed_channel_or_into_a_dead_end(case in any_case()) {
        let mut offers = Candidates::default();
        for hop in case.hops() {
            offers.clear();
            case.around.candidates(&case.network, hop, &mut offers);
            let reaches = case.around.reaches(&case.network, hop);
            prop_assert_eq!(!offers.as_slice().is_empty(), reaches);
            for offer in offers.as_slice() {
                prop_assert!(!case.failed.contains(&offer.channel));
                for lane in offer.lanes() {
                    let next = case.after(hop, lane);
                    prop_assert!(next.here == hop.to || case.around.reaches(&case.network, next));
                }
            }
        }
    }

    #[test]
    fn a_destination_is_reachable_exactly_when_a_search_finds_it(case in any_case()) {
        for hop in case.hops() {
            let reaches = case.around.reaches(&case.network, hop);
            prop_assert_eq!(reaches, case.finds(hop), "{:?}: {:?}", hop, case);
        }
    }

    /// The search over all paths terminates (otherwise it panics), and finds a path exactly where
    /// the destination is reachable.
    #[test]
    fn every_path_ends(case in any_case()) {
        if case.around.legs() > 1 {
            return Ok(());
        }
        for hop in case.hops() {
            let routes = routes(&case.network, &*case.around, hop.here, hop.to);
            let reaches = case.around.reaches(&case.network, hop);
            prop_assert_eq!(routes.paths.exact() != Some(0), reaches);
            prop_assert_eq!(!routes.path.is_empty(), reaches);
        }
    }

    /// A deterministic function loses its only path when one of its channels fails, and otherwise
    /// keeps it.
    #[test]
    fn a_single_path_is_intact_or_lost(case in any_case()) {
        if case.whole.adaptivity() != Adaptivity::Deterministic {
            return Ok(());
        }
        for hop in case.hops() {
            let path = routing::path(&case.network, &*case.whole, hop.here, hop.to);
            let has_failed = |pair: &[NodeId]| {
                let channel = case.network.between(pair[0], pair[1]);
                channel.is_some_and(|channel| case.failed.contains(&channel))
            };
            let is_intact = !path.windows(2).any(has_failed);
            prop_assert_eq!(case.around.reaches(&case.network, hop), is_intact);
        }
    }

    #[test]
    fn a_random_draw_selects_an_offer_that_leads_to_the_destination(case in any_case(), draw: u32) {
        let (mut offers, mut drawn) = (Candidates::default(), Candidates::default());
        for hop in case.hops().filter(|&hop| case.around.reaches(&case.network, hop)) {
            offers.clear();
            drawn.clear();
            case.around.candidates(&case.network, hop, &mut offers);
            case.around.drawn(&case.network, hop, draw, &mut drawn);
            prop_assert!(!drawn.as_slice().is_empty());
            let is_offered = drawn.as_slice().iter().all(|lot| offers.as_slice().contains(lot));
            prop_assert!(is_offered);
            if case.around.adaptivity() != Adaptivity::Adaptive {
                prop_assert_eq!(drawn.as_slice().len(), 1);
            }
        }
    }

    /// The intermediate node may be any that is reachable and from which the destination is.
    #[test]
    fn a_message_with_two_legs_is_delivered_if_any_intermediate_node_connects_them(case in any_case()) {
        let last = case.whole.legs() - 1;
        let expected: Vec<_> = case.pairs().map(|(from, to)| {
            let finds = |here, to, leg| here == to || case.finds(Hop::new(here, to, leg));
            let mut by = case.topology.node_ids();
            let is_found = if last == 0 {
                finds(from, to, 0)
            } else {
                by.any(|by| case.whole.goes_by(from, by, to) && finds(from, by, 0) && finds(by, to, last))
            };
            (from, to, is_found)
        }).collect();
        let design = Design::idle(case.network, case.around);
        for (from, to, is_found) in expected {
            prop_assert_eq!(design.delivers(from, to), is_found);
        }
    }
}

/// Minimal adaptive functions deliver wherever one shortest path is intact.
#[test]
fn adaptive_functions_take_the_last_path_that_is_left() {
    for routing in ["unrestricted", "duato", "random-shortest"] {
        let topology = build("mesh:3x3");
        let network = Network::new(&*topology);
        let (from, to) = (NodeId(0), NodeId(8));
        let whole = routing::from_id(routing, &*topology, 2).expect("it is defined");
        let kept: BTreeSet<_> = [(0, 3), (3, 4), (4, 7), (7, 8)].into_iter().collect();
        let is_lost = |&channel: &ChannelId| {
            let ends = (network.from(channel).0, network.to(channel).0);
            !kept.contains(&ends)
        };
        let failed: Vec<_> = network.channel_ids().filter(is_lost).collect();
        let around = Detour::new(whole, &network, &failed);
        let path = routing::path(&network, &around, from, to);
        assert_eq!(path, [0, 3, 4, 7, 8].map(NodeId), "{routing}");
    }
}

/// A routing function with and without some failed channels.
#[derive(Debug)]
struct Case {
    topology: Box<dyn Topology>,
    network: Network,
    whole: Box<dyn RoutingFunction>,
    around: Box<dyn RoutingFunction>,
    failed: Vec<ChannelId>,
}

impl Case {
    fn pairs(&self) -> impl Iterator<Item = (NodeId, NodeId)> {
        let terminals = self.network.terminals();
        let pairs = |from| terminals.iter().map(move |to| (from, to));
        let pairs = terminals.iter().flat_map(pairs);
        pairs.filter(|(from, to)| from != to)
    }

    fn hops(&self) -> impl Iterator<Item = Hop> {
        hops::reachable(&self.network, &*self.whole).into_iter()
    }

    fn after(&self, hop: Hop, lane: VirtualChannel) -> Hop {
        let here = self.network.to(lane.channel);
        let came = self.whole.asks_arrival().then_some(lane);
        Hop { here, came, ..hop }
    }

    /// Whether a search finds a path over the channels that the whole function allows and that have
    /// not failed.
    fn finds(&self, first: Hop) -> bool {
        let key = |hop: Hop| (hop.here, hop.came);
        let mut seen = BTreeSet::from([key(first)]);
        let mut open = vec![first];
        let mut offers = Candidates::default();
        while let Some(hop) = open.pop() {
            if hop.here == first.to {
                return true;
            }
            offers.clear();
            self.whole.candidates(&self.network, hop, &mut offers);
            for lane in offers.as_slice().iter().flat_map(|offer| offer.lanes()) {
                let next = self.after(hop, lane);
                if !self.failed.contains(&lane.channel) && seen.insert(key(next)) {
                    open.push(next);
                }
            }
        }
        false
    }
}

fn any_case() -> impl Strategy<Value = Case> {
    let parts = (
        prop::sample::select(networks::up_to(16).collect::<Vec<_>>()),
        any::<Index>(),
        1_u8..5,
        prop::collection::vec(any::<Index>(), 1..8),
    );
    parts.prop_map(|(spec, routing, vcs, failed)| {
        let topology = build(spec);
        let network = Network::new(&*topology);
        let families: Vec<_> = defined_on(&*topology).collect();
        let family = families[routing.index(families.len())];
        let built = || {
            let built = family.build(&*topology, vcs.into(), &Settings::default());
            built.expect("it is defined there")
        };
        let channel = |index: Index| ChannelId(index.index(network.channels() as usize) as u32);
        let failed: Vec<_> = failed.into_iter().map(channel).collect();
        Case {
            whole: built(),
            around: Detour::around(built(), &network, &failed),
            failed,
            network,
            topology,
        }
    })
}
