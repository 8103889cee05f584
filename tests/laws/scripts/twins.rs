//! Registered functions written as scripts: each makes the same offers as its twin, in the same
//! order.

use flitscope::catalog::Settings;
use flitscope::custom::{EXAMPLES, Example};
use flitscope::routing::Adaptivity::Oblivious;
use flitscope::routing::states::States;
use flitscope::routing::{self, FAMILIES, RoutingFunction};
use flitscope::topology::switched::Concentrated;
use flitscope::topology::{Network, Topology};

use super::table;
use crate::common::networks::{self, build};

/// Nodes of the largest network that is tried.
const MAX_NODES: u32 = 20;

#[test]
fn an_example_makes_the_offers_of_its_twin_in_every_reachable_state() {
    for example in EXAMPLES {
        let mut met = 0;
        for spec in networks::up_to(MAX_NODES) {
            let topology = build(spec);
            if example.place.has(&*topology) {
                for vcs in [1, 2, 3, 4] {
                    assert_same(example, &*topology, vcs);
                }
                met += 1;
            }
        }
        assert!(met >= 3, "{} was tried on {met} networks", example.id);
    }
}

/// So that a picture can draw the tree of a script, too.
#[test]
fn an_example_has_the_directions_of_its_twin() {
    let mut trees = 0;
    for example in EXAMPLES {
        for spec in networks::up_to(MAX_NODES) {
            let topology = build(spec);
            if !example.place.has(&*topology) {
                continue;
            }
            let network = Network::new(&*topology);
            let table = table(example.text, &*topology, 2);
            let twin = routing::from_id(example.twin, &*topology, 2).expect("it is defined there");
            for channel in network.channel_ids() {
                let up = table.leads_up(&network, channel);
                assert_eq!(
                    up,
                    twin.leads_up(&network, channel),
                    "{} on {spec}",
                    example.id
                );
                trees += usize::from(up == Some(true));
            }
        }
    }
    assert!(trees > 0);
}

#[test]
fn every_function_without_random_draws_has_a_script_wherever_it_is_defined() {
    for family in FAMILIES {
        let id = family.entry.id;
        for spec in networks::up_to(MAX_NODES) {
            let topology = build(spec);
            let built = family.build(&*topology, 2.into(), &Settings::default());
            let draws = |routing: &dyn RoutingFunction| routing.adaptivity() == Oblivious;
            let draws = built.as_ref().is_ok_and(|routing| draws(&**routing));
            let mut twins = EXAMPLES.iter().filter(|example| example.twin == id);
            let is_written = twins.any(|example| example.place.has(&*topology));
            assert!(!(draws && is_written), "{id} on {spec}");
            let is_elsewhere = match id {
                _ if topology.as_a::<Concentrated>().is_some() => true,
                // In a complete network it coincides with the shortest path, and in a folded
                // hypercube with the folded rule.
                "dimension-order" => topology.diameter() <= 1 || spec.starts_with("folded"),
                "duato" => {
                    topology.lattice().is_none() && topology.cube_dimension().is_none()
                        || spec.starts_with("torus-uni")
                }
                // What these know of switches scripts do not see, and a script has one leg.
                "destination-tag" | "fat-tree-adaptive" | "d-mod-k" | "dragonfly-minimal"
                | "ugal-l" | "ugal-g" => true,
                _ => draws,
            };
            assert!(
                is_written == built.is_ok() || is_elsewhere,
                "{id} on {spec}"
            );
        }
    }
}

#[test]
fn an_example_begins_with_its_title_and_a_source() {
    for example in EXAMPLES {
        let comment = example
            .text
            .lines()
            .take_while(|line| line.starts_with("// "));
        let comment: Vec<_> = comment.collect();
        assert!(comment.len() >= 2, "{}", example.id);
        assert!(
            example.text.lines().all(|line| line.chars().count() <= 100),
            "{}",
            example.id
        );
    }
}

fn assert_same(example: &Example, topology: &dyn Topology, vcs: u8) {
    let network = Network::new(topology);
    let twin = routing::from_id(example.twin, topology, vcs);
    let twin = twin.unwrap_or_else(|error| panic!("{}: {error}", example.id));
    let table = table(example.text, topology, vcs);
    let (id, place) = (example.id, topology.spec());
    assert_eq!(table.asks_arrival(), twin.asks_arrival(), "{id}");
    assert_eq!(
        table.escapes(),
        twin.escapes(),
        "{id} on {place}, V = {vcs}"
    );
    for to in network.terminals().iter() {
        let expected = States::to(&network, &*twin, to, 0);
        let found = States::to(&network, &table, to, 0);
        for state in 0..found.len() {
            let hop = found.hop(state);
            let same = (0..expected.len()).find(|&state| expected.hop(state) == hop);
            let same = same.unwrap_or_else(|| panic!("{id} on {place}, V = {vcs}: {hop:?}"));
            let (found, expected) = (found.offers(state), expected.offers(same));
            // No message between terminals is ever at some switches, for which a table has no answer.
            if found.is_empty() && !network.terminals().contains(hop.here) {
                continue;
            }
            assert_eq!(found, expected, "{id} on {place}, V = {vcs}: {hop:?}");
        }
    }
}
