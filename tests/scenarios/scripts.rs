//! User-written routing functions in files, in links and sent to workers.

use flitscope::catalog::BuildError;
use flitscope::custom;
use flitscope::page::Address;
use flitscope::routing::written;
use flitscope::scenario::Scenario;
use flitscope::sweep::SentScenario;
use flitscope::wire::{decode, encode};

fn with_script(network: &str, script: &str) -> Scenario {
    custom::install();
    Scenario {
        routing: written::id_of(script),
        ..Scenario::on(network)
    }
}

const FIRST: &str = "fn route(net, here, to) { net.nearer(here, to)[0] } // & = + %";

#[test]
fn a_function_survives_files_and_links() {
    let scenario = with_script("mesh:3x5", FIRST);
    let json = scenario.to_json();
    assert!(
        json.contains("\"routing\": {\n    \"script\": \"fn route("),
        "{json}"
    );
    assert_eq!(Scenario::from_json(&json), Ok(scenario.clone()));
    let link = scenario.to_link();
    assert!(
        link.starts_with("t=mesh:3x5&r=script:") && !link.contains(' '),
        "{link}"
    );
    let opened = Scenario::from_link(&link);
    assert_eq!(
        (opened.problems, opened.scenario),
        (vec![], scenario.clone())
    );
    // A link may be written by hand, too.
    let raw = Scenario::from_link(
        "t=mesh:3x5&r=script:fn route(net, here, to) { net.nearer(here, to)[0] }",
    );
    assert_eq!(raw.problems, []);
    let damaged = Scenario::from_link(&link[..link.len() - 9]);
    assert_eq!(damaged.problems.len(), 1);
    let message = damaged.problems[0].to_string();
    assert!(
        message.contains("routing must be a whole script"),
        "{message}"
    );
    let state = Address::read(&link);
    assert_eq!((state.awaits, state.address.scenario), (None, scenario));
}

#[test]
fn the_number_of_virtual_channels_is_known_when_the_function_is_compiled() {
    let script = "fn route(net, here, to) { #{ port: net.nearer(here, to)[0], vcs: 3 } }";
    let mut scenario = with_script("mesh:3x5", script);
    scenario.vcs = 4;
    assert!(scenario.build().is_ok());
    let opened = Scenario::from_link(&scenario.to_link());
    assert_eq!(
        (opened.problems, opened.scenario),
        (vec![], scenario.clone())
    );
    scenario.vcs = 3;
    let refused = scenario.build().expect_err("there is no VC 3");
    assert!(
        matches!(refused.problem, BuildError::Program { .. }),
        "{refused}"
    );
    assert_eq!(refused.field, "routing");
}

#[test]
fn a_table_is_sent_with_the_scenario_that_needs_it() {
    let scenario = with_script("mesh:3x4", FIRST);
    assert!(scenario.build().is_ok());
    let sent = SentScenario::new(&scenario);
    let without = SentScenario::new(&Scenario::on("mesh:3x4"));
    let received = decode::<SentScenario>(&encode(&sent)).expect("it has just been written");
    assert!(encode(&sent).len() > encode(&without).len() + FIRST.len());
    assert_eq!(received.open(), Ok(scenario));
}

#[test]
fn a_change_of_network_replaces_a_function_that_is_undefined_there() {
    let mut scenario = with_script(
        "mesh:4x4",
        "fn route(net, here, to) { if net.x(here) < net.x(to) { net.up(0) } else if net.x(here) > net.x(to) { net.down(0) } else if net.y(here) < net.y(to) { net.up(1) } else { net.down(1) } }",
    );
    assert_eq!(scenario.change_network("mesh:5x3"), Ok(None));
    assert!(written::script_of(&scenario.routing).is_some());
    let given_up = scenario.change_network("complete:6");
    assert_eq!(
        given_up,
        Ok(Some(
            "your routing function is not defined on complete:6; routing is dimension-order now."
                .to_owned()
        ))
    );
}
