//! Delays before worms leave their node, and how many destinations they have ahead.

use std::collections::{BTreeMap, BTreeSet};

use engine::sim::{HeaderState, Location, Segment};
use picture::scene::header_at;
use proptest::prelude::*;

use super::Stepper;
use crate::common::effort;
use crate::simulator::designs::any_design;

const CYCLES: u32 = 300;

/// The destinations ahead of a worm are those that have not received their copy and that the header
/// has not left with a copy under way.
pub fn a_worm_counts_the_destinations_ahead<S: Stepper>() {
    proptest!(effort::cases(64), |(design in any_design())| {
        let mut stepper = S::on(design.clone());
        let mut delivered = BTreeMap::new();
        for _ in 0..CYCLES {
            stepper.step();
            for delivery in stepper.deliveries() {
                *delivered.entry(delivery.message).or_insert(0) += 1;
            }
            for worm in stepper.snapshot().worms {
                let here = header_at(&worm, &design.network);
                let is_behind = |port: &&Location| {
                    worm.is_tree || !matches!(port, Location::Ejection(node, _) if *node == here)
                };
                let under_way = worm.ports.iter().filter(is_behind).count() as u32;
                let arrived = delivered.get(&worm.message).copied().unwrap_or(0);
                let ahead = worm.left().count() as u32;
                prop_assert_eq!(worm.destinations, arrived + under_way + ahead, "{:?}", worm);
            }
        }
    });
}

/// All its flits are in its port for the duration of the start-up.
pub fn a_worm_that_starts_up_holds_a_port<S: Stepper>() {
    proptest!(effort::cases(64), |(design in any_design())| {
        let mut stepper = S::on(design.clone());
        for _ in 0..CYCLES {
            stepper.step();
            let snapshot = stepper.snapshot();
            for worm in &snapshot.worms {
                let HeaderState::Starting { since, until } = worm.header else {
                    continue;
                };
                let [Segment { place: Location::Injection(node, _), flits, .. }] = worm.segments[..] else {
                    panic!("{worm:?}");
                };
                prop_assert_eq!((node, flits), (worm.from, worm.length));
                prop_assert_eq!(until - since, u64::from(design.timing.startup));
                prop_assert!((since + 1..until).contains(&snapshot.cycle), "{:?}", worm);
                prop_assert!(worm.multicast.is_some());
            }
        }
    });
}

/// A node prepares worms for the given time, and relays only messages it has received.
pub fn relays_have_received_the_messages_they_forward<S: Stepper>() {
    proptest!(effort::cases(64), |(design in any_design())| {
        let mut stepper = S::on(design.clone());
        let mut received = BTreeSet::new();
        for _ in 0..CYCLES {
            stepper.step();
            for delivery in stepper.deliveries() {
                received.extend(delivery.multicast.map(|multicast| (delivery.to, multicast)));
            }
            let snapshot = stepper.snapshot();
            for relay in &snapshot.relays {
                prop_assert!(received.contains(relay), "{:?}", relay);
            }
            for preparation in &snapshot.preparations {
                let cycles = preparation.until - preparation.since;
                prop_assert_eq!(cycles, u64::from(design.timing.preparation));
                let during = preparation.since + 1..=preparation.until;
                prop_assert!(during.contains(&snapshot.cycle), "{:?}", preparation);
            }
            for worm in snapshot.worms.iter().filter(|worm| worm.hops == 0) {
                let relay = worm.multicast.map(|multicast| (worm.from, multicast));
                let is_sent_on = relay.is_some_and(|relay| received.contains(&relay));
                let is_marked = relay.is_some_and(|relay| snapshot.relays.contains(&relay));
                prop_assert_eq!(is_sent_on, is_marked, "{:?}", worm);
            }
        }
    });
}
