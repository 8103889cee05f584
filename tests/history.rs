//! The law of going back in time: any past cycle looks as it did when it was the present.

#![cfg(not(target_arch = "wasm32"))]

mod scenarios;

use std::sync::Arc;

use flitscope::scenario::Scenario;
use flitscope::sim::{Design, History, Simulator};
use proptest::prelude::*;
use scenarios::any_scenario;

/// One move of a person at the time slider.
#[derive(Debug, Clone, Copy)]
enum Move {
    Steps(u64),
    /// To a cycle, in as many steps at most.
    Seek(u64, u64),
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn wherever_one_goes_the_past_is_as_it_was(
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
                    // A checkpoint is never farther than that while there is memory.
                    prop_assert!(is_there || most_steps < 32 || to > cycle + most_steps);
                }
            }
            assert_is_like_a_fresh_run(&history, &design);
        }
    }
}

/// Read-outs must not depend on how one came to a cycle.
#[test]
fn recent_rates_are_the_same_whichever_way_one_comes() {
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
    // Seven nodes in eight are other ones; 8 flits over two channels or so take ten cycles.
    let network = late.network_latency.expect("messages arrived");
    assert!((9.0..14.0).contains(&network), "{network}");
    assert_eq!(late.latency_curve.len(), 64);
}

/// 48 MiB of checkpoints, 32 cycles apart, are full several times over.
#[test]
fn the_past_is_as_it_was_after_checkpoints_were_dropped() {
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
}

#[test]
fn a_seek_takes_no_more_steps_than_it_may() {
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
    ]
}

fn assert_is_like_a_fresh_run(history: &History, design: &Arc<Design>) {
    let mut fresh = Simulator::new(design.clone());
    for _ in 0..history.now().cycle() {
        fresh.step();
    }
    assert_eq!(history.now().snapshot(), fresh.snapshot());
    assert_eq!(history.now().digest(), fresh.digest());
    assert_eq!(history.now().deliveries(), fresh.deliveries());
    // What is to come is the same as well, down to the state of the random streams.
    let mut later = history.now().clone();
    for _ in 0..50 {
        later.step();
        fresh.step();
    }
    assert_eq!(later.snapshot(), fresh.snapshot());
    assert_eq!(later.digest(), fresh.digest());
}
