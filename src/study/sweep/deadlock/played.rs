//! Simulations that search for a deadlock.

use crate::scenario::{MOST_NODES_IN_PAGE, Scenario};
use engine::sim::Simulator;

/// A scenario that was simulated until it deadlocked.
#[derive(Debug, Clone, PartialEq)]
pub struct Witness {
    pub scenario: Scenario,
    /// The clock cycle in which it deadlocked.
    pub cycle: u64,
}

/// Random traffic that may cause a deadlock in a network with multicasts.
struct Attempt {
    /// Messages \[messages/node/cycle\].
    rate: f64,
    broadcast: f64,
    destinations: Option<i64>,
    /// The share of these multicasts among the messages that are not broadcasts.
    fraction: f64,
}

const ATTEMPTS: [Attempt; 3] = [
    Attempt {
        rate: 0.05,
        broadcast: 0.5,
        destinations: None,
        fraction: 1.0,
    },
    Attempt {
        rate: 0.05,
        broadcast: 0.0,
        destinations: Some(2),
        fraction: 0.1,
    },
    Attempt {
        rate: 0.02,
        broadcast: 0.0,
        destinations: Some(5),
        fraction: 0.3,
    },
];

/// The length of each simulation \[cycles\].
const CYCLES: u64 = 5_000;

/// The scenario itself, or one with random messages in place of its own, if it deadlocks.
pub(super) fn at_random(scenario: &Scenario) -> Option<Witness> {
    let attempts = ATTEMPTS.iter().map(|attempt| {
        let mut scenario = scenario.clone();
        scenario.messages.clear();
        let traffic = &mut scenario.traffic;
        (traffic.rate, traffic.broadcast) = (attempt.rate, attempt.broadcast);
        traffic.multicast.destinations = attempt.destinations;
        traffic.multicast.fraction = attempt.fraction;
        scenario
    });
    std::iter::once(scenario.clone())
        .chain(attempts)
        .find_map(played)
}

/// The scenario itself, or under heavy random traffic, if it deadlocks.
pub(super) fn closed_loop(scenario: &Scenario) -> Option<Witness> {
    played(scenario.clone()).or_else(|| under_load(scenario))
}

/// The scenario under heavy random traffic to single nodes, if it deadlocks.
pub(super) fn under_load(scenario: &Scenario) -> Option<Witness> {
    /// Messages \[messages/node/cycle\].
    const RATES: [f64; 3] = [0.2, 0.05, 0.02];
    RATES.into_iter().find_map(|rate| {
        let mut scenario = scenario.clone();
        scenario.messages.clear();
        scenario.traffic.rate = rate;
        scenario.traffic.broadcast = 0.0;
        scenario.traffic.multicast.destinations = None;
        played(scenario)
    })
}

fn played(scenario: Scenario) -> Option<Witness> {
    let cycle = deadlocks(&scenario, CYCLES)?;
    Some(Witness { scenario, cycle })
}

/// The clock cycle in which a scenario deadlocks, if it does within `cycles`.
pub(super) fn deadlocks(scenario: &Scenario, cycles: u64) -> Option<u64> {
    let built = scenario.build_within(MOST_NODES_IN_PAGE).ok()?;
    let mut simulator = Simulator::new(built.design);
    while simulator.cycle() < cycles && !simulator.is_over() && !simulator.is_overrun() {
        simulator.step();
        if let Some(deadlock) = simulator.deadlock() {
            return Some(deadlock.cycle);
        }
    }
    None
}
