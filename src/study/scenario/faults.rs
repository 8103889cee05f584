//! Failed links, and the messages that can no longer be delivered.

use super::error::{ScenarioError, refuse};
use super::{MOST_NODES_IN_PAGE, Scenario};
use engine::routing::{Candidates, Hop, written};
use engine::sim::Design;
use engine::topology::{NodeId, Topology};

/// The largest network whose pairs of nodes are checked one by one \[nodes\].
const MOST_NODES: u32 = 1024;

impl Scenario {
    /// Fails the link between two nodes, or repairs it. If the page could not build the result,
    /// the scenario stays unchanged and the error says why.
    pub fn toggle_fault(
        &mut self,
        topology: &dyn Topology,
        from: NodeId,
        to: NodeId,
    ) -> Result<(), ScenarioError> {
        let is_it = |(one, other): &(String, String)| {
            let ends = [topology.parse_label(one), topology.parse_label(other)];
            ends == [Some(from), Some(to)] || ends == [Some(to), Some(from)]
        };
        let mut changed = self.clone();
        changed.faults.retain(|link| !is_it(link));
        if changed.faults.len() == self.faults.len() {
            let ends = (topology.label(from), topology.label(to));
            changed.faults.push(ends);
        }
        changed.build_within(MOST_NODES_IN_PAGE)?;
        *self = changed;
        Ok(())
    }

    /// Rejects failed links together with messages to several nodes, whose plans ignore failures.
    pub(super) fn check_that_plans_know_all_links(
        &self,
        design: &Design,
    ) -> Result<(), ScenarioError> {
        let multicasts = design.multicasts.as_ref();
        let are_drawn = multicasts.is_some_and(|m| m.broadcast > 0.0 || m.share() > 0.0);
        let are_ordered = design.orders.iter().any(|order| order.to.len() > 1);
        if self.faults.is_empty() || !(are_drawn || are_ordered) {
            return Ok(());
        }
        refuse(
            "faults",
            "an empty list where messages go to several nodes",
            format!("{} long", self.faults.len()),
        )
    }
}

/// Warnings about messages that cannot be delivered, and about lost freedom from deadlock.
pub(super) fn warnings(
    scenario: &Scenario,
    topology: &dyn Topology,
    design: &Design,
) -> Vec<String> {
    if design.faults.is_empty() {
        return Vec::new();
    }
    let routing = written::in_words(&scenario.routing);
    let orders = design.orders.iter().filter_map(|order| {
        let (from, to) = (order.from, *order.to.first()?);
        let [one, other] = [from, to].map(|node| topology.label(node));
        (!design.delivers(from, to)).then(|| {
            format!(
                "message {one} → {other} cannot be delivered: {routing} allows no path around \
                 the failed links"
            )
        })
    });
    let mut warnings: Vec<_> = orders.collect();
    if topology.nodes() > MOST_NODES {
        return warnings;
    }
    let pairs = || {
        let terminals = design.network.terminals();
        let nodes = terminals.iter();
        let pairs = nodes.flat_map(|from| terminals.iter().map(move |to| (from, to)));
        pairs.filter(|(from, to)| from != to)
    };
    if design.is_random() {
        let all = pairs().count();
        let lost = pairs().filter(|&(from, to)| !design.delivers(from, to));
        match lost.count() {
            0 => {}
            lost => warnings.push(format!(
                "{lost} of {all} pairs of nodes {} no path left under {routing}; messages \
                 between them are counted as undeliverable",
                if lost == 1 { "has" } else { "have" },
            )),
        }
    }
    let mut candidates = Candidates::default();
    let lacks_escape = |&(here, to): &(NodeId, NodeId)| {
        let hop = Hop::new(here, to, 0);
        candidates.clear();
        design
            .routing
            .candidates(&design.network, hop, &mut candidates);
        let offers = candidates.as_slice();
        !offers.is_empty() && !offers.iter().any(|offer| offer.is_escape)
    };
    if !design.routing.escapes().is_empty()
        && let Some((here, to)) = pairs().find(lacks_escape)
    {
        let [here, to] = [here, to].map(|node| topology.label(node));
        warnings.push(format!(
            "freedom from deadlock is no longer guaranteed: failed links cut escape channels of \
             {routing}, such as that of a message at {here} for {to}"
        ));
    }
    warnings
}
