//! Selection of a node or message by name, and of the next blocked worm.

use std::collections::BTreeSet;

use engine::routing::VirtualChannel;
use engine::sim::{HeaderState, Location, MessageId, Snapshot, WormView};
use engine::topology::{NodeId, Topology};
use picture::scene::Thing;

/// A node or message found by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Found {
    /// A node, which is scrolled into view.
    Node(NodeId),
    Message(MessageId),
}

impl From<Found> for Thing {
    fn from(found: Found) -> Self {
        match found {
            Found::Node(node) => Self::Node(node),
            Found::Message(message) => Self::Worm(message),
        }
    }
}

/// Finds the node or message named `2,3`, `0110`, `#12` or `12`. An ambiguous name means the node.
pub fn find(topology: &dyn Topology, text: &str) -> Result<Found, String> {
    let text = text.trim();
    let node = topology.node("node", text);
    let number = text.trim_start_matches('#').parse::<u64>();
    match (node, number) {
        (Ok(node), _) if !text.starts_with('#') => Ok(Found::Node(node)),
        (_, Ok(number)) => Ok(Found::Message(MessageId(number))),
        (Err(problem), _) => Err(format!("{problem}, or a message such as #12")),
        (Ok(_), Err(_)) => Err("a message is written as #12".to_owned()),
    }
}

/// Returns the next message after the selected one whose header is blocked; after the last, the first.
///
/// Messages that stand in the network are visited before those that have not left their node, which
/// have no flits to see. Worms that wait for a virtual channel which has just become free are visited
/// only if no other is blocked, since there is no cause to explain.
pub fn next_blocked(snapshot: &Snapshot, selected: Option<Thing>) -> Option<MessageId> {
    let after = match selected {
        Some(Thing::Worm(message)) => Some(message),
        _ => None,
    };
    let worms = snapshot.worms.iter();
    let blocked = worms.filter(|worm| is_blocked(worm));
    let (inside, outside): (Vec<_>, Vec<_>) = blocked.partition(|worm| has_started(worm));
    let blocked = if inside.is_empty() { outside } else { inside };
    let held = held_lanes(snapshot);
    let blocked = blocked.into_iter();
    let (mut held_up, soon): (Vec<_>, Vec<_>) = blocked.partition(|worm| is_held_up(worm, &held));
    if held_up.is_empty() {
        held_up = soon;
    }
    let mut messages = held_up.iter().map(|worm| worm.message);
    let first = messages.clone().next();
    messages
        .find(|&message| after.is_none_or(|after| message > after))
        .or(first)
}

/// Returns whether some message that stands in the network is blocked.
pub fn has_blocked(snapshot: &Snapshot) -> bool {
    let mut worms = snapshot.worms.iter();
    worms.any(|worm| is_blocked(worm) && has_started(worm))
}

fn is_blocked(worm: &WormView) -> bool {
    matches!(worm.header, HeaderState::Blocked { .. })
}

/// Returns whether a worm has flits in a channel.
fn has_started(worm: &WormView) -> bool {
    let mut places = worm.segments.iter().map(|segment| segment.place);
    places.any(|place| matches!(place, Location::Channel(_)))
}

fn held_lanes(snapshot: &Snapshot) -> BTreeSet<VirtualChannel> {
    let segments = snapshot.worms.iter().flat_map(|worm| &worm.segments);
    let lanes = segments.filter_map(|segment| match segment.place {
        Location::Channel(lane) => Some(lane),
        _ => None,
    });
    // `collect` would instantiate a sort, some kilobytes of code.
    let mut held = BTreeSet::new();
    held.extend(lanes);
    held
}

/// Returns whether the virtual channels that a blocked worm waits for are still held.
fn is_held_up(worm: &WormView, held: &BTreeSet<VirtualChannel>) -> bool {
    let HeaderState::Blocked { wants } = &worm.header else {
        return false;
    };
    let mut wanted = wants.iter();
    if worm.is_tree {
        wanted.any(|lane| held.contains(lane))
    } else {
        // A worm that waits for an ejection port wants no virtual channel.
        wanted.all(|lane| held.contains(lane))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::sim::Simulator;
    use engine::topology;
    use study::scenario::{PRESETS, Scenario};

    #[test]
    fn nodes_and_messages_are_found_by_name() {
        let mesh = topology::from_spec("mesh:4x4").expect("a network in range");
        assert_eq!(find(&*mesh, " 2,3 "), Ok(Found::Node(NodeId(14))));
        assert_eq!(find(&*mesh, "#12"), Ok(Found::Message(MessageId(12))));
        assert_eq!(find(&*mesh, "12"), Ok(Found::Message(MessageId(12))));
        let cube = topology::from_spec("hypercube:3").expect("a network in range");
        assert_eq!(find(&*cube, "5"), Ok(Found::Node(NodeId(5))));
        assert_eq!(find(&*cube, "#5"), Ok(Found::Message(MessageId(5))));
        for wrong in ["", "9,9", "#", "#x", "north"] {
            let problem = find(&*mesh, wrong).expect_err("there is none");
            assert!(problem.contains("#12"), "{problem}");
        }
    }

    #[test]
    fn blocked_worms_are_visited_cyclically() {
        let ring = PRESETS.iter().map(|preset| preset.link);
        let ring = ring.map(|link| Scenario::from_link(link).scenario);
        let deadlocked = ring.filter_map(|scenario| {
            let mut simulator = Simulator::new(scenario.build().ok()?.design);
            for _ in 0..200 {
                simulator.step();
            }
            simulator.deadlock().is_some().then(|| simulator.snapshot())
        });
        let snapshot = deadlocked.take(1).next().expect("a preset deadlocks");
        let mut seen = Vec::new();
        let mut selected = None;
        loop {
            let next = next_blocked(&snapshot, selected).expect("some are blocked");
            if seen.contains(&next) {
                assert_eq!(next, seen[0]);
                break;
            }
            seen.push(next);
            selected = Some(Thing::Worm(next));
        }
        let count = |s: &Snapshot| {
            let blocked = |worm: &&WormView| matches!(worm.header, HeaderState::Blocked { .. });
            s.worms.iter().filter(blocked).count()
        };
        assert_eq!(seen.len(), count(&snapshot));
        let quiet = Simulator::new(PRESETS[0].scenario().build().expect("valid").design);
        assert_eq!(next_blocked(&quiet.snapshot(), None), None);
    }

    #[test]
    fn a_blocked_message_in_the_network_is_chosen_before_one_that_has_not_started() {
        // Message 1 waits in its port for the channel that message 0 takes; message 2 comes from
        // another node and waits in the network for the same channel.
        let link = "t=mesh:4&vc=1&M=20&msg=0:1>3;1:1>2;1:0>3";
        let mut simulator = Simulator::new(
            Scenario::from_link(link)
                .scenario
                .build()
                .expect(link)
                .design,
        );
        let mut chosen = Vec::new();
        for _ in 0..60 {
            simulator.step();
            let snapshot = simulator.snapshot();
            let next = next_blocked(&snapshot, None);
            let started = snapshot.worms.iter().filter(|worm| has_started(worm));
            let mut started = started.filter(|worm| is_blocked(worm));
            assert_eq!(started.clone().next().is_some(), has_blocked(&snapshot));
            if has_blocked(&snapshot) {
                assert!(started.any(|worm| Some(worm.message) == next));
            }
            chosen.extend(next.map(|message| message.0));
        }
        chosen.dedup();
        assert!(chosen.contains(&2), "{chosen:?}");
    }

    #[test]
    fn worms_held_up_are_chosen_before_worms_about_to_advance() {
        // A mesh under load soon has both kinds in the same cycle.
        let scenario = Scenario::from_link("t=mesh:8x8&vc=1&buf=2&M=16&lam=0.01").scenario;
        let mut simulator = Simulator::new(scenario.build().expect("valid").design);
        let mut passed_over = 0;
        for _ in 0..400 {
            simulator.step();
            let snapshot = simulator.snapshot();
            let held = held_lanes(&snapshot);
            let worms = snapshot.worms.iter();
            let blocked: Vec<_> = worms
                .filter(|worm| is_blocked(worm) && has_started(worm))
                .collect();
            if blocked.is_empty() {
                continue;
            }
            let held_up = blocked.iter().find(|worm| is_held_up(worm, &held));
            let expected = held_up.or(blocked.first()).map(|worm| worm.message);
            assert_eq!(next_blocked(&snapshot, None), expected);
            let first = blocked.first().map(|worm| worm.message);
            passed_over += usize::from(expected != first);
        }
        assert!(passed_over > 10, "{passed_over}");
    }
}
