//! Arbitrary scripts terminate with a table or an error message, the same one each time.

use flitscope::custom::{self, Budget};
use proptest::prelude::*;

use crate::common::networks::build;

/// Small, so that endless scripts stop soon.
const BUDGET: Budget = Budget {
    of_call: 2_000,
    of_all: 50_000,
};

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_program_of_the_grammar_terminates(body in block(), asks in any::<bool>()) {
        let came = if asks { ", came" } else { "" };
        terminates(&format!("fn f(x) {{ x + 1 }}\nfn route(net, here, to{came}) {{ let x = here; {body} }}"))?;
    }

    #[test]
    fn arbitrary_text_terminates(text in ".{0,200}") {
        terminates(&text)?;
    }

    #[test]
    fn any_sequence_of_tokens_terminates(words in proptest::collection::vec(word(), 0..60)) {
        terminates(&format!("fn route(net, here, to) {{ {} }}", words.join(" ")))?;
    }

    /// Examples with a piece cut out or duplicated.
    #[test]
    fn a_garbled_example_terminates(nth in 0..custom::EXAMPLES.len(), from in 0..2000_usize, len in 0..80_usize, twice in any::<bool>()) {
        let characters: Vec<char> = custom::EXAMPLES[nth].text.chars().collect();
        let from = from % characters.len();
        let end = (from + len).min(characters.len());
        let rest = if twice { from } else { end };
        let text = characters[..end].iter().chain(&characters[rest..]);
        terminates(&text.collect::<String>())?;
    }
}

fn terminates(text: &str) -> Result<(), TestCaseError> {
    let compile = || {
        let compiled = custom::compile(text, &*build("mesh:3x2"), 2, BUDGET);
        compiled.map_or_else(|fault| fault.to_string(), |table| format!("{table:?}"))
    };
    let outcome = compile();
    prop_assert!(!outcome.contains('\n'), "{outcome}");
    prop_assert_eq!(outcome, compile(), "{}", text);
    Ok(())
}

fn block() -> impl Strategy<Value = String> {
    proptest::collection::vec(statement(), 1..4).prop_map(|all| all.concat())
}

fn statement() -> impl Strategy<Value = String> {
    let simple = prop_oneof![
        expression().prop_map(|e| format!("x = {e};\n")),
        expression().prop_map(|e| format!("let y = {e};\n")),
        expression().prop_map(|e| format!("return {e};\n")),
        expression().prop_map(|e| format!("{e};\n")),
    ];
    simple.prop_recursive(3, 16, 3, |inner| {
        let inner = proptest::collection::vec(inner, 0..3).prop_map(|all| all.concat());
        prop_oneof![
            (expression(), inner.clone()).prop_map(|(e, b)| format!("if {e} {{ {b} }}\n")),
            (expression(), inner.clone()).prop_map(|(e, b)| format!("while {e} {{ {b} }}\n")),
            (expression(), inner.clone()).prop_map(|(e, b)| format!("for i in {e} {{ {b} }}\n")),
            inner.prop_map(|b| format!("loop {{ {b} break; }}\n")),
        ]
    })
}

fn expression() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("here".to_owned()),
        Just("to".to_owned()),
        Just("x".to_owned()),
        Just("net.nearer(here, to)".to_owned()),
        Just("net.ports(here)".to_owned()),
        Just("()".to_owned()),
        Just("true".to_owned()),
        Just("\"a\"".to_owned()),
        Just("1.5".to_owned()),
        any::<i64>().prop_map(|number| number.to_string()),
        (-3_i64..9).prop_map(|number| number.to_string()),
    ];
    leaf.prop_recursive(4, 24, 3, |inner| {
        let two = (inner.clone(), inner.clone());
        let operator = prop_oneof![
            Just("+"),
            Just("-"),
            Just("*"),
            Just("/"),
            Just("%"),
            Just("<"),
            Just("=="),
            Just(".."),
            Just("&&"),
            Just("||"),
            Just("^"),
            Just(">>"),
            Just("<<"),
            Just("in"),
        ];
        prop_oneof![
            (two.clone(), operator).prop_map(|((a, b), o)| format!("({a} {o} {b})")),
            two.clone().prop_map(|(a, b)| format!("[{a}, {b}]")),
            two.clone()
                .prop_map(|(a, b)| format!("#{{ port: {a}, vcs: {b} }}")),
            two.clone().prop_map(|(a, b)| format!("net.at({a}, {b})")),
            two.clone()
                .prop_map(|(a, b)| format!("net.neighbor({a}, {b})")),
            two.clone().prop_map(|(a, b)| format!("{a}[{b}]")),
            (two, inner.clone()).prop_map(|((a, b), c)| format!("if {a} {{ {b} }} else {{ {c} }}")),
            inner.clone().prop_map(|a| format!("f({a})")),
            inner.clone().prop_map(|a| format!("net.x({a})")),
            inner.prop_map(|a| format!("`{{${{{a}}}}}`")),
        ]
    })
}

fn word() -> impl Strategy<Value = &'static str> {
    const WORDS: &[&str] = &[
        "fn",
        "let",
        "if",
        "else",
        "while",
        "for",
        "in",
        "loop",
        "return",
        "break",
        "const",
        "this",
        "and",
        "not",
        "is",
        "def",
        "lambda",
        "#",
        "**",
        "~",
        "f\"a\"",
        "\"\"\"",
        "'a b'",
        "net",
        "here",
        "to",
        "came",
        "route",
        "x",
        "0",
        "1",
        "1.5",
        "-1",
        "\"a\"",
        "'a'",
        "`${",
        "}`",
        "{",
        "}",
        "(",
        ")",
        "[",
        "]",
        "#{",
        ",",
        ";",
        ":",
        "::",
        ".",
        "..",
        "?.",
        "??",
        "=>",
        "|",
        "||",
        "+",
        "-",
        "*",
        "/",
        "%",
        "==",
        "=",
        "+=",
        "<",
        ">",
        "!",
        "&&",
        "^",
        "<<",
        "//",
        "/*",
        "*/",
        "@",
        "switch",
        "try",
        "catch",
        "throw",
        "import",
        "export",
        "eval",
        "Fn",
        "do",
        "until",
        "private",
        "type_of",
        "print",
        "9223372036854775807",
        "0x",
        "1e999",
        "_",
        "$",
        "#",
    ];
    proptest::sample::select(WORDS)
}
