//! The simulator and the reference simulator do the same to every flit in every cycle.

use std::sync::Arc;

use engine::sim::{Design, HeaderState, Location, Order, Selection, Simulator, Snapshot};
use engine::topology::NodeId;
use engine::traffic::Length;
use proptest::prelude::*;

use super::Stepper;
use super::trees::any_design_with_trees;
use crate::common::effort;
use crate::simulator::designs::{
    SWITCHING, Wandering, any_design, any_length, any_scenario_design, design, order, planned_by,
};
use crate::simulator::oracle::Oracle;

const CYCLES: u32 = 600;

pub fn on_any_scenario() {
    proptest!(effort::cases(64), |(design in any_scenario_design())| {
        assert_agreement(design, CYCLES);
    });
}

pub fn on_any_design() {
    proptest!(effort::cases(64), |(design in any_design())| {
        assert_agreement(design, CYCLES);
    });
}

pub fn on_any_design_with_trees() {
    proptest!(effort::cases(48), |(design in any_design_with_trees())| {
        assert_agreement(design, CYCLES);
    });
}

/// Paths of more than 64, and of more than 128 lanes, complete and while the tail closes up.
pub fn on_worms_across_hundreds_of_lanes() {
    for &switching in SWITCHING {
        for length in [1, 2, 63, 64, 65, 127, 128, 129, 200] {
            for (vcs, buffer) in [(1, 1), (1, 2), (2, 1)] {
                // Long paths in both directions, short ones that cut in, and a queue at one node.
                let orders = [
                    (0, 149),
                    (149, 0),
                    (3, 140),
                    (60, 70),
                    (70, 148),
                    (148, 20),
                    (0, 1),
                    (0, 130),
                ];
                let design = Arc::new(Design {
                    switching,
                    orders: orders.map(|(from, to)| order(from, to, length)).to_vec(),
                    ..design("mesh:150", vcs, buffer)
                });
                // Across the network and completely out of it: 149 + 200 cycles without a stop.
                assert_agreement(design, 600);
            }
        }
    }
}

/// Long worms that share the channels of a ring, so that turns are lost along their whole length.
pub fn on_long_worms_that_share_channels() {
    let message = (0_u64..100, 0_u32..70, 1_u32..70, 1_u32..201);
    let messages = prop::collection::vec(message, 1..12);
    let vcs = prop::sample::select(&[2_u8, 4, 16][..]);
    let switching = prop::sample::select(SWITCHING);
    let parts = (messages, vcs, 1_u32..4, switching);
    proptest!(effort::cases(48), |((messages, vcs, buffer, switching) in parts)| {
        let order = |(at, from, hops, length)| Order {
            at,
            ..order(from, (from + hops) % 70, length)
        };
        let mut orders: Vec<_> = messages.into_iter().map(order).collect();
        orders.sort_by_key(|order| order.at);
        let design = Arc::new(Design {
            switching,
            orders,
            ..design("torus-uni:70", vcs, buffer)
        });
        assert_agreement(design, 1_000);
    });
}

/// Short worms that travel far enough to have their lanes recounted on the way, with or without
/// other worms on their channels.
pub fn on_short_worms_with_long_paths() {
    let parts = (1_u8..4, 1_u32..4, 1_u32..24, any::<u64>());
    proptest!(effort::cases(12), |((vcs, buffer, length, seed) in parts)| {
        let network = "torus-uni:160";
        let uniform = engine::traffic::from_id("uniform", &*crate::simulator::designs::topology(network), 1);
        let design = Arc::new(Design {
            pattern: Some(uniform.expect("it is defined on any two nodes")),
            rate: 0.01 / f64::from(length),
            length: Length::Fixed(length),
            seed,
            ..design(network, vcs, buffer)
        });
        assert_agreement(design, 700);
    });
}

/// Random traffic of long messages over many lanes, below and above saturation.
pub fn on_many_lanes_and_all_lengths() {
    let network = prop::sample::select(&["mesh:4x4", "torus:4x4", "torus-uni:9", "mesh:12"][..]);
    let vcs = prop::sample::select(&[1_u8, 2, 15, 16][..]);
    let load = prop::sample::select(&[0.05, 0.3, 1.5][..]);
    let switching = prop::sample::select(SWITCHING);
    let parts = (network, vcs, any_length(), load, switching, any::<u64>());
    proptest!(effort::cases(64), |((network, vcs, length, load, switching, seed) in parts)| {
        let uniform = engine::traffic::from_id("uniform", &*crate::simulator::designs::topology(network), 1);
        let design = Arc::new(Design {
            pattern: Some(uniform.expect("it is defined on any two nodes")),
            rate: load / length.mean(),
            length,
            switching,
            seed,
            ..design(network, vcs, 1)
        });
        assert_agreement(design, CYCLES);
    });
}

/// Worms that copy themselves along more than 64 and more than 128 lanes.
pub fn on_long_worms_with_many_copies() {
    for &switching in SWITCHING {
        for (length, every) in [(1, 1), (30, 1), (65, 3), (200, 7)] {
            let to = (1..140).filter(|node| node % every == 0).map(NodeId);
            let orders = vec![
                Order {
                    at: 0,
                    from: NodeId(0),
                    to: to.collect(),
                    length,
                },
                order(5, 100, length),
                order(149, 3, length),
            ];
            let mut design = Design {
                switching,
                orders,
                multicasts: Some(planned_by(Wandering::on("mesh:150"))),
                selection: Selection::Random,
                ..design("mesh:150", 2, 1)
            };
            design.timing.router = 1;
            design.timing.startup = 3;
            assert_agreement(Arc::new(design), 1_500);
        }
    }
}

fn assert_agreement(design: Arc<Design>, cycles: u32) {
    let mut simulator = Simulator::on(design.clone());
    let mut oracle = Oracle::on(design);
    for _ in 0..cycles {
        simulator.step();
        oracle.step();
        assert_eq!(Stepper::deliveries(&simulator), oracle.deliveries);
        assert_eq!(Stepper::completions(&simulator), oracle.completions);
        let (mut found, mut expected) = (simulator.snapshot(), oracle.snapshot());
        // Of the worms that deadlock in one cycle the simulator may name any.
        let (found_deadlock, expected_deadlock) = (found.deadlock.take(), expected.deadlock.take());
        sort_trees(&mut found);
        sort_trees(&mut expected);
        for (found, expected) in found.worms.iter().zip(&expected.worms) {
            assert_eq!(found, expected, "in cycle {}", oracle.snapshot().cycle - 1);
        }
        assert_eq!(found, expected);
        let cycle = expected_deadlock.as_ref().map(|deadlock| deadlock.cycle);
        assert_eq!(
            found_deadlock.as_ref().map(|deadlock| deadlock.cycle),
            cycle
        );
        if let (Some(found), Some(expected_deadlock)) = (found_deadlock, expected_deadlock) {
            let mut named = found.worms.iter();
            let are_deadlocked = named.all(|worm| expected_deadlock.worms.contains(worm));
            assert!(
                are_deadlocked && !found.worms.is_empty(),
                "{found:?}: {expected_deadlock:?}"
            );
            let snapshot = oracle.snapshot();
            for wanted in &found.channels {
                let mut holders = snapshot.holders(wanted.channel);
                let is_held = holders
                    .any(|(vc, worm, _)| vc == wanted.vc && found.worms.contains(&worm.message));
                assert!(is_held, "{wanted:?} of {found:?}");
            }
        }
        assert_eq!(simulator.is_drained(), oracle.is_drained());
    }
    assert_eq!(simulator.digest(), oracle.digest);
}

/// Sorts the parts of trees, whose order is unspecified.
fn sort_trees(snapshot: &mut Snapshot) {
    for worm in snapshot.worms.iter_mut().filter(|worm| worm.is_tree) {
        worm.segments.sort_by_key(|segment| rank(segment.place));
        worm.ports.sort_by_key(|&port| rank(port));
        worm.copies.sort_unstable();
        if let HeaderState::Blocked { wants } = &mut worm.header {
            wants.sort_unstable();
        }
    }
}

/// Orders places; no two have the same rank.
fn rank(place: Location) -> (u8, u32, u32) {
    match place {
        Location::Injection(node, port) => (0, node.0, port.into()),
        Location::Channel(lane) => (1, lane.channel.0, lane.vc.into()),
        Location::Ejection(node, port) => (2, node.0, port.into()),
    }
}
