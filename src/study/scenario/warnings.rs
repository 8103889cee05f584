//! Warnings about routing functions, which a user should read before trusting a result.

use super::Scenario;
use engine::routing::{self, Adaptivity, Need, RoutingFunction, VcSet, Vcs, written};
use engine::sim::{Design, Selection};
use engine::topology::{self, Topology};

/// Warnings about a user-written function, or about an adaptive one without adaptive virtual channels.
pub(super) fn of_routing(
    scenario: &Scenario,
    topology: &dyn Topology,
    function: &dyn RoutingFunction,
) -> Vec<String> {
    if written::script_of(&scenario.routing).is_some() {
        return of_script(scenario, topology);
    }
    Vec::from_iter(lacks_adaptive(scenario, topology, function))
}

/// A registered function, as selected by a scenario.
#[derive(Debug, Clone)]
pub(super) struct SelectedRouting {
    id: String,
    dateline: bool,
}

impl SelectedRouting {
    /// The function that a scenario selects, if it is registered.
    pub(super) fn of(scenario: &Scenario) -> Option<Self> {
        let Scenario {
            routing, dateline, ..
        } = scenario;
        written::script_of(routing).is_none().then(|| Self {
            id: routing.clone(),
            dateline: *dateline,
        })
    }

    /// A warning that messages can deadlock, or that this is not known, given what the function needs.
    /// `need_of` returns what another function needs with a number of virtual channels.
    pub(super) fn deadlock_warning(
        &self,
        topology: &dyn Topology,
        need: Need,
        vcs: u8,
        need_of: fn(&dyn RoutingFunction, u8) -> Need,
    ) -> Option<String> {
        let (name, network) = (
            routing::name_in_a_sentence(&self.id),
            topology::name_in_a_sentence(&topology.spec()),
        );
        let channels = if vcs == 1 { "channel" } else { "channels" };
        let suffice = match need
            .enough
            .filter(|&enough| enough > vcs && enough <= VcSet::MOST)
        {
            Some(enough) => format!("; {enough} suffice"),
            None => String::new(),
        };
        // Whether a dateline would prevent a cycle of waiting.
        let is_safe_with_dateline = || {
            let with = routing::from_id(&self.id, topology, VcSet::MOST);
            with.is_ok_and(|with| need_of(&*with, VcSet::MOST).is_free == Some(true))
        };
        Some(match (need.is_free, need.enough) {
            (Some(true), _) => return None,
            (Some(false), Some(least)) if need.is_least => format!(
                "{name} needs {least} virtual channels per channel on {network} to be free of \
                 deadlock; with {vcs} it can deadlock"
            ),
            (Some(false), None) if need.is_least && !self.dateline && is_safe_with_dateline() => {
                format!(
                    "{name} can deadlock on {network} without a dateline, however many virtual \
                     channels there are"
                )
            }
            (Some(false), None) if need.is_least => {
                format!("{name} can deadlock on {network}, however many virtual channels there are")
            }
            (Some(false), _) => {
                format!("{name} can deadlock on {network} with {vcs} virtual {channels}{suffice}")
            }
            (None, _) => format!(
                "whether {name} can deadlock on {network} with {vcs} virtual {channels} is not \
                 known{suffice}"
            ),
        })
    }
}

/// Warnings about a user-written function.
fn of_script(scenario: &Scenario, topology: &dyn Topology) -> Vec<String> {
    let network = topology::name_in_a_sentence(&scenario.network);
    let vcs = scenario.vcs_of_class();
    let script = written::script_of(&scenario.routing).unwrap_or_default();
    let table = scenario.scripts.known(script, topology, vcs as u8);
    let Some(facts) = table.map(|table| *table.facts()) else {
        return Vec::new();
    };
    let channels = if vcs == 1 { "channel" } else { "channels" };
    let with = format!("on {network} with {vcs} virtual {channels}");
    let mut warnings = Vec::new();
    match facts.is_free {
        Some(true) => {}
        Some(false) => warnings.push(format!("your routing function can deadlock {with}")),
        None => warnings.push(format!(
            "whether your routing function can deadlock {with} is not known"
        )),
    }
    let pairs = facts.pairs;
    let of = |count: u32| format!("for {count} of {pairs} pairs of nodes");
    if facts.never > 0 {
        warnings.push(format!(
            "your routing function has no path {}; a message between them is stuck somewhere \
             forever",
            of(facts.never)
        ));
    }
    if facts.may_end > 0 {
        warnings.push(format!(
            "some paths of your routing function end where it offers nothing, {}; a message that \
             takes one stays there forever",
            of(facts.may_end)
        ));
    }
    if facts.may_circle > 0 {
        warnings.push(format!(
            "some paths of your routing function go round forever, {} (livelock)",
            of(facts.may_circle)
        ));
    }
    warnings
}

/// A sentence if a selection function has nothing to choose from: one channel is offered at a time, and its virtual
/// channels are not chosen from at random.
pub(super) fn idle_selection(scenario: &Scenario, design: &Design) -> Option<String> {
    let is_random = design.selection == Selection::Random && design.vcs_of_class() > 1;
    if scenario.packet.is_some()
        || design.selection == Selection::First
        || is_random
        || design.routing.adaptivity() == Adaptivity::Adaptive
    {
        return None;
    }
    Some(format!(
        "the selection {} changes nothing here: {} offers a message one channel at a time",
        design.selection.entry().id,
        routing::name_in_a_sentence(&scenario.routing),
    ))
}

/// A warning that a function with escape channels has too few virtual channels for adaptive ones.
fn lacks_adaptive(
    scenario: &Scenario,
    topology: &dyn Topology,
    function: &dyn RoutingFunction,
) -> Option<String> {
    if function.adaptivity() != Adaptivity::Adaptive || !function.escapes().is_empty() {
        return None;
    }
    let most = Vcs {
        count: VcSet::MOST,
        dateline: scenario.dateline,
    };
    let most = routing::from_id(&scenario.routing, topology, most).ok()?;
    (!most.escapes().is_empty()).then(|| {
        let name = routing::name_in_a_sentence(&scenario.routing);
        let network = topology::name_in_a_sentence(&scenario.network);
        let vcs = scenario.vcs_of_class();
        format!(
            "{name} has no adaptive virtual channel on {network} with {vcs}: every message \
             takes the escape path"
        )
    })
}
