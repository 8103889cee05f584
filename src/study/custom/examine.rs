//! Examines scripts: whether they deliver all messages, and whether these can deadlock.

use super::routing::{Budget, compile_with_progress};
use crate::script::Fault;
use engine::routing::deadlock::{Decision, Room, judge};
use engine::routing::dependency::Graph;
use engine::routing::{Delivery, Facts, RoutingFunction, Served, Table};
use engine::topology::{Network, Topology};

/// A script that defines a routing function, and the results of its examination.
#[derive(Debug)]
pub struct Examined {
    /// All of its offers, with the facts.
    pub table: Table,
    /// Whether and how messages arrive.
    pub delivery: Delivery,
    /// Whether messages that are served can deadlock; `None` if the network is too large.
    pub deadlock: Option<DeadlockAnswer>,
}

/// Whether messages between the pairs of nodes that a script serves can deadlock.
#[derive(Debug)]
pub struct DeadlockAnswer {
    /// Whether they never can; `None` if this is unknown, or no pair is served.
    pub is_free: Option<bool>,
    /// The reason, as the rest of a sentence that begins with the verdict.
    pub reason: String,
    /// The decision that it rests on.
    pub decision: Decision,
}

/// Compiles a script and examines its delivery and freedom from deadlock.
pub fn examine(
    script: &str,
    topology: &dyn Topology,
    vcs: u8,
    budget: Budget,
) -> Result<Examined, Fault> {
    examine_with_progress(script, topology, vcs, budget, &|_, _| ())
}

/// Same as [`examine`]; `progress` receives the number of destinations for which the script has been
/// evaluated, and of all.
pub(super) fn examine_with_progress(
    script: &str,
    topology: &dyn Topology,
    vcs: u8,
    budget: Budget,
    progress: &dyn Fn(u32, u32),
) -> Result<Examined, Fault> {
    let table = compile_with_progress(script, topology, vcs, budget, progress)?;
    if let Some(vc) = table.in_two_roles().iter().next() {
        return Err(Fault::anywhere(format!(
            "virtual channel {vc} is offered as an escape here and as an adaptive channel there; \
             escapes must be virtual channels of their own (Duato 1993)"
        )));
    }
    let network = Network::new(topology);
    let delivery = Delivery::of(topology, &network, &table);
    let served = Served::of(&network, &table);
    let function: &dyn RoutingFunction = match &served {
        Some(served) => served,
        None => &table,
    };
    let graph = Graph::of(&network, function, vcs).ok();
    let deadlock = graph.map(|graph| {
        let analysis = graph.analyze();
        let decision = judge(&analysis, &network, function, vcs, Room::Flits);
        let serves_none = served.as_ref().is_some_and(|served| served.count() == 0);
        let reason = decision.reason(&analysis, topology, &network);
        let reason = served
            .as_ref()
            .map(|served| served.in_words(&reason))
            .unwrap_or(reason);
        DeadlockAnswer {
            is_free: decision.is_free().filter(|_| !serves_none),
            reason,
            decision,
        }
    });
    let facts = Facts {
        is_minimal: delivery.is_minimal,
        is_free: deadlock.as_ref().and_then(|answer| answer.is_free),
        pairs: delivery.pairs,
        never: delivery.never,
        may_end: delivery.may_end,
        may_circle: delivery.may_circle,
        root: table.facts().root,
    };
    Ok(Examined {
        table: table.with_facts(facts),
        delivery,
        deadlock,
    })
}
