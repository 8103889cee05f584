//! The language of user-written functions: numbers, strings, lists, maps and loops.
//!
//! There are no anonymous functions and no function pointers, so no value of a script outlives a
//! call. [`Steps`] counts the cost of calls, which limits the time and memory that a script takes.

use std::fmt;

use rhai::packages::{ArithmeticPackage, LogicPackage, Package as _};
use rhai::{
    AST, Array, CallFnOptions, Dynamic, Engine, FuncArgs, ImmutableString, Map, Scope, Token,
};

use super::brackets::tokens;
use super::exits::{self, Exits};
use super::{Fault, Given, Limits, Steps, arithmetic, engine_within, known, refuse, words};

const LIMITS: Limits = Limits {
    // `Steps` counts them instead.
    operations: 0,
    depth: 32,
    calls: 16,
    functions: 50,
    variables: 100,
    string_size: 500,
    items: 500,
};

/// The functions defined by a script.
///
/// All calls are charged to one account, since the only engine is private.
pub struct Functions {
    text: String,
    engine: Engine,
    ast: AST,
    exits: Exits,
}

impl fmt::Debug for Functions {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_tuple("Functions").field(&self.text).finish()
    }
}

impl Functions {
    /// Compiles a script that consists of function definitions only. `equip` adds the functions
    /// that they can call.
    ///
    /// # Errors
    /// Returns the parse error, or the position of the first statement outside functions.
    pub fn new(text: &str, steps: &Steps, equip: impl FnOnce(&mut Engine)) -> Result<Self, Fault> {
        let mut engine = language(steps);
        check_name_lengths(&engine, text)?;
        let exits = Exits::of(&mut engine);
        equip(&mut engine);
        let ast = engine.compile(text);
        let ast = ast.map_err(|error| words::of_parse(&error, &engine, text))?;
        if let Some(other) = ast.statements().first() {
            let reason = "only functions are allowed here, each from fn to its closing brace";
            return Err(Fault::at(other.position(), reason.to_owned()));
        }
        steps.charge_for_literals(&ast);
        Ok(Self {
            text: text.to_owned(),
            engine,
            ast,
            exits,
        })
    }

    /// The number of parameters of each function of the given name.
    pub fn parameters(&self, name: &str) -> impl Iterator<Item = usize> {
        let functions = self.ast.iter_functions();
        functions
            .filter(move |function| function.name == name)
            .map(|function| function.params.len())
    }

    /// Calls a function and returns its value.
    ///
    /// # Errors
    /// Returns the run-time error, or the limit that the call exceeds.
    pub fn call(&self, name: &str, args: impl FuncArgs) -> Result<Dynamic, Fault> {
        self.run(&self.ast, name, args)
    }

    /// The line and column at which a function is defined.
    pub fn place(&self, name: &str) -> Option<(usize, usize)> {
        exits::definition(&self.engine, &self.text, name)
    }

    /// The line and column of the `return`, or of the start of the last expression, that yields the
    /// value of a function; calls the function again to find it.
    pub fn place_of_result(&self, name: &str, args: impl FuncArgs) -> Option<(usize, usize)> {
        let read = || self.engine.compile(&self.text);
        let with_throws = self.exits.with_throws(name, read).ok()?;
        match self.run(&with_throws, name, args) {
            Ok(_) => exits::last_expression(&self.ast, name),
            Err(fault) => {
                let place = (fault.line, fault.column);
                self.exits.is_exit(place).then_some(place)
            }
        }
    }

    fn run(&self, ast: &AST, name: &str, args: impl FuncArgs) -> Result<Dynamic, Fault> {
        let options = CallFnOptions::new().eval_ast(false);
        let scope = &mut Scope::new();
        let called = self
            .engine
            .call_fn_with_options(options, scope, ast, name, args);
        let defines = |name: &str| self.parameters(name).next().is_some();
        called.map_err(|error| words::of_run(&error, &self.engine, defines))
    }
}

/// The maximum length of names \[characters\], which are copied when a map is built.
const LONGEST_NAME: usize = 64;

/// Checks identifiers and the quoted keys of maps, but no other texts and no comments.
fn check_name_lengths(engine: &Engine, text: &str) -> Result<(), Fault> {
    let tokens = tokens(engine, text);
    for (index, (token, position)) in tokens.iter().enumerate() {
        let is_key = || matches!(tokens.get(index + 1), Some((Token::Colon, _)));
        let length = match token {
            Token::Identifier(name) => name.chars().count(),
            Token::StringConstant(key) if is_key() => key.chars().count(),
            _ => 0,
        };
        if length > LONGEST_NAME {
            let reason = format!("a name must have at most {LONGEST_NAME} characters");
            return Err(Fault::at(*position, reason));
        }
    }
    Ok(())
}

fn language(steps: &Steps) -> Engine {
    let mut engine = engine_within(LIMITS, steps);
    ArithmeticPackage::new().register_into_engine(&mut engine);
    LogicPackage::new().register_into_engine(&mut engine);
    arithmetic(&mut engine);
    engine.register_fn("bit", bit);
    lists(&mut engine);
    known(&mut engine, NAMES);
    engine
        .set_allow_looping(true)
        .set_allow_anonymous_fn(false)
        // A list of constants, built once, could be copied in a single step.
        .set_optimization_level(rhai::OptimizationLevel::None);
    // Errors must end the call, and a long list of cases would be a single step.
    for symbol in [
        "try",
        "catch",
        "throw",
        "switch",
        "Fn",
        "call",
        "curry",
        "is_shared",
    ] {
        engine.disable_symbol(symbol);
    }
    engine
}

/// Bit `index` of a number: clearer than a shift and a mask, whose precedence is easy to get wrong.
fn bit(number: i64, index: i64) -> Given<i64> {
    match u32::try_from(index) {
        Ok(index) if index < i64::BITS => Ok(number >> index & 1),
        _ => refuse(format!("a bit must be a number from 0 to 63, not {index}")),
    }
}

/// The names of the functions registered here.
const NAMES: &str = "abs float round floor ceiling sqrt min max bit len is_empty push pop shift \
                     reverse contains index_of to_string";

/// Registers the functions of lists, maps, strings and ranges.
fn lists(engine: &mut Engine) {
    type Text = ImmutableString;
    engine
        .register_iterator::<Array>()
        .register_iterator::<std::ops::Range<i64>>()
        .register_iterator::<std::ops::RangeInclusive<i64>>();
    engine
        .register_fn("len", |list: &mut Array| number(list.len()))
        .register_get("len", |list: &mut Array| number(list.len()))
        .register_fn("is_empty", |list: &mut Array| list.is_empty())
        .register_fn("push", |list: &mut Array, item: Dynamic| list.push(item))
        .register_fn("pop", |list: &mut Array| {
            list.pop().unwrap_or(Dynamic::UNIT)
        })
        .register_fn("shift", |list: &mut Array| {
            if list.is_empty() {
                Dynamic::UNIT
            } else {
                list.remove(0)
            }
        })
        .register_fn("reverse", |list: &mut Array| list.reverse())
        .register_fn("contains", |list: &mut Array, item: Dynamic| {
            list.iter().any(|known| are_equal(known, &item))
        })
        .register_fn("index_of", |list: &mut Array, item: Dynamic| {
            let found = list.iter().position(|known| are_equal(known, &item));
            found.map_or(-1, number)
        })
        .register_fn("+", |mut list: Array, more: Array| {
            list.extend(more);
            list
        })
        .register_fn("+=", |list: &mut Array, more: Array| list.extend(more))
        .register_fn("==", |a: Array, b: Array| are_equal(&a.into(), &b.into()))
        .register_fn("!=", |a: Array, b: Array| !are_equal(&a.into(), &b.into()));
    engine
        .register_fn("len", |map: &mut Map| number(map.len()))
        .register_get("len", |text: &mut Text| number(text.chars().count()))
        .register_fn("len", |text: &mut Text| number(text.chars().count()))
        .register_fn("contains", |map: &mut Map, name: Text| {
            map.contains_key(name.as_str())
        })
        .register_fn("to_string", |value: i64| value.to_string())
        .register_fn("to_string", |value: f64| value.to_string())
        .register_fn("to_string", |value: bool| value.to_string())
        .register_fn("to_string", |text: &mut Text| text.clone());
}

fn number(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

fn are_equal(a: &Dynamic, b: &Dynamic) -> bool {
    if let (Ok(a), Ok(b)) = (a.as_int(), b.as_int()) {
        a == b
    } else if let (Ok(a), Ok(b)) = (a.as_bool(), b.as_bool()) {
        a == b
    } else if let (Ok(a), Ok(b)) = (a.as_immutable_string_ref(), b.as_immutable_string_ref()) {
        *a == *b
    } else if let (Ok(a), Ok(b)) = (a.as_array_ref(), b.as_array_ref()) {
        a.len() == b.len() && a.iter().zip(&*b).all(|(a, b)| are_equal(a, b))
    } else {
        a.is_unit() && b.is_unit()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(body: &str, given: i64) -> Option<(usize, usize)> {
        let text = format!("fn f(a) {{\n{body}\n}}\nfn g(a) {{ return a; }}");
        let steps = Steps::new(1_000, 10_000);
        let functions = Functions::new(&text, &steps, |_| {}).expect("it is in order");
        let value = functions.call("f", (given,));
        let place = functions.place_of_result("f", (given,));
        let again = functions.call("f", (given,));
        let text = |value: Result<Dynamic, Fault>| value.map(|value| value.to_string());
        assert_eq!(text(value), text(again), "it is read as before");
        place
    }

    #[test]
    fn a_result_is_placed_at_its_return_or_at_the_last_expression() {
        let several = "if a == 0 { return g(1); } // return\nif a == 1 {\n  return [a];\n}\na + 1";
        assert_eq!(place(several, 0), Some((2, 13)));
        assert_eq!(place(several, 1), Some((4, 3)));
        assert_eq!(place(several, 2), Some((6, 1)));
        for (body, expected) in [
            ("a", Some((2, 1))),
            ("let b = a;\n  #{ port: b }", Some((3, 3))),
            ("let b = [];\nfor i in 0..2 { b.push(i); }\nb", Some((4, 1))),
            ("if a > 0 {\n1\n} else {\n2\n}", Some((2, 1))),
            ("for i in 0..2 { }\n[a]", Some((3, 1))),
            ("let b = a;", None),
            ("return a", Some((2, 1))),
            ("[a];", Some((2, 1))),
            // A `return` in a string does not count.
            ("let s = #\"x\" return \"y\"#;\nreturn s[3];", Some((3, 1))),
            ("let s = `${`${`a`} return `}`;\ns", Some((3, 1))),
            ("`${if a > 0 { return 1; }}`", Some((2, 15))),
        ] {
            assert_eq!(place(body, 7), expected, "{body}");
        }
    }
}
