//! The register of queries that a lesson can make about a run.
//!
//! A query is an expression in the language of [`script`](study::script). Messages are identified by
//! number, from 0 in the order of generation; nodes as in links, `"3,2"` or `"6"`; channels by the two
//! nodes they join, `"2>3"`; times are in cycles. The value of an event that has not happened is `()`.

mod change;
mod curves;
mod measures;
mod messages;
mod multicast;
mod network;
mod routing;
mod traffic;
mod value;

use std::cell::Cell;
use std::fmt::Display;
use std::rc::Rc;

use rhai::{Array, Dynamic, Engine};

use super::error::LessonError;
use super::run::SceneRun;
use Form::{List, Load, Message, MessageAt, Own, Pair, Run, RunAt, Text, TextAndNumber, TextAt};
use study::script::{self, Expressions, Fault};

pub(crate) use measures::MEASURED;
pub(super) use value::{in_words, list, texts};

/// A query available to lessons.
#[derive(Debug)]
pub struct Query {
    pub call: &'static str,
    /// A description of the value, one line.
    pub tells: &'static str,
    form: Form,
}

/// The arguments of a query, with the function that evaluates it.
#[derive(Debug)]
enum Form {
    Run(fn(&SceneRun) -> Value),
    /// With a second form for the value after a smaller number of cycles.
    RunAt(fn(&SceneRun, u64) -> Value),
    Message(fn(&SceneRun, i64) -> Value),
    /// With a second form for the value after a smaller number of cycles.
    MessageAt(fn(&SceneRun, i64, u64) -> Value),
    Text(fn(&SceneRun, &str) -> Value),
    /// With a second form for the value after a smaller number of cycles.
    TextAt(fn(&SceneRun, &str, u64) -> Value),
    TextAndNumber(fn(&SceneRun, &str, i64) -> Value),
    Pair(fn(&SceneRun, &str, &str) -> Value),
    List(fn(&SceneRun, Array) -> Value),
    /// A load \[messages/node/cycle\], with a second form for that of the scene.
    Load(fn(&SceneRun, f64) -> Value),
    /// Registers the query with an engine under its name.
    Own(fn(&mut Registrar<'_>, &'static str)),
}

/// A group of queries on one subject.
#[derive(Debug)]
pub struct Group {
    pub name: &'static str,
    pub queries: &'static [Query],
}

/// All queries, grouped by subject.
pub const GROUPS: &[Group] = &[
    messages::GROUP,
    traffic::GROUP,
    network::GROUP,
    routing::GROUP,
    multicast::GROUP,
    measures::GROUP,
    curves::GROUP,
    change::GROUP,
];

impl Query {
    /// The name of the query, without arguments.
    pub fn name(&self) -> &'static str {
        self.call.split('(').next().unwrap_or(self.call)
    }
}

/// Creates a query from an example call, a description of its value and its form.
const fn query(call: &'static str, tells: &'static str, form: Form) -> Query {
    Query { call, tells, form }
}

/// The value of a query, or why it has none.
type Outcome<T> = Result<T, LessonError>;
type Value = Outcome<Dynamic>;

/// Results that are values of the language.
trait IntoValue {
    fn into_value(self) -> Dynamic;
}

macro_rules! into_value {
    ($($kind:ty: $convert:expr),* $(,)?) => {
        $(impl IntoValue for $kind {
            fn into_value(self) -> Dynamic {
                $convert(self).into()
            }
        })*
    };
}

into_value! {
    Dynamic: std::convert::identity,
    String: Dynamic::from,
    bool: Dynamic::from,
    f64: Dynamic::from,
    i64: Dynamic::from,
    u32: i64::from,
    u64: whole,
    usize: whole,
}

impl<T: IntoValue> IntoValue for Option<T> {
    fn into_value(self) -> Dynamic {
        self.map_or(Dynamic::UNIT, T::into_value)
    }
}

#[allow(
    clippy::unnecessary_wraps,
    reason = "what queries return, of which others may fail"
)]
fn value(result: impl IntoValue) -> Value {
    Ok(result.into_value())
}

#[allow(
    clippy::unnecessary_wraps,
    reason = "what queries return, of which others may fail"
)]
fn values<T: Into<Dynamic>>(items: impl IntoIterator<Item = T>) -> Value {
    Ok(list(items))
}

/// The context in which queries are registered.
struct Registrar<'a> {
    engine: &'a mut Engine,
    run: &'a Rc<SceneRun>,
    asked: &'a Rc<Cell<u32>>,
}

impl Registrar<'_> {
    /// Returns a function that returns the run and counts the access.
    fn run(&self) -> impl Fn() -> Rc<SceneRun> + 'static {
        let (run, asked) = (self.run.clone(), self.asked.clone());
        move || {
            asked.set(asked.get() + 1);
            run.clone()
        }
    }

    fn register(&mut self, query: &Query) {
        let name = query.name();
        let (run, now) = (self.run(), self.run());
        let engine = &mut *self.engine;
        match query.form {
            Run(of) => engine.register_fn(name, move || give(of(&run()))),
            RunAt(of) => engine
                .register_fn(name, move || give(of(&now(), now().cycle())))
                .register_fn(name, move |cycle: i64| {
                    give(cycle_of(cycle).and_then(|cycle| of(&run(), cycle)))
                }),
            Message(of) => engine.register_fn(name, move |message: i64| give(of(&run(), message))),
            MessageAt(of) => engine
                .register_fn(name, move |message: i64| {
                    give(of(&now(), message, now().cycle()))
                })
                .register_fn(name, move |message: i64, cycle: i64| {
                    give(cycle_of(cycle).and_then(|cycle| of(&run(), message, cycle)))
                }),
            Text(of) => engine.register_fn(name, move |text: &str| give(of(&run(), text))),
            TextAt(of) => engine
                .register_fn(name, move |text: &str| {
                    give(of(&now(), text, now().cycle()))
                })
                .register_fn(name, move |text: &str, cycle: i64| {
                    give(cycle_of(cycle).and_then(|cycle| of(&run(), text, cycle)))
                }),
            TextAndNumber(of) => engine.register_fn(name, move |text: &str, number: i64| {
                give(of(&run(), text, number))
            }),
            Pair(of) => engine.register_fn(name, move |one: &str, other: &str| {
                give(of(&run(), one, other))
            }),
            List(of) => engine.register_fn(name, move |items: Array| give(of(&run(), items))),
            Load(of) => engine
                .register_fn(name, move || give(of(&now(), now().load())))
                .register_fn(name, move |load: f64| give(of(&run(), load))),
            Own(register) => {
                register(self, name);
                &mut *self.engine
            }
        };
    }
}

fn give<T: Into<Dynamic>, E: Display>(outcome: Result<T, E>) -> script::Given<Dynamic> {
    match outcome {
        Ok(value) => Ok(value.into()),
        Err(error) => script::refuse(error.to_string()),
    }
}

/// Converts a count to an integer of the language; saturates at [`i64::MAX`].
pub(crate) fn whole(count: impl TryInto<i64>) -> i64 {
    count.try_into().unwrap_or(i64::MAX)
}

fn cycle_of(cycle: i64) -> Outcome<u64> {
    u64::try_from(cycle)
        .map_err(|_| LessonError::rejected("cycle", "0 or more", &cycle.to_string()))
}

/// Evaluates queries on one run.
#[derive(Debug)]
pub(crate) struct QueryEngine {
    expressions: Expressions,
    asked: Rc<Cell<u32>>,
}

impl QueryEngine {
    /// Creates an engine for a run; queries see the run as simulated at the time of evaluation.
    pub(crate) fn of(run: &Rc<SceneRun>) -> Self {
        let mut expressions = Expressions::default();
        let asked = Rc::default();
        expressions.equip(|engine| {
            let asked = &asked;
            let mut registrar = Registrar { engine, run, asked };
            for query in GROUPS.iter().flat_map(|group| group.queries) {
                registrar.register(query);
            }
        });
        Self { expressions, asked }
    }

    pub(crate) fn value(&self, text: &str, names: &[(&str, Dynamic)]) -> Result<Dynamic, Fault> {
        if text.trim().is_empty() {
            return Err(Fault::anywhere(
                "a query must be entered, such as arrival(0)".to_owned(),
            ));
        }
        self.expressions.value(text, names)
    }

    pub(crate) fn holds(&self, text: &str, names: &[(&str, Dynamic)]) -> Result<bool, Fault> {
        let value = self.value(text, names)?;
        value.as_bool().map_err(|given| Fault {
            line: 0,
            column: 0,
            reason: format!("it must be true or false, not of type {given}"),
        })
    }

    /// Evaluates an expression and returns whether it read anything from the run.
    pub(crate) fn value_and_whether_asked(
        &self,
        text: &str,
        names: &[(&str, Dynamic)],
    ) -> Result<(Dynamic, bool), Fault> {
        let before = self.asked.get();
        let value = self.value(text, names)?;
        Ok((value, self.asked.get() > before))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use study::scenario::Scenario;

    fn engine_at(link: &str, cycles: u64) -> QueryEngine {
        let scenario = Scenario::from_link(link).scenario;
        let run = SceneRun::new(&scenario, &scenario).expect("a valid scenario");
        run.to_cycle(cycles);
        QueryEngine::of(&run)
    }

    #[test]
    fn the_example_of_every_query_has_a_value() {
        let links = [
            "t=torus-uni:4&vc=1&M=8&msg=0:0>2;2:1>3;4:2>0;6:3>1",
            "t=mesh:4x4&msg=0:0,0>3,1%2B2,2",
            "t=hypercube:4&vc=2&M=8&lam=0.005&cyc=4000",
        ];
        let engines = links.map(|link| engine_at(link, 40));
        for query in GROUPS.iter().flat_map(|group| group.queries) {
            let values = engines.iter().map(|engine| engine.value(query.call, &[]));
            let refused: Vec<_> = values.map_while(Result::err).collect();
            assert!(refused.len() < links.len(), "{}: {refused:?}", query.call);
            assert!(query.tells.ends_with('.'), "{}", query.call);
        }
    }

    #[test]
    fn query_names_are_unique() {
        let mut names: Vec<_> = GROUPS.iter().flat_map(|group| group.queries).collect();
        names.sort_by_key(|query| query.name());
        for pair in names.windows(2) {
            assert_ne!(pair[0].name(), pair[1].name());
        }
    }

    #[test]
    fn queries_without_a_value_are_refused_with_a_reason() {
        let ring = engine_at("t=torus-uni:4&vc=1&M=8&msg=0:0>2;2:1>3", 10);
        for (text, reason) in [
            (
                "arrival(9)",
                "message must be one of the 2 so far, from 0 to 1, not 9",
            ),
            (
                "distance(\"0\", \"9\")",
                "to must be a node from 0 to 3 in torus-uni:4, not 9",
            ),
            (
                "utilization(\"1>0\")",
                "channel must lead from a node to a neighbor in torus-uni:4, not 1>0",
            ),
            ("holds(0, -1)", "cycle must be 0 or more, not -1"),
            ("model(\"luck\")", "The model luck describes no network."),
        ] {
            let fault = ring.value(text, &[]).expect_err("it has no value");
            assert_eq!(fault.reason, reason);
        }
    }
}
