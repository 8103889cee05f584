//! Scenarios as JSON.

use std::cell::Cell;

use flitscope::scenario::{BuiltScenario, MOST_NODES_IN_PAGE, Scenario};
use flitscope::sim::{Simulator, packet};
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Value, json};

use super::values::{any_field, any_text, garbled, one_of};
use crate::{assert_memory_is_bounded, assert_readable, assert_refusal, config};

/// Nodes of the largest network that is simulated.
const SMALL: u32 = 64;
/// Cycles of a simulation.
const CYCLES: u64 = 40;

#[test]
fn any_scenario_runs_or_is_refused_with_a_reason() {
    let run = Cell::new(0);
    let config = config(600, 1);
    let cases = config.cases;
    proptest!(config, |(text in any_document())| {
        match Scenario::from_json(&text) {
            Err(error) => {
                assert_refusal_or_missing(&error.reason());
                prop_assert!(!error.field.is_empty(), "{}", error);
            }
            Ok(scenario) => {
                prop_assert_eq!(&Scenario::from_json(&scenario.to_json()), &Ok(scenario.clone()));
                run.set(run.get() + u32::from(assert_refused_or_runs(&scenario)));
            }
        }
    });
    assert!(run.get() > cases / 10, "{} of {cases} run", run.get());
    assert_memory_is_bounded();
}

#[test]
fn any_text_is_refused_with_a_reason() {
    proptest!(config(400, 1), |(text in any_text(), at in any::<Index>(), with in any::<char>())| {
        let garbled = garbled(&Scenario::on("mesh:4x4").to_json(), at, with);
        for text in [text, garbled] {
            if let Err(error) = Scenario::from_json(&text) {
                assert_refusal_or_missing(&error.reason());
            }
        }
    });
}

/// Builds a scenario and runs it briefly if it is small; returns whether it could be built.
pub fn assert_refused_or_runs(scenario: &Scenario) -> bool {
    let built = scenario.build();
    let is_built = built.is_ok();
    match built {
        Err(error) => {
            assert_refusal(&error.reason());
            assert!(!error.field.is_empty(), "{error}");
        }
        Ok(study) => {
            for warning in study.warnings() {
                assert_readable(&warning);
            }
            if study.topology.nodes() <= SMALL {
                assert_runs(&study);
            }
            if study.topology.nodes() <= MOST_NODES_IN_PAGE {
                assert_same_by_link(scenario);
            }
        }
    }
    is_built
}

/// Asserts that a scenario that can be built in the page survives a link.
fn assert_same_by_link(scenario: &Scenario) {
    let link = scenario.to_link();
    let opened = Scenario::from_link(&link);
    assert_eq!(opened.problems, [], "{link}");
    assert_eq!(opened.others, [], "{link}");
    let again = Scenario::from_link(&opened.scenario.to_link());
    assert_eq!(again.scenario, opened.scenario, "{link}");
    let spec = |scenario: &Scenario| {
        let mut scenario = scenario.clone();
        scenario.set("seed", "1").expect("a seed");
        scenario.to_link()
    };
    assert_eq!(spec(&opened.scenario), spec(scenario), "{link}");
}

fn assert_runs(study: &BuiltScenario) {
    /// The approximate number of messages.
    const MOST: f64 = 2_000.0;
    if let Some(design) = &study.packet {
        let per_unit = design.rate * f64::from(study.topology.nodes());
        let measured = (MOST / per_unit.max(1.0)).min(100.0);
        let span = packet::Span {
            warmup: 0.0,
            measured,
        };
        packet::Simulator::new(design.clone()).run(span, |_| ());
        return;
    }
    let mut simulator = Simulator::new(study.design.clone());
    while simulator.cycle() < CYCLES {
        simulator.step();
    }
    let counters = simulator.counters();
    assert!(counters.delivered <= counters.generated);
    simulator.snapshot();
}

/// Asserts a readable reason; a missing field has no value to quote.
fn assert_refusal_or_missing(reason: &str) {
    assert_readable(reason);
    if !reason.ends_with(" must be given") {
        assert_refusal(reason);
    }
}

/// A scenario with some fields set to valid values or to values of another type; some with an
/// extra, missing or repeated key, or a garbled character.
fn any_document() -> impl Strategy<Value = String> {
    let form = prop_oneof![7 => Just(None), 1 => (0_u8..6).prop_map(Some)];
    let set = (any_field(), form).prop_map(|((_, path, text), form)| {
        let fitting = match path {
            "length" => 1,
            "faults" => 2,
            "messages" => 3,
            _ => 4,
        };
        (path, json_of(&text, form.unwrap_or(fitting)))
    });
    let sets = prop::collection::vec(set, 0..5);
    let is_on_mesh = prop::bool::weighted(0.95);
    let odd = prop_oneof![
        12 => Just(None),
        1 => (any_field(), any_json()).prop_map(|((_, path, _), value)| Some((path.to_owned(), value))),
        1 => (any_text(), any_json()).prop_map(Some),
        1 => one_of(&["traffic", "run", "timing", "ports", "messages", "packet", "length", "faults"])
            .prop_flat_map(|part| (Just(part), any_json())).prop_map(Some),
    ];
    let tear = prop_oneof![
        20 => Just(None),
        1 => (any::<Index>(), any::<char>()).prop_map(Some),
    ];
    (sets, odd, is_on_mesh, tear).prop_map(|(sets, odd, is_on_mesh, tear)| {
        let mut document = json!({ "network": "mesh:4x4" });
        if !is_on_mesh {
            document = json!({});
        }
        let sets = sets
            .into_iter()
            .map(|(path, value)| (path.to_owned(), value));
        for (path, value) in sets.chain(odd) {
            put(&mut document, &path, value);
        }
        let text = document.to_string();
        match tear {
            None => text,
            Some((at, with)) if with.is_ascii() => twice(&text, at),
            Some((at, with)) => garbled(&text, at, with),
        }
    })
}

/// Sets the value at a path, unless another value is in its place.
fn put(document: &mut Value, path: &str, value: Value) {
    // A long text with many dots is a key.
    let is_path = path.matches('.').count() < 5;
    let parts = path.split_once('.').filter(|_| is_path);
    let (first, rest) = parts.unwrap_or((path, ""));
    let Some(object) = document.as_object_mut() else {
        return;
    };
    if rest.is_empty() {
        object.insert(first.to_owned(), value);
    } else {
        put(
            object.entry(first).or_insert_with(|| json!({})),
            rest,
            value,
        );
    }
}

/// A text as the value it represents, or as a value of another type.
fn json_of(text: &str, form: u8) -> Value {
    let parsed = || serde_json::from_str::<Value>(text).unwrap_or_else(|_| json!(text));
    match form {
        0 => json!(text),
        1 => json!({ "fixed": parsed() }),
        2 => json!(
            text.split(';')
                .map(|link| link.split('>').collect())
                .collect::<Vec<Vec<_>>>()
        ),
        3 => text.split(';').map(message_of).collect(),
        _ => parsed(),
    }
}

fn message_of(text: &str) -> Value {
    let (at, rest) = text.split_once(':').unwrap_or(("0", text));
    let (from, to) = rest.split_once('>').unwrap_or((rest, ""));
    let (to, length) = to.split_once(':').unwrap_or((to, "4"));
    let number = |text: &str| {
        text.parse::<i64>()
            .map_or_else(|_| json!(text), |n| json!(n))
    };
    json!({
        "at": number(at),
        "from": from,
        "to": to.split('+').collect::<Vec<_>>(),
        "length": number(length),
    })
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any_text().prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 16, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec((any_text(), inner), 0..4)
                .prop_map(|fields| fields.into_iter().collect()),
        ]
    })
}

/// The text with one of its fields repeated.
fn twice(text: &str, at: Index) -> String {
    let starts: Vec<_> = text
        .match_indices(['{', ','])
        .map(|(at, _)| at + 1)
        .collect();
    let start = starts[at.index(starts.len())];
    let end = text[start..]
        .find([',', '}'])
        .map_or(text.len(), |end| start + end);
    format!("{}{},{}", &text[..start], &text[start..end], &text[start..])
}
