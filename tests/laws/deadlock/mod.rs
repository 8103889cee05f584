//! Answers about deadlock are correct: *free* has a proof that is checked, *can deadlock* has
//! messages that are a deadlock by definition, and both agree with a search of all configurations.

mod any_function;
mod certificate;
mod cures;
mod oracle;
mod overload;
mod proof;
mod warnings;
mod witnesses;

use any_function::{Any, Kind};
use flitscope::routing::deadlock::{Decision, Room, decide};
use flitscope::routing::{Candidates, Hop, Least, RoutingFunction, Served, VcSet};
use flitscope::topology::{self, Network, graph};

use super::pairs::every_case;
use crate::common::{effort::quick_or, networks};

/// How often each answer was given.
#[derive(Debug, Default)]
struct Answers {
    free: u32,
    deadlock: u32,
    undecided: u32,
}

impl Answers {
    /// Decides, and checks the proof or the deadlock that the answer contains.
    fn ask(&mut self, network: &Network, routing: &dyn RoutingFunction, vcs: u8) -> Decision {
        let answer = decide(network, routing, vcs, Room::Flits);
        match &answer {
            Decision::Acyclic => self.free += 1,
            Decision::Free(escapes) => {
                self.free += 1;
                certificate::assert_proves(escapes, network, routing);
            }
            Decision::Deadlock(found) => {
                self.deadlock += 1;
                assert!(
                    found.is_deadlock(network, routing),
                    "{routing:?} {vcs}: {found:?}"
                );
            }
            Decision::Undecided(_) => self.undecided += 1,
        }
        answer
    }

    /// Does the same, and checks that a search of all configurations agrees.
    fn agree(&mut self, network: &Network, routing: &dyn RoutingFunction, vcs: u8, of: &str) {
        // Of a function with dead ends, only the pairs that it serves.
        let served = Served::of(network, routing);
        let routing = match &served {
            Some(served) => served as &dyn RoutingFunction,
            None => routing,
        };
        let answer = self.ask(network, routing, vcs);
        let can = oracle::can_deadlock(network, routing, vcs);
        match answer {
            Decision::Acyclic | Decision::Free(_) => assert!(!can, "{of} is no free function"),
            Decision::Deadlock(_) => assert!(can, "{of} cannot deadlock"),
            Decision::Undecided(_) => {}
        }
    }
}

/// The virtual channels offered in a unidirectional ring of three nodes, by pair of nodes.
#[derive(Debug)]
struct OfThree([VcSet; 6]);

impl RoutingFunction for OfThree {
    fn least(&self) -> Least<'_> {
        Least::Known(None)
    }

    fn candidates(&self, network: &Network, hop: Hop, out: &mut Candidates) {
        let ahead = (hop.to.0 + 3 - hop.here.0) % 3;
        let vcs = self.0[(hop.here.0 * 2 + ahead - 1) as usize];
        for channel in network.channels_of(hop.here) {
            out.offer(channel, vcs);
        }
    }
}

#[test]
fn decisions_on_all_functions_of_three_nodes_match_an_exhaustive_search() {
    let network = network("torus-uni:3");
    let mut answers = Answers::default();
    for number in 0..3_u32.pow(6) {
        let sets =
            std::array::from_fn(|pair| VcSet(1 + (number / 3_u32.pow(pair as u32) % 3) as u16));
        let function = OfThree(sets);
        answers.agree(&network, &function, 2, &format!("{function:?}"));
    }
    assert_eq!(answers.undecided, 0, "{answers:?}");
    assert!(answers.free > 100 && answers.deadlock > 100, "{answers:?}");
}

fn network(spec: &str) -> Network {
    Network::new(&*topology::from_spec(spec).expect("a network"))
}

/// Four nodes around a switch and two more links.
fn switched() -> Network {
    let text = "switch s\na - s\nb - s\nc - s\nd - s\na - b\nc - d";
    network(&graph::spec_of(text))
}

#[test]
fn decisions_on_random_functions_match_an_exhaustive_search() {
    let networks = [
        ("torus-uni:3", 2),
        ("torus-uni:4", 2),
        ("torus-uni:4", 3),
        ("ring:4", 1),
        ("mesh:3x2", 1),
        ("mesh:2x2", 2),
        ("complete:3", 2),
    ];
    let mut networks: Vec<_> = networks
        .map(|(spec, vcs)| (spec, network(spec), vcs))
        .into();
    networks.push(("a switch", switched(), 1));
    let mut answers = Answers::default();
    for seed in 0..quick_or(600, 4000) {
        let (name, network, vcs) = &networks[seed as usize % networks.len()];
        let kind = Kind {
            asks_arrival: seed / 8 % 2 == 1,
            has_marks: seed / 16 % 2 == 1,
            leads_anywhere: seed / 32 % 3 == 1,
            is_oblivious: seed / 64 % 4 == 1,
            has_dead_ends: seed / 8 % 5 == 1,
        };
        let function = Any::new(network, kind, *vcs, seed);
        answers.agree(
            network,
            &function,
            *vcs,
            &format!("{name} with {vcs} VCs: {seed}"),
        );
    }
    assert!(answers.undecided * 20 < answers.free, "{answers:?}");
    assert!(answers.free > 50 && answers.deadlock > 50, "{answers:?}");
}

#[test]
fn decisions_on_larger_random_functions_have_valid_proofs() {
    let networks = ["mesh:3x3", "torus:3x3", "hypercube:3", "ring:6"].map(network);
    let mut answers = Answers::default();
    for seed in 0..quick_or(200, 2000) {
        let network = &networks[seed as usize % networks.len()];
        let kind = Kind {
            asks_arrival: seed / 4 % 3 == 1,
            has_marks: seed / 12 % 2 == 1,
            leads_anywhere: seed / 24 % 8 == 1,
            is_oblivious: seed / 4 % 5 == 1,
            ..Kind::default()
        };
        let vcs = 1 + (seed % 3) as u8;
        answers.ask(network, &Any::new(network, kind, vcs, seed), vcs);
    }
    assert!(answers.undecided * 10 < answers.deadlock, "{answers:?}");
}

#[test]
fn every_registered_function_is_decided_with_a_proof() {
    let mut answers = Answers::default();
    for case in every_case(networks::up_to(16)) {
        let answer = answers.ask(&case.network, &*case.routing, case.vcs.count);
        let enough = case.routing.min_vcs();
        let enough = enough.is_some_and(|least| least <= case.vcs.count);
        match answer {
            Decision::Acyclic | Decision::Free(_) => assert!(enough, "{case:?} is free"),
            Decision::Deadlock(found) => assert!(!enough, "{case:?} deadlocks: {found:?}"),
            Decision::Undecided(tried) => panic!("{case:?} is not decided: {tried:?}"),
        }
    }
}

/// A blocked message then holds a single lane, so every deadlock is a knot.
#[test]
fn every_function_is_decided_where_a_lane_can_buffer_a_whole_message() {
    let networks = ["mesh:3x3", "torus-uni:4", "ring:5"].map(network);
    let mut fewer = 0;
    for seed in 0..quick_or(300, 3000) {
        let network = &networks[seed as usize % networks.len()];
        let kind = Kind {
            asks_arrival: seed / 3 % 2 == 1,
            ..Kind::default()
        };
        let vcs = 2 + (seed / 6 % 2) as u8;
        let function = Any::new(network, kind, vcs, seed);
        let by_message = decide(network, &function, vcs, Room::Message);
        let by_flits = decide(network, &function, vcs, Room::Flits);
        let free = by_message.is_free().expect("it is decided");
        assert!(free || by_flits.is_free() == Some(false), "{seed}");
        fewer += u32::from(free && by_flits.is_free() == Some(false));
    }
    assert!(fewer > 0, "some deadlocks need messages of several lanes");
}
