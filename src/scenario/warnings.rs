//! What a person should know of a routing function before trusting what it is simulated with.

use super::Scenario;
use crate::routing::{self, Adaptivity, RoutingFunction, VcSet, Vcs};
use crate::topology::Topology;

/// How messages can deadlock, and where a function is less than its name promises.
pub(super) fn of_routing(
    scenario: &Scenario,
    topology: &dyn Topology,
    function: &dyn RoutingFunction,
) -> Vec<String> {
    let Scenario { routing, vcs, .. } = scenario;
    let network = topology.short_name();
    let mut warnings = Vec::new();
    match function.min_vcs() {
        None if !scenario.dateline && is_safe_with_dateline(scenario, topology) => {
            warnings.push(format!(
                "{routing} can deadlock on {network} without a dateline, however many virtual \
                 channels there are"
            ));
        }
        None => warnings.push(format!(
            "{routing} can deadlock on {network}, however many virtual channels there are"
        )),
        Some(least) if *vcs < i64::from(least) => warnings.push(format!(
            "{routing} needs {least} virtual channels per channel on {network} to be free of \
             deadlock; with {vcs} it can deadlock"
        )),
        Some(_) => {}
    }
    warnings.extend(lacks_adaptive(scenario, topology, function));
    warnings
}

/// Whether a dateline would prevent a cycle of waiting.
fn is_safe_with_dateline(scenario: &Scenario, topology: &dyn Topology) -> bool {
    let with = routing::from_id(&scenario.routing, topology, VcSet::MOST);
    with.is_ok_and(|with| with.min_vcs().is_some())
}

/// Of a function that keeps virtual channels for escape: that there are no others.
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
        let Scenario {
            network,
            routing,
            vcs,
            ..
        } = scenario;
        format!(
            "{routing} has no adaptive virtual channel on {network} with {vcs}: every message \
             takes the escape path"
        )
    })
}
