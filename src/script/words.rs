//! What is wrong with a text, in words that somebody understands who writes a first one.
//!
//! No sentence begins with something of the text: it can be told alone, with a capital letter, and
//! capital letters are others in the language.

use rhai::{Engine, EvalAltResult, LexError, ParseError, ParseErrorType, Position};

use super::brackets::unclosed;
use super::{Fault, Limits, limits, names_of};
use crate::catalog::quoted;

/// Why a text cannot be read.
pub(super) fn of_parse(error: &ParseError, engine: &Engine, text: &str) -> Fault {
    use ParseErrorType as Kind;
    let limits = limits(engine);
    if let Some(fault) = not_closed(error, engine, text) {
        return fault;
    }
    let reason = match error.err_type() {
        Kind::VariableUndefined(name) => nothing_called(name),
        Kind::UnexpectedEOF => "the text ends before it is complete".to_owned(),
        Kind::BadInput(error) => of_letters(error),
        Kind::MissingToken(token, _) => missing(token),
        Kind::Reserved(symbol) | Kind::UnknownOperator(symbol) => no_symbol(symbol),
        Kind::VariableExpected => "the name of a variable is expected here".to_owned(),
        Kind::PropertyExpected => "a name is expected here".to_owned(),
        Kind::ExprExpected(_) => "a value is expected here".to_owned(),
        Kind::MismatchedType(wanted, given) => {
            format!("{} is expected here, not {}", kind(wanted), kind(given))
        }
        Kind::WrongFnDefinition => "a function must not be defined inside of another".to_owned(),
        Kind::FnMissingName => "a function must have a name: fn route(net, here, to)".to_owned(),
        Kind::FnMissingParams(name) => format!(
            "the parameters of {} are missing, in parentheses",
            quoted(name)
        ),
        Kind::FnMissingBody(name) => {
            format!(
                "the function {} has no body between {{ and }}",
                quoted(name)
            )
        }
        Kind::FnDuplicatedDefinition(name, _) => {
            format!("the function {} is defined twice", quoted(name))
        }
        Kind::FnDuplicatedParam(_, name) => {
            format!("two parameters are called {}", quoted(name))
        }
        Kind::DuplicatedProperty(name) => format!("the map has {} twice", quoted(name)),
        Kind::AssignmentToConstant(name) => constant(name),
        Kind::AssignmentToInvalidLHS(_) => {
            "only a variable, or a place in a list or map, can be given a value".to_owned()
        }
        Kind::ExprTooDeep => format!("parts are nested more than {} deep", limits.depth),
        Kind::TooManyFunctions => {
            format!("there must be at most {} functions", limits.functions)
        }
        Kind::LiteralTooLarge(what, _) => too_large(what, limits),
        Kind::LoopBreak => "a break or continue belongs inside of a loop".to_owned(),
        other => lower_first(&other.to_string()),
    };
    at(error.position(), reason)
}

/// That something is opened and never closed, where that is why a text cannot be read.
fn not_closed(error: &ParseError, engine: &Engine, text: &str) -> Option<Fault> {
    use ParseErrorType as Kind;
    let is_possible = match error.err_type() {
        Kind::MissingToken(token, _) => matches!(&**token, "," | ")" | "]" | "}"),
        Kind::UnexpectedEOF | Kind::WrongFnDefinition => true,
        _ => false,
    };
    let sign = unclosed(engine, text).filter(|_| is_possible)?;
    let (line, column) = (sign.line, sign.column);
    let found = at(error.position(), String::new());
    let is_before = (line, column) < (found.line, found.column);
    is_before.then(|| Fault {
        line,
        column,
        reason: format!("the {} of line {line} is not closed", sign.sign),
    })
}

/// Why a text has no value.
pub(super) fn of_run(error: &EvalAltResult, engine: &Engine) -> Fault {
    use EvalAltResult as Kind;
    let (limits, names) = (limits(engine), names_of(engine));
    let inner = innermost(error);
    let reason = match inner {
        Kind::ErrorRuntime(value, _) | Kind::ErrorTerminated(value, _) => value.to_string(),
        Kind::ErrorFunctionNotFound(call, _) => no_function(call, &names),
        Kind::ErrorVariableNotFound(name, _) => nothing_called(name),
        Kind::ErrorPropertyNotFound(name, _) => format!("the map has no {}", quoted(name)),
        Kind::ErrorDotExpr(told, _) => {
            // The name of the property is told in single quotes.
            let name = told.split('\'').nth(1);
            name.map_or_else(|| lower_first(told), |name| no_property(name, &names))
        }
        Kind::ErrorMismatchDataType(wanted, given, _)
        | Kind::ErrorMismatchOutputType(wanted, given, _) => {
            format!("{} is expected here, not {}", kind(wanted), kind(given))
        }
        Kind::ErrorIndexingType(told, _) => {
            let given = told.split([' ', '[']).next().unwrap_or(told);
            format!("{} has no places in brackets", kind(given))
        }
        Kind::ErrorIndexNotFound(key, _) => format!("the map has no {}", quoted(&key.to_string())),
        Kind::ErrorArrayBounds(items, index, _) => {
            format!("the list has {items} values, counted from 0, and none at {index}")
        }
        Kind::ErrorStringBounds(letters, index, _) => {
            format!("the text has {letters} letters, counted from 0, and none at {index}")
        }
        Kind::ErrorBitFieldBounds(bits, index, _) => {
            format!("a number has {bits} bits, counted from 0, and none at {index}")
        }
        Kind::ErrorFor(_) => {
            "a loop with for goes through a list or a range, such as 0..3".to_owned()
        }
        Kind::ErrorAssignmentToConstant(name, _) => constant(name),
        Kind::ErrorTooManyOperations(_) => {
            format!("it takes more than {} steps", limits.operations)
        }
        Kind::ErrorStackOverflow(_) => {
            format!("functions call each other more than {} deep", limits.calls)
        }
        Kind::ErrorTooManyVariables(_) => {
            format!("there must be at most {} variables", limits.variables)
        }
        Kind::ErrorDataTooLarge(what, _) => too_large(what, limits),
        other => {
            let mut other = other.to_string();
            // Where it happened is told beside it.
            if let Some(end) = other.rfind(" (line ") {
                other.truncate(end);
            }
            lower_first(&other)
        }
    };
    let position = match inner.position() {
        Position::NONE => error.position(),
        known => known,
    };
    at(position, reason)
}

/// The error in the function in which it came up.
fn innermost(error: &EvalAltResult) -> &EvalAltResult {
    match error {
        EvalAltResult::ErrorInFunctionCall(_, _, inner, _) => innermost(inner),
        other => other,
    }
}

fn of_letters(error: &LexError) -> String {
    match error {
        LexError::UnexpectedInput(text) | LexError::ImproperSymbol(text, _) => no_symbol(text),
        LexError::UnterminatedString => "a text has no closing quotation mark".to_owned(),
        LexError::MalformedEscapeSequence(text) => {
            format!("the sequence {} stands for no letter", quoted(text))
        }
        LexError::MalformedNumber(text) => format!("this is no number: {}", quoted(text)),
        LexError::MalformedChar(_) => {
            "single quotation marks hold one letter, texts have double ones".to_owned()
        }
        LexError::MalformedIdentifier(text) => format!("this is no name: {}", quoted(text)),
        other => lower_first(&other.to_string()),
    }
}

fn missing(token: &str) -> String {
    match token {
        ";" => "a semicolon is missing before this".to_owned(),
        "{" => "an opening brace { is missing before this".to_owned(),
        "}" => "a closing brace } is missing before this".to_owned(),
        "(" => "an opening parenthesis ( is missing before this".to_owned(),
        ")" => "a closing parenthesis ) is missing before this".to_owned(),
        "]" => "a closing bracket ] is missing before this".to_owned(),
        "," => "a comma is missing before this".to_owned(),
        other => format!("a sign is missing before this: {other}"),
    }
}

/// Symbols and words that are none of this language, and what to write instead.
fn no_symbol(symbol: &str) -> String {
    if matches!(symbol, "}" | ")" | "]" | ";" | ",") {
        return format!("a value is missing before {symbol}");
    }
    if symbol == "=" {
        return "a single = gives a value to a variable; to compare, write ==".to_owned();
    }
    let what = if symbol.starts_with(char::is_alphabetic) {
        "word"
    } else {
        "sign"
    };
    let instead = instead(symbol);
    format!(
        "the {what} {} is not part of the language{instead}",
        quoted(symbol)
    )
}

/// What to write for a word or sign of another language.
fn instead(symbol: &str) -> &'static str {
    match symbol {
        "===" => "; write ==",
        "!==" => "; write !=",
        "++" => "; write += 1",
        "--" => "; write -= 1",
        "and" => "; write &&",
        "or" => "; write ||",
        "not" => "; write !",
        "var" => "; write let",
        "function" | "def" | "func" | "fun" => "; functions are defined with fn here",
        "True" => "; write true",
        "False" => "; write false",
        "elif" | "elsif" => "; write else if",
        "null" | "None" | "nil" => "; write ()",
        "switch" | "match" | "case" => "; write if and else if",
        "this" => "; give the value to the function as a parameter",
        _ => "",
    }
}

/// `names`: those of functions that there are.
fn no_function(call: &str, names: &str) -> String {
    let (name, of) = call.split_once(" (").unwrap_or((call, ")"));
    if let Some(property) = name.strip_prefix("get$").or(name.strip_prefix("set$")) {
        return no_property(property, names);
    }
    if let Some(meant) = meant(name, names) {
        return format!("there is no {}; did you mean {meant}?", quoted(name));
    }
    let given: Vec<_> = of.trim_end_matches(')').split(", ").map(kind).collect();
    let given = given.join(", ");
    if given.is_empty() {
        format!("there is no {}() here", quoted(name))
    } else {
        format!("there is no {} of ({given})", quoted(name))
    }
}

fn no_property(name: &str, names: &str) -> String {
    match meant(name, names) {
        Some(meant) => format!("there is no .{name} here; did you mean {meant}?"),
        None => format!("there is no .{name} here"),
    }
}

fn nothing_called(name: &str) -> String {
    format!("nothing is called {} here{}", quoted(name), instead(name))
}

/// The nearest of some names, if one is so near that it may be meant and none is the same.
fn meant<'a>(name: &str, names: &'a str) -> Option<&'a str> {
    let letters = name.chars().count();
    let most = match letters {
        0 | 1 => return None,
        2..=4 => 1,
        _ => 2,
    };
    let near = names
        .split_whitespace()
        .map(|known| (changes(name, known), known));
    let (changes, known) = near.min_by_key(|&(changes, _)| changes)?;
    (1..=most).contains(&changes).then_some(known)
}

/// How many letters are to be put in, taken out or replaced to make one word another (Levenshtein).
fn changes(one: &str, other: &str) -> usize {
    let other: Vec<_> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (before, letter) in one.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], before + 1);
        for (index, &known) in other.iter().enumerate() {
            let replaced = diagonal + usize::from(letter != known);
            diagonal = row[index + 1];
            row[index + 1] = replaced.min(diagonal + 1).min(row[index] + 1);
        }
    }
    row[other.len()]
}

fn constant(name: &str) -> String {
    if name.is_empty() {
        return "a value must not be changed; only a variable can be given another".to_owned();
    }
    format!("the constant {} must not be changed", quoted(name))
}

fn too_large(what: &str, limits: Limits) -> String {
    if what.contains("string") {
        format!("a text must have at most {} letters", limits.letters)
    } else if what.contains("map") {
        format!("a map must have at most {} values", limits.items)
    } else {
        format!("a list must have at most {} values", limits.items)
    }
}

/// A type by a name that needs no explanation.
pub(super) fn kind(name: &str) -> &str {
    match name {
        "i64" | "int" | "INT" => "a whole number",
        "f64" | "FLOAT" => "a number",
        "bool" => "true or false",
        "string" | "ImmutableString" | "&str | ImmutableString | String" => "a text",
        "char" => "a letter",
        "array" => "a list",
        "map" => "a map",
        "range" | "range=" => "a range",
        "()" => "nothing",
        "network" => "the network",
        "arrival" => "how a header came",
        other => other,
    }
}

pub(super) fn at(position: Position, reason: String) -> Fault {
    Fault {
        line: position.line().unwrap_or(0),
        column: position.position().unwrap_or(0),
        reason,
    }
}

fn lower_first(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_lowercase);
    first.chain(letters).collect()
}
