//! Random designs contain the combinations for which a simulator can have code of its own, and
//! what happens in them does.

use std::borrow::Borrow;
use std::sync::Arc;

use engine::routing::Adaptivity;
use engine::sim::{Design, Location, Multicasts, Selection, Simulator, Snapshot, Switching};
use engine::traffic::Length;
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;

use super::{any_design, any_scenario_design};

/// Designs that are drawn.
const DRAWN: usize = 5_000;

/// The least number of them with each feature, in each class.
const LEAST: usize = 5;

type Feature<T> = (&'static str, fn(&T) -> bool);

/// Classes of messages and buffers, which need not exclude each other.
const CLASSES: &[Feature<Design>] = &[
    ("M = 1", |d| d.length == Length::Fixed(1)),
    ("M = 1 to 4, V >= 3", |d| flits(d) <= 4.0 && d.vcs >= 3),
    ("M <= B, V >= 3", |d| {
        flits(d) <= f64::from(d.buffer) && d.vcs >= 3
    }),
    ("M > B", |d| flits(d) > f64::from(d.buffer)),
];

/// What scenarios can describe.
const OF_SCENARIOS: &[Feature<Design>] = &[
    ("V = 1", |d| d.vcs == 1),
    ("V = 2", |d| d.vcs == 2),
    ("V = 3 to 8", |d| (3..=8).contains(&d.vcs)),
    ("V > 8", |d| d.vcs > 8),
    ("B = 1", |d| d.buffer == 1),
    ("B = 2 to 7", |d| (2..=7).contains(&d.buffer)),
    ("B = 8", |d| d.buffer == 8),
    ("wormhole", |d| d.switching == Switching::Wormhole),
    ("cut-through", |d| {
        d.switching == Switching::VirtualCutThrough
    }),
    ("store and forward", |d| {
        d.switching == Switching::StoreAndForward
    }),
    ("no delays", |d| delays(d) == [0; 3]),
    ("router delay", |d| d.timing.router > 0),
    ("delays at the ports", |d| {
        d.timing.injection > 0 && d.timing.ejection > 0
    }),
    ("failed links", |d| !d.faults.is_empty()),
    ("prescribed paths", |d| !d.vias.is_empty()),
    ("failed links, prescribed paths", |d| {
        !d.faults.is_empty() && !d.vias.is_empty()
    }),
    ("prescribed intermediate nodes", |d| {
        d.vias.values().any(|via| via.by.is_some())
    }),
    ("deterministic", |d| adapts(d, Adaptivity::Deterministic)),
    ("oblivious", |d| adapts(d, Adaptivity::Oblivious)),
    ("adaptive, first", |d| selects(d, Selection::First)),
    ("adaptive, random", |d| selects(d, Selection::Random)),
    ("adaptive, least occupied", |d| {
        selects(d, Selection::LeastOccupied)
    }),
    ("escapes", |d| !d.routing.escapes().is_empty()),
    ("two legs", |d| d.routing.legs() > 1),
    ("any number of ejection ports", |d| {
        d.ports.ejection.is_none()
    }),
    ("one ejection port", |d| d.ports.ejection == Some(1)),
    ("several ejection ports", |d| d.ports.ejection > Some(1)),
    ("several injection ports", |d| d.ports.injection > 1),
    ("a surge", |d| d.surge.is_some()),
    ("replies in the same virtual channels", |d| {
        d.closed.is_some() && !d.has_classes()
    }),
    (
        "replies in virtual channels of their own",
        Design::has_classes,
    ),
    ("almost idle", |d| load(d) < 0.05),
    ("beyond saturation", |d| load(d) > 0.9),
    ("orders of another length", |d| {
        let lengths = d.orders.iter().map(|order| Length::Fixed(order.length));
        lengths.into_iter().any(|length| length != d.length)
    }),
];

/// What designs have besides.
const OF_DESIGNS: &[Feature<Design>] = &[
    ("no multicasts, not adaptive", |d| {
        d.multicasts.is_none() && d.faults.is_empty() && !adapts(d, Adaptivity::Adaptive)
    }),
    ("broadcasts", |d| {
        d.multicasts.as_ref().is_some_and(|m| m.broadcast > 0.0)
    }),
    ("multicast beside unicast", |d| {
        let shares = d
            .multicasts
            .as_ref()
            .map(|m| (m.share(), m.share_of_unicasts()));
        shares.is_some_and(|(several, one)| several > 0.1 && one > 0.1)
    }),
    ("path-based multicasts", |d| {
        let algorithm = d.multicasts.as_ref().map(|m| &m.algorithm);
        algorithm.is_some_and(|algorithm| algorithm.base().is_some())
    }),
    ("multicasts that nodes forward", |d| {
        let algorithm = d.multicasts.as_ref().map(|m| &m.algorithm);
        algorithm.is_some_and(|algorithm| algorithm.forks())
    }),
    ("multicasts, prescribed paths", |d| {
        d.draws_several() && !d.vias.is_empty()
    }),
    ("multicasts, one ejection port", |d| {
        d.draws_several() && d.ports.ejection == Some(1)
    }),
    ("start-up", |d| d.draws_several() && d.timing.startup > 0),
    ("preparation", |d| {
        d.draws_several() && d.timing.preparation > 0
    }),
];

/// What happens in a run.
const HAPPENS: &[Feature<Run>] = &[
    ("a header waits", |run| run.any(|now| now.blocked() > 0)),
    ("a channel is shared", |run| run.any(shares_a_channel)),
    ("a queue", |run| {
        run.any(|now| now.queued.iter().any(|&waiting| waiting > 1))
    }),
    ("a message without a path", |run| {
        run.any(|now| now.counters.undeliverable > 0)
    }),
    ("100 deliveries", |run| {
        run.any(|now| now.counters.delivered >= 100)
    }),
    ("a full reply queue", |run| {
        run.any(|now| now.requests.iter().any(|at| at.places == 0))
    }),
    ("an escape", |run| run.any(|now| now.counters.escapes > 0)),
    ("deadlock", |run| run.any(|now| now.deadlock.is_some())),
];

const HAPPENS_WITH_MULTICASTS: &[Feature<Run>] = &[
    ("a copy on the way", |run| {
        run.any(|now| now.worms.iter().any(|worm| !worm.ports.is_empty()))
    }),
    ("a node that forwards", |run| {
        run.any(|now| !now.relays.is_empty())
    }),
];

/// States of a run, some cycles apart.
#[derive(Debug)]
struct Run(Vec<Snapshot>);

#[test]
fn random_scenarios_contain_each_combination() {
    let designs = drawn(&any_scenario_design());
    let runs: Vec<_> = designs.iter().map(Run::of).collect();
    assert_each(&designs, &designs, OF_SCENARIOS);
    assert_each(&designs, &runs, HAPPENS);
}

#[test]
fn random_designs_contain_each_combination() {
    let designs = drawn(&any_design());
    let runs: Vec<_> = designs.iter().map(Run::of).collect();
    assert_each(&designs, &designs, OF_SCENARIOS);
    assert_each(&designs, &designs, OF_DESIGNS);
    assert_each(&designs, &runs, HAPPENS);
    assert_each(&designs, &runs, HAPPENS_WITH_MULTICASTS);
}

/// The same designs on every machine.
fn drawn(any: &impl Strategy<Value = Arc<Design>>) -> Vec<Arc<Design>> {
    let mut runner = TestRunner::deterministic();
    let draw = |_| {
        any.new_tree(&mut runner)
            .expect("nothing is rejected")
            .current()
    };
    (0..DRAWN).map(draw).collect()
}

/// Each class has enough designs with each feature, unless the two exclude each other.
fn assert_each<T: Borrow<U>, U>(designs: &[Arc<Design>], all: &[T], features: &[Feature<U>]) {
    let mut missing = Vec::new();
    for (class, is_in_class) in CLASSES {
        for (feature, has) in features {
            let both = designs.iter().zip(all);
            let both = both.filter(|(design, one)| is_in_class(design) && has((*one).borrow()));
            let found = both.count();
            if found < LEAST && !EXCLUDED.contains(&(class, feature)) {
                missing.push((class, feature, found));
            }
        }
    }
    assert!(
        missing.is_empty(),
        "of {} designs: {missing:#?}",
        designs.len()
    );
}

const EXCLUDED: &[(&str, &str)] = &[
    ("M = 1 to 4, V >= 3", "V = 1"),
    ("M = 1 to 4, V >= 3", "V = 2"),
    ("M <= B, V >= 3", "V = 1"),
    ("M <= B, V >= 3", "V = 2"),
];

impl Run {
    fn of(design: &Arc<Design>) -> Self {
        let mut simulator = Simulator::new(design.clone());
        let states = (0..10).map(|_| {
            for _ in 0..30 {
                simulator.step();
            }
            simulator.snapshot()
        });
        Self(states.collect())
    }

    fn any(&self, is_so: impl Fn(&Snapshot) -> bool) -> bool {
        self.0.iter().any(is_so)
    }
}

fn shares_a_channel(now: &Snapshot) -> bool {
    let lanes = now.worms.iter().flat_map(|worm| &worm.segments);
    let channels = lanes.filter_map(|segment| match segment.place {
        Location::Channel(lane) => Some(lane.channel),
        Location::Injection(..) | Location::Ejection(..) => None,
    });
    let mut channels: Vec<_> = channels.collect();
    channels.sort_unstable();
    channels.windows(2).any(|pair| pair[0] == pair[1])
}

/// The mean length of random messages.
fn flits(design: &Design) -> f64 {
    design.length.mean()
}

/// [flits/node/cycle], with the copies of multicasts.
fn load(design: &Design) -> f64 {
    let nodes = f64::from(design.network.terminals().count());
    let several = |m: &Multicasts| {
        m.broadcast * (nodes - 1.0) + m.share() * f64::from(m.destinations) + m.share_of_unicasts()
    };
    design.rate * flits(design) * design.multicasts.as_ref().map_or(1.0, several)
}

fn delays(design: &Design) -> [u32; 3] {
    let timing = design.timing;
    [timing.injection, timing.ejection, timing.router]
}

fn adapts(design: &Design, adaptivity: Adaptivity) -> bool {
    design.routing.adaptivity() == adaptivity
}

fn selects(design: &Design, selection: Selection) -> bool {
    adapts(design, Adaptivity::Adaptive) && design.selection == selection
}
