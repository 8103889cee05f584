//! The law of going back in time: any past cycle looks as it did when it was current.

use std::sync::Arc;

use crate::common::any_scenario::any_scenario;
use crate::common::effort;
use engine::sim::{Design, EventKind, Events, Fate, History, MessageId, Search, Simulator};
use proptest::prelude::*;
use study::scenario::Scenario;

/// One action of a user at the time slider.
#[derive(Debug, Clone, Copy)]
enum Move {
    Steps(u64),
    /// To a cycle, in at most this many steps.
    Seek(u64, u64),
    /// To the next event of some kinds.
    NextEvent(Events),
}

proptest! {
    #![proptest_config(effort::cases(64))]

    #[test]
    fn after_any_moves_the_past_is_unchanged(
        scenario in any_scenario(),
        moves in prop::collection::vec(any_move(), 1..12),
    ) {
        let design = scenario.build().expect("it is in range").design;
        let mut history = History::new(design.clone());
        for next in moves {
            let cycle = history.now().cycle();
            match next {
                Move::Steps(steps) => {
                    for _ in 0..steps {
                        history.step();
                    }
                    prop_assert_eq!(history.now().cycle(), cycle + steps);
                }
                Move::Seek(to, most_steps) => {
                    let is_there = history.seek(to, most_steps);
                    prop_assert_eq!(is_there, history.now().cycle() == to);
                    // Checkpoints are at most 32 cycles apart while there is memory.
                    prop_assert!(is_there || most_steps < 32 || to > cycle + most_steps);
                }
                Move::NextEvent(kinds) => {
                    history.seek_event(cycle, kinds, 100);
                }
            }
            assert_is_like_a_fresh_run(&history, &design);
        }
    }
}

proptest! {
    #![proptest_config(effort::cases(64))]

    #[test]
    fn events_are_found_forward_and_backward(
        scenario in any_scenario(),
        kinds in any_events(),
        most_steps in 1_u64..200,
        detour in 0_u64..600,
    ) {
        const CYCLES: u64 = 400;
        let design = scenario.build().expect("it is in range").design;
        let mut fresh = Simulator::new(design.clone()).with_colors();
        let mut expected = Vec::new();
        while fresh.cycle() < CYCLES {
            fresh.step();
            if fresh.events().meets(kinds) {
                expected.push(fresh.cycle());
            }
        }
        let mut history = History::new(design);
        // Some cycles may be known already, and the current one may be anywhere.
        history.seek(detour, u64::MAX);
        history.seek(detour / 3, u64::MAX);
        let mut found = Vec::new();
        let mut cycle = 0;
        loop {
            match history.seek_event(cycle, kinds, most_steps) {
                Search::Found => cycle = history.now().cycle(),
                Search::Ahead if history.now().cycle() <= CYCLES => continue,
                Search::Ahead | Search::Over | Search::Overrun => break,
            }
            if cycle > CYCLES {
                break;
            }
            prop_assert!(history.now().events().meets(kinds));
            found.push(cycle);
        }
        prop_assert_eq!(&found, &expected);
        let mut back = Vec::new();
        let mut cycle = CYCLES + 1;
        while let Some(before) = history.previous_event(cycle, kinds) {
            back.push(before);
            cycle = before;
        }
        back.reverse();
        prop_assert_eq!(back, expected);
    }
}

#[test]
fn marks_are_the_first_events_of_their_interval() {
    let scenario = Scenario::from_link("t=torus-uni:4&vc=1&M=8&msg=0:0>2;0:1>3;0:2>0;0:3>1");
    let design = scenario.scenario.build().expect("a valid link").design;
    let mut history = History::new(design);
    history.seek(60, u64::MAX);
    history.seek(5, u64::MAX);
    // Four headers leave in the first cycle and deadlock in the second.
    let marks = history.marks(99, 10);
    assert_eq!(
        marks.len(),
        7,
        "60 cycles and their beginning, ten to a stretch"
    );
    assert_eq!(marks[0], [Some(1), Some(2), None, Some(2)]);
    assert!(marks[1..].iter().flatten().all(Option::is_none));
    assert_eq!(history.marks(60, 61)[2], [None, Some(2), None, Some(2)]);
    let end = history.seek_event(5, Events::ALL, u64::MAX);
    assert_eq!((end, history.now().cycle()), (Search::Over, 60));
}

/// Readouts must not depend on how a cycle was reached.
#[test]
fn recent_rates_do_not_depend_on_how_a_cycle_was_reached() {
    let scenario = Scenario::from_link("t=torus:4x4&M=8&lam=0.02").scenario;
    let design = scenario.build().expect("a valid link").design;
    let trend = |history: &History| history.trend(&history.now().counters());
    let mut there_and_back = History::new(design.clone());
    there_and_back.seek(4_000, u64::MAX);
    for cycle in [3_999, 1_700, 1_696, 40, 31, 0, 2_222] {
        there_and_back.seek(cycle, u64::MAX);
        let mut straight = History::new(design.clone());
        straight.seek(cycle, u64::MAX);
        assert_eq!(trend(&there_and_back), trend(&straight), "at {cycle}");
    }
    let late = trend(&there_and_back);
    assert!((512..544).contains(&late.window));
    assert!((late.accepted - late.offered).abs() < 0.05, "{late:?}");
    // Most destinations are other nodes; 8 flits over about two channels take ten cycles.
    let network = late.network_latency.expect("messages arrived");
    assert!((9.0..14.0).contains(&network), "{network}");
    assert_eq!(late.latency_curve.len(), 64);
}

/// The 48 MiB for checkpoints, 32 cycles apart, overflow several times, as do the 12 MiB for those
/// that replays leave.
#[test]
fn the_past_is_unchanged_after_checkpoints_were_dropped() {
    const CYCLES: u64 = 18_000;
    const MEMORY: u64 = 48 << 20;
    let mut scenario = Scenario::on("mesh:16x16");
    scenario.vcs = 16;
    scenario.traffic.rate = 0.0005;
    let design = scenario.build().expect("it is in range").design;
    let mut history = History::new(design.clone());
    assert!(history.seek(CYCLES, u64::MAX));
    let taken = CYCLES / 32 * history.now().bytes() as u64;
    assert!(taken > 3 * MEMORY, "only {taken} bytes");
    for cycle in [CYCLES - 1, 31, 4_000, 4_001, 17_000, 0, CYCLES + 100, 5_555] {
        assert!(history.seek(cycle, u64::MAX));
        assert_is_like_a_fresh_run(&history, &design);
    }
    for cycle in (10_000..CYCLES).step_by(77) {
        assert!(history.seek(cycle, u64::MAX));
    }
    assert_is_like_a_fresh_run(&history, &design);
    let most = MEMORY + (12 << 20) + 2 * history.now().bytes() as u64;
    assert!(history.bytes() as u64 <= most, "{} bytes", history.bytes());
}

/// Hundreds of thousands of messages wait at the end; with a copy of them in each checkpoint, there
/// would be memory for only three or four checkpoints, a thousand cycles apart.
#[test]
fn any_past_cycle_is_near_however_many_messages_wait() {
    const CYCLES: u64 = 2_500;
    let mut messages = Scenario::on("mesh:8x8");
    messages.traffic.rate = 1.0;
    let mut multicasts = Scenario::on("mesh:6x6");
    multicasts.traffic.rate = 0.1;
    multicasts.traffic.multicast.destinations = Some(5);
    for scenario in [messages, multicasts] {
        let design = scenario.build().expect("it is in range").design;
        let mut history = History::new(design.clone());
        assert!(history.seek(CYCLES, u64::MAX));
        assert!(history.now().backlog() > 5_000, "it is saturated");
        for cycle in [CYCLES - 1, 2_015, 1_007, 63] {
            assert!(history.seek(cycle, 64), "{cycle} is far");
        }
        assert_is_like_a_fresh_run(&history, &design);
    }
}

#[test]
fn an_overrun_run_does_not_continue() {
    let mut scenario = Scenario::on("mesh:32x32");
    scenario.traffic.rate = 1.0;
    let mut history = History::new(scenario.build().expect("it is in range").design);
    assert!(!history.seek(1_000_000, u64::MAX));
    let end = history.now().cycle();
    assert!(history.now().is_overrun() && end < 1_100, "{end}");
    history.step();
    assert_eq!(history.now().cycle(), end);
    assert_eq!(history.seek_event(end, Events::ALL, 10), Search::Overrun);
    assert!(history.seek(end - 1, u64::MAX) && history.seek(end, 1));
}

#[test]
fn a_seek_takes_at_most_the_allowed_steps() {
    let mut history = History::new(Scenario::default().build().expect("the default").design);
    assert!(!history.seek(1_000, 10));
    assert_eq!(history.now().cycle(), 10);
    assert!(history.seek(10, 0));
    assert!(history.seek(0, 0));
}

fn any_move() -> impl Strategy<Value = Move> {
    prop_oneof![
        (0_u64..80).prop_map(Move::Steps),
        (0_u64..400, 0_u64..64).prop_map(|(to, most)| Move::Seek(to, most)),
        (0_u64..400).prop_map(|to| Move::Seek(to, u64::MAX)),
        any_events().prop_map(Move::NextEvent),
    ]
}

fn any_events() -> impl Strategy<Value = Events> {
    let kinds = prop::collection::vec(prop::sample::select(&EventKind::ALL[..]), 0..4);
    kinds.prop_map(|kinds| {
        let sets = kinds.iter().map(|&kind| Events::when(kind, true));
        sets.fold(Events::NONE, Events::with)
    })
}

fn assert_is_like_a_fresh_run(history: &History, design: &Arc<Design>) {
    let mut fresh = Simulator::new(design.clone()).with_colors();
    for _ in 0..history.now().cycle() {
        fresh.step();
    }
    assert_eq!(history.now().snapshot(), fresh.snapshot());
    assert_eq!(history.now().digest(), fresh.digest());
    assert_eq!(history.now().deliveries(), fresh.deliveries());
    // The future is the same as well, down to the state of the random streams.
    let mut later = history.now().clone();
    for _ in 0..50 {
        later.step();
        fresh.step();
    }
    assert_eq!(later.snapshot(), fresh.snapshot());
    assert_eq!(later.digest(), fresh.digest());
}

proptest! {
    #![proptest_config(effort::cases(64))]

    #[test]
    fn what_became_of_a_message_is_known_in_every_cycle(
        scenario in any_scenario(),
        cycles in 1_u64..400,
        back in 0_u64..100,
    ) {
        let design = scenario.build().expect("it is in range").design;
        let mut history = History::new(design);
        let mut delivered = std::collections::BTreeMap::new();
        for _ in 0..cycles {
            history.step();
            let now = history.now();
            // Of several copies the last one counts; a message in the network has not arrived everywhere.
            delivered.extend(now.deliveries().iter().map(|one| (one.message, *one)));
        }
        let at = cycles.saturating_sub(back);
        history.seek(at, u64::MAX);
        let now = history.now().snapshot();
        for number in 0..now.counters.generated + 3 {
            let message = MessageId(number);
            let fate = history.fate(message);
            let arrived = delivered.get(&message).filter(|one| one.arrived < at);
            if number >= now.counters.generated {
                prop_assert_eq!(fate, Some(Fate::NotGenerated));
            } else if now.worm(message).is_some() {
                prop_assert_eq!(fate, None);
            } else if let Some(Fate::Delivered(found)) = fate {
                let found = found.expect("the run is short");
                prop_assert_eq!(Some(found.arrived), arrived.map(|one| one.arrived));
            } else {
                prop_assert_eq!(fate, Some(Fate::Waiting));
                prop_assert_eq!(arrived, None);
            }
        }
    }
}
