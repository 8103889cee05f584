//! Common mistakes of beginners, and the error messages about them.

use super::{error, route};

/// Bodies of functions, and their error messages.
const MISTAKES: &[(&str, &str)] = &[
    ("let x =", "line 3, column 1: a value is missing before }"),
    (
        "let x = 1\nx",
        "line 3, column 1: a semicolon is missing before this",
    ),
    (
        "if here > 1 { 0",
        "line 1, column 25: the { of line 1 is not closed",
    ),
    (
        "    if here > 1 {\n        return 0;\n    1",
        "line 2, column 17: the { of line 2 is not closed",
    ),
    (
        "if here = 1 { 0 }",
        "line 2, column 9: a single = assigns a value to a variable; to compare, write ==",
    ),
    (
        "if here > 1 0",
        "line 2, column 13: an opening brace { is missing before this",
    ),
    (
        "net.ports(here",
        "line 2, column 10: the ( of line 2 is not closed",
    ),
    (
        "(here + 1",
        "line 2, column 1: the ( of line 2 is not closed",
    ),
    ("hear", "line 2, column 1: there is nothing named hear here"),
    (
        "x.y = 1;",
        "line 2, column 1: there is nothing named x here",
    ),
    (
        "net.port_to(here)",
        "line 2, column 5: there is no port_to of (the network, a whole number)",
    ),
    (
        "net.distance(here)",
        "line 2, column 5: there is no distance of (the network, a whole number)",
    ),
    (
        "net.x(\"a\")",
        "line 2, column 5: there is no x of (the network, a string)",
    ),
    (
        "net.upp(0)",
        "line 2, column 5: there is no upp; did you mean up?",
    ),
    (
        "net.neighbour(here, 0)",
        "line 2, column 5: there is no neighbour; did you mean neighbor?",
    ),
    ("net.node", "there is no .node here; did you mean nodes?"),
    (
        "if here == 1 { return True; }",
        "Python's `True` is written `true` here",
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
        "line 2, column 10: a for loop iterates over a list or a range, such as 0..3",
    ),
    ("here[0] + 1.5 + \"a\"", "line 2"),
    ("1 / 0", "line 2, column 3: division by zero"),
    (
        "let s = \"abc",
        "line 2, column 9: a string has no closing quotation mark",
    ),
    (
        "here === to",
        "the symbol === is not part of the language; write ==",
    ),
    ("here++", "++ is not part of the language; write += 1"),
    (
        "var x = 1;",
        "the word var is not part of the language; write let",
    ),
    ("null", "null is not part of the language; write ()"),
    (
        "switch here { 0 => 0 }",
        "switch is not part of the language; write if and else if",
    ),
    (
        "break;",
        "a break or continue is allowed only inside a loop",
    ),
    (
        "net.neighbor(here, 77)",
        "line 2, column 5: node 1,0 has no port 77",
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
    ("1 = 2", "only a variable can be assigned another"),
    (
        "fn inner() {}",
        "line 2, column 1: a function must not be defined inside another",
    ),
    ("here @ to", "is not part of the language"),
    ("here # to", "line 2"),
    ("let 1x = 2;", "line 2"),
    (
        "let = 2;",
        "line 2, column 5: the name of a variable is expected here",
    ),
    (
        "came.vc",
        "line 2, column 1: there is nothing named came here",
    ),
];

#[test]
fn a_beginners_mistakes_are_reported_where_they_occur() {
    let mut other = Vec::new();
    for (body, sentence) in MISTAKES {
        let error = error(&route(&format!("\n{body}\n")));
        let is_jargon = error.contains("i64") || error.contains("expecting");
        if !error.contains(sentence) || is_jargon {
            other.push(format!("{body}: {error}"));
        }
    }
    assert_eq!(other, [""; 0], "{}", other.join("\n"));
}

#[test]
fn a_script_consists_of_functions_and_defines_route_once() {
    let mut other = Vec::new();
    for (text, sentence) in [
        (
            "",
            "there must be a function fn route(net, here, to), or fn route(net, here, to, came)",
        ),
        ("fn rout(net, here, to) { 0 }", "there must be a function"),
        (
            "fn route(here, to) { 0 }",
            "the parameters net, here and to, and may have came, which makes three or four, not 2",
        ),
        (
            "fn route(net, here, to) {\n    if here > 1 {\n        return 0;\n}\nfn far() {}",
            "line 2, column 17: the { of line 2 is not closed",
        ),
        (
            "def route(net, here, to):\n    return 0",
            "Python's `def f(x):` is written `fn f(x) { … }` here",
        ),
        (
            "function route(net, here, to) { 0 }",
            "there is nothing named function here; functions are defined with fn here",
        ),
        (
            "fn route(net, here, to) { 0 } fn route(net, here, to) { 1 }",
            "line 1, column 31: the function route is defined twice",
        ),
        (
            "fn route(net, here, to) { 0 } fn route(net, here, to, came) { 1 }",
            "the function route must be defined once, with came or without it",
        ),
        (
            "let x = 1;\nfn route(net, here, to) { 0 }",
            "line 1, column 1: only functions are allowed here",
        ),
        (
            "fn route(net, here, to) { 0 }\nroute(1, 2, 3);",
            "line 2, column 1: only functions are allowed here",
        ),
        (
            "loop {}\nfn route(net, here, to) { 0 }",
            "line 1, column 1: only functions are allowed here",
        ),
        ("fn route(net, here, to) { 0 } }", "line 1, column 31"),
        ("fn route(net here, to) { 0 }", "line 1, column 14"),
        ("route(net, here, to) { 0 }", "line 1"),
        (
            "fn route(net, here, here) { 0 }",
            "two parameters are called here",
        ),
    ] {
        if !error(text).contains(sentence) {
            other.push(format!("{text}: {}", error(text)));
        }
    }
    assert_eq!(other, [""; 0], "{}", other.join("\n"));
}

/// An error in a function that `route` calls is reported in that function.
#[test]
fn an_error_is_reported_where_it_occurs_and_with_the_arguments() {
    let text =
        "fn route(net, here, to) {\n    far(net, to)\n}\nfn far(net, to) {\n    net.x(to + 100)\n}";
    let error = error(text);
    assert!(
        error.starts_with("line 5, column 9: a node must be"),
        "{error}"
    );
    assert!(
        error.ends_with(" (at node 1,0, for a message to 0,0)"),
        "{error}"
    );
}

/// An invalid offer is reported where it was returned, with the names used in the picture.
#[test]
fn an_invalid_offer_is_reported_where_it_was_returned() {
    let mut other = Vec::new();
    for (body, sentence) in [
        (
            "if here == 1 {\n  return 9;\n}\nnet.nearer(here, to)",
            "line 3, column 3: node 1,0 has no port 9: its ports are 0, 1, 2 (at node 1,0, for a \
             message to 0,0)",
        ),
        (
            "let offers = [];\noffers.push(#{ port: net.nearer(here, to)[0], vcs: 2 });\noffers",
            "line 4, column 1: virtual channel 2 does not exist: there are only channels 0 and 1 \
             (V is 2); choose more virtual channels, or offer one of these (at node",
        ),
        (
            "for d in 0..2 {}\n// 9\nif here == 1 { net.nearer(here, to) } else { 9 }",
            "line 4, column 1: node 2,0 has no port 9",
        ),
        (
            "let n = 0;\nwhile n < 1 {\n  n *= 1;\n}\nn",
            ": it takes more than 20000 steps; does a loop never end? (at node 1,0, for",
        ),
    ] {
        let error = error(&route(&format!("\n{body}\n")));
        if !error.contains(sentence) {
            other.push(format!("{body}: {error}"));
        }
    }
    assert_eq!(other, [""; 0], "{}", other.join("\n"));
    let endless = error(&route("\nlet n = 0;\nwhile n < 1 {\n}\n"));
    assert!(
        endless.starts_with("line 3, column 7: it takes"),
        "{endless}"
    );
    // The position is unknown where no variable is read.
    let endless = error(&route("\nloop {}\n"));
    assert!(
        endless.starts_with("line 1, column 1: it takes"),
        "{endless}"
    );
    let came =
        "fn route(net, here, to, came) { if came == () { net.nearer(here, to) } else { 9 } }";
    let came = error(came);
    assert!(came.contains(" that came from "), "{came}");
    assert!(came.contains(" on virtual channel 0)"), "{came}");
}

/// The page shows a message alone and capitalizes its first word, which must therefore not be a
/// keyword.
#[test]
fn no_message_begins_with_a_keyword() {
    let code = [
        "fn", "let", "for", "if", "while", "loop", "break", "vcs", "port", "escape", "route",
    ];
    let bodies = MISTAKES.iter().map(|(body, _)| *body);
    let offers = [
        "9",
        "#{ port: 0, vcs: 9 }",
        "#{ port: 0.5 }",
        "#{ vcs: 0 }",
        "#{ port: 0, escape: 1 }",
        "#{ port: 0, vcs: [] }",
        "\"a\"",
    ];
    let texts = bodies.chain(offers).map(route);
    let whole = [
        "",
        "fn route() {}",
        "fn route(net, here, to) {} fn route(net, here, to) {}",
    ];
    for text in texts.chain(whole.map(str::to_owned)) {
        let topology = crate::common::networks::build("mesh:3x3");
        let compiled =
            flitscope::custom::compile(&text, &*topology, 2, flitscope::custom::Budget::default());
        let Err(fault) = compiled else { continue };
        let first = fault.reason.split([' ', '(']).next().unwrap_or_default();
        assert!(!code.contains(&first), "{text}: {}", fault.reason);
        assert!(
            first == "Python's" || first.chars().all(char::is_lowercase),
            "{text}: {}",
            fault.reason
        );
    }
}
