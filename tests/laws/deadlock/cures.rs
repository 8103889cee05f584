//! Every routing function that can deadlock has a cure, or a reason why there is none.

use flitscope::routing;
use flitscope::scenario::Scenario;
use flitscope::sweep::{DeadlockReport, cures};
use flitscope::topology;

use crate::common::networks;

/// The functions for which no single change is found on a network, and the reason.
const WITHOUT: &[(&str, &str, &str)] = &[];

/// The largest networks of this law.
const MOST_NODES: u32 = 16;

#[test]
fn a_routing_function_that_can_deadlock_has_a_cure_or_a_reason() {
    let mut without = Vec::new();
    let mut cured = 0;
    for &network in networks::ALL {
        let topology = topology::from_spec(network).expect("a valid network");
        if topology.nodes() > MOST_NODES {
            continue;
        }
        for family in routing::FAMILIES {
            for dateline in [false, true] {
                let scenario = Scenario {
                    routing: family.entry.id.to_owned(),
                    vcs: 1,
                    dateline,
                    ..Scenario::on(network)
                };
                let Ok(built) = scenario.build() else {
                    continue;
                };
                let report = DeadlockReport::of(&scenario, &built);
                if report.is_ok_and(|report| report.deadlock_free == Some(true)) {
                    continue;
                }
                let found = cures(&scenario);
                cured += found.len();
                let here = (network, family.entry.id);
                if found.is_empty() && without.last() != Some(&here) {
                    without.push(here);
                }
            }
        }
    }
    let known: Vec<_> = WITHOUT
        .iter()
        .map(|&(network, id, _)| (network, id))
        .collect();
    assert_eq!(without, known);
    assert!(cured > 100, "{cured}");
}
