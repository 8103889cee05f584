//! The description of a cycle, derived from the states before and after it, matches the run.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::sync::Arc;

use engine::sim::{Delivery, Design, EventKind, HeaderState, MessageId, Simulator, Snapshot};
use picture::scene::{Ask, Change, Granted, asks, changes};
use proptest::prelude::*;

use super::trees::any_design_with_trees;
use crate::common::effort;
use crate::simulator::designs::{any_design, any_scenario_design};

const CYCLES: u32 = 300;

pub fn match_the_run_on_any_scenario() {
    proptest!(effort::cases(48), |(design in any_scenario_design())| {
        assert_matches_the_run(&design);
    });
}

pub fn match_the_run_on_any_design() {
    proptest!(effort::cases(64), |(design in any_design())| {
        assert_matches_the_run(&design);
    });
}

pub fn match_the_run_on_any_design_with_trees() {
    proptest!(effort::cases(48), |(design in any_design_with_trees())| {
        assert_matches_the_run(&design);
    });
}

fn assert_matches_the_run(design: &Arc<Design>) {
    let mut simulator = Simulator::new(design.clone());
    let mut before = simulator.snapshot();
    let mut granted = BTreeMap::<MessageId, u32>::new();
    for _ in 0..CYCLES {
        simulator.step();
        let after = simulator.snapshot();
        let asks = asks(design, &before, &after);
        assert_are_in_order(&asks, design.router_copies());
        for ask in &asks {
            assert_answer_is_possible(ask, &after);
            if let Granted::Channel(_) = ask.answer {
                *granted.entry(ask.message).or_default() += 1;
            }
        }
        let refused = asks.iter().filter(|ask| ask.answer == Granted::Refused);
        assert_eq!(refused.count(), after.blocked());
        for delivery in simulator.deliveries() {
            let was_tree = before
                .worm(delivery.message)
                .is_some_and(|worm| worm.is_tree);
            if after.worm(delivery.message).is_none() && !was_tree {
                let hops = granted.remove(&delivery.message);
                assert_eq!(hops, Some(delivery.hops), "{delivery:?}");
            }
        }
        for tree in after.worms.iter().filter(|worm| worm.is_tree) {
            let hops = granted.get(&tree.message).copied().unwrap_or(0);
            assert_eq!(hops, tree.hops, "{tree:?}");
        }
        assert_changes_are_complete(&changes(design, &before, &after), &simulator);
        before = after;
    }
}

/// Asserts that a message makes one request at a time, unless it is a tree.
fn assert_are_in_order(asks: &[Ask], has_trees: bool) {
    let is_in_order = |pair: &[Ask]| match pair[0].message.cmp(&pair[1].message) {
        Ordering::Equal => has_trees,
        order => order == Ordering::Less,
    };
    assert!(asks.windows(2).all(is_in_order), "{asks:?}");
}

fn assert_answer_is_possible(ask: &Ask, after: &Snapshot) {
    match ask.answer {
        Granted::Channel(lane) => assert!(ask.wants.contains(&lane), "{ask:?}"),
        Granted::Processor => assert_eq!(ask.wants, []),
        Granted::Refused => {
            let worm = after.worm(ask.message).expect("it waits");
            let HeaderState::Blocked { wants } = &worm.header else {
                panic!("{worm:?}");
            };
            let is_wanted = |lane| wants.contains(lane);
            assert!(ask.wants.iter().all(is_wanted), "{ask:?}: {worm:?}");
            assert!(worm.is_tree || ask.wants == *wants);
        }
    }
}

fn assert_changes_are_complete(changes: &[Change], simulator: &Simulator) {
    let mut arrived: Vec<_> = changes
        .iter()
        .filter_map(|change| match *change {
            Change::Arrived {
                message,
                at,
                latency,
            } => Some((message, at, latency)),
            _ => None,
        })
        .collect();
    arrived.sort_unstable();
    let latency = |delivery: &Delivery| delivery.arrived - delivery.generated;
    let deliveries = simulator.deliveries().iter();
    let mut expected: Vec<_> = deliveries.map(|d| (d.message, d.to, latency(d))).collect();
    expected.sort_unstable();
    assert_eq!(arrived, expected);
    for kind in EventKind::ALL {
        let reported = changes.iter().any(|change| match change {
            Change::Started(..) => kind == EventKind::Injected,
            Change::Blocked(..) => kind == EventKind::Blocked,
            Change::Arrived { .. } => kind == EventKind::Delivered,
            Change::Deadlocked(_) => kind == EventKind::Deadlocked,
            Change::Readied(_) | Change::Freed(..) => false,
        });
        assert_eq!(
            reported,
            simulator.events().has(kind),
            "{kind:?}: {changes:?}"
        );
    }
}
