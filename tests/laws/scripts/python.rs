//! Habits of Python: the sentence about each, its place, and where there is none.

use std::collections::BTreeSet;

use flitscope::script::python::HABITS;

use super::{error, route};

/// Bodies of functions with parameters `net`, `here`, `to` and `came`; the place of a habit in the
/// body; and the part of the sentence that names the replacement.
const HABITS_AND_SENTENCES: &[(&str, (usize, usize), &str)] = &[
    (
        "def far(x):\n  return x",
        (1, 1),
        "Python's `def f(x):` is written `fn f(x) { … }` here",
    ),
    (
        "if here == 1 { 0 }\nelif here == 2 { 0 }",
        (2, 1),
        "Python's `elif x > 1:` is written `else if x > 1 { … }` here",
    ),
    (
        "if here == 1 { pass }",
        (1, 16),
        "Python's `pass` is written `{ }` here",
    ),
    (
        "# the row first\n0",
        (1, 1),
        "Python's `# comment` is written `// comment` here",
    ),
    (
        "if here > 1 and to > 2 { 0 }",
        (1, 13),
        "Python's `and` is written `&&` here",
    ),
    ("[here and to]", (1, 7), "`&&`"),
    ("net.x(here and to)", (1, 12), "`&&`"),
    ("let x = `${here and to}`;", (1, 17), "`&&`"),
    (
        "let x = here > 1 or to > 2;",
        (1, 18),
        "Python's `or` is written `||` here",
    ),
    (
        "if not here == to { 0 }",
        (1, 4),
        "Python's `not` is written `!(…)` here",
    ),
    (
        "if came is None { 0 }",
        (1, 9),
        "Python's `is` is written `==` here",
    ),
    (
        "if came is not None { 0 }",
        (1, 9),
        "Python's `is not` is written `!=` here",
    ),
    (
        "if here not in [1] { 0 }",
        (1, 9),
        "Python's `x not in list` is written `x !in list` here",
    ),
    (
        "return True;",
        (1, 8),
        "Python's `True` is written `true` here",
    ),
    (
        "let x = False;",
        (1, 9),
        "Python's `False` is written `false` here",
    ),
    (
        "if came != None { 0 }",
        (1, 12),
        "Python's `None` is written `()` here",
    ),
    (
        "if here { 0 }",
        (1, 4),
        "not a whole number; Python's `if x:` is written `if x != 0 { … }` here",
    ),
    (
        "while net.ports(here) { 0 }",
        (1, 10),
        "not a list; Python's `if list:` is written `if list.len > 0 { … }` here",
    ),
    ("if [1] { 0 }", (1, 4), "`if list.len > 0 { … }`"),
    (
        "if came { 0 }",
        (1, 4),
        "Python's `if came:` is written `if came != () { … }` here",
    ),
    (
        "if !here { 0 }",
        (1, 4),
        "Python's `if not x:` is written `if x == 0 { … }` here",
    ),
    (
        "if !net.ports(here) { 0 }",
        (1, 4),
        "Python's `if not list:` is written `if list.len == 0 { … }` here",
    ),
    (
        "if !came { 0 }",
        (1, 4),
        "Python's `if not came:` is written `if came == () { … }` here",
    ),
    (
        "for i in range(4) { }",
        (1, 10),
        "Python's `range(4)` is written `0..4` here",
    ),
    (
        "for i in range(1, net.nodes) { }",
        (1, 10),
        "Python's `range(1, 4)` is written `1..4` here",
    ),
    (
        "for i in range(0, 8, 2) { }",
        (1, 10),
        "Python's `range(0, 8, 2)` is written",
    ),
    (
        "for p in enumerate([1]) { }",
        (1, 10),
        "Python's `enumerate(list)` is written `for (x, i) in list { … }` here",
    ),
    (
        "let x = []; x.append(1); x",
        (1, 15),
        "Python's `list.append(x)` is written `list.push(x)` here",
    ),
    (
        "let x = []; x.extend([1]); x",
        (1, 15),
        "Python's `list.extend(more)` is written `list += more` here",
    ),
    (
        "[here].index(1)",
        (1, 8),
        "Python's `list.index(x)` is written `list.index_of(x)` here",
    ),
    (
        "let next = lambda x: x + 1;",
        (1, 12),
        "Python's `lambda x: x + 1` is written `fn next(x) { x + 1 }` here",
    ),
    (
        "here ** 2",
        (1, 6),
        "Python's `x ** 2` is written `x * x` here",
    ),
    ("~here", (1, 1), "Python's `~x` is written `x ^ -1` here"),
    (
        "min(1, 2, 3)",
        (1, 1),
        "Python's `min` is written `min(min(a, b), c)` here",
    ),
    (
        "max(net.ports(here))",
        (1, 1),
        "min and max take two numbers",
    ),
    (
        "sum([1, 2])",
        (1, 1),
        "Python's `sum(list)` is written `let sum = 0; for x in list { sum += x; }` here",
    ),
    (
        "any([true])",
        (1, 1),
        "Python's `any` is written `for x in list { if … { return true; } }` here",
    ),
    (
        "sorted([2, 1])",
        (1, 1),
        "Python's `sorted` has no counterpart here; a loop",
    ),
    (
        "int(here / 2)",
        (1, 1),
        "Python's `int(x)` is written `x` here",
    ),
    (
        "str(here)",
        (1, 1),
        "Python's `str(x)` is written `x.to_string()` here",
    ),
    (
        "print(here)",
        (1, 1),
        "Python's `print` has no counterpart here; nothing is printed",
    ),
    (
        "import math",
        (1, 1),
        "Python's `import` has no counterpart here",
    ),
    (
        "from math import sqrt",
        (1, 1),
        "Python's `from` has no counterpart here",
    ),
    (
        "raise here",
        (1, 1),
        "Python's `raise` has no counterpart here",
    ),
    (
        "try { 0 }",
        (1, 1),
        "Python's `try` has no counterpart here",
    ),
];

fn with_came(body: &str) -> String {
    format!("fn route(net, here, to, came) {{\n{body}\n}}")
}

#[test]
fn each_habit_is_told_at_its_place_with_the_replacement() {
    let mut other = Vec::new();
    for &(body, (line, column), sentence) in HABITS_AND_SENTENCES {
        let error = error(&with_came(body));
        let place = format!("line {}, column {column}: ", line + 1);
        if !error.starts_with(&place) || !error.contains(sentence) {
            other.push(format!("{body}: {error}"));
        }
    }
    assert_eq!(other, [""; 0], "{}", other.join("\n"));
}

/// The table above has an example of every habit.
#[test]
fn every_habit_is_tried() {
    let mut told: BTreeSet<&str> = BTreeSet::new();
    let errors = HABITS_AND_SENTENCES
        .iter()
        .map(|(body, ..)| error(&with_came(body)));
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
