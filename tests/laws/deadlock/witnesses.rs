//! A scenario that is judged able to deadlock does deadlock when it is simulated.

use flitscope::custom;
use flitscope::routing::deadlock::{Room, decide};
use flitscope::routing::{Candidates, Hop, RoutingFunction, VirtualChannel, written};
use flitscope::scenario::Scenario;
use flitscope::sim::Simulator;
use flitscope::sweep::{Judged, Witness};
use flitscope::topology::{self, Network, NodeId};

use super::super::pairs::every_case;
use super::any_function::{Any, Kind};
use crate::common::{effort::quick_or, networks};

/// The judgement of a scenario, after checking that its witness deadlocks in the cycle it names and
/// not before.
fn judged(scenario: &Scenario) -> Judged {
    let built = scenario.build().expect("a scenario in range");
    let judged = Judged::of(scenario, &built, &mut |_| ()).expect("the network is small");
    if let Some(Witness { scenario, cycle }) = &judged.witness {
        // As a user would open it.
        let again = Scenario::from_link_with(&scenario.to_link(), &scenario.scripts);
        assert_eq!(again.problems, []);
        assert_eq!(again.scenario, *scenario);
        let mut simulator = Simulator::new(scenario.build().expect("a witness in range").design);
        while simulator.cycle() <= *cycle {
            assert_eq!(simulator.deadlock(), None);
            simulator.step();
        }
        assert!(simulator.deadlock().is_some(), "{scenario:?}");
        assert_eq!(judged.is_free, Some(false));
    }
    judged
}

#[test]
fn every_registered_function_that_can_deadlock_does() {
    // The smallest network in which first legs end at switches.
    let networks = networks::largest_up_to(quick_or(9, 16)).chain(["dragonfly:1,2,1"]);
    for case in every_case(networks) {
        let mut scenario = Scenario::on(case.spec);
        case.id.clone_into(&mut scenario.routing);
        scenario.vcs = case.vcs.count.into();
        scenario.dateline = case.vcs.dateline;
        let judged = judged(&scenario);
        let can = judged.is_free == Some(false);
        assert_eq!(judged.witness.is_some(), can, "{case:?}: {}", judged.reason);
    }
}

/// One of the 3⁶ functions on a ring of three nodes, numbered by the offers for each pair.
fn of_three(number: u32) -> String {
    let sets = (0..6).map(|pair| ["[0]", "[1]", "[0, 1]"][(number / 3_u32.pow(pair) % 3) as usize]);
    let sets: Vec<_> = sets.collect();
    format!(
        "fn route(net, here, to) {{ let sets = [{}]; \
         #{{ port: net.ports(here)[0], vcs: sets[here * 2 + (to - here + 3) % 3 - 1] }} }}",
        sets.join(", ")
    )
}

#[test]
fn user_written_functions_that_can_deadlock_do() {
    let scripts = custom::scripts();
    let (mut free, mut deadlocks) = (0, 0);
    for number in (0..729).step_by(quick_or(5, 1)) {
        let mut scenario = Scenario::on("torus-uni:3").with_scripts(&scripts);
        scenario.routing = written::id_of(&of_three(number));
        let judged = judged(&scenario);
        match judged.is_free {
            Some(true) => free += 1,
            Some(false) => {
                deadlocks += 1;
                assert!(judged.witness.is_some(), "{number}: {}", judged.reason);
            }
            None => panic!("{number} is not decided: {}", judged.reason),
        }
    }
    assert!(free > 20 && deadlocks > 20, "{free} and {deadlocks}");
}

/// No message waits while holding VC 1.
#[test]
fn a_cycle_of_dependencies_without_waiting_messages_is_no_deadlock() {
    let mut scenario = Scenario::on("torus-uni:3").with_scripts(&custom::scripts());
    scenario.routing = written::id_of(
        "fn route(net, here, to) { let port = net.ports(here)[0]; \
         if net.neighbor(here, port) == to { port } else { #{ port: port, vcs: 0 } } }",
    );
    let found = judged(&scenario);
    assert!(found.analysis.cycle.is_some());
    assert_eq!(found.is_free, Some(true), "{}", found.reason);
    assert!(found.escapes.is_some());
}

/// Whether messages arrive and whether they can wait for each other are two questions.
#[test]
fn a_dead_end_is_no_deadlock() {
    let mut scenario = Scenario::on("mesh:3").with_scripts(&custom::scripts());
    scenario.routing = written::id_of(
        "fn route(net, here, to) { if here == 1 && to == 2 { return []; } net.nearer(here, to) }",
    );
    let found = judged(&scenario);
    assert_eq!(found.is_free, Some(true));
    assert!(
        found
            .reason
            .starts_with("between the 4 of 6 pairs of nodes that are served, "),
        "{}",
        found.reason
    );
    let delivery = found.delivery.expect("it is followed");
    let unserved = [(NodeId(0), NodeId(2)), (NodeId(1), NodeId(2))];
    assert_eq!((delivery.never, &*delivery.unserved), (2, &unserved[..]));
    assert_eq!(delivery.dead_ends, 1);
}

/// A table of the flows in use, on a ring of four: only these pairs are served.
#[test]
fn a_function_is_judged_on_the_pairs_that_it_serves() {
    let table = |flows: &str| {
        let mut scenario = Scenario::on("ring:4").with_scripts(&custom::scripts());
        scenario.vcs = 1;
        scenario.routing = written::id_of(&format!(
            "fn route(net, here, to) {{ let flows = [{flows}]; for flow in flows {{ \
             if flow[1] == to && (here - flow[0] + 4) % 4 < (to - flow[0] + 4) % 4 {{ \
             for p in net.ports(here) {{ if net.neighbor(here, p) == (here + 1) % 4 {{ return p; }} }} \
             }} }} [] }}"
        ));
        judged(&scenario)
    };
    // Messages that go half around close a cycle only if they start at every node.
    let safe = table("[0, 2], [1, 3], [2, 0]");
    assert_eq!(safe.is_free, Some(true), "{}", safe.reason);
    assert!(safe.analysis.cycle.is_none());
    assert_eq!(safe.delivery.map(|delivery| delivery.never), Some(6));
    let unsafe_ = table("[0, 2], [1, 3], [2, 0], [3, 1]");
    assert_eq!(unsafe_.is_free, Some(false), "{}", unsafe_.reason);
    assert!(unsafe_.witness.is_some());
    assert_eq!(unsafe_.delivery.map(|delivery| delivery.never), Some(4));
    let none = table("");
    assert_eq!(none.is_free, None, "{}", none.reason);
}

#[test]
fn several_maps_make_several_offers() {
    let mut scenario = Scenario::on("torus-uni:4").with_scripts(&custom::scripts());
    scenario.vcs = 3;
    scenario.routing = written::id_of(
        "fn route(net, here, to) { let p = net.ports(here)[0]; \
         [#{ port: p, vcs: 0 }, #{ port: p, vcs: 1 }, #{ port: p, vcs: 2 }] }",
    );
    let found = judged(&scenario);
    assert_eq!(found.is_free, Some(false), "{}", found.reason);
    assert!(found.witness.is_some());
    scenario.traffic.rate = 0.01;
    scenario.set("run.cycles", "2000").expect("in range");
    let report = flitscope::sweep::simulate(&scenario, |_| ()).expect("it runs");
    assert!(report.measures.latency.mean.is_some());
}

/// The script of a random function.
fn script_of(network: &Network, function: &Any) -> String {
    let nodes = || (0..network.nodes()).map(NodeId);
    let pairs = nodes().flat_map(|here| nodes().map(move |to| (here, to)));
    let mut cases = String::new();
    for (here, to) in pairs.filter(|(here, to)| here != to) {
        let hop = Hop::new(here, to, 0);
        if function.asks_arrival() {
            let arrivals = network
                .channel_ids()
                .filter(|&channel| network.to(channel) == here);
            for lane in arrivals
                .flat_map(|channel| (0..function.vcs).map(move |vc| VirtualChannel { channel, vc }))
            {
                let (from, port) = (network.from(lane.channel).0, network.port(lane.channel).0);
                let when = format!(
                    " && came != () && came.from == {from} && came.port == {port} && came.vc == {}",
                    lane.vc
                );
                cases += &case(network, function, hop.over(lane), &when);
            }
        }
        cases += &case(network, function, hop, "");
    }
    let came = if function.asks_arrival() {
        ", came"
    } else {
        ""
    };
    format!("fn route(net, here, to{came}) {{ let ports = net.ports(here);\n{cases} [] }}")
}

/// The statement that returns the offers of one state.
fn case(network: &Network, function: &Any, hop: Hop, when: &str) -> String {
    let mut offers = Candidates::default();
    function.candidates(network, hop, &mut offers);
    let offers = offers.as_slice().iter().map(|offer| {
        let mut channels = network.channels_of(hop.here);
        let nth = channels.position(|channel| channel == offer.channel);
        let nth = nth.expect("a channel of the node");
        let vcs: Vec<_> = offer.vcs.iter().map(|vc| vc.to_string()).collect();
        let (vcs, escape) = (vcs.join(", "), offer.is_escape);
        format!("#{{ port: ports[{nth}], vcs: [{vcs}], escape: {escape} }}")
    });
    let offers = offers.collect::<Vec<_>>().join(", ");
    let (here, to) = (hop.here.0, hop.to.0);
    format!("if here == {here} && to == {to}{when} {{ return [{offers}]; }}\n")
}

#[test]
fn random_functions_that_can_deadlock_do() {
    let networks = [
        ("torus-uni:4", 2),
        ("mesh:2x2", 2),
        ("mesh:3x2", 1),
        ("hypercube:3", 1),
        ("hypercube:3", 2),
        ("ring:5", 1),
    ];
    let scripts = custom::scripts();
    let (mut free, mut deadlocks) = (0, 0);
    for seed in 0..quick_or(60, 2000) {
        let (spec, vcs) = networks[seed as usize % networks.len()];
        let topology = topology::from_spec(spec).expect("a network");
        let network = Network::new(&*topology);
        let kind = Kind {
            // In larger networks the text would be too long.
            asks_arrival: seed % 6 < 3 && seed / 6 % 3 == 1,
            has_marks: seed / 6 % 2 == 1,
            leads_anywhere: seed / 12 % 3 == 1,
            ..Kind::default()
        };
        let function = Any::new(&network, kind, vcs, seed);
        let mut scenario = Scenario::on(spec).with_scripts(&scripts);
        scenario.vcs = vcs.into();
        scenario.routing = written::id_of(&script_of(&network, &function));
        let judged = judged(&scenario);
        let answer = decide(&network, &function, vcs, Room::Flits);
        assert_eq!(judged.is_free, answer.is_free(), "{spec} {seed}");
        match judged.is_free {
            Some(true) => free += 1,
            Some(false) => {
                deadlocks += 1;
                assert!(judged.witness.is_some(), "{spec} {seed}: {}", judged.reason);
            }
            None => {}
        }
    }
    assert!(free > 5 && deadlocks > 5, "{free} and {deadlocks}");
}
