//! Finds single changes that prevent deadlock and still deliver the same messages, each verified by
//! the dependency analysis.
//!
//! Virtual channels and datelines come first, because they keep the paths of all messages, followed
//! by changes in how multicasts are copied and received. Another routing function is a cure only if
//! none of these helps. Another switching mode is never a cure: messages that wait for channels in
//! a cycle would wait for buffers in the same cycle.

use super::{Change, Cure, DeadlockReport};
use crate::scenario::{BuiltScenario, MOST_NODES_IN_PAGE, Scenario};
use engine::routing::{self, RoutingFunction, VcSet, Vcs, written};
use engine::sim::Classes;
use engine::topology::Topology;

/// The single changes that make a scenario free of deadlock and still deliver all of its messages,
/// best first; empty if it is already free of deadlock, or cannot be analyzed.
pub fn cures(scenario: &Scenario) -> Vec<Cure> {
    let Ok(built) = scenario.build_within(MOST_NODES_IN_PAGE) else {
        return Vec::new();
    };
    match DeadlockReport::of(scenario, &built) {
        Ok(report) if report.deadlock_free != Some(true) => cures_of(scenario, &built),
        _ => Vec::new(),
    }
}

/// The cures of a scenario that is not known to be free of deadlock.
pub(super) fn cures_of(scenario: &Scenario, built: &BuiltScenario) -> Vec<Cure> {
    // Prescribed paths need not exist after a change.
    let scenario = &scenario.without_paths();
    let attempt = Attempt { scenario, built };
    let mut found: Vec<Cure> = Vec::new();
    for candidates in [
        attempt.same_paths(),
        attempt.other_copies(),
        attempt.other_replies(),
    ] {
        for (change, after) in candidates {
            let cure = Cure::new(change, scenario, &after);
            let is_new = found.iter().all(|known| known.link != cure.link);
            if is_new && attempt.is_cured_by(&after) {
                found.push(cure);
            }
        }
    }
    if found.is_empty() {
        let others = attempt.other_routing().into_iter();
        let cured = others.filter(|after| attempt.is_cured_by(after));
        let cures = cured.map(|after| Cure::new(Change::Routing, scenario, &after));
        found.extend(cures.take(MOST_ROUTINGS));
    }
    found
}

/// The largest number of routing functions to suggest.
const MOST_ROUTINGS: usize = 2;

/// A scenario for which cures are sought.
struct Attempt<'a> {
    scenario: &'a Scenario,
    built: &'a BuiltScenario,
}

impl Attempt<'_> {
    /// Changes that keep the paths of all messages.
    fn same_paths(&self) -> Vec<(Change, Scenario)> {
        let Self { scenario, built } = self;
        if written::script_of(&scenario.routing).is_some() {
            // Only its author knows how to use more virtual channels or a dateline.
            return Vec::new();
        }
        let topology = &*built.topology;
        let mut candidates = Vec::new();
        // Requests and replies with virtual channels of their own need the same number each.
        let classes = classes_of(scenario);
        let of_all = |needed: i64| needed * classes;
        let needed = needed(scenario, topology, &scenario.routing, scenario.dateline).map(of_all);
        let more = scenario.vcs + classes;
        for vcs in [Some(more), needed.filter(|&vcs| vcs > more)] {
            let vcs = vcs.filter(|&vcs| vcs <= i64::from(VcSet::MOST));
            candidates.extend(vcs.map(|vcs| {
                let after = Scenario {
                    vcs,
                    ..(*scenario).clone()
                };
                (Change::VirtualChannels, after)
            }));
        }
        let with_dateline = self::needed(scenario, topology, &scenario.routing, true).map(of_all);
        // Otherwise the virtual channels alone prevent deadlock.
        let is_of_use =
            |with: &i64| !scenario.dateline && needed.is_none_or(|without| *with < without);
        if let Some(needed) = with_dateline.filter(is_of_use) {
            let after = Scenario {
                dateline: true,
                vcs: scenario.vcs.max(needed),
                ..(*scenario).clone()
            };
            candidates.push((Change::Dateline, after));
        }
        candidates
    }

    /// Changes in how multicasts are copied, and more ports to receive them.
    fn other_copies(&self) -> Vec<(Change, Scenario)> {
        let mut candidates = Vec::new();
        if self.scenario.traffic.multicast.router_copies {
            let mut after = self.scenario.clone();
            after.traffic.multicast.router_copies = false;
            candidates.push((Change::Forwarding, after));
        }
        if self.scenario.ports.ejection.is_some() {
            let mut after = self.scenario.clone();
            after.ports.ejection = None;
            candidates.push((Change::EjectionPorts, after));
        }
        candidates
    }

    /// Changes in how replies are sent and queued.
    fn other_replies(&self) -> Vec<(Change, Scenario)> {
        let Self { scenario, built } = self;
        let Some(closed) = built
            .design
            .closed
            .filter(|_| built.design.may_refuse_requests())
        else {
            return Vec::new();
        };
        let topology = &*built.topology;
        let needed = needed(scenario, topology, &scenario.routing, scenario.dateline);
        let mut separate = (*scenario).clone();
        separate.traffic.closed.classes = Classes::Separate;
        separate.vcs = (2 * needed.unwrap_or(1)).max(scenario.vcs + scenario.vcs % 2);
        let mut queued = (*scenario).clone();
        let others = i64::from(built.design.network.terminals().count()) - 1;
        queued.traffic.closed.queue = others * i64::from(closed.outstanding);
        vec![
            (Change::ReplyClasses, separate),
            (Change::ReplyQueue, queued),
        ]
    }

    /// Other routing functions: the base of the multicast algorithm, the best-known ones, and two for any network.
    fn other_routing(&self) -> Vec<Scenario> {
        let topology = &*self.built.topology;
        let multicasts = self.built.design.multicasts.as_ref();
        let base = multicasts.and_then(|multicasts| multicasts.algorithm.base());
        let ids =
            base.into_iter()
                .chain(["dimension-order", "duato", "up-down", "distance-classes"]);
        let ids = ids.filter(|id| *id != self.scenario.routing);
        let after = ids.filter_map(|id| {
            let needed = needed(self.scenario, topology, id, true)?;
            Some(Scenario {
                routing: id.to_owned(),
                vcs: self.scenario.vcs.max(needed * classes_of(self.scenario)),
                dateline: true,
                ..self.scenario.clone()
            })
        });
        after.collect()
    }

    /// Whether a scenario is valid, cannot deadlock, and delivers all messages of this one.
    fn is_cured_by(&self, after: &Scenario) -> bool {
        let Ok(built) = after.build_within(MOST_NODES_IN_PAGE) else {
            return false;
        };
        let report = DeadlockReport::of(after, &built);
        report.is_ok_and(|report| report.deadlock_free == Some(true))
            && self.is_delivered_by(&built)
    }

    /// Whether a scenario delivers all messages of this one; only failed links can prevent it.
    fn is_delivered_by(&self, after: &BuiltScenario) -> bool {
        let (before, after) = (&self.built.design, &after.design);
        if before.faults.is_empty() {
            return true;
        }
        let keeps = |from, to| !before.delivers(from, to) || after.delivers(from, to);
        let mut orders = before.orders.iter();
        let nodes = || before.network.terminals().iter();
        let mut pairs = nodes().flat_map(|from| nodes().map(move |to| (from, to)));
        orders.all(|order| order.to.iter().all(|&to| keeps(order.from, to)))
            && (!before.is_random() || pairs.all(|(from, to)| from == to || keeps(from, to)))
    }
}

/// Number of classes of messages with virtual channels of their own.
fn classes_of(scenario: &Scenario) -> i64 {
    if scenario.traffic.closed.has_classes() {
        2
    } else {
        1
    }
}

/// The number of virtual channels with which a routing function is free of deadlock; for another
/// function with escapes one more, so that some virtual channels are adaptive.
fn needed(
    scenario: &Scenario,
    topology: &dyn Topology,
    routing: &str,
    dateline: bool,
) -> Option<i64> {
    let with = |count: u8| routing::from_id(routing, topology, Vcs { count, dateline }).ok();
    let least = i64::from(with(VcSet::MOST)?.min_vcs()?);
    let has_escapes = |function: &dyn RoutingFunction| !function.escapes().is_empty();
    let is_adaptive = with(VcSet::MOST).is_some_and(|function| has_escapes(&*function));
    let is_new = routing != scenario.routing;
    Some(least + i64::from(is_adaptive && is_new))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::{PRESETS, Preset, RING_DEADLOCK};
    use engine::sim::{MessageId, Simulator};
    use engine::topology::NodeId;

    fn of(link: &str) -> Vec<Cure> {
        cures(&Scenario::from_link(link).scenario)
    }

    /// The deliveries in a run of a scenario, to its end or for the given number of cycles; `None`
    /// if it deadlocks.
    fn delivered(scenario: &Scenario, cycles: u64) -> Option<Vec<(MessageId, NodeId)>> {
        let built = scenario.build().expect("a scenario that can be run");
        let mut simulator = Simulator::new(built.design);
        let mut arrived = Vec::new();
        while !simulator.is_over() && simulator.cycle() < cycles {
            simulator.step();
            if simulator.deadlock().is_some() {
                return None;
            }
            let deliveries = simulator.deliveries().iter();
            arrived.extend(deliveries.map(|delivery| (delivery.message, delivery.to)));
        }
        arrived.sort_unstable();
        Some(arrived)
    }

    #[test]
    fn every_cure_has_a_label_and_a_link() {
        let described = |link: &str| {
            let found = of(link);
            let described = found
                .iter()
                .map(|cure| format!("{}: {}", cure.label(), cure.link));
            described.collect::<Vec<_>>()
        };
        for (link, cures) in [
            (
                "t=torus-uni:4&vc=1",
                &["Add a virtual channel: t=torus-uni:4"][..],
            ),
            ("t=torus:5x5&dl=0", &["Cross the dateline: t=torus:5x5"]),
            (
                "t=torus:5x5&vc=1&dl=0",
                &["Cross the dateline: t=torus:5x5"],
            ),
            (
                "t=mesh:4x4&r=unrestricted&vc=1",
                &[
                    "Route by dimension order: t=mesh:4x4&vc=1",
                    "Route by Duato's protocol: t=mesh:4x4&r=duato",
                ],
            ),
            // A mesh has no rings whose dateline one could cross.
            (
                "t=mesh:4x4&r=o1turn&vc=1&dl=0",
                &["Add a virtual channel: t=mesh:4x4&r=o1turn&dl=0"],
            ),
            (
                "t=torus:5x5&r=valiant&vc=2",
                &["Use 4 virtual channels: t=torus:5x5&r=valiant&vc=4"],
            ),
            (
                "t=mesh:4x4&lam=0.2&M=4&vc=1&cw=4",
                &[
                    "Give replies their own virtual channels: t=mesh:4x4&M=4&lam=0.2&cw=4&cc=separate",
                    "Queue up to 60 replies: t=mesh:4x4&vc=1&M=4&lam=0.2&cw=4&cq=60",
                ],
            ),
            // Classes double the virtual channels that a ring needs.
            (
                "t=torus:5x5&cw=4&cc=separate",
                &["Use 4 virtual channels: t=torus:5x5&vc=4&cw=4&cc=separate"],
            ),
            ("t=torus-uni:4", &[]),
            ("t=hypercube:3&mu=1&lam=0.1", &[]),
        ] {
            assert_eq!(described(link), cures, "{link}");
        }
    }

    #[test]
    fn the_ring_delivers_the_same_messages_once_it_is_cured() {
        let ring = Preset::named(RING_DEADLOCK)
            .expect("it is listed")
            .scenario();
        assert_eq!(delivered(&ring, 1000), None);
        let found = cures(&ring);
        assert_eq!(found[0].label(), "Add a virtual channel");
        for cure in &found {
            let after = cure.scenario(&ring.scripts);
            assert_eq!(after.messages, ring.messages);
            let arrived = delivered(&after, 1000).expect("no deadlock");
            let to = [6, 9, 0, 3].map(NodeId);
            let all = (0..).map(MessageId).zip(to).collect::<Vec<_>>();
            assert_eq!(arrived, all, "{}", cure.label());
        }
    }

    #[test]
    fn every_example_that_can_deadlock_has_a_cure_that_works() {
        /// The analysis of larger examples, which are all free of deadlock, takes seconds.
        const MOST_NODES: u32 = 256;
        let mut met = 0;
        for preset in PRESETS {
            let scenario = preset.scenario();
            let built = scenario.build().expect("presets are usable");
            if built.design.network.nodes() > MOST_NODES {
                continue;
            }
            let Ok(report) = DeadlockReport::of(&scenario, &built) else {
                continue;
            };
            let found = cures(&scenario);
            assert_eq!(
                found.is_empty(),
                report.deadlock_free == Some(true),
                "{}",
                preset.id
            );
            for cure in found {
                met += 1;
                let after = cure.scenario(&scenario.scripts);
                let arrived = delivered(&after, 3000);
                let arrived = arrived.unwrap_or_else(|| panic!("{}: {}", preset.id, cure.link));
                let ordered = scenario.messages.iter().map(|message| message.to.len());
                let wanted: usize = ordered.sum();
                assert!(arrived.len() >= wanted.max(1), "{}", cure.link);
            }
        }
        assert!(met >= 3, "{met} cures");
    }
}
