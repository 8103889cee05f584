//! Programs in the script language: each terminates with a table or an error message, and is
//! charged for its work.

use flitscope::custom::{self, Budget};
use proptest::prelude::*;

use super::values::one_of;
use crate::common::networks::build;
use crate::{assert_memory_is_bounded, assert_readable, config};

/// Small, so that endless programs stop soon.
const BUDGET: Budget = Budget {
    of_call: 2_000,
    of_all: 20_000,
};

/// The most that is charged after the last allowed step: until a variable is read, and for the
/// largest value.
const BEYOND: u64 = 5_000;

#[test]
fn any_program_terminates_and_is_charged_for_its_work() {
    proptest!(config(1_500, 1), |(text in any_program())| {
        let compile = || custom::counted(&text, &*build("mesh:3x2"), 2, BUDGET);
        let (outcome, steps) = compile();
        prop_assert!(steps <= BUDGET.of_all + BEYOND, "{steps} steps: {text}");
        if let Err(fault) = &outcome {
            assert_readable(&fault.to_string());
        }
        let (again, steps_again) = compile();
        prop_assert_eq!(outcome.err(), again.err(), "{}", text);
        prop_assert_eq!(steps, steps_again, "{}", text);
    });
    assert_memory_is_bounded();
}

/// A program of a function called as a method, one with a parameter, and the routing function.
fn any_program() -> impl Strategy<Value = String> {
    let parts = (block(), block(), block(), any_value());
    parts.prop_map(|(method, function, body, given)| {
        format!(
            "fn g() {{ let a = [1]; let m = #{{}}; let s = \"\"; let n = 1; let i = 0; {method} }}\n\
             fn f(x) {{ let a = [x]; let m = #{{ k: x }}; let s = \"f\"; let n = 2; let i = 0; {function} }}\n\
             fn route(net, here, to) {{ let a = []; let m = #{{}}; let s = \"x\"; let n = here; let i = 0;\n\
             {body}\n{given} }}"
        )
    })
}

fn block() -> impl Strategy<Value = String> {
    prop::collection::vec(statement(), 0..5).prop_map(|all| all.join("\n"))
}

fn statement() -> impl Strategy<Value = String> {
    let simple = prop_oneof![
        2 => list().prop_map(|list| format!("a = {list};")),
        2 => any_value().prop_map(|value| format!("a.push({value});")),
        1 => list().prop_map(|list| format!("a += {list};")),
        1 => (number(), any_value()).prop_map(|(at, value)| format!("a[{at}] = {value};")),
        2 => (text(), any_value()).prop_map(|(name, value)| format!("m[{name}] = {value};")),
        1 => any_value().prop_map(|value| format!("m.k = {value};")),
        2 => text().prop_map(|text| format!("s += {text};")),
        1 => number().prop_map(|number| format!("n = {number};")),
        2 => any_value().prop_map(|value| format!("let x = {value};")),
        3 => any_value().prop_map(|value| format!("{value};")),
        1 => any_value().prop_map(|value| format!("return {value};")),
        3 => one_of(&[
            "a.reverse();", "a.pop();", "a.shift();", "a.g();", "m.g();", "s.g();", "f(a);", "f(m);",
            "break;", "continue;", "let b = a;", "let w = this;", "this.push(1);", "this == this;",
            "a = a + a;", "s = s - \"x\";", "s[0] = 'y';",
        ]),
    ];
    simple.prop_recursive(3, 12, 3, |inner| {
        let inner = prop::collection::vec(inner, 0..4).prop_map(|all| all.join(" "));
        prop_oneof![
            (1..500_u32, inner.clone())
                .prop_map(|(times, body)| format!("for i in 0..{times} {{ {body} }}")),
            (list(), inner.clone())
                .prop_map(|(list, body)| format!("for i in {list} {{ {body} }}")),
            (number(), inner.clone())
                .prop_map(|(number, body)| format!("while {number} < 9 {{ {body} n += 1; }}")),
            inner.clone().prop_map(|body| format!("loop {{ {body} }}")),
            inner
                .clone()
                .prop_map(|body| format!("do {{ {body} }} until n > 3")),
            (truth(), inner.clone(), inner).prop_map(|(holds, one, other)| format!(
                "if {holds} {{ {one} }} else {{ {other} }}"
            )),
        ]
    })
}

fn any_value() -> BoxedStrategy<String> {
    prop_oneof![
        3 => number(),
        3 => list(),
        2 => map(),
        3 => text(),
        1 => truth(),
        1 => one_of(&["()", "this", "net", "f", "0..9", "0..=3", "1.5", "'c'", "x"]),
        1 => (truth(), text()).prop_map(|(holds, text)| format!("if {holds} {{ {text} }}")),
    ]
    .boxed()
}

fn truth() -> impl Strategy<Value = String> {
    prop_oneof![
        (number(), one_of(&["<", "==", ">"]), number())
            .prop_map(|(one, operator, other)| format!("{one} {operator} {other}")),
        (list(), one_of(&["==", "!="]), list())
            .prop_map(|(one, operator, other)| format!("{one} {operator} {other}")),
        (number(), list()).prop_map(|(number, list)| format!("{number} in {list}")),
        text().prop_map(|text| format!("m.contains({text})")),
    ]
}

fn number() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        4 => one_of(&["here", "to", "n", "i", "a.len", "s.len", "m.len()", "net.nodes"]),
        2 => (-2_i64..500).prop_map(|number| number.to_string()),
        1 => one_of(&["net.distance(here, to)", "net.x(here)", "9223372036854775807"]),
    ];
    leaf.prop_recursive(2, 6, 2, |inner| {
        let operators = one_of(&["+", "-", "*", "/", "%", "^", "<<"]);
        prop_oneof![
            (inner.clone(), operators, inner.clone())
                .prop_map(|(one, operator, other)| format!("({one} {operator} {other})")),
            inner.clone().prop_map(|number| format!("bit({number}, 3)")),
            inner.clone().prop_map(|number| format!("a[{number}]")),
            inner.prop_map(|number| format!("f({number})")),
        ]
    })
}

fn list() -> BoxedStrategy<String> {
    let leaf = prop_oneof![
        5 => one_of(&["a", "net.ports(here)", "net.nearer(here, to)", "m.k", "[a, a]", "[m]", "[]"]),
        1 => (0..300_usize).prop_map(|times| format!("[{}]", "1,".repeat(times))),
        1 => (0..20_usize, 0..20_usize).prop_map(|(outer, inner)| {
            format!("[{}]", format!("[{}],", "0,".repeat(inner)).repeat(outer))
        }),
    ];
    let leaf = leaf.boxed();
    prop_oneof![
        3 => leaf.clone(),
        1 => (leaf.clone(), leaf.clone()).prop_map(|(one, other)| format!("({one} + {other})")),
        1 => prop::collection::vec(leaf, 1..4).prop_map(|all| format!("[{}]", all.join(", "))),
    ]
    .boxed()
}

fn map() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => one_of(&["m", "#{ k: a }", "#{ port: n, vcs: 0..2 }", "#{ port: n, vcs: [0], escape: true }"]),
        1 => (1..100_usize, 1..200_usize).prop_map(|(names, length)| {
            let name = "k ".repeat(length / 2);
            let names = (0..names).map(|number| format!("\"{name}{number}\": n"));
            format!("#{{ {} }}", names.collect::<Vec<_>>().join(", "))
        }),
        1 => (1..100_usize).prop_map(|names| {
            let names = (0..names).map(|number| format!("k{number}: 0"));
            format!("#{{ a: {{ if n > 1 {{ break; }} 0 }}, {} }}", names.collect::<Vec<_>>().join(", "))
        }),
    ]
}

fn text() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        3 => one_of(&["s", "\"k\"", "\"return x\"", "#\"a\" return \"b\"#", "##\"}`${\"#\"##", "`${`${`a`} return `}`"]),
        2 => one_of(&["`${a}`", "`${m}`", "`${n} { ${s} }`", "`${if n > 1 { return n; }}`", "net.label(here)"]),
        1 => (0..240_usize).prop_map(|times| format!("\"{}\"", "x ".repeat(times))),
    ];
    let leaf = leaf.boxed();
    prop_oneof![
        4 => leaf.clone(),
        1 => (leaf.clone(), leaf.clone()).prop_map(|(one, other)| format!("({one} + {other})")),
        1 => (leaf.clone(), leaf.clone()).prop_map(|(one, other)| format!("({one} - {other})")),
        1 => (leaf.clone(), number()).prop_map(|(text, at)| format!("{text}[0..{at}]")),
        1 => leaf.prop_map(|text| format!("`{{${{{text}}}}}`")),
    ]
}
