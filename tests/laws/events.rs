//! What a simulator says happened in a cycle is what one sees by comparing the state before
//! and after it.

use std::sync::Arc;

use flitscope::sim::{
    Design, EventKind, HeaderState, MessageId, Place, Simulator, Snapshot, WormView,
};
use proptest::prelude::*;

use crate::designs::{any_design, any_scenario_design};

const CYCLES: u32 = 500;

pub fn are_what_is_seen_on_any_scenario() {
    proptest!(super::config(128), |(design in any_scenario_design())| {
        assert_are_what_is_seen(design);
    });
}

pub fn are_what_is_seen_on_any_design() {
    proptest!(super::config(256), |(design in any_design())| {
        assert_are_what_is_seen(design);
    });
}

fn assert_are_what_is_seen(design: Arc<Design>) {
    let mut simulator = Simulator::new(design);
    let mut before = simulator.snapshot();
    for _ in 0..CYCLES {
        simulator.step();
        let after = simulator.snapshot();
        for kind in EventKind::ALL {
            let seen = match kind {
                EventKind::Injected => any_worm(&before, &after, has_left_its_queue),
                EventKind::Blocked => any_worm(&before, &after, is_newly_blocked),
                EventKind::Delivered => after.counters.arrivals > before.counters.arrivals,
                EventKind::Deadlocked => before.deadlock.is_none() && after.deadlock.is_some(),
            };
            let said = simulator.events().has(kind);
            assert_eq!(said, seen, "{kind:?}: {before:?}, then {after:?}");
        }
        before = after;
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
    let is_out = |worm: &WormView| matches!(worm.segments[0].place, Place::Channel(_));
    let was_in = |worm: &WormView| matches!(worm.segments[0].place, Place::Injection(..));
    is_out(after) && before.is_none_or(was_in)
}

fn is_newly_blocked(before: Option<&WormView>, after: &WormView) -> bool {
    let is_blocked = matches!(after.header, HeaderState::Blocked { .. });
    is_blocked && before.is_none_or(|before| before.header != after.header)
}
