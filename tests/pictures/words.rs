//! Waiting and deadlocked messages in words.

use flitscope::scenario::{BuiltScenario, Scenario};
use flitscope::scene::{Journey, Stage, Teller, Thing, account, narrate, not_started, time_after};
use flitscope::sim::{Location, MessageId, Simulator, Switching, Timing};
use flitscope::topology::NodeId;

fn built(link: &str) -> BuiltScenario {
    Scenario::from_link(link).scenario.build().expect(link)
}

/// The brief description of a deadlock in a ring, in which each node sends a message to the
/// node two hops ahead.
fn in_brief(nodes: u32) -> String {
    let messages = (0..nodes).map(|node| format!("0:{node}>{}", (node + 2) % nodes));
    let messages = messages.collect::<Vec<_>>().join(";");
    let link = format!("t=torus-uni:{nodes}&vc=1&M=8&msg={messages}");
    let study = built(&link);
    let mut simulator = Simulator::new(study.design.clone());
    for _ in 0..20 {
        simulator.step();
    }
    let snapshot = simulator.snapshot();
    let teller = Teller {
        topology: &*study.topology,
        design: &study.design,
        snapshot: &snapshot,
    };
    teller.deadlock_in_brief().expect("they deadlock")
}

#[test]
fn a_deadlock_in_brief_names_each_message_and_the_next() {
    let brief = in_brief(4);
    assert!(
        brief.ends_with(": 0 waits for 1, 1 for 2, 2 for 3, 3 for 0."),
        "{brief}"
    );
    let brief = in_brief(9);
    assert!(brief.contains("4 for 5, …, 8 for 0."), "{brief}");
}

/// The numbers and stages of the messages that have not started, after each of some cycles.
fn followed(link: &str, cycles: u64) -> Vec<Vec<(u64, Stage)>> {
    let built = built(link);
    let mut simulator = Simulator::new(built.design.clone());
    let mut seen = Vec::new();
    for _ in 0..=cycles {
        let waiting = not_started(&built.design, &simulator.snapshot());
        let known = waiting.iter().filter_map(|w| Some((w.message?.0, w.stage)));
        seen.push(known.collect());
        simulator.step();
    }
    seen
}

#[test]
fn a_message_waits_in_the_list_then_in_the_queue_then_in_its_port() {
    let seen = followed("t=mesh:4&vc=1&M=3&msg=0:1>3;0:0>3;0:0>2;4:2>0", 9);
    assert_eq!(
        seen[0],
        [
            (0, Stage::List(0)),
            (1, Stage::List(0)),
            (2, Stage::List(0)),
            (3, Stage::List(4))
        ]
    );
    assert_eq!(seen[1], [(2, Stage::Queue), (3, Stage::List(4))]);
    let stages = seen.iter().flatten().filter(|(number, _)| *number == 2);
    let mut stages: Vec<_> = stages.map(|(_, stage)| *stage).collect();
    stages.dedup();
    assert_eq!(stages, [Stage::List(0), Stage::Queue, Stage::Port]);
    assert!(
        seen[5].iter().all(|(number, _)| *number != 3),
        "it has started"
    );
}

#[test]
fn numbers_predicted_before_a_message_is_generated_are_its_own() {
    let link = "t=torus-uni:4&vc=1&M=8&msg=0:0>2;0:1>3;2:2>0;5:3>1";
    let built = built(link);
    let mut simulator = Simulator::new(built.design.clone());
    let predicted = not_started(&built.design, &simulator.snapshot());
    for _ in 0..8 {
        simulator.step();
        for worm in &simulator.snapshot().worms {
            let was = predicted.iter().find(|w| w.message == Some(worm.message));
            assert_eq!(
                was.map(|w| (w.from, &*w.to)),
                Some((worm.from, &[worm.to][..]))
            );
        }
    }
}

#[test]
fn random_messages_are_known_once_they_wait() {
    let link = "t=mesh:3x3&vc=1&M=16&lam=0.05&msg=60:0,0>2,2";
    let seen = followed(link, 60);
    assert!(seen[0].is_empty(), "nothing has been generated");
    let stages = seen.iter().flatten().map(|(_, stage)| stage);
    assert!(stages.clone().any(|stage| *stage == Stage::Queue));
    assert!(stages.clone().all(|stage| *stage != Stage::List(70)));
    assert_eq!(
        seen[60]
            .iter()
            .filter(|(_, s)| matches!(s, Stage::List(_)))
            .count(),
        1
    );
}

#[test]
fn a_message_that_has_not_started_can_be_asked_about() {
    let built = built("t=mesh:4&vc=1&M=3&msg=0:1>3;7:0>2");
    let snapshot = Simulator::new(built.design.clone()).snapshot();
    let teller = Teller {
        topology: &*built.topology,
        design: &built.design,
        snapshot: &snapshot,
    };
    let told = teller.tell(Thing::Worm(MessageId(1)));
    assert_eq!(
        told.text,
        "Message 1 waits at node (0), to (2), 3 flits, starts at cycle 7."
    );
    let node = teller.tell(Thing::Node(NodeId(0)));
    assert!(node.text.contains("Message 1 waits"), "{}", node.text);
    let idle = teller.tell(Thing::Node(NodeId(3)));
    assert_eq!(
        idle.text,
        "No message waits here; 0 of its 1 channel are held."
    );
}

#[test]
fn a_deadlocked_message_is_followed_briefly_and_records_what_it_waits_for() {
    let link = "t=torus-uni:4&vc=1&M=8&msg=0:0>2;0:1>3;0:2>0;0:3>1";
    let study = built(link);
    let simulator = Simulator::new(study.design.clone());
    let journey = Journey::follow(simulator, MessageId(0), 10_000).expect("it is ordered");
    let since = journey.deadlocked.expect("all four wait for each other");
    assert!(journey.arrived.is_none() && journey.until < since + 20);
    let Some(Location::Channel(lane)) = journey.awaited else {
        panic!("a channel")
    };
    let network = &study.design.network;
    assert_eq!(network.from(lane.channel), NodeId(1));
    let text = journey.in_words(&*study.topology);
    assert!(
        text.ends_with(&format!("will never arrive: deadlock since cycle {since}.")),
        "{text}"
    );
    let account = account(&journey, Switching::Wormhole, Timing::default());
    assert_eq!(account[3], "not known before its header arrives");
}

#[test]
fn the_cycle_of_an_event_is_the_one_whose_end_shows_it() {
    // Message 0 takes d + M − 1 = 2 + 3 − 1 cycles, so it arrives in cycle 4; the other one starts late.
    for (link, arrived) in [
        ("t=mesh:4&vc=1&M=3&msg=0:0>2", 4),
        ("t=mesh:4&vc=1&M=3&msg=7:0>2", 11),
        ("t=mesh:4x4&vc=2&M=1&msg=0:0,0>1,0", 1),
    ] {
        let study = built(link);
        let mut simulator = Simulator::new(study.design.clone());
        let mut before = simulator.snapshot();
        let mut told = Vec::new();
        while !simulator.is_drained() {
            simulator.step();
            let snapshot = simulator.snapshot();
            let topology = &*study.topology;
            let narrated = narrate(topology, &study.design, &before, &snapshot);
            let teller = Teller {
                topology,
                design: &study.design,
                snapshot: &snapshot,
            };
            told.push((
                teller.summary(),
                narrated,
                teller.tell(Thing::Worm(MessageId(0))).text,
            ));
            before = snapshot;
        }
        let (summary, narrated, text) = told.pop().expect("it takes a while");
        assert!(
            summary.starts_with(&format!("End of cycle {arrived}: ")),
            "{summary}"
        );
        assert!(summary.ends_with(" 1 delivered."), "{summary}");
        assert!(
            narrated.starts_with(&format!("Cycle {arrived}: message 0 arrives")),
            "{narrated}"
        );
        assert!(
            text.starts_with(&format!("Delivered in cycle {arrived}, ")),
            "{text}"
        );
        let (summary, ..) = told.pop().expect("it takes a while");
        assert!(
            summary.starts_with(&format!("End of cycle {}: ", arrived - 1)),
            "{summary}"
        );
        assert!(summary.ends_with(" 0 delivered."), "{summary}");
    }
    assert_eq!([time_after(0), time_after(1)], ["start", "end of cycle 0"]);
}
