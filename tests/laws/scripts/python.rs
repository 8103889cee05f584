//! Habits of Python: the sentence about each, its place, and where there is none.

use std::collections::BTreeSet;

use flitscope::script::python::HABITS;

use super::{error, route};

/// Bodies of functions, the place of a habit in the body, and the part of the sentence that names the
/// replacement.
fn habits_and_sentences() -> Vec<(String, (usize, usize), String)> {
    crate::common::refused::rows("python")
}

fn with_came(body: &str) -> String {
    format!("fn route(net, here, to, came) {{\n{body}\n}}")
}

#[test]
fn each_habit_is_told_at_its_place_with_the_replacement() {
    let mut other = Vec::new();
    for (body, (line, column), sentence) in habits_and_sentences() {
        let error = error(&with_came(&body));
        let place = format!("line {}, column {column}: ", line + 1);
        if !error.starts_with(&place) || !error.contains(&sentence) {
            other.push(format!("{body}: {error}"));
        }
    }
    assert_eq!(other, [""; 0], "{}", other.join("\n"));
}

/// The table above has an example of every habit.
#[test]
fn every_habit_is_tried() {
    let mut told: BTreeSet<&str> = BTreeSet::new();
    let errors = habits_and_sentences().into_iter();
    let errors = errors.map(|(body, ..)| error(&with_came(&body)));
    for error in errors {
        let is_of = |habit: &&flitscope::script::python::Habit| {
            error.contains(&format!("is written `{}` here", habit.here))
                || (habit.here.is_empty() && error.contains(habit.note))
        };
        told.extend(HABITS.iter().filter(is_of).map(|habit| habit.python));
    }
    let untold = HABITS
        .iter()
        .filter(|habit| habit.is_told() && !told.contains(habit.python));
    let untold: Vec<_> = untold.map(|habit| habit.python).collect();
    assert_eq!(untold, [""; 0]);
}

/// The column *here* of the table is valid where the one of Python is the same or means another
/// thing.
#[test]
fn what_needs_no_sentence_is_valid() {
    for body in [
        "let list = [1]; let x = 1; if x in list && x !in [2] { }",
        "let list = [1]; for p in list { } while here < 0 { }",
        "let list = [here]; len(list) + list.len + list[-1] + abs(-1) + min(1, 2) + max(1, 2);",
        "let a = 1 < here < 3; let b = 1 < here && here < 3;",
        "let all = #{}; let x = 7 ^ -1; let y = 1 << 3; let z = 7 / 2;",
        "let list = [1]; for (x, i) in list { } let more = [2]; list += more; list.index_of(2);",
        "let x = 1; let text = \"node \" + x.to_string();",
        "let and = 1; let range = 2; let from = 3; let f = and + range + from;",
    ] {
        let error = error(&route(&format!("{body}\nnet.nearer(here, to)")));
        assert_eq!(error, "", "{body}");
    }
}

/// A string with a text.
fn string(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\\\""))
}

#[test]
fn a_habit_in_a_comment_or_string_of_a_valid_script_is_not_told() {
    let lines = |line: fn(&str) -> String| {
        let lines = HABITS.iter().map(|habit| line(habit.python));
        lines.collect::<Vec<_>>().concat()
    };
    let comments = lines(|python| format!("// {python}\n"));
    let strings = lines(|python| string(python) + ";\n");
    for example in flitscope::custom::EXAMPLES {
        let network = crate::common::networks::up_to(20)
            .map(crate::common::networks::build)
            .find(|topology| example.place.has(&**topology));
        let network = network.expect("a network for each example");
        let texts = [
            [&comments, example.text, &comments].concat(),
            example
                .text
                .replacen("{\n", &format!("{{\n{strings}{comments}"), 1),
        ];
        for text in texts {
            let budget = flitscope::custom::Budget::default();
            let compiled = flitscope::custom::compile(&text, &*network, 2, budget);
            assert!(compiled.is_ok(), "{}: {:?}", example.id, compiled.err());
        }
    }
}

#[test]
fn a_habit_in_a_comment_or_string_is_not_told_for_another_error() {
    for habit in HABITS {
        let python = habit.python;
        let comment = error(&route(&format!("let q = 1 // {python}\nq")));
        assert!(
            comment.contains("a semicolon is missing"),
            "{python}: {comment}"
        );
        let string = error(&route(&format!("let q = {}\nq", string(python))));
        assert!(
            string.contains("a semicolon is missing"),
            "{python}: {string}"
        );
    }
    for body in [
        "let x = 7 // the seventh\nx",
        "let x = 7 // 7 of them\nx",
        "let x = 7 //\nx",
        "let x = here\nnot_yet(x)",
        "let x = 1 /* and */\nx",
    ] {
        let error = error(&route(body));
        assert!(error.contains("a semicolon is missing"), "{body}: {error}");
    }
    // A function of the script is not the one of Python.
    let own = "fn range(a, b) { a }\nfn route(net, here, to) { range(1) }";
    assert!(
        error(own).contains("there is no range of (a whole number)"),
        "{}",
        error(own)
    );
}
