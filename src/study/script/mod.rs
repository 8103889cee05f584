//! The scripting language of queries and routing functions: rhai with limits.
//!
//! Scripts, including files from untrusted sources, can only compute: they have no access to files,
//! modules, clocks or output, and the number of operations is limited. Integer and IEEE 754
//! floating-point arithmetic need no platform library, so a script has the same value in native
//! code and WebAssembly; powers, which would need one, are disabled.
//!
//! [`Expressions`] evaluates single expressions, [`Functions`] calls functions defined by a script.
//! Both use engines that count [`Steps`]; there are no others.

mod account;
mod brackets;
mod exits;
mod functions;
mod order;
pub mod python;
mod words;

use std::fmt;
use std::sync::Once;

use rhai::packages::{
    ArithmeticPackage, BasicArrayPackage, BasicIteratorPackage, BasicMapPackage,
    BasicStringPackage, LogicPackage, Package as _,
};
use rhai::{Dynamic, Engine, EvalAltResult, Position, Scope};
use serde::{Deserialize, Serialize};

pub use account::Steps;
pub use functions::Functions;

#[derive(Debug, Clone, Copy)]
struct Limits {
    /// The maximum number of steps per evaluation.
    operations: u64,
    /// The maximum nesting depth of expressions.
    depth: usize,
    /// The maximum depth of function calls.
    calls: usize,
    functions: usize,
    variables: usize,
    /// The maximum length of strings \[bytes\].
    string_size: usize,
    /// The maximum length of lists and maps.
    items: usize,
}

const OF_EXPRESSIONS: Limits = Limits {
    operations: 200_000,
    depth: 48,
    calls: 16,
    functions: 50,
    variables: 1000,
    string_size: 10_000,
    items: 10_000,
};

/// An error of a script, at parse time or at run time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// The line, from 1; 0 if unknown.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The description, without a full stop.
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
    /// The position as `line 3, column 5`, if known.
    pub fn place(&self) -> Option<String> {
        let (line, column) = (self.line, self.column);
        (line > 0).then(|| format!("line {line}, column {column}"))
    }

    /// An error at a position of the language.
    fn at(position: Position, reason: String) -> Self {
        Self {
            line: position.line().unwrap_or(0),
            column: position.position().unwrap_or(0),
            reason,
        }
    }

    /// An error of the script as a whole.
    pub fn anywhere(reason: String) -> Self {
        Self {
            line: 0,
            column: 0,
            reason,
        }
    }
}

/// The result of a function provided to scripts.
pub type Given<T> = Result<T, Box<EvalAltResult>>;

#[derive(Debug)]
pub struct Expressions {
    engine: Engine,
    steps: Steps,
}

impl Default for Expressions {
    /// An evaluator with only the functions of the language.
    fn default() -> Self {
        let most = OF_EXPRESSIONS.operations;
        let steps = Steps::new(most, most);
        let mut engine = engine_within(OF_EXPRESSIONS, &steps);
        ArithmeticPackage::new().register_into_engine(&mut engine);
        LogicPackage::new().register_into_engine(&mut engine);
        BasicArrayPackage::new().register_into_engine(&mut engine);
        BasicIteratorPackage::new().register_into_engine(&mut engine);
        BasicMapPackage::new().register_into_engine(&mut engine);
        BasicStringPackage::new().register_into_engine(&mut engine);
        engine.set_allow_looping(false);
        arithmetic(&mut engine);
        order::order(&mut engine);
        Self { engine, steps }
    }
}

impl Expressions {
    /// Adds functions that expressions can call.
    pub fn equip(&mut self, equip: impl FnOnce(&mut Engine)) {
        equip(&mut self.engine);
    }

    /// Evaluates an expression in which the given names have the given values.
    ///
    /// # Errors
    /// Returns the parse error or run-time error, or the limit that the expression exceeds.
    pub fn value(&self, text: &str, names: &[(&str, Dynamic)]) -> Result<Dynamic, Fault> {
        let mut scope = Scope::new();
        for (name, value) in names {
            scope.push_constant_dynamic(*name, value.clone());
        }
        let engine = &self.engine;
        let ast = engine
            .compile_expression_with_scope(&scope, text)
            .map_err(|error| words::of_parse(&error, engine, text))?;
        self.steps.begin(&ast);
        engine
            .eval_ast_with_scope(&mut scope, &ast)
            .map_err(|error| words::of_run(&error, engine, |_| false))
    }
}

/// An engine with limits and a step counter but without functions.
///
/// All engines are created here, so that none is without limits, and because functions registered
/// before the hashing seed is set cannot be found afterwards.
fn engine_within(limits: Limits, steps: &Steps) -> Engine {
    // Without a fixed seed, the order of function tables would change with every build.
    static SEEDED: Once = Once::new();
    SEEDED.call_once(|| {
        let _ = rhai::config::hashing::set_hashing_seed(Some([1, 2, 3, 4]));
    });
    #[expect(
        clippy::disallowed_methods,
        reason = "it is given its limits and its account here"
    )]
    let mut engine = Engine::new_raw();
    engine
        .set_max_operations(limits.operations)
        .set_max_call_levels(limits.calls)
        .set_max_expr_depths(limits.depth, limits.depth)
        .set_max_functions(limits.functions)
        .set_max_variables(limits.variables)
        .set_max_string_size(limits.string_size)
        .set_max_array_size(limits.items)
        .set_max_map_size(limits.items)
        .set_max_strings_interned(0)
        .set_strict_variables(true)
        .set_fail_on_invalid_map_property(true);
    for symbol in ["eval", "print", "debug", "**", "**=", "this"] {
        engine.disable_symbol(symbol);
    }
    steps.watch(&mut engine);
    engine
}

fn limits(engine: &Engine) -> Limits {
    Limits {
        operations: engine.max_operations(),
        depth: engine.max_expr_depth(),
        calls: engine.max_call_levels(),
        functions: engine.max_functions(),
        variables: engine.max_variables(),
        string_size: engine.max_string_size(),
        items: engine.max_array_size(),
    }
}

/// Adds the names of functions of an engine, separated by spaces, for suggestions when a script
/// calls an unknown function. An engine cannot list the functions registered with it.
pub fn known(engine: &mut Engine, names: &str) {
    let all = format!("{} {names}", names_of(engine));
    engine.set_default_tag(all);
}

fn names_of(engine: &Engine) -> String {
    let names = engine.default_tag().clone();
    names.into_string().unwrap_or_default()
}

/// Registers the usual functions of numbers.
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

/// The type of a value, in a few words.
pub fn kind(value: &Dynamic) -> String {
    words::kind(value.type_name()).to_owned()
}

/// A run-time error with the given reason.
pub fn refuse<T>(reason: impl Into<String>) -> Given<T> {
    let reason: String = reason.into();
    Err(EvalAltResult::ErrorRuntime(reason.into(), Position::NONE).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(text: &str) -> String {
        match Expressions::default().value(text, &[("answer", Dynamic::from(7_i64))]) {
            Ok(value) => value.to_string(),
            Err(fault) => fault.to_string(),
        }
    }

    fn is_refused(text: &str) -> bool {
        Expressions::default().value(text, &[]).is_err()
    }

    #[test]
    fn expressions_are_evaluated() {
        for (text, value) in [
            ("1 + 2 * answer", "15"),
            ("answer == 7 && !(answer > 9)", "true"),
            ("[1, 2, 3].len() + [4][0]", "7"),
            ("max(abs(-3), 2)", "3"),
            ("float(7) / 2.0", "3.5"),
            ("if answer > 3 { \"more\" } else { \"less\" }", "more"),
        ] {
            assert_eq!(outcome(text), value, "{text}");
        }
    }

    #[test]
    fn errors_are_reported_with_their_position() {
        for (text, reason) in [
            (
                "1 +",
                "line 1, column 4: the text ends before it is complete",
            ),
            (
                "1 + anser",
                "line 1, column 5: there is nothing named anser",
            ),
            (
                "flow(3)",
                "line 1, column 1: there is no flow of (a whole number)",
            ),
            ("1 / 0", "line 1, column 3: division by zero"),
            (
                "if answer = 7 { 1 } else { 2 }",
                "line 1, column 11: a single = assigns a value to a variable; to compare, write ==",
            ),
            ("[1, 2", "line 1, column 1: the [ of line 1 is not closed"),
            (
                "True",
                "line 1, column 1: Python's `True` is written `true` here",
            ),
        ] {
            assert!(
                outcome(text).starts_with(reason),
                "{text}: {}",
                outcome(text)
            );
        }
    }

    #[test]
    fn expressions_can_only_compute() {
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
            assert!(is_refused(text), "{text}");
        }
        let nested = format!("{}1{}", "(".repeat(200), ")".repeat(200));
        assert!(is_refused(&nested));
        let long = vec!["[1,2,3]"; 20_000].join("+");
        assert!(is_refused(&long));
    }
}
