//! Examines scripts: whether they deliver all messages, and whether these can deadlock.

use super::routing::{Budget, compile};
use crate::script::Fault;
use engine::routing::deadlock::{Decision, Room, judge};
use engine::routing::dependency::{Analysis, Graph};
use engine::routing::{Delivery, Facts, Table};
use engine::topology::{Network, Topology};

/// A script that defines a routing function, and the results of its examination.
#[derive(Debug)]
pub struct Examined {
    /// All of its offers, with the facts.
    pub table: Table,
    /// Whether and how messages arrive.
    pub delivery: Delivery,
    /// The analysis of the dependency graph and the verdict; `None` if the network is too large.
    pub deadlock: Option<(Analysis, Decision)>,
}

/// Compiles a script and examines its delivery and freedom from deadlock.
pub fn examine(
    script: &str,
    topology: &dyn Topology,
    vcs: u8,
    budget: Budget,
) -> Result<Examined, Fault> {
    let table = compile(script, topology, vcs, budget)?;
    if let Some(vc) = table.in_two_roles().iter().next() {
        return Err(Fault::anywhere(format!(
            "virtual channel {vc} is offered as an escape here and as an adaptive channel there; \
             escapes must be virtual channels of their own (Duato 1993)"
        )));
    }
    let network = Network::new(topology);
    let delivery = Delivery::of(topology, &network, &table);
    let graph = Graph::of(&network, &table, vcs).ok();
    let deadlock = graph.map(|graph| {
        let analysis = graph.analyze();
        let answer = judge(&analysis, &network, &table, vcs, Room::Flits);
        (analysis, answer)
    });
    let facts = Facts {
        is_minimal: delivery.is_minimal,
        is_free: deadlock.as_ref().and_then(|(_, answer)| answer.is_free()),
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
