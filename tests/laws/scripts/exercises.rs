//! Exercises: each script has the fault that its description states, and can be fixed.

use flitscope::custom::{EXERCISES, Exercise};
use flitscope::routing::deadlock::{Decision, Room, judge};
use flitscope::routing::dependency::{Analysis, Graph};
use flitscope::routing::states::States;
use flitscope::routing::{Delivery, LostKind, RoutingFunction};
use flitscope::topology::{Network, Topology};

use super::table;
use crate::common::networks::build;

#[test]
fn the_ring_loses_messages_until_the_distance_wraps_around() {
    let exercise = exercise("wrong-way");
    let found = Found::of(exercise, exercise.text);
    assert!(found.delivery.never > 0);
    let lost = found.delivery.lost.as_ref().expect("some do not arrive");
    assert_eq!(lost.kind, LostKind::Never);
    // The message oscillates, since across the wraparound the difference of the numbers has the
    // wrong sign.
    assert!(lost.way.len() > 2, "{lost:?}");

    let fixed = "let ahead = (to - here + k) % k;";
    let text = exercise.text.replace("let ahead = to - here;", fixed);
    let found = Found::of(exercise, &text);
    assert!(found.delivery.is_certain() && found.delivery.is_minimal);
    assert_eq!(found.delivery.most_hops, Some(4));
}

#[test]
fn every_shortest_path_can_deadlock_until_there_is_an_escape() {
    let exercise = exercise("no-way-out");
    for vcs in [1, 2] {
        let found = Found::with(exercise, exercise.text, vcs);
        assert!(found.delivery.is_certain() && found.delivery.is_minimal);
        assert!(found.answer.is_free() == Some(false), "V = {vcs}");
        assert!(found.analysis.cycle.is_some_and(|cycle| cycle.len() >= 4));
    }

    let text = exercise.text.replace("vcs: 0..net.vcs", "vcs: 1..net.vcs");
    let text = text.replace(
        "    offers\n}",
        "    let x = net.x(to) - net.x(here);
    let y = net.y(to) - net.y(here);
    let port = if x > 0 { net.up(0) } else if x < 0 { net.down(0) }
        else if y > 0 { net.up(1) } else { net.down(1) };
    offers.push(#{ port: port, vcs: 0, escape: true });
    offers\n}",
    );
    let found = Found::of(exercise, &text);
    assert!(found.delivery.is_certain() && found.delivery.is_minimal);
    assert!(found.answer.is_free() == Some(true));
    assert!(
        found.analysis.cycle.is_some(),
        "adaptive channels still form one"
    );
    found.assert_fully_adaptive();
}

#[test]
fn one_dimension_of_the_torus_can_deadlock_until_it_has_its_dateline() {
    let exercise = exercise("one-dateline");
    let found = Found::of(exercise, exercise.text);
    assert!(found.delivery.is_certain() && found.delivery.is_minimal);
    let cycle = found.analysis.cycle.expect("the ring is one");
    for lane in cycle {
        assert_eq!((found.network.dimension(lane.channel), lane.vc), (1, 1));
    }

    let wrong = "    let will_wrap = if up { net.x(to) < net.x(here) } else { net.x(to) > net.x(here) };\n    #{";
    let text = exercise
        .text
        .replace(wrong, &wrong.replace("net.x", "net.y"));
    assert_ne!(text, exercise.text);
    let found = Found::of(exercise, &text);
    assert!(found.delivery.is_certain() && found.delivery.is_minimal);
    assert!(found.answer.is_free() == Some(true) && found.analysis.cycle.is_none());
}

fn exercise(id: &str) -> &'static Exercise {
    let found = EXERCISES.iter().find(|exercise| exercise.id == id);
    found.expect("it is registered")
}

/// The analysis of a script on the network of its exercise.
struct Found {
    topology: Box<dyn Topology>,
    network: Network,
    routing: Box<dyn RoutingFunction>,
    delivery: Delivery,
    analysis: Analysis,
    answer: Decision,
}

impl Found {
    fn of(exercise: &Exercise, text: &str) -> Self {
        Self::with(exercise, text, exercise.vcs)
    }

    fn with(exercise: &Exercise, text: &str, vcs: u8) -> Self {
        let topology = build(exercise.network);
        let network = Network::new(&*topology);
        let routing = table(text, &*topology, vcs);
        let graph = Graph::of(&network, &routing, vcs).expect("the network is small");
        let analysis = graph.analyze();
        Self {
            answer: judge(&analysis, &network, &routing, vcs, Room::Flits),
            delivery: Delivery::of(&*topology, &network, &routing),
            analysis,
            network,
            topology,
            routing: Box::new(routing),
        }
    }

    /// Asserts that every neighbor nearer to the destination is offered besides the escapes.
    fn assert_fully_adaptive(&self) {
        let distance = |a, b| self.topology.distance(a, b);
        for to in self.topology.node_ids() {
            let states = States::to(&self.network, &*self.routing, to, 0);
            for state in 0..states.len() {
                let here = states.hop(state).here;
                let offers = states.offers(state).iter();
                let offers = offers.filter(|offer| !offer.is_escape).count();
                let next = self.network.channels_of(here);
                let next = next.map(|channel| self.network.to(channel));
                let nearer = next.filter(|&next| distance(next, to) < distance(here, to));
                assert_eq!(offers, nearer.count(), "{here:?} to {to:?}");
            }
        }
    }
}
