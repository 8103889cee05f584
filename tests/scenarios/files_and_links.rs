//! Scenarios in files and links, and the errors about invalid ones.

use crate::common::any_scenario::any_scenario;
use crate::common::{effort, refused};
use flitscope::multicast;
use flitscope::routing::{Candidates, Hop};
use flitscope::scenario::{
    CyclesOrAuto, MOST_NODES_IN_PAGE, Message, Packet, Run, Scenario, ScenarioError, Warmup,
};
use flitscope::sim::Selection;
use flitscope::sim::packet::Lengths;
use flitscope::topology::{self, NodeId, Terminals};
use proptest::prelude::*;

#[test]
fn a_field_out_of_range_is_refused_by_name() {
    let rows = |table| refused::rows::<(String, String)>(table);
    for (field, begin) in &rows("scenario") {
        let refused = refusal(&format!(r#"{{"network": "mesh:4x4", {field}}}"#));
        assert!(refused.reason().starts_with(begin), "{field}: {refused}");
        let name = begin.split(' ').next().unwrap_or(begin);
        assert_eq!(refused.field, name, "{field}: {refused}");
    }
    for (message, begin) in &rows("message") {
        let messages = format!(r#"{{"network": "mesh:4x4", "messages": [{message}]}}"#);
        let refused = refusal(&messages);
        let begin = format!("messages[0].{begin}");
        assert!(refused.reason().starts_with(&begin), "{message}: {refused}");
        assert!(
            refused.field.starts_with("messages"),
            "{message}: {}",
            refused.field
        );
    }
}

#[test]
fn an_invalid_network_is_refused_in_the_terms_of_its_family() {
    for (network, begin) in [
        (
            r#""mesh:0x4""#,
            "Radices k must be 1 to 16 numbers from 2 to 65536",
        ),
        (
            r#""mesh:4096x4096""#,
            "Radices k must be 1 to 16 numbers from 2 to 65536",
        ),
        (
            r#""hypercube:60""#,
            "Dimension n must be a whole number from 1 to 16, not 60",
        ),
        (
            r#""mesh-hypercube:3x6""#,
            "Nodes per level n must be a power of two",
        ),
        (r#""star:4""#, "network must be mesh, torus, "),
        (
            r#""mesh""#,
            "network must be written as mesh:8x8, for example, not mesh",
        ),
        (r#""""#, "network must be mesh, torus, "),
        ("7", "network must be a string"),
    ] {
        let refused = refusal(&format!(r#"{{"network": {network}}}"#));
        assert!(refused.reason().starts_with(begin), "{network}: {refused}");
        assert_eq!(refused.field, "network", "{network}: {refused}");
    }
    assert_eq!(refusal("{}").reason(), "network must be given");
    let refused = refusal(r#"{"network": "hypercube:13", "packet": {}}"#);
    let reason = "network must be of at most 4096 nodes for packets, not hypercube:13 with 8192";
    assert_eq!(refused.reason(), reason);
}

#[test]
fn requests_and_replies_are_refused_where_they_do_not_fit() {
    for (link, reason) in [
        (
            "vc=3&cw=2&cc=separate",
            "vcs must be even where replies have virtual channels of their own (traffic.closed.classes), not 3",
        ),
        (
            "sr=0.1&bon=20",
            "traffic.surge.rate must be absent for sources that send in bursts, not 0.1",
        ),
        (
            "cw=2&mu=1",
            "traffic.closed.outstanding must be absent for packets, not 2",
        ),
        (
            "cw=2&lam=0.1&beta=0.1",
            "traffic.closed.outstanding must be absent where messages go to several nodes, not 2",
        ),
    ] {
        let opened = Scenario::from_link(link);
        let found = opened
            .problems
            .first()
            .map(|problem| problem.error.to_string());
        assert_eq!(found.as_deref(), Some(reason), "{link}");
    }
}

#[test]
fn an_invalid_value_in_a_link_is_reported_and_the_default_kept() {
    for (link, begin) in refused::rows::<(String, String)>("link") {
        let opened = Scenario::from_link(&link);
        assert_eq!(opened.scenario, Scenario::default(), "{link}");
        let [problem] = &*opened.problems else {
            panic!("{link}: {:?}", opened.problems);
        };
        let sentence = problem.error.to_string();
        assert!(sentence.starts_with(&begin), "{link}: {problem}");
    }
}

#[test]
fn the_default_multicast_algorithm_suits_the_network() {
    for (link, chosen) in [
        ("t=hypercube:4&lam=0.01", None),
        ("t=hypercube:4&msg=0:0>1", None),
        ("t=hypercube:4&md=1", None),
        ("t=hypercube:4&beta=0.1", Some("binomial-broadcast")),
        (
            "t=hypercube:2&msg=0:0>1%2B2%2B3",
            Some("binomial-broadcast"),
        ),
        ("t=hypercube:4&md=15", Some("binomial-broadcast")),
        ("t=hypercube:4&md=3", Some("dual-path")),
        ("t=hypercube:4&beta=0.1&md=3", Some("dual-path")),
        ("t=hypercube:4&beta=0.1&msg=0:0>1%2B2", Some("dual-path")),
        ("t=mesh:4x4&beta=0.1", Some("dual-path")),
        ("t=torus:4x4&beta=0.1", Some("separate")),
        ("t=mesh:4x4&mc=separate", Some("separate")),
        (
            "t=hypercube:4&mc=binomial-broadcast:fixed&md=3",
            Some("binomial-broadcast:fixed"),
        ),
    ] {
        let opened = Scenario::from_link(link);
        assert_eq!(opened.problems, [], "{link}");
        let study = opened.scenario.build().expect(link);
        assert_eq!(study.multicast.as_deref(), chosen, "{link}");
        assert_eq!(
            study.design.multicasts.is_some(),
            chosen.is_some(),
            "{link}"
        );
    }
}

#[test]
fn clearing_a_field_restores_the_default_multicast_algorithm() {
    let mut scenario = Scenario::from_link("t=mesh:4x4&mc=separate&md=3").scenario;
    assert_eq!(scenario.get("traffic.multicast.destinations"), "3");
    for path in [
        "traffic.multicast.algorithm",
        "traffic.multicast.destinations",
    ] {
        assert_eq!(scenario.set(path, ""), Ok(()));
        assert_eq!(scenario.get(path), "");
    }
    assert_eq!(scenario, Scenario::on("mesh:4x4"));
}

#[test]
fn multicasts_that_routers_cannot_replicate_are_refused_with_a_reason() {
    for (link, reason) in [
        (
            "t=hypercube:3&vc=1&mc=dual-path&mr=1",
            "off unless the multicast algorithm forwards by relays, along a tree, not on with \
             dual-path",
        ),
        (
            "t=mesh:4x4&vc=1&beta=1&mr=1",
            "off unless the multicast algorithm forwards by relays, along a tree, not on with \
             dual-path",
        ),
        (
            "t=hypercube:3&vc=1&beta=1&sw=store-and-forward&mr=1",
            "off unless switching is wormhole, not on with store-and-forward",
        ),
        (
            "t=hypercube:3&beta=1&mr=1",
            "off unless vcs is 1, so that one worm at a time holds a channel, not on with vcs 2",
        ),
        (
            "t=hypercube:3&vc=1&beta=1&mr=yes",
            "on, off, 1 or 0, not yes",
        ),
    ] {
        let opened = Scenario::from_link(link);
        let [problem] = &opened.problems[..] else {
            panic!("{link}: {:?}", opened.problems);
        };
        let sentence = format!("traffic.multicast.replicate must be {reason}");
        assert!(problem.to_string().contains(&sentence), "{problem}");
        assert!(!opened.scenario.traffic.multicast.router_copies);
    }
}

#[test]
fn the_default_algorithm_for_replication_in_routers_uses_relays() {
    for (link, algorithm) in [
        (
            "t=hypercube:3&vc=1&lam=0.01&md=2&mr=1",
            "binomial-broadcast",
        ),
        (
            "t=mesh-hypercube:2x4&r=mh-mesh-first&vc=1&mr=1&msg=0:1,0>1,1%2B2,1",
            "mesh-hypercube",
        ),
    ] {
        let opened = Scenario::from_link(link);
        assert_eq!(opened.problems, []);
        assert_eq!(opened.scenario.to_link(), link);
        let study = opened.scenario.build().expect(link);
        assert_eq!(study.multicast.as_deref(), Some(algorithm));
        assert!(study.design.router_copies());
    }
}

#[test]
fn multicasts_that_can_deadlock_are_warned_about() {
    for (link, warnings) in [
        ("t=mesh:4x4&mc=dual-path&md=3&lam=0.01", 0),
        ("t=mesh:4x4&mc=dual-path&beta=1&lam=0.01", 0),
        ("t=mesh:4x4&mc=dual-path&beta=0.1&lam=0.01", 1),
        ("t=mesh:4x4&mc=dual-path&md=3&mf=0.5&lam=0.01", 1),
        ("t=mesh:4x4&r=label&mc=dual-path&md=3&mf=0.5&lam=0.01", 0),
        ("t=mesh:4x4&mc=column-path&md=3&mf=0.5&lam=0.01", 0),
        ("t=mesh:4x4&mc=separate&beta=0.1&lam=0.01&pe=1", 0),
        ("t=hypercube:4&beta=0.1&lam=0.01&pe=1", 0),
        ("t=mesh:4x4&md=3&lam=0.01&pe=4", 1),
        ("t=mesh:4x4&md=3&lam=0.01&pe=4&vc=1", 0),
        ("t=hypercube:4&beta=0.1&lam=0.01&vc=1", 0),
        ("t=hypercube:4&beta=0.1&lam=0.01&vc=1&mr=1", 1),
        ("t=mesh:4x4&md=3&lam=0.01&pe=1&msg=0:0,0>1,0", 2),
    ] {
        let study = Scenario::from_link(link).scenario.build().expect(link);
        assert_eq!(
            study.warnings().len(),
            warnings,
            "{link}: {:?}",
            study.warnings()
        );
    }
}

#[test]
fn routing_functions_that_can_deadlock_or_have_no_adaptive_vc_are_warned_about() {
    for (link, warnings) in [
        ("t=torus:8x8", &[][..]),
        ("t=mesh:8x8&dl=0", &[]),
        (
            "t=torus:8x8&dl=0",
            &[
                "“Dimension order” can deadlock on Torus 8×8 without a dateline, however many \
               virtual channels there are",
            ],
        ),
        (
            "t=torus:8x8&vc=1",
            &[
                "“Dimension order” needs 2 virtual channels per channel on Torus 8×8 to be free of \
               deadlock; with 1 it can deadlock",
            ],
        ),
        (
            "t=mesh:8x8&r=unrestricted&dl=0",
            &[
                "“Fully adaptive, unrestricted (not deadlock-free)” can deadlock on Mesh 8×8, however many \
               virtual channels there are",
            ],
        ),
        ("t=hypercube:4&r=duato", &[]),
        (
            "t=hypercube:4&r=duato&vc=1",
            &[
                "“Duato, fully adaptive” has no adaptive virtual channel on Hypercube n = 4 with 1: every message takes \
               the escape path",
            ],
        ),
    ] {
        let study = Scenario::from_link(link).scenario.build().expect(link);
        assert_eq!(study.warnings(), warnings, "{link}");
    }
}

#[test]
fn the_default_selection_suits_the_routing_function() {
    for (link, chosen) in [
        ("t=mesh:4x4", Selection::First),
        ("t=mesh:4x4&r=random-shortest", Selection::First),
        ("t=mesh:4x4&r=duato", Selection::Random),
        ("t=mesh:4x4&r=west-first&fail=0,0>1,0", Selection::Random),
        ("t=mesh:4x4&r=duato&sel=first", Selection::First),
        ("t=mesh:4x4&sel=random", Selection::Random),
    ] {
        let opened = Scenario::from_link(link);
        assert_eq!(opened.problems, [], "{link}");
        assert_eq!(opened.scenario.to_link(), link);
        let design = opened.scenario.build().expect(link).design;
        assert_eq!(design.selection, chosen, "{link}");
    }
}

#[test]
fn without_a_dateline_all_virtual_channels_of_a_ring_are_one_class() {
    let mut scenario = Scenario::on("torus:5");
    let offered = |scenario: &Scenario| {
        let design = scenario.build().expect("a ring").design;
        let mut out = Candidates::default();
        let (here, to, leg) = (NodeId(0), NodeId(1), 0);
        let hop = Hop::new(here, to, leg);
        design.routing.candidates(&design.network, hop, &mut out);
        out.as_slice()[0].vcs
    };
    assert_eq!(offered(&scenario).len(), 1);
    assert!(!scenario.to_json().contains("dateline"));
    scenario.dateline = false;
    assert_eq!(offered(&scenario).len(), 2);
    assert_eq!(scenario.to_link(), "t=torus:5&dl=0");
}

proptest! {
    #![proptest_config(effort::cases(64))]

    #[test]
    fn a_scenario_survives_a_file(scenario in any_scenario_and_run()) {
        let read = Scenario::from_json(&scenario.to_json());
        prop_assert_eq!(read, Ok(scenario));
    }

    #[test]
    fn a_scenario_survives_a_link(scenario in any_scenario_and_run()) {
        let link = scenario.to_link();
        let opened = Scenario::from_link(&link);
        prop_assert_eq!(&opened.problems, &[], "{}", link);
        prop_assert_eq!(&opened.others, &[], "{}", link);
        prop_assert_eq!(&opened.scenario, &scenario, "{}", link);
        prop_assert_eq!(opened.scenario.to_link(), link);
    }

    #[test]
    fn a_truncated_link_still_opens(scenario in any_scenario_and_run(), length: prop::sample::Index) {
        let link = scenario.to_link();
        let cut = &link[..length.index(link.len() + 1)];
        let opened = Scenario::from_link(cut);
        // A truncated `ts` is a second network, and then the routing function may not be defined on
        // the default one.
        let most = if cut.ends_with("&t") { 2 } else { 1 };
        prop_assert!(opened.scenario.build_within(MOST_NODES_IN_PAGE).is_ok());
        prop_assert!(opened.problems.len() + opened.others.len() <= most, "{:?}", opened);
    }

    #[test]
    fn any_text_opens_as_a_scenario_that_a_page_can_show(link in any_link()) {
        let opened = Scenario::from_link(&link);
        let built = opened.scenario.build_within(MOST_NODES_IN_PAGE);
        prop_assert!(built.is_ok(), "{:?}: {:?}", opened, built);
        for problem in &opened.problems {
            prop_assert!(problem.to_string().contains(" must be "), "{}", problem);
            prop_assert!(!problem.to_string().contains(['\n', '\r']), "{:?}", problem);
        }
    }

    #[test]
    fn any_text_is_a_scenario_or_refused_with_a_reason(json in any_json()) {
        let built = Scenario::from_json(&json).and_then(|scenario| scenario.build());
        if let Err(error) = built {
            prop_assert!(error.reason().contains(" must be "), "{}: {}", json, error);
            prop_assert!(!error.reason().contains(['\n', '\r']), "{:?}: {:?}", json, error);
        }
    }
}

/// The error of a scenario that cannot be read or built.
fn refusal(json: &str) -> ScenarioError {
    let built = Scenario::from_json(json).and_then(|scenario| scenario.build());
    built.expect_err(json)
}

fn any_scenario_and_run() -> impl Strategy<Value = Scenario> {
    let warmup = prop_oneof![
        (0_i64..=1_000_000_000).prop_map(Warmup::Cycles),
        Just(Warmup::Auto)
    ];
    let precision = prop::option::of(1e-6..0.999_f64);
    let run = (warmup, 1_i64..=10_000_000_000, 1_i64..=1000, precision);
    let run = run.prop_map(|(warmup, cycles, replications, precision)| Run {
        warmup,
        cycles,
        replications,
        precision,
    });
    let preparation = prop_oneof![
        (0_i64..=100_000).prop_map(CyclesOrAuto::Cycles),
        Just(CyclesOrAuto::Auto)
    ];
    let delays = (0_i64..=100_000, preparation);
    let packet = prop::option::of(any_packet());
    let parts = (any_scenario(), run, delays, any_multicast(), packet);
    parts.prop_map(|(mut scenario, run, delays, multicast, packet)| {
        scenario.run = run;
        (scenario.timing.startup, scenario.timing.preparation) = delays;
        match packet {
            None if scenario.faults.is_empty() && scenario.traffic.closed.outstanding.is_none() => {
                multicast.add_to(&mut scenario);
            }
            None => {}
            Some((packet, rate)) => {
                scenario.packet = Some(packet);
                scenario.traffic.rate = rate;
                scenario.traffic.burst.on = None;
                scenario.traffic.closed.outstanding = None;
                scenario.traffic.surge.rate = None;
                scenario.messages.clear();
                scenario.faults.clear();
                scenario.run.precision = None;
                if scenario.run.warmup == Warmup::Auto {
                    scenario.run.warmup = Warmup::Cycles(0);
                }
            }
        }
        scenario
    })
}

/// Multicast settings before they are limited to what the network allows.
#[derive(Debug)]
struct AnyMulticast {
    broadcast: f64,
    algorithm: Option<&'static str>,
    destinations: Option<i64>,
    fraction: f64,
    message: Option<(u32, u32)>,
}

fn any_multicast() -> impl Strategy<Value = AnyMulticast> {
    let algorithm = prop::sample::select(
        &[
            None,
            Some("separate"),
            Some("dual-path"),
            Some("binomial-broadcast"),
            Some("binomial-broadcast:random"),
        ][..],
    );
    let broadcast = prop_oneof![Just(0.0), 0.0..=1.0, Just(1.0)];
    let destinations = prop::option::of(1_i64..30);
    let fraction = prop_oneof![Just(1.0), 0.0..=1.0, Just(0.0)];
    let message = prop::option::of((any::<u32>(), 1_u32..6));
    (broadcast, algorithm, destinations, fraction, message).prop_map(
        |(broadcast, algorithm, destinations, fraction, message)| AnyMulticast {
            broadcast,
            algorithm,
            destinations,
            fraction,
            message,
        },
    )
}

impl AnyMulticast {
    fn add_to(self, scenario: &mut Scenario) {
        let topology = topology::from_spec(&scenario.network).expect("a network in range");
        let terminals = Terminals::of(&*topology);
        let n = terminals.count();
        let traffic = &mut scenario.traffic;
        traffic.broadcast = self.broadcast;
        traffic.multicast.fraction = self.fraction;
        let is_defined = |spec: &&str| multicast::from_spec("", spec, &*topology).is_ok();
        traffic.multicast.algorithm = self.algorithm.filter(is_defined).map(str::to_owned);
        let most = i64::from(n) - 1;
        traffic.multicast.destinations = self.destinations.map(|count| count.min(most));
        scenario.messages.extend(self.message.map(|(from, count)| {
            let label = |node: u32| topology.label(terminals.nth(node % n));
            let from = from % n;
            Message {
                at: 7,
                from: label(from),
                to: (1..=count.min(n - 1))
                    .map(|offset| label(from + offset))
                    .collect(),
                length: None,
                via: Vec::new(),
                by: None,
            }
        }));
    }
}

/// Packets and their rate [messages/node/unit of time].
fn any_packet() -> impl Strategy<Value = (Packet, f64)> {
    let lengths = prop::sample::select(&[Lengths::Kept, Lengths::Redrawn][..]);
    let mu = prop_oneof![Just(1.0), 0.001..=1000.0];
    let packet = (mu, lengths).prop_map(|(mu, lengths)| Packet { mu, lengths });
    (packet, prop_oneof![Just(0.0), 0.0..=100_000.0])
}

fn any_link() -> impl Strategy<Value = String> {
    let key = prop::sample::select(
        &[
            "t",
            "r",
            "sw",
            "vc",
            "dl",
            "buf",
            "M",
            "tr",
            "lam",
            "beta",
            "bon",
            "bsh",
            "mc",
            "md",
            "mf",
            "tp",
            "mu",
            "len",
            "ti",
            "te",
            "rd",
            "pi",
            "pe",
            "seed",
            "warm",
            "run",
            "rep",
            "prec",
            "fail",
            "msg",
            "network",
            "traffic.rate",
            "length",
            "messages",
            "x",
            "",
        ][..],
    );
    let value = prop_oneof![
        any_text(),
        any::<i64>().prop_map(|number| number.to_string()),
        any::<f64>().prop_map(|number| number.to_string()),
        (0_u32..70).prop_map(|number| number.to_string()),
        (0.0..1.5).prop_map(|number: f64| format!("{number:.3}")),
        "(mesh|torus|torus-uni|hypercube|folded-hypercube|mesh-hypercube):[0-9x]{0,7}",
        "[0-9]{1,2}:[0-9](,[0-9])?>[0-9](,[0-9])?(:[0-9]{1,3})?;?",
        "[0-9]{1,2}:[0-9](,[0-9])?>[0-9](\\+[0-9]){1,3}",
        "(separate|dual-path|binomial-broadcast)(:(fixed|random)?)?",
        "exp:[-0-9.e]{0,5}",
        Just("auto".to_owned()),
        "[0-9](,[0-9])?>[0-9](,[0-9])?;?",
        "[%0-9A-Fa-f+;:>]{0,12}",
    ];
    let pairs = prop::collection::vec((key, value), 0..8).prop_map(|pairs| {
        let pairs = pairs
            .into_iter()
            .map(|(key, value)| format!("{key}={value}"));
        pairs.collect::<Vec<_>>().join("&")
    });
    prop_oneof![any_text(), pairs]
}

/// Arbitrary text, and scenarios with one field replaced or added.
fn any_json() -> impl Strategy<Value = String> {
    let path = prop::sample::select(
        &[
            "/network",
            "/routing",
            "/switching",
            "/vcs",
            "/dateline",
            "/buffer",
            "/length",
            "/length/fixed",
            "/traffic",
            "/traffic/pattern",
            "/traffic/rate",
            "/traffic/broadcast",
            "/traffic/multicast",
            "/timing",
            "/timing/injection",
            "/timing/router",
            "/timing/startup",
            "/ports",
            "/ports/injection",
            "/seed",
            "/run",
            "/run/warmup",
            "/run/cycles",
            "/run/replications",
        ][..],
    );
    let value = prop_oneof![
        Just("null".to_owned()),
        Just("true".to_owned()),
        Just("[]".to_owned()),
        Just("{}".to_owned()),
        any::<i64>().prop_map(|number| number.to_string()),
        any::<u64>().prop_map(|number| number.to_string()),
        (-2.0..2.0).prop_map(|number: f64| number.to_string()),
        any_text().prop_map(|text| serde_json::json!(text).to_string()),
    ];
    let changed = (path, value.clone()).prop_map(|(path, value)| {
        let mut scenario = Scenario::default();
        // Otherwise the fields would not be written.
        scenario.traffic.multicast.destinations = Some(2);
        scenario.dateline = false;
        let mut json = serde_json::json!(scenario);
        let place = json.pointer_mut(path).expect("a field of the default");
        *place = serde_json::from_str(&value).expect("a JSON value");
        json.to_string()
    });
    let key = prop_oneof![any_text(), Just("packet".to_owned())];
    let added = (key, value).prop_map(|(key, value)| {
        let key = serde_json::json!(key);
        format!("{{\"network\": \"mesh:4x4\", {key}: {value}}}")
    });
    prop_oneof![any_text(), changed, added]
}

/// Any characters, control characters included.
fn any_text() -> impl Strategy<Value = String> {
    prop::collection::vec(any::<char>(), 0..40).prop_map(String::from_iter)
}

#[test]
fn an_algorithm_whose_plans_are_not_trees_is_not_replicated_in_routers() {
    let scenario = Scenario::from_link("t=hypercube:3&vc=1&beta=1&lam=0.01&mr=1").scenario;
    for (algorithm, replicates) in [("binomial-broadcast:fixed", true), ("dual-path", false)] {
        let study = scenario.clone().planned_by(algorithm).build();
        let study = study.expect("it is defined there");
        assert_eq!(study.multicast.as_deref(), Some(algorithm));
        assert_eq!(study.design.router_copies(), replicates, "{algorithm}");
    }
}
