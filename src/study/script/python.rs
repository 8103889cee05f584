//! Habits of Python, and how the same is written in the language of scripts.
//!
//! The table is the only source of the sentences about errors and of the table in the help, so that
//! they agree. A sentence only replaces the description of an error that the language has found: it
//! neither decides whether a script is valid nor changes how it runs. Words, symbols, calls and types
//! are recognized; at another habit the language describes its own rule.

use rhai::{LexError, ParseError, ParseErrorType as Kind};
use serde::{Deserialize, Serialize};

use super::Fault;

/// A habit of Python, and the replacement.
#[derive(Debug, Clone, Copy)]
pub struct Habit {
    pub python: &'static str,
    /// The same in the language of scripts; empty if there is no counterpart.
    pub here: &'static str,
    /// An explanation, without a full stop; may be empty.
    pub note: &'static str,
    cue: Cue,
}

/// A row of the table *Python ↔ here*.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HabitShown {
    pub python: String,
    /// The same in the language of scripts; empty if there is no counterpart.
    pub here: String,
    /// An explanation; may be empty.
    pub note: String,
}

/// The cue by which a habit is recognized where an error has occurred.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Cue {
    /// A word between two values.
    Infix(&'static str),
    /// Words that are no names of the script, and symbols.
    Words(&'static [&'static str]),
    Calls(&'static [&'static str]),
    /// A call of an unknown function with a number of arguments.
    CallOf(&'static str, usize),
    /// Values of these types where true or false is expected.
    Truth(&'static [&'static str]),
    /// Negations of values of these types.
    Untruth(&'static [&'static str]),
    /// None: it is valid here, or the description of the error is its own.
    Nothing,
}

const fn habit(python: &'static str, here: &'static str, cue: Cue) -> Habit {
    Habit {
        python,
        here,
        note: "",
        cue,
    }
}

impl Habit {
    const fn noted(self, note: &'static str) -> Self {
        Self { note, ..self }
    }

    /// Whether there is a sentence about it.
    pub fn is_told(&self) -> bool {
        self.cue != Cue::Nothing
    }

    /// The reason for an error, naming the example.
    fn reason(&self) -> String {
        self.reason_for(self.python)
    }

    /// The reason for an error at one of the words of a row.
    fn reason_at(&self, word: &str, words: &[&str]) -> String {
        let is_alone = words.len() == 1 && !self.here.is_empty();
        self.reason_for(if is_alone { self.python } else { word })
    }

    fn reason_for(&self, python: &str) -> String {
        let Self { here, note, .. } = self;
        if here.is_empty() {
            format!("Python's `{python}` has no counterpart here; {note}")
        } else if note.is_empty() {
            format!("Python's `{python}` is written `{here}` here")
        } else {
            format!("Python's `{python}` is written `{here}` here; {note}")
        }
    }

    /// The row of the table.
    pub fn shown(&self) -> HabitShown {
        HabitShown {
            python: self.python.to_owned(),
            here: self.here.to_owned(),
            note: self.note.to_owned(),
        }
    }
}

/// All habits, in the order of the table.
pub const HABITS: &[Habit] = &[
    habit("def f(x):", "fn f(x) { … }", Cue::Words(&["def"])),
    habit("if x > 1:", "if x > 1 { … }", Cue::Nothing)
        .noted("braces enclose a block, whatever its indentation"),
    habit("elif x > 1:", "else if x > 1 { … }", Cue::Words(&["elif"])),
    habit("else:", "else { … }", Cue::Nothing),
    habit("for p in list:", "for p in list { … }", Cue::Nothing),
    habit("while x < 4:", "while x < 4 { … }", Cue::Nothing),
    habit("pass", "{ }", Cue::Words(&["pass"])).noted("an empty block does nothing"),
    habit("# comment", "// comment", Cue::Words(&["#"])),
    habit("\"\"\"text\"\"\"", "// text", Cue::Nothing),
    habit("x = 1", "let x = 1;", Cue::Nothing)
        .noted("a variable is declared before it changes, and a semicolon ends a statement"),
    habit("x += 1", "let x = 0; x += 1;", Cue::Nothing)
        .noted("a variable is declared outside the loop or branch that changes it"),
    habit("N = 4", "fn n() { 4 }", Cue::Nothing)
        .noted("outside functions there are only functions"),
    habit("x: int = 1", "let x = 1;", Cue::Nothing).noted("no types are written"),
    habit("and", "&&", Cue::Infix("and")),
    habit("or", "||", Cue::Infix("or")),
    habit("not", "!(…)", Cue::Words(&["not"])),
    habit("is not", "!=", Cue::Infix("is not")),
    habit("is", "==", Cue::Infix("is")),
    habit("x in list", "x in list", Cue::Nothing),
    habit("x not in list", "x !in list", Cue::Infix("not in")),
    habit("a < b < c", "a < b && b < c", Cue::Nothing)
        .noted("Python's form is false here, whatever the numbers"),
    habit("True", "true", Cue::Words(&["True"])),
    habit("False", "false", Cue::Words(&["False"])),
    habit("None", "()", Cue::Words(&["None"])),
    habit("if x:", "if x != 0 { … }", Cue::Truth(&["i64", "a number"])),
    habit(
        "if list:",
        "if list.len > 0 { … }",
        Cue::Truth(&["array", "an array"]),
    ),
    habit(
        "if came:",
        "if came != () { … }",
        Cue::Truth(&["arrival", "()"]),
    ),
    habit("if not x:", "if x == 0 { … }", Cue::Untruth(&["i64"])),
    habit(
        "if not list:",
        "if list.len == 0 { … }",
        Cue::Untruth(&["array"]),
    ),
    habit(
        "if not came:",
        "if came == () { … }",
        Cue::Untruth(&["arrival", "()"]),
    ),
    habit("a if x else b", "if x { a } else { b }", Cue::Nothing),
    habit("range(4)", "0..4", Cue::CallOf("range", 1)),
    habit("range(1, 4)", "1..4", Cue::CallOf("range", 2)),
    habit(
        "range(0, 8, 2)",
        "let i = 0; while i < 8 { …; i += 2; }",
        Cue::CallOf("range", 3),
    ),
    habit(
        "for i, x in enumerate(list):",
        "for (x, i) in list { … }",
        Cue::Nothing,
    ),
    habit(
        "enumerate(list)",
        "for (x, i) in list { … }",
        Cue::Calls(&["enumerate"]),
    )
    .noted("the number of a value comes second"),
    habit("len(list)", "len(list)", Cue::Nothing).noted("or list.len"),
    habit("list[-1]", "list[-1]", Cue::Nothing),
    habit("list[1:3]", "", Cue::Nothing).noted("a loop over 1..3 takes the values one by one"),
    habit("list.append(x)", "list.push(x)", Cue::Calls(&["append"])),
    habit("list.extend(more)", "list += more", Cue::Calls(&["extend"])),
    habit("list.index(x)", "list.index_of(x)", Cue::Calls(&["index"])),
    habit(
        "[f(x) for x in list]",
        "let all = []; for x in list { all.push(f(x)); }",
        Cue::Nothing,
    ),
    habit("{\"port\": 2}", "#{ port: 2 }", Cue::Nothing),
    habit("{}", "#{}", Cue::Nothing).noted("{ } is an empty block"),
    habit("return a, b", "return [a, b];", Cue::Nothing).noted("several values are a list"),
    habit(
        "a, b = list",
        "let a = list[0]; let b = list[1];",
        Cue::Nothing,
    ),
    habit(
        "lambda x: x + 1",
        "fn next(x) { x + 1 }",
        Cue::Words(&["lambda"]),
    )
    .noted("every function has a name, and is defined outside the others"),
    habit("x // y", "x / y", Cue::Nothing)
        .noted("here // begins a comment, and / of whole numbers drops the fraction"),
    habit("x ** 2", "x * x", Cue::Words(&["**"])),
    habit("2 ** n", "1 << n", Cue::Nothing),
    habit("~x", "x ^ -1", Cue::Words(&["~"])),
    habit(
        "abs(x), min(a, b), max(a, b)",
        "abs(x), min(a, b), max(a, b)",
        Cue::Nothing,
    ),
    habit(
        "min(a, b, c)",
        "min(min(a, b), c)",
        Cue::Calls(&["min", "max"]),
    )
    .noted("min and max take two numbers"),
    habit(
        "sum(list)",
        "let sum = 0; for x in list { sum += x; }",
        Cue::Calls(&["sum"]),
    ),
    habit(
        "any(…), all(…)",
        "for x in list { if … { return true; } }",
        Cue::Calls(&["any", "all"]),
    ),
    habit(
        "sorted(list), zip(a, b), map(f, list)",
        "",
        Cue::Calls(&["sorted", "sort", "zip", "map", "filter"]),
    )
    .noted("a loop builds a list with push"),
    habit("int(x)", "x", Cue::Calls(&["int"]))
        .noted("the quotient of whole numbers is a whole number"),
    habit("str(x)", "x.to_string()", Cue::Calls(&["str"])),
    habit("'text'", "\"text\"", Cue::Nothing).noted("single quotation marks enclose one character"),
    habit("f\"node {x}\"", "\"node \" + x.to_string()", Cue::Nothing),
    habit("print(x)", "", Cue::Words(&["print"]))
        .noted("nothing is printed; an error names the message for which it occurs"),
    habit("import math", "", Cue::Words(&["import", "from"]))
        .noted("the functions at hand are listed in the help"),
    habit(
        "class, global, try, raise, assert, del, with, yield",
        "",
        Cue::Words(&[
            "class", "global", "nonlocal", "try", "raise", "assert", "del", "with", "yield",
        ]),
    )
    .noted("a script has only functions and their variables"),
];

/// The reason of the first habit that a test selects.
fn first(is_it: impl Fn(Cue) -> bool) -> Option<String> {
    let found = HABITS.iter().find(|habit| is_it(habit.cue));
    found.map(Habit::reason)
}

/// The fault for a parse error at a word or symbol of Python.
pub(super) fn of_parse(error: &ParseError, text: &str) -> Option<Fault> {
    let position = error.position();
    let line = text.lines().nth(position.line()?.checked_sub(1)?)?;
    let before = position.position()?.checked_sub(1)?;
    let (start, _) = line.char_indices().nth(before)?;
    let (before, rest) = line.split_at(start);
    let word = match error.err_type() {
        Kind::VariableUndefined(word)
        | Kind::Reserved(word)
        | Kind::UnknownOperator(word)
        | Kind::BadInput(LexError::ImproperSymbol(word, _)) => of_word(word),
        _ => None,
    };
    let infix = of_infix(rest).filter(|_| !before.trim().is_empty());
    let reason = infix.or(word)?;
    Some(Fault::at(position, reason))
}

/// The reason for an error at words between two values, with which the rest of a line begins.
fn of_infix(rest: &str) -> Option<String> {
    first(|cue| {
        let Cue::Infix(own) = cue else { return false };
        let after = rest.strip_prefix(own);
        after.is_some_and(|after| !after.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
    })
}

/// The reason for an error at a word that is no name of the script.
fn of_word(word: &str) -> Option<String> {
    HABITS.iter().find_map(|habit| match habit.cue {
        Cue::Words(own) if own.contains(&word) => Some(habit.reason_at(word, own)),
        _ => None,
    })
}

/// The reason for a call of an unknown function.
pub(super) fn of_call(name: &str, arguments: usize) -> Option<String> {
    HABITS.iter().find_map(|habit| match habit.cue {
        Cue::Calls(own) if own.contains(&name) => Some(habit.reason_at(name, own)),
        Cue::CallOf(own, count) if own == name && count == arguments => Some(habit.reason()),
        _ => None,
    })
}

/// The reason for a value of a type where true or false is expected.
pub(super) fn of_truth(kind: &str) -> Option<String> {
    first(|cue| matches!(cue, Cue::Truth(own) if own.contains(&kind)))
}

/// The reason for the negation of a value of a type.
pub(super) fn of_untruth(kind: &str) -> Option<String> {
    first(|cue| matches!(cue, Cue::Untruth(own) if own.contains(&kind)))
}
