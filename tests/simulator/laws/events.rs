//! The events that a simulator reports for a cycle, and its counts since cycle 0, match the states
//! before and after each cycle.

use std::sync::Arc;

use engine::sim::{
    Design, EventKind, Events, HeaderState, Location, MessageId, Segment, Simulator, Snapshot,
    WormView,
};
use proptest::prelude::*;

use super::trees::any_design_with_trees;
use crate::common::effort;
use crate::simulator::designs::{SWITCHING, any_design, any_scenario_design, design, order};

const CYCLES: u32 = 500;

pub fn match_the_states_on_any_scenario() {
    proptest!(effort::cases(48), |(design in any_scenario_design())| {
        assert_events_match(design);
    });
}

pub fn match_the_states_on_any_design() {
    proptest!(effort::cases(64), |(design in any_design())| {
        assert_events_match(design);
    });
}

pub fn crossings_match_the_states_on_any_design() {
    proptest!(effort::cases(64), |(design in any_design())| {
        assert_crossings_match(design);
    });
}

/// Worms that release their lanes without contention are rare in random designs.
pub fn crossings_match_the_states_of_lone_worms() {
    for &switching in SWITCHING {
        for (length, vcs, buffer) in [(1, 1, 1), (3, 2, 1), (9, 1, 4), (200, 2, 2)] {
            let orders = [(0, 9), (1, 8), (20, 11), (5, 6)];
            assert_crossings_match(Arc::new(Design {
                switching,
                orders: orders.map(|(from, to)| order(from, to, length)).to_vec(),
                ..design("mesh:30", vcs, buffer)
            }));
        }
    }
}

pub fn match_the_states_on_any_design_with_trees() {
    proptest!(effort::cases(48), |(design in any_design_with_trees())| {
        assert_events_match(design.clone());
        assert_crossings_match(design);
    });
}

fn assert_events_match(design: Arc<Design>) {
    let mut simulator = Simulator::new(design);
    let mut before = simulator.snapshot();
    for _ in 0..CYCLES {
        let was_over = simulator.is_over();
        simulator.step();
        let after = simulator.snapshot();
        if was_over {
            assert_eq!(simulator.events(), Events::NONE);
            assert_eq!(before.counters, after.counters);
        }
        for kind in EventKind::ALL {
            let seen = match kind {
                EventKind::Injected => any_worm(&before, &after, has_left_its_queue),
                EventKind::Blocked => any_worm(&before, &after, is_newly_blocked),
                EventKind::Delivered => after.counters.arrivals > before.counters.arrivals,
                EventKind::Deadlocked => {
                    let formed = after.deadlock.as_ref();
                    before.deadlock.is_none() && formed.is_some_and(|formed| !formed.is_dead_end())
                }
            };
            let reported = simulator.events().has(kind);
            assert_eq!(reported, seen, "{kind:?}: {before:?}, then {after:?}");
        }
        before = after;
    }
}

/// Asserts that a flit enters a lane of a channel whenever one crosses it.
fn assert_crossings_match(design: Arc<Design>) {
    let mut seen = vec![0; design.network.channels() as usize];
    let mut simulator = Simulator::new(design);
    for _ in 0..CYCLES {
        simulator.step();
        let snapshot = simulator.snapshot();
        for segment in snapshot.worms.iter().flat_map(|worm| &worm.segments) {
            if let Location::Channel(at) = segment.place {
                seen[at.channel.0 as usize] += u64::from(segment.entered);
            }
        }
        assert_eq!(simulator.crossings(), seen, "{snapshot:?}");
        assert_eq!(seen.iter().sum::<u64>(), snapshot.counters.flit_hops);
    }
}

fn any_worm(
    before: &Snapshot,
    after: &Snapshot,
    did: fn(Option<&WormView>, &WormView) -> bool,
) -> bool {
    let was = |message: MessageId| before.worm(message);
    after.worms.iter().any(|worm| did(was(worm.message), worm))
}

fn has_left_its_queue(before: Option<&WormView>, after: &WormView) -> bool {
    let is_out = |worm: &WormView| matches!(worm.segments[0].place, Location::Channel(_));
    let was_in = |worm: &WormView| matches!(worm.segments[0].place, Location::Injection(..));
    is_out(after) && before.is_none_or(was_in)
}

fn is_newly_blocked(before: Option<&WormView>, after: &WormView) -> bool {
    let is_blocked = matches!(after.header, HeaderState::Blocked { .. });
    assert_eq!(is_blocked, after.segments.iter().any(|lane| lane.waits));
    let waited = |lane: &Segment| {
        let mut before = before.into_iter().flat_map(|worm| &worm.segments);
        before.any(|before| before.place == lane.place && before.waits)
    };
    let was_other = before.is_none_or(|before| before.header != after.header);
    after
        .segments
        .iter()
        .any(|lane| lane.waits && !waited(lane))
        || is_blocked && was_other && !after.is_tree
}
