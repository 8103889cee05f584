//! User-written routing functions in files, in links and sent to workers.

use flitscope::catalog::BuildError;
use flitscope::custom::{self, Budget};
use flitscope::page::{Action, Address, Awaited, Moment, PageState, Place, Refusal, transition};
use flitscope::routing::{
    Adaptivity, Scripts, Table,
    written::{self, Uncompiled},
};
use flitscope::scenario::{BuiltScenario, Scenario, ScenarioError};
use flitscope::scene::Thing;
use flitscope::sim::Selection;
use flitscope::sweep::{SentScenario, simulate};
use flitscope::topology::{self, NodeId, Topology};
use flitscope::wire::{decode, encode};

fn with_script(network: &str, script: &str) -> Scenario {
    Scenario {
        routing: written::id_of(script),
        scripts: custom::scripts(),
        ..Scenario::on(network)
    }
}

const FIRST: &str = "fn route(net, here, to) { net.nearer(here, to)[0] } // & = + %";

/// The order of the offers of a function is its author's; a registered one has no preference.
#[test]
fn the_offers_of_a_function_are_preferred_in_their_order() {
    let adaptive = "fn route(net, here, to) { net.nearer(here, to) }";
    for (selection, chosen) in [
        ("auto", Selection::First),
        ("random", Selection::Random),
        ("least-occupied", Selection::LeastOccupied),
    ] {
        let scenario = Scenario {
            selection: selection.to_owned(),
            ..with_script("mesh:4x4", adaptive)
        };
        let design = scenario.build().expect("a function").design;
        assert_eq!(design.routing.adaptivity(), Adaptivity::Adaptive);
        assert_eq!(design.selection, chosen, "{selection}");
    }
    // A lone message takes the path that `route` prints.
    let lone = |selection: &str| {
        let mut scenario = with_script("mesh:8x8", adaptive);
        scenario.selection = selection.to_owned();
        scenario.traffic.rate = 0.001;
        (scenario.run.warmup, scenario.run.cycles) = (0.into(), 20_000);
        let report = simulate(&scenario, |_| ()).expect("a function");
        report.measures.digest
    };
    assert_eq!(lone("auto"), lone("first"));
    assert_ne!(lone("auto"), lone("random"));
}

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
    let scripts = custom::scripts();
    let opened = Scenario::from_link_with(&link, &scripts);
    assert_eq!(
        (opened.problems, opened.scenario),
        (vec![], scenario.clone())
    );
    // A link may be written by hand, too.
    let raw = "t=mesh:3x5&r=script:fn route(net, here, to) { net.nearer(here, to)[0] }";
    let raw = Scenario::from_link_with(raw, &scripts);
    assert_eq!(raw.problems, []);
    let damaged = Scenario::from_link_with(&link[..link.len() - 9], &scripts);
    assert_eq!(damaged.problems.len(), 1);
    let message = damaged.problems[0].to_string();
    assert!(
        message.contains("routing must be a whole script"),
        "{message}"
    );
    let state = Address::read(&link, &scripts);
    assert_eq!((state.awaits, state.address.scenario), (None, scenario));
}

#[test]
fn the_number_of_virtual_channels_is_known_when_the_function_is_compiled() {
    let script = "fn route(net, here, to) { #{ port: net.nearer(here, to)[0], vcs: 3 } }";
    let mut scenario = with_script("mesh:3x5", script);
    scenario.vcs = 4;
    assert!(scenario.build().is_ok());
    let opened = Scenario::from_link_with(&scenario.to_link(), &scenario.scripts);
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
    let opened = received.open().expect("it comes with its table");
    assert_eq!(opened, scenario);
    assert!(opened.build().is_ok());
    // Only this table comes with it.
    let elsewhere = Scenario {
        vcs: scenario.vcs + 1,
        ..opened
    };
    assert_not_compiled(elsewhere.build());
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
            "Your routing function is not defined on Complete network N = 6; the routing function is “Dimension order” now."
                .to_owned()
        ))
    );
}

/// Expects that a scenario is refused because its script is not compiled.
fn assert_not_compiled(built: Result<BuiltScenario, ScenarioError>) {
    let refused = built.expect_err("the script is not compiled");
    assert_eq!(refused.problem, BuildError::NotCompiled);
    assert_eq!(refused.reason(), NOT_HERE);
}

const NOT_HERE: &str =
    "a routing function of one's own can be used in Explore and on the command line, not here";

#[test]
fn a_script_is_refused_without_a_compiler() {
    let compiled = with_script("mesh:3x5", FIRST);
    assert!(compiled.build().is_ok());
    let link = compiled.to_link();
    let without = compiled.with_scripts(&Scripts::default());
    assert_not_compiled(without.build());
    let opened = Scenario::from_link(&link);
    assert_eq!(opened.scenario, Scenario::on("mesh:3x5"));
    let problem = opened.problems[0].to_string();
    assert!(
        problem.contains(NOT_HERE) && problem.ends_with("using dimension-order"),
        "{problem}"
    );
    let mut scenario = Scenario::on("mesh:3x5");
    let refused = scenario.set("routing", &written::id_of(FIRST));
    assert_eq!(
        refused.map_err(|error| error.reason()),
        Err(NOT_HERE.to_owned())
    );
}

#[test]
fn handles_do_not_see_each_others_functions() {
    let scenario = with_script("mesh:3x5", FIRST);
    let topology = &*scenario.build().expect("it is compiled here").topology;
    let is_known = |scripts: &Scripts| scripts.known(FIRST, topology, 2).is_some();
    assert!(is_known(&scenario.scripts) && !is_known(&custom::scripts()));
    let (ours, theirs) = (Scripts::default(), Scripts::default());
    ours.keep(FIRST, topology, 2, table_of(FIRST, topology, 2));
    // A clone is the same handle.
    for (scripts, knows) in [(&ours, true), (&ours.clone(), true), (&theirs, false)] {
        assert_eq!(is_known(scripts), knows);
        let built = scenario.clone().with_scripts(scripts).build();
        if knows {
            assert!(built.is_ok());
        } else {
            assert_not_compiled(built);
        }
    }
}

#[test]
fn an_address_tells_which_script_to_compile() {
    let mut scenario = with_script("mesh:3x5", FIRST);
    scenario.vcs = 3;
    let address = Address {
        selected: Some(Thing::Node(NodeId(7))),
        ..Address::of(scenario).from_beginning()
    };
    let query = address.write();
    let scripts = Scripts::default();
    let early = Address::read(&query, &scripts);
    assert_eq!(early.problems, [""; 0]);
    let awaited = early.awaits.expect("the script has yet to be compiled");
    let expected = Awaited {
        query,
        uncompiled: first_on("mesh:3x5", 3),
    };
    assert_eq!(awaited, expected);
    compile(&awaited.uncompiled, &scripts);
    let opened = Address::read(&awaited.query, &scripts);
    assert_eq!((opened.awaits, opened.address), (None, address));
}

#[test]
fn a_page_keeps_its_scripts_whatever_it_shows() {
    let scripts = Scripts::default();
    let opened = Address::read("t=mesh:3x5&vc=2", &scripts);
    let mut state = PageState::begin(opened, Place::Explore, None).state;
    let id = written::id_of(FIRST);
    let moment = Moment::default();
    let act = |state: &PageState, action| transition(state.clone(), action, &moment);
    let refused = act(&state, Action::set("routing", &id)).map(|_| ());
    let uncompiled = first_on("mesh:3x5", 2);
    assert_eq!(refused, Err(Refusal::NotCompiled(uncompiled.clone())));
    compile(&uncompiled, &scripts);
    let from_elsewhere = Box::new(Scenario::on("mesh:4x4"));
    for action in [
        Action::set("routing", &id),
        Action::Example("ring-deadlock".to_owned()),
        Action::Show(from_elsewhere, "another".to_owned()),
        Action::set("network", "mesh:3x5"),
        Action::set("routing", &id),
        Action::set("buffer", "3"),
        Action::Undo,
    ] {
        state = act(&state, action.clone())
            .unwrap_or_else(|refusal| {
                panic!("{action:?}: {refusal}");
            })
            .state;
    }
    assert_eq!(state.scenario.routing, id);
}

fn first_on(network: &str, vcs: u8) -> Uncompiled {
    Uncompiled {
        script: FIRST.to_owned(),
        network: network.to_owned(),
        vcs,
    }
}

/// Compiles a script as the page has it compiled.
fn compile(uncompiled: &Uncompiled, scripts: &Scripts) {
    let topology = topology::from_spec(&uncompiled.network).expect("a network");
    let (script, vcs) = (&uncompiled.script, uncompiled.vcs);
    scripts.keep(script, &*topology, vcs, table_of(script, &*topology, vcs));
}

fn table_of(script: &str, topology: &dyn Topology, vcs: u8) -> Table {
    let table = custom::compile(script, topology, vcs, Budget::default());
    table.expect("a routing function")
}
