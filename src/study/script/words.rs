//! Error messages for scripts that beginners can understand.
//!
//! No message starts with a part of the script: a message may be shown as a sentence with a capital
//! letter, but the language is case-sensitive.

use rhai::{Engine, EvalAltResult, LexError, ParseError, ParseErrorType, Position};

use super::brackets::unclosed;
use super::{Fault, Limits, limits, names_of, python};
use engine::catalog::{quoted, uncapitalized};

/// The message for a parse error.
pub(super) fn of_parse(error: &ParseError, engine: &Engine, text: &str) -> Fault {
    use ParseErrorType as Kind;
    let limits = limits(engine);
    if let Some(fault) = python::of_parse(error, text).or_else(|| not_closed(error, engine, text)) {
        return fault;
    }
    let reason = match error.err_type() {
        Kind::VariableUndefined(name) => nothing_called(name),
        Kind::UnexpectedEOF => "the text ends before it is complete".to_owned(),
        Kind::BadInput(error) => of_lexing(error),
        Kind::MissingToken(token, _) => missing(token),
        Kind::Reserved(symbol) | Kind::UnknownOperator(symbol) => no_symbol(symbol),
        Kind::VariableExpected => "the name of a variable is expected here".to_owned(),
        Kind::PropertyExpected => "a name is expected here".to_owned(),
        Kind::ExprExpected(_) => "a value is expected here".to_owned(),
        Kind::MismatchedType(wanted, given) if wanted == "a boolean expression" => no_truth(given),
        Kind::MismatchedType(wanted, given) => {
            format!("{} is expected here, not {}", kind(wanted), kind(given))
        }
        Kind::WrongFnDefinition => "a function must not be defined inside another".to_owned(),
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
            "only a variable, or an element of a list or map, can be assigned a value".to_owned()
        }
        Kind::ExprTooDeep => format!("expressions are nested more than {} deep", limits.depth),
        Kind::TooManyFunctions => {
            format!("there must be at most {} functions", limits.functions)
        }
        Kind::LiteralTooLarge(what, _) => too_large(what, limits),
        Kind::LoopBreak => "a break or continue is allowed only inside a loop".to_owned(),
        other => uncapitalized(&other.to_string()),
    };
    Fault::at(error.position(), reason)
}

/// The message for an unclosed bracket, if that may be the cause of a parse error.
fn not_closed(error: &ParseError, engine: &Engine, text: &str) -> Option<Fault> {
    use ParseErrorType as Kind;
    let is_possible = match error.err_type() {
        Kind::MissingToken(token, _) => matches!(&**token, "," | ")" | "]" | "}"),
        Kind::UnexpectedEOF | Kind::WrongFnDefinition => true,
        _ => false,
    };
    let bracket = unclosed(engine, text).filter(|_| is_possible)?;
    let (line, column) = (bracket.line, bracket.column);
    let found = Fault::at(error.position(), String::new());
    let is_before = (line, column) < (found.line, found.column);
    is_before.then(|| Fault {
        line,
        column,
        reason: format!("the {} of line {line} is not closed", bracket.symbol),
    })
}

/// The message for a run-time error; `defines` tells whether the script defines a function.
pub(super) fn of_run(
    error: &EvalAltResult,
    engine: &Engine,
    defines: impl Fn(&str) -> bool,
) -> Fault {
    use EvalAltResult as Kind;
    let (limits, names) = (limits(engine), names_of(engine));
    let inner = innermost(error);
    let reason = match inner {
        Kind::ErrorRuntime(value, _) | Kind::ErrorTerminated(value, _) => value.to_string(),
        Kind::ErrorFunctionNotFound(call, _) => no_function(call, &names, defines),
        Kind::ErrorVariableNotFound(name, _) => nothing_called(name),
        Kind::ErrorPropertyNotFound(name, _) => format!("the map has no {}", quoted(name)),
        Kind::ErrorDotExpr(message, _) => {
            // The message of rhai contains the name of the property in single quotes.
            let name = message.split('\'').nth(1);
            name.map_or_else(|| uncapitalized(message), |name| no_property(name, &names))
        }
        Kind::ErrorMismatchDataType(wanted, given, _) if wanted == "bool" => no_truth(given),
        Kind::ErrorMismatchDataType(wanted, given, _)
        | Kind::ErrorMismatchOutputType(wanted, given, _) => {
            format!("{} is expected here, not {}", kind(wanted), kind(given))
        }
        Kind::ErrorIndexingType(message, _) => {
            let given = message.split([' ', '[']).next().unwrap_or(message);
            format!("{} cannot be indexed with brackets", kind(given))
        }
        Kind::ErrorIndexNotFound(key, _) => format!("the map has no {}", quoted(&key.to_string())),
        Kind::ErrorArrayBounds(items, index, _) => {
            format!("the list has {items} values, counted from 0, and none at {index}")
        }
        Kind::ErrorStringBounds(characters, index, _) => {
            format!("the string has {characters} characters, counted from 0, and none at {index}")
        }
        Kind::ErrorBitFieldBounds(bits, index, _) => {
            format!("a number has {bits} bits, counted from 0, and none at {index}")
        }
        Kind::ErrorFor(_) => "a for loop iterates over a list or a range, such as 0..3".to_owned(),
        Kind::ErrorAssignmentToConstant(name, _) => constant(name),
        Kind::ErrorTooManyOperations(_) => {
            format!("it takes more than {} steps", limits.operations)
        }
        Kind::ErrorStackOverflow(_) => {
            format!("function calls are nested more than {} deep", limits.calls)
        }
        Kind::ErrorTooManyVariables(_) => {
            format!("there must be at most {} variables", limits.variables)
        }
        Kind::ErrorDataTooLarge(what, _) => too_large(what, limits),
        other => {
            let mut other = other.to_string();
            // The position is reported separately.
            if let Some(end) = other.rfind(" (line ") {
                other.truncate(end);
            }
            uncapitalized(&other)
        }
    };
    let position = match inner.position() {
        Position::NONE => error.position(),
        known => known,
    };
    Fault::at(position, reason)
}

/// The original error, without the function calls around it.
fn innermost(error: &EvalAltResult) -> &EvalAltResult {
    match error {
        EvalAltResult::ErrorInFunctionCall(_, _, inner, _) => innermost(inner),
        other => other,
    }
}

fn of_lexing(error: &LexError) -> String {
    match error {
        LexError::UnexpectedInput(text) | LexError::ImproperSymbol(text, _) => no_symbol(text),
        LexError::UnterminatedString => "a string has no closing quotation mark".to_owned(),
        LexError::MalformedEscapeSequence(text) => {
            format!("invalid escape sequence: {}", quoted(text))
        }
        LexError::MalformedNumber(text) => format!("invalid number: {}", quoted(text)),
        LexError::MalformedChar(_) => {
            "single quotation marks enclose one character; strings take double ones".to_owned()
        }
        LexError::MalformedIdentifier(text) => format!("invalid name: {}", quoted(text)),
        other => uncapitalized(&other.to_string()),
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
        other => format!("a token is missing before this: {other}"),
    }
}

/// The message for a symbol or word that is not part of the language, with its replacement.
fn no_symbol(symbol: &str) -> String {
    if matches!(symbol, "}" | ")" | "]" | ";" | ",") {
        return format!("a value is missing before {symbol}");
    }
    if symbol == "=" {
        return "a single = assigns a value to a variable; to compare, write ==".to_owned();
    }
    let what = if symbol.starts_with(char::is_alphabetic) {
        "word"
    } else {
        "symbol"
    };
    let instead = instead(symbol);
    format!(
        "the {what} {} is not part of the language{instead}",
        quoted(symbol)
    )
}

/// The replacement for a word or symbol of another language.
fn instead(symbol: &str) -> &'static str {
    match symbol {
        "===" => "; write ==",
        "!==" => "; write !=",
        "++" => "; write += 1",
        "--" => "; write -= 1",
        "var" => "; write let",
        "function" | "func" | "fun" => "; functions are defined with fn here",
        "elsif" => "; write else if",
        "null" | "nil" => "; write ()",
        "switch" | "match" | "case" => "; write if and else if",
        "this" => "; pass the value to the function as a parameter",
        _ => "",
    }
}

/// The message for a value of a type other than that of true and false.
fn no_truth(given: &str) -> String {
    let reason = format!("true or false is expected here, not {}", kind(given));
    match python::of_truth(given) {
        Some(habit) => format!("{reason}; {habit}"),
        None => reason,
    }
}

/// The message for an unknown function; `names` are those of the known functions, and `defines`
/// tells whether the script defines one.
fn no_function(call: &str, names: &str, defines: impl Fn(&str) -> bool) -> String {
    let (name, of) = call.split_once(" (").unwrap_or((call, ")"));
    let of = of.strip_suffix(')').unwrap_or(of);
    let types: Vec<_> = of.split(", ").filter(|of| !of.is_empty()).collect();
    let habit = match name {
        "!" => python::of_untruth(of),
        _ if defines(name) => None,
        _ => python::of_call(name, types.len()),
    };
    if let Some(habit) = habit {
        return habit;
    }
    if let Some(property) = name.strip_prefix("get$").or(name.strip_prefix("set$")) {
        return no_property(property, names);
    }
    if let Some(suggestion) = suggestion(name, names) {
        return format!("there is no {}; did you mean {suggestion}?", quoted(name));
    }
    let given: Vec<_> = types.into_iter().map(kind).collect();
    let given = given.join(", ");
    if given.is_empty() {
        format!("there is no {}() here", quoted(name))
    } else {
        format!("there is no {} of ({given})", quoted(name))
    }
}

fn no_property(name: &str, names: &str) -> String {
    match suggestion(name, names) {
        Some(suggestion) => format!("there is no .{name} here; did you mean {suggestion}?"),
        None => format!("there is no .{name} here"),
    }
}

fn nothing_called(name: &str) -> String {
    format!(
        "there is nothing named {} here{}",
        quoted(name),
        instead(name)
    )
}

/// The known name closest to a misspelled one, if it is close enough and none is equal.
fn suggestion<'a>(name: &str, names: &'a str) -> Option<&'a str> {
    let characters = name.chars().count();
    let most = match characters {
        0 | 1 => return None,
        2..=4 => 1,
        _ => 2,
    };
    let near = names
        .split_whitespace()
        .map(|known| (distance(name, known), known));
    let (distance, known) = near.min_by_key(|&(distance, _)| distance)?;
    (1..=most).contains(&distance).then_some(known)
}

/// The Levenshtein distance of two words: the number of characters to insert, delete or replace.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<_> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (before, character) in one.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], before + 1);
        for (index, &known) in other.iter().enumerate() {
            let replaced = diagonal + usize::from(character != known);
            diagonal = row[index + 1];
            row[index + 1] = replaced.min(diagonal + 1).min(row[index] + 1);
        }
    }
    row[other.len()]
}

fn constant(name: &str) -> String {
    if name.is_empty() {
        return "a value cannot be changed; only a variable can be assigned another".to_owned();
    }
    format!("the constant {} must not be changed", quoted(name))
}

fn too_large(what: &str, limits: Limits) -> String {
    if what.contains("string") {
        format!("a string must have at most {} bytes", limits.string_size)
    } else if what.contains("map") {
        format!("a map must have at most {} values", limits.items)
    } else {
        format!("a list must have at most {} values", limits.items)
    }
}

/// The name of a type in plain words.
pub(super) fn kind(name: &str) -> &str {
    match name {
        "i64" | "int" | "INT" => "a whole number",
        "f64" | "FLOAT" => "a number",
        "bool" => "true or false",
        "string" | "ImmutableString" | "&str | ImmutableString | String" => "a string",
        "char" => "a character",
        "array" | "an array" => "a list",
        "map" => "a map",
        "range" | "range=" => "a range",
        "()" => "nothing",
        "network" => "the network",
        "arrival" => "the arrival of a header",
        other => other,
    }
}
