//! The language in which functions are written: numbers, texts, lists, maps and loops.
//!
//! There are no functions without a name and no pointers to functions, so nothing that a text
//! makes outlives a call. A step is charged for every part of an expression that is evaluated, and
//! further ones for the values of a list or map where a variable that holds it is read, since
//! that copies it. So the time that a text takes, and the memory, are bounded by its steps.

use std::cell::Cell;
use std::rc::Rc;

use rhai::packages::{ArithmeticPackage, LogicPackage, Package as _};
use rhai::{Array, Dynamic, Engine, ImmutableString, Map};

use super::{Given, Limits, arithmetic, bare, bounded, known, refuse};

/// Values of a list that are copied for a step.
const ITEMS_PER_STEP: u64 = 4;

/// Steps of a call for which it may go on after its last one, until it reads a variable: only there
/// is it known where it stands.
const TO_NEXT_VARIABLE: u64 = 200;

const LIMITS: Limits = Limits {
    // They are counted here.
    operations: 0,
    depth: 32,
    calls: 16,
    functions: 50,
    variables: 100,
    letters: 500,
    items: 500,
};

/// Steps that were taken since an engine was made.
#[derive(Debug, Clone, Default)]
pub struct Steps(Rc<Count>);

#[derive(Debug, Default)]
struct Count {
    /// Those of the calls that are over.
    before: Cell<u64>,
    /// Those of the call that runs.
    now: Cell<u64>,
    /// For what is copied.
    copied: Cell<u64>,
}

impl Steps {
    /// How many they are.
    pub fn taken(&self) -> u64 {
        self.0.before.get() + self.0.now.get() + self.0.copied.get()
    }

    /// Charges for so many values that are copied or looked up.
    pub fn charge(&self, items: usize) {
        let copied = &self.0.copied;
        copied.set(copied.get() + items as u64 / ITEMS_PER_STEP);
    }

    /// Why a call may not take another step, if it has taken so many more than it may.
    fn excess(&self, of_call: u64, of_all: u64, more: u64) -> Option<String> {
        if self.0.now.get() > of_call.saturating_add(more) {
            Some(format!(
                "it takes more than {of_call} steps; does a loop never end?"
            ))
        } else if self.taken() > of_all.saturating_add(more) {
            Some("it takes too many steps for so many nodes".to_owned())
        } else {
            None
        }
    }

    fn run_to(&self, steps: u64) {
        let Count { before, now, .. } = &*self.0;
        if steps < now.get() {
            before.set(before.get() + now.get());
        }
        now.set(steps);
    }
}

/// An engine for functions: each call may take so many steps, and all together so many.
pub fn engine_of_functions(of_call: u64, of_all: u64) -> (Engine, Steps) {
    let mut engine = functions();
    let steps = Steps::default();
    count(&mut engine, &steps, of_call, of_all);
    engine.disable_symbol("throw");
    (engine, steps)
}

/// The same for a call that is known to end.
pub(super) fn engine_that_throws() -> Engine {
    functions()
}

fn functions() -> Engine {
    let mut engine = bare();
    ArithmeticPackage::new().register_into_engine(&mut engine);
    LogicPackage::new().register_into_engine(&mut engine);
    arithmetic(&mut engine);
    engine.register_fn("bit", bit);
    lists(&mut engine);
    bounded(&mut engine, LIMITS);
    known(&mut engine, NAMES);
    engine
        .set_allow_looping(true)
        .set_allow_anonymous_fn(false)
        // A list of constants, made once, could be copied for a single step.
        .set_optimization_level(rhai::OptimizationLevel::None);
    // An error ends everything, and a long list of cases would be a single step.
    for symbol in ["try", "catch", "switch", "Fn", "call", "curry", "is_shared"] {
        engine.disable_symbol(symbol);
    }
    engine
}

/// Counts the steps of calls, and ends those that take too many.
fn count(engine: &mut Engine, steps: &Steps, of_call: u64, of_all: u64) {
    let charged = steps.clone();
    #[expect(
        deprecated,
        reason = "the version is pinned, and a law tries that copies are charged"
    )]
    engine.on_var(move |name, _, context| {
        if let Some(value) = context.scope().get(name) {
            charged.charge(items(value));
        }
        let excess = charged.excess(of_call, of_all, 0);
        excess.map_or(Ok(None), refuse)
    });
    let counted = steps.clone();
    engine.on_progress(move |steps| {
        counted.run_to(steps);
        let excess = counted.excess(of_call, of_all, TO_NEXT_VARIABLE);
        excess.map(Dynamic::from)
    });
}

/// What it costs to copy a value, in plain values of a list: what needs memory of its own costs more.
fn items(value: &Dynamic) -> usize {
    const NESTED: usize = 8;
    const NAMED: usize = 4;
    if let Ok(list) = value.as_array_ref() {
        NESTED + list.len() + list.iter().map(items).sum::<usize>()
    } else if let Ok(map) = value.as_map_ref() {
        NESTED + NAMED * map.len() + map.values().map(items).sum::<usize>()
    } else {
        0
    }
}

/// Bit `index` of a number: clearer than a shift and a mask, which bind in an order of their own.
fn bit(number: i64, index: i64) -> Given<i64> {
    match u32::try_from(index) {
        Ok(index) if index < i64::BITS => Ok(number >> index & 1),
        _ => refuse(format!("a bit must be a number from 0 to 63, not {index}")),
    }
}

/// What is registered here, as far as it has a name.
const NAMES: &str = "abs float round floor ceiling sqrt min max bit len is_empty push pop shift \
                     reverse contains index_of to_string";

/// What can be done with lists, maps, texts and ranges.
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
            list.iter().any(|known| is_same(known, &item))
        })
        .register_fn("index_of", |list: &mut Array, item: Dynamic| {
            let found = list.iter().position(|known| is_same(known, &item));
            found.map_or(-1, number)
        })
        .register_fn("+", |mut list: Array, more: Array| {
            list.extend(more);
            list
        })
        .register_fn("+=", |list: &mut Array, more: Array| list.extend(more))
        .register_fn("==", |a: Array, b: Array| is_same(&a.into(), &b.into()))
        .register_fn("!=", |a: Array, b: Array| !is_same(&a.into(), &b.into()));
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

fn is_same(a: &Dynamic, b: &Dynamic) -> bool {
    if let (Ok(a), Ok(b)) = (a.as_int(), b.as_int()) {
        a == b
    } else if let (Ok(a), Ok(b)) = (a.as_bool(), b.as_bool()) {
        a == b
    } else if let (Ok(a), Ok(b)) = (a.as_immutable_string_ref(), b.as_immutable_string_ref()) {
        *a == *b
    } else if let (Ok(a), Ok(b)) = (a.as_array_ref(), b.as_array_ref()) {
        a.len() == b.len() && a.iter().zip(&*b).all(|(a, b)| is_same(a, b))
    } else {
        a.is_unit() && b.is_unit()
    }
}
