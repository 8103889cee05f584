//! Warnings say no more about deadlock than the analysis does.

use flitscope::routing::{self, written};
use flitscope::scenario::Scenario;
use flitscope::topology;

use crate::common::effort::quick_or;

/// What a warning claims: that messages can deadlock, with the number of virtual channels that are
/// said to be needed, or to suffice.
#[derive(Debug, Default, PartialEq)]
struct Claim {
    can: bool,
    needs: Option<i64>,
    suffice: Option<i64>,
    is_unknown: bool,
}

fn claim(scenario: &Scenario) -> Claim {
    let built = scenario.build().expect("a scenario in range");
    let mut found = Claim::default();
    let number_before = |text: &str, mark: &str| {
        let (before, _) = text.split_once(mark)?;
        before.rsplit(' ').next()?.parse().ok()
    };
    for warning in built.warnings() {
        let is_unknown = warning.starts_with("whether ");
        found.is_unknown |= is_unknown;
        found.can |= warning.contains("can deadlock") && !is_unknown;
        let needs = warning.contains(" needs ");
        let needs = needs.then(|| number_before(&warning, " virtual channels per channel"));
        found.needs = found.needs.or(needs.flatten());
        found.suffice = found.suffice.or(number_before(&warning, " suffice"));
    }
    found
}

fn is_free(scenario: &Scenario) -> Option<bool> {
    let built = scenario.build().expect("a scenario in range");
    let design = &built.design;
    routing::is_free(&design.network, &*design.routing, design.vcs)
}

fn with(scenario: &Scenario, vcs: i64) -> Scenario {
    Scenario {
        vcs,
        ..scenario.clone()
    }
}

/// Asserts that a scenario and its warnings agree; returns what is claimed.
fn assert_agrees(scenario: &Scenario) -> Claim {
    let (found, free) = (claim(scenario), is_free(scenario));
    let case = (&scenario.network, &scenario.routing, scenario.vcs, &found);
    assert_eq!(found.can, free == Some(false), "{case:?}: {free:?}");
    assert_eq!(found.is_unknown, free.is_none(), "{case:?}: {free:?}");
    if let Some(needs) = found.needs {
        let fewer = (1..needs).map(|vcs| is_free(&with(scenario, vcs)));
        assert!(
            fewer.into_iter().all(|free| free == Some(false)),
            "{case:?}"
        );
    }
    for enough in found.needs.into_iter().chain(found.suffice) {
        assert_eq!(is_free(&with(scenario, enough)), Some(true), "{case:?}");
    }
    found
}

#[test]
fn warnings_and_the_analysis_never_contradict_each_other() {
    const NETWORKS: &[(&str, i64)] = &[
        ("crossbar:20", 1),
        ("fat-tree:2,3", 4),
        ("butterfly:2,3", 3),
        ("clos:3,3,4", 3),
        ("tree:2,4", 3),
        ("hyperx:3x3,2", 3),
        ("cmesh:3x3,2", 4),
        ("dragonfly:2,4,2", 4),
        ("mesh:5x5", 7),
        ("torus:5x5", 2),
        ("torus-uni:5", 2),
    ];
    let mut cautious = 0;
    for &(network, most) in NETWORKS.iter().take(quick_or(8, NETWORKS.len())) {
        let topology = topology::from_spec(network).expect("a network");
        for family in routing::defined_on(&*topology) {
            for vcs in 1..=most {
                let scenario = Scenario {
                    routing: family.entry.id.to_owned(),
                    vcs,
                    ..Scenario::on(network)
                };
                if scenario.build().is_ok() {
                    cautious += u32::from(assert_agrees(&scenario).suffice.is_some());
                }
            }
        }
    }
    assert!(
        cautious > 0,
        "a number that suffices is not always the minimum"
    );
}

/// Failed links can break the cycles for which a function needs more virtual channels.
#[test]
fn warnings_know_of_failed_links() {
    for (failed, can) in [(vec![], true), (vec![("0", "1")], false)] {
        let failed = failed.into_iter();
        let mut scenario = Scenario::on("torus:6");
        "dimension-order".clone_into(&mut scenario.routing);
        scenario.vcs = 1;
        scenario.faults = failed
            .map(|(from, to)| (from.to_owned(), to.to_owned()))
            .collect();
        assert_eq!(assert_agrees(&scenario).can, can, "{:?}", scenario.faults);
    }
}

/// A large network is not said to deadlock because it was not examined.
#[test]
fn a_network_that_is_too_large_to_examine_is_not_known_to_deadlock() {
    use std::fmt::Write as _;
    let mut text = String::new();
    for node in 1..1100 {
        let _ = writeln!(text, "{} - {node}", (node - 1) / 2);
    }
    let mut scenario = Scenario::on(&topology::graph::spec_of(&text));
    "shortest".clone_into(&mut scenario.routing);
    let found = claim(&scenario);
    assert!(found.is_unknown && !found.can, "{found:?}");
    assert!(written::script_of(&scenario.routing).is_none());
}
