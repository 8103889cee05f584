//! Common mistakes of beginners, and the error messages about them.

use super::{error, route, rows};

#[test]
fn a_beginners_mistakes_are_reported_where_they_occur() {
    let mut other = Vec::new();
    for (body, sentence) in &rows("script") {
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
    for (text, sentence) in &rows("whole_script") {
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
    let mistakes = rows("script");
    let bodies = mistakes.iter().map(|(body, _)| &**body);
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
