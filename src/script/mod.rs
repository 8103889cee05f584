//! The small language of queries and routing functions: rhai, bounded.
//!
//! Whatever a person, or a file from a stranger, writes in it can do nothing but compute: no
//! files, no modules, no clock, no printing, and only so many operations. Integers and floats follow
//! IEEE 754 and need no library of the platform, so a text has one value, native and WebAssembly;
//! powers, which would, are switched off.

use std::fmt;
use std::sync::Once;

use rhai::packages::{
    ArithmeticPackage, BasicArrayPackage, BasicIteratorPackage, BasicMapPackage,
    BasicStringPackage, LogicPackage, Package as _,
};
use rhai::{
    AST, Dynamic, Engine, EvalAltResult, FuncArgs, ParseError, ParseErrorType, Position, Scope,
};

use crate::catalog::quoted;

/// Steps that one evaluation may take.
const MOST_OPERATIONS: u64 = 200_000;

/// How deeply parts of an expression may be nested.
const MOST_DEPTH: usize = 48;

/// The longest text, in letters, and the longest list.
const MOST_ITEMS: usize = 10_000;

/// Why a text is no expression, or has no value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Where, from 1; 0 where that is not known.
    pub line: usize,
    /// The letter of the line, from 1.
    pub column: usize,
    /// What is wrong there, without a full stop.
    pub reason: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if let Some(place) = self.place() {
            write!(f, "{place}: ")?;
        }
        f.write_str(&self.reason)
    }
}

impl Fault {
    /// `line 3, column 5`, where that is known.
    pub fn place(&self) -> Option<String> {
        let (line, column) = (self.line, self.column);
        (line > 0).then(|| format!("line {line}, column {column}"))
    }

    /// Of a text as a whole.
    pub fn anywhere(reason: String) -> Self {
        Self {
            line: 0,
            column: 0,
            reason,
        }
    }
}

/// What a function of the language gives back, or why it cannot.
pub type Given<T> = Result<T, Box<EvalAltResult>>;

/// An engine for expressions, to which their functions are still to be added.
pub fn engine() -> Engine {
    // Without a seed, the tables of functions would be in another order in every build.
    static SEEDED: Once = Once::new();
    SEEDED.call_once(|| {
        let _ = rhai::config::hashing::set_hashing_seed(Some([1, 2, 3, 4]));
    });
    let mut engine = Engine::new_raw();
    ArithmeticPackage::new().register_into_engine(&mut engine);
    LogicPackage::new().register_into_engine(&mut engine);
    BasicArrayPackage::new().register_into_engine(&mut engine);
    BasicIteratorPackage::new().register_into_engine(&mut engine);
    BasicMapPackage::new().register_into_engine(&mut engine);
    BasicStringPackage::new().register_into_engine(&mut engine);
    engine
        .set_max_operations(MOST_OPERATIONS)
        .set_max_call_levels(16)
        .set_max_expr_depths(MOST_DEPTH, MOST_DEPTH)
        .set_max_string_size(MOST_ITEMS)
        .set_max_array_size(MOST_ITEMS)
        .set_max_map_size(MOST_ITEMS)
        .set_max_strings_interned(0)
        .set_allow_looping(false)
        .set_strict_variables(true)
        .set_fail_on_invalid_map_property(true);
    for symbol in ["eval", "print", "debug", "**", "**="] {
        engine.disable_symbol(symbol);
    }
    arithmetic(&mut engine);
    engine
}

/// An engine for functions that somebody defines, each call of which may take so many steps.
pub fn engine_of_functions(most_operations: u64) -> Engine {
    let mut engine = engine();
    engine
        .set_allow_looping(true)
        .set_max_operations(most_operations);
    engine
}

/// A text with the definitions of functions.
pub fn compile(engine: &Engine, text: &str) -> Result<AST, Fault> {
    engine.compile(text).map_err(|error| of_parse(&error))
}

/// The value of a function that a text defines.
pub fn call(engine: &Engine, ast: &AST, name: &str, args: impl FuncArgs) -> Result<Dynamic, Fault> {
    let called = engine.call_fn(&mut Scope::new(), ast, name, args);
    called.map_err(|error| of_run(&error))
}

/// What people expect of numbers.
fn arithmetic(engine: &mut Engine) {
    engine
        .register_fn("abs", |x: i64| x.saturating_abs())
        .register_fn("abs", |x: f64| x.abs())
        .register_fn("float", |x: i64| x as f64)
        .register_fn("float", |x: f64| x)
        .register_fn("round", |x: f64| x.round())
        .register_fn("floor", |x: f64| x.floor())
        .register_fn("ceiling", |x: f64| x.ceil())
        .register_fn("sqrt", |x: f64| x.sqrt())
        .register_fn("min", |x: i64, y: i64| x.min(y))
        .register_fn("max", |x: i64, y: i64| x.max(y))
        .register_fn("min", |x: f64, y: f64| x.min(y))
        .register_fn("max", |x: f64, y: f64| x.max(y));
}

/// The value of an expression, with these names standing for these values.
pub fn evaluate(engine: &Engine, text: &str, names: &[(&str, Dynamic)]) -> Result<Dynamic, Fault> {
    let mut scope = Scope::new();
    for (name, value) in names {
        scope.push_constant_dynamic(*name, value.clone());
    }
    let ast = engine
        .compile_expression_with_scope(&scope, text)
        .map_err(|error| of_parse(&error))?;
    engine
        .eval_ast_with_scope(&mut scope, &ast)
        .map_err(|error| of_run(&error))
}

/// Says what a function was asked for in vain.
pub fn refuse<T>(reason: impl Into<String>) -> Given<T> {
    let reason: String = reason.into();
    Err(EvalAltResult::ErrorRuntime(reason.into(), Position::NONE).into())
}

fn of_parse(error: &ParseError) -> Fault {
    let reason = match error.err_type() {
        ParseErrorType::VariableUndefined(name) => nothing_called(name),
        other => lower_first(&other.to_string()),
    };
    at(error.position(), reason)
}

fn of_run(error: &EvalAltResult) -> Fault {
    let reason = match error.unwrap_inner() {
        EvalAltResult::ErrorRuntime(value, _) => value.to_string(),
        EvalAltResult::ErrorFunctionNotFound(call, _) => {
            let (name, of) = call.split_once(" (").unwrap_or((call, ")"));
            match of.trim_end_matches(')') {
                "" => format!("there is no {}() here", quoted(name)),
                of => format!("there is no {} of ({of})", quoted(name)),
            }
        }
        EvalAltResult::ErrorVariableNotFound(name, _) => nothing_called(name),
        EvalAltResult::ErrorTooManyOperations(_) => {
            format!("it takes more than {MOST_OPERATIONS} steps")
        }
        other => {
            let mut other = other.to_string();
            // Where it happened is told beside it.
            if let Some(end) = other.rfind(" (line ") {
                other.truncate(end);
            }
            lower_first(&other)
        }
    };
    at(error.position(), reason)
}

fn nothing_called(name: &str) -> String {
    format!("nothing is called {} here", quoted(name))
}

fn at(position: Position, reason: String) -> Fault {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> String {
        match evaluate(&engine(), text, &[("answer", Dynamic::from(7_i64))]) {
            Ok(value) => value.to_string(),
            Err(fault) => fault.to_string(),
        }
    }

    #[test]
    fn an_expression_has_a_value() {
        for (text, value) in [
            ("1 + 2 * answer", "15"),
            ("answer == 7 && !(answer > 9)", "true"),
            ("[1, 2, 3].len() + [4][0]", "7"),
            ("max(abs(-3), 2)", "3"),
            ("float(7) / 2.0", "3.5"),
            ("if answer > 3 { \"more\" } else { \"less\" }", "more"),
        ] {
            assert_eq!(told(text), value, "{text}");
        }
    }

    #[test]
    fn what_is_wrong_is_told_where_it_stands() {
        for (text, reason) in [
            ("1 +", "line 1, column 4: script is incomplete"),
            ("1 + anser", "line 1, column 5: nothing is called anser"),
            ("flow(3)", "line 1, column 1: there is no flow of (i64)"),
            ("1 / 0", "line 1, column 3: division by zero"),
        ] {
            assert!(told(text).starts_with(reason), "{text}: {}", told(text));
        }
    }

    #[test]
    fn an_expression_can_do_nothing_but_compute() {
        for text in [
            "eval(\"1\")",
            "print(1)",
            "2 ** 3",
            "while true {}",
            "loop {}",
            "import \"x\"",
            "let x = 1; x",
            "fn f() { f() }",
        ] {
            assert!(evaluate(&engine(), text, &[]).is_err(), "{text}");
        }
        let nested = format!("{}1{}", "(".repeat(200), ")".repeat(200));
        assert!(evaluate(&engine(), &nested, &[]).is_err());
        let long = vec!["[1,2,3]"; 20_000].join("+");
        assert!(evaluate(&engine(), &long, &[]).is_err());
    }
}
