//! What beginners get wrong, and what they are told.

use super::{route, told};

/// Bodies of functions, and what is said of them.
const MISTAKES: &[(&str, &str)] = &[
    (
        "let x = 1\nx",
        "line 3, column 1: a semicolon is missing before this",
    ),
    (
        "if here > 1 { 0",
        "line 3, column 2: a closing brace } is missing before this",
    ),
    (
        "if here > 1 0",
        "line 2, column 13: an opening brace { is missing before this",
    ),
    (
        "net.ports(here",
        "line 3, column 1: a comma is missing before this",
    ),
    (
        "(here + 1",
        "line 3, column 1: a closing parenthesis ) is missing before this",
    ),
    ("hear", "line 2, column 1: nothing is called hear here"),
    ("x = 1;", "line 2, column 1: nothing is called x here"),
    (
        "net.port_to(here)",
        "line 2, column 5: there is no port_to of (network, a whole number)",
    ),
    (
        "net.distance(here)",
        "line 2, column 5: there is no distance of (network, a whole number)",
    ),
    (
        "net.x(\"a\")",
        "line 2, column 5: there is no x of (network, a text)",
    ),
    ("net.size", "line 2, column 5: there is no .size here"),
    (
        "dance(here)",
        "line 2, column 1: there is no dance of (a whole number)",
    ),
    (
        "[1, 2][2]",
        "line 2, column 8: the list has 2 values, counted from 0, and none at 2",
    ),
    ("net.nearer(here, to)[9]", "and none at 9"),
    ("#{ a: 1 }.b", "line 2, column 11: the map has no b"),
    (
        "if here { 0 }",
        "line 2, column 4: true or false is expected here, not a whole number",
    ),
    (
        "for i in here { }",
        "line 2, column 10: for goes through a list or a range, such as 0..3",
    ),
    ("here[0] + 1.5 + \"a\"", "line 2"),
    ("1 / 0", "line 2, column 3: division by zero"),
    (
        "let s = \"abc",
        "line 2, column 9: a text has no closing quotation mark",
    ),
    ("here === to", "=== is not part of the language; write =="),
    ("here++", "++ is not part of the language; write += 1"),
    ("var x = 1;", "var is not part of the language; write let"),
    ("null", "null is not part of the language; write ()"),
    (
        "switch here { 0 => 0 }",
        "switch is not part of the language; write if and else if",
    ),
    ("break;", "break and continue belong inside of a loop"),
    (
        "net.neighbor(here, 77)",
        "line 2, column 5: node 1 has no port 77",
    ),
    (
        "net.x(99)",
        "line 2, column 5: a node must be a number from 0 to 8, not 99",
    ),
    (
        "net.at(here, 2)",
        "line 2, column 5: a dimension must be a number from 0 to 1, not 2",
    ),
    (
        "net.bits",
        "line 2, column 5: nodes of mesh:3x3 have no address bits",
    ),
    ("const X = 1; X = 2;", "X must not be changed"),
    ("1 = 2", "only a variable can be given another"),
    (
        "fn inner() {}",
        "line 2, column 1: a function must not be defined inside of another",
    ),
    ("here @ to", "is not part of the language"),
    ("here # to", "line 2"),
    ("let 1x = 2;", "line 2"),
    (
        "let = 2;",
        "line 2, column 5: the name of a variable is expected here",
    ),
    ("came.vc", "line 2, column 1: nothing is called came here"),
];

#[test]
fn a_beginners_mistakes_are_told_where_they_stand() {
    let mut other = Vec::new();
    for (body, sentence) in MISTAKES {
        let told = told(&route(&format!("\n{body}\n")));
        let is_jargon = told.contains("i64") || told.contains("expecting");
        if !told.contains(sentence) || is_jargon {
            other.push(format!("{body}: {told}"));
        }
    }
    assert_eq!(other, [""; 0], "{}", other.join("\n"));
}

#[test]
fn the_function_must_be_there_once_and_alone() {
    let mut other = Vec::new();
    for (text, sentence) in [
        (
            "",
            "fn route(net, here, to), or fn route(net, here, to, came), must be defined",
        ),
        ("fn rout(net, here, to) { 0 }", "must be defined"),
        ("fn route(here, to) { 0 }", "must be defined"),
        (
            "fn route(net, here, to) { 0 } fn route(net, here, to) { 1 }",
            "line 1, column 31: route is defined twice",
        ),
        (
            "fn route(net, here, to) { 0 } fn route(net, here, to, came) { 1 }",
            "route must be defined once",
        ),
        (
            "let x = 1;\nfn route(net, here, to) { 0 }",
            "line 1, column 1: only functions may stand here",
        ),
        (
            "fn route(net, here, to) { 0 }\nroute(1, 2, 3);",
            "line 2, column 1: only functions may stand here",
        ),
        (
            "loop {}\nfn route(net, here, to) { 0 }",
            "line 1, column 1: only functions may stand here",
        ),
        ("fn route(net, here, to) { 0 } }", "line 1, column 31"),
        ("fn route(net here, to) { 0 }", "line 1, column 14"),
        ("route(net, here, to) { 0 }", "line 1"),
        (
            "fn route(net, here, here) { 0 }",
            "two parameters are called here",
        ),
    ] {
        if !told(text).contains(sentence) {
            other.push(format!("{text}: {}", told(text)));
        }
    }
    assert_eq!(other, [""; 0], "{}", other.join("\n"));
}

/// A fault in a function that route calls stands there.
#[test]
fn a_fault_is_told_where_it_is_and_with_what_was_asked() {
    let text =
        "fn route(net, here, to) {\n    far(net, to)\n}\nfn far(net, to) {\n    net.x(to + 100)\n}";
    let told = told(text);
    assert!(
        told.starts_with("line 5, column 9: a node must be"),
        "{told}"
    );
    assert!(told.ends_with("with here = 1, to = 0"), "{told}");
}
