//! Command lines as a shell passes them.

use flitscope::catalog::Family;
use flitscope::{model, multicast, routing, traffic};
use proptest::prelude::*;
use proptest::sample::select;

use crate::common::command;

use super::values::{any_field, any_node, any_text, one_of};
use crate::{assert_readable, config};

#[test]
fn any_command_is_answered_or_refused_in_one_line() {
    proptest!(config(40, 100), |((arguments, input) in any_command())| {
        let words: Vec<_> = arguments.iter().map(String::as_str).collect();
        let output = command::run(&words, &input);
        let error = String::from_utf8(output.stderr).expect("text");
        match output.status.code() {
            Some(0) => prop_assert!(error.is_empty(), "{error}"),
            Some(2) => {
                prop_assert!(output.stdout.is_empty());
                prop_assert_eq!(error.lines().count(), 1, "{}", error);
                assert_readable(error.trim_end_matches('\n'));
            }
            other => prop_assert!(false, "{other:?}: {error}"),
        }
    });
}

/// A command with its options, some of them invalid, and the contents of standard input.
fn any_command() -> impl Strategy<Value = (Vec<String>, String)> {
    let command = prop_oneof![4 => about_networks(), 3 => about_scenarios(), 1 => any_words()];
    (command, any_input())
}

fn about_networks() -> impl Strategy<Value = Vec<String>> {
    prop_oneof![
        words("topology", vec![place()]),
        words(
            "route",
            vec![
                place(),
                node("--from"),
                node("--to"),
                option("--routing", id_of(routing::FAMILIES)),
                small("--vcs"),
                option("--fault", one_of(&["0:1", "0,0:1,0", "0", ":"])),
            ]
        ),
        words(
            "multicast",
            vec![
                place(),
                option("--algorithm", id_of(multicast::FAMILIES)),
                node("--source"),
                option("--dest", one_of(&["all", "1", "0,0", "3,3", "x"])),
                small("--ports"),
            ]
        ),
        words(
            "deadlock",
            vec![
                place(),
                option("--routing", id_of(routing::FAMILIES)),
                small("--vcs"),
                option("--multicast", id_of(multicast::FAMILIES)),
            ]
        ),
        words(
            "model",
            vec![
                id_of(model::FAMILIES).prop_map(|id| vec![id]).boxed(),
                one_of(&[
                    "n=4",
                    "n=",
                    "length=0",
                    "k=2x2",
                    "x",
                    "=",
                    "vcs=99999999999"
                ])
                .prop_map(|parameter| vec![parameter])
                .boxed(),
                option(
                    "--load",
                    one_of(&["0", "0.01", "1,2", "-1", "NaN", "fast", ","])
                ),
            ]
        ),
        words(
            "bounds",
            vec![
                place(),
                option("--pattern", id_of(traffic::FAMILIES)),
                small("--length"),
                small("--injection"),
                small("--ejection"),
            ]
        ),
    ]
}

fn about_scenarios() -> impl Strategy<Value = Vec<String>> {
    prop_oneof![
        words(
            "simulate",
            vec![
                file(),
                small("--cycles"),
                small("--warmup"),
                small("--precision")
            ]
        ),
        words(
            "sweep",
            vec![
                file(),
                option("--loads", one_of(&["0.01", "0,1", "x", "2"])),
                small("--cycles")
            ]
        ),
        words(
            "draw",
            vec![
                file(),
                small("--cycle"),
                small("--width"),
                small("--message"),
                option("--theme", one_of(&["light", "dark", "night"])),
            ]
        ),
        words(
            // Nothing is simulated, which would take minutes.
            "papers --effort none",
            vec![
                one_of(&["aboelaze", "x"])
                    .prop_map(|paper| vec![paper])
                    .boxed(),
                one_of(&["table-1", "figure-2", "x"])
                    .prop_map(|item| vec![item])
                    .boxed(),
                small("--seed"),
            ]
        ),
        words(
            "laboratory",
            vec![
                one_of(&[
                    "#/laboratory",
                    "#/laboratory?m=queue",
                    "#/laboratory?m=x&a=b",
                    "\u{1b}"
                ])
                .prop_map(|link| vec![link])
                .boxed(),
                option("--theme", one_of(&["dark", "x"])),
            ]
        ),
    ]
}

fn any_words() -> impl Strategy<Value = Vec<String>> {
    prop::collection::vec(any_argument(), 0..4)
}

/// A command with some of its possible parts.
fn words(
    command: &'static str,
    parts: Vec<BoxedStrategy<Vec<String>>>,
) -> impl Strategy<Value = Vec<String>> {
    let parts = parts.into_iter().enumerate().map(|(place, part)| {
        // The subject of a command comes first, and is rarely missing.
        let times = if place == 0 { 9 } else { 1 };
        prop_oneof![1 => Just(Vec::new()), times => part].boxed()
    });
    let parts = parts.collect::<Vec<_>>();
    let tail = prop_oneof![8 => Just(None), 1 => any_argument().prop_map(Some)];
    (parts, tail).prop_map(move |(parts, tail)| {
        let command = command.split(' ').map(str::to_owned);
        command
            .chain(parts.into_iter().flatten())
            .chain(tail)
            .collect()
    })
}

fn place() -> BoxedStrategy<Vec<String>> {
    let networks = &[
        "mesh:4x4",
        "hypercube:3",
        "torus:3x4",
        "torus-uni:5",
        "mesh:0",
        "x",
    ];
    one_of(networks).prop_map(|network| vec![network]).boxed()
}

fn file() -> BoxedStrategy<Vec<String>> {
    Just(vec!["-".to_owned()]).boxed()
}

fn node(name: &'static str) -> BoxedStrategy<Vec<String>> {
    option(name, any_node())
}

fn small(name: &'static str) -> BoxedStrategy<Vec<String>> {
    let numbers = &["0", "1", "2", "40", "-1", "1e99", "many", ""];
    option(name, one_of(numbers))
}

/// A scenario with some fields set to anything, or no scenario.
fn any_input() -> impl Strategy<Value = String> {
    let input = prop::collection::vec(any_field(), 0..3).prop_map(|fields| {
        let mut document = serde_json::json!({
            "network": "mesh:4x4",
            "length": { "fixed": 4 },
            "traffic": { "rate": 0.01 },
            "run": { "warmup": 0, "cycles": 50 },
        });
        // Large networks would take too long.
        let is_small = |text: &str| !text.contains("65536") && !text.contains("2x2x2x2");
        for (_, path, text) in fields {
            if !path.contains('.') && is_small(&text) {
                document[path] = serde_json::from_str(&text).unwrap_or_else(|_| text.into());
            }
        }
        document.to_string()
    });
    prop_oneof![2 => input, 1 => any_text()]
}

/// An option with a value, rarely an arbitrary one.
fn option(
    name: &'static str,
    value: impl Strategy<Value = String> + 'static,
) -> BoxedStrategy<Vec<String>> {
    let value = prop_oneof![8 => value, 1 => any_argument()];
    value
        .prop_map(move |value| vec![name.to_owned(), value])
        .boxed()
}

/// An argument that a shell can pass.
fn any_argument() -> impl Strategy<Value = String> {
    any_text().prop_map(|text| text.replace('\0', "\u{1}"))
}

fn id_of<Build>(families: &[Family<Build>]) -> BoxedStrategy<String> {
    let ids = families.iter().map(|family| family.entry.id.to_owned());
    select(ids.collect::<Vec<_>>()).boxed()
}
