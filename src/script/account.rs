//! The cost of running a text, and its bound.
//!
//! rhai reports each part of a text that it evaluates, which is a step, and each variable that it
//! reads, which copies or searches a value and is charged by the size of that value. Three things it
//! does without a report, and each is bounded here or where the language is defined:
//!
//! - it reads `this`, which is therefore no part of the language;
//! - it builds a constant list or map that is an argument or an index, within one step;
//! - it copies all the names of a map that is written out, before it evaluates the first value.
//!
//! The last two are as large as the text has them, so all steps of a text are charged for the
//! largest. A value that is the result of a call has been paid for by what it was made of, and is
//! used once.

use std::cell::Cell;
use std::rc::Rc;

use rhai::{AST, ASTNode, Dynamic, Engine, Expr, Stmt};

use super::refuse;

/// Values of a list that are copied for a step.
const ITEMS_PER_STEP: u64 = 4;

/// Values that a step may build out of a literal and still cost one.
const ITEMS_WITHIN_STEP: usize = 48;

/// Steps of a call for which it may go on after its last one, until it reads a variable: only there
/// is it known where it stands.
const TO_NEXT_VARIABLE: u64 = 200;

/// Cost of copying a list or map, beside its values \[values of a list\].
const NESTED: usize = 8;

/// Cost of copying a name and its entry in a map.
const NAMED: usize = 4;

/// Letters that are searched, counted or copied for a value of a list \[bytes\].
const LETTERS: usize = 4;

/// Cost of copying a value on the heap that is neither a list nor a map.
const BOXED: usize = 4;

/// Steps taken, and how many may be. Copies share one account.
#[derive(Debug, Clone)]
pub struct Steps(Rc<Account>);

#[derive(Debug)]
struct Account {
    of_call: u64,
    of_all: u64,
    /// Steps of the calls that are over.
    before: Cell<u64>,
    /// Steps of the call that runs.
    now: Cell<u64>,
    /// Charged for values beside the steps.
    copied: Cell<u64>,
    /// Cost of a step beside itself.
    surcharge: Cell<u64>,
}

impl Steps {
    /// Each call may take `of_call` steps; with what is charged for values, all together may take
    /// `of_all`.
    pub fn new(of_call: u64, of_all: u64) -> Self {
        Self(Rc::new(Account {
            of_call,
            of_all,
            before: Cell::default(),
            now: Cell::default(),
            copied: Cell::default(),
            surcharge: Cell::default(),
        }))
    }

    /// How many have been taken, with what was charged for values.
    pub fn taken(&self) -> u64 {
        self.0.before.get() + self.0.now.get() + self.0.copied.get()
    }

    /// Charges for so many values that are copied or searched.
    pub fn charge(&self, items: usize) {
        self.add(items as u64 / ITEMS_PER_STEP);
    }

    fn add(&self, steps: u64) {
        let copied = &self.0.copied;
        copied.set(copied.get().saturating_add(steps));
    }

    /// Has nothing taken, and what comes pay for the literals of a text.
    pub(super) fn begin(&self, ast: &AST) {
        for taken in [&self.0.before, &self.0.now, &self.0.copied] {
            taken.set(0);
        }
        self.charge_for_literals(ast);
    }

    /// Has every further step pay for the largest literal of a text.
    pub(super) fn charge_for_literals(&self, ast: &AST) {
        let surcharge = largest_at_once(ast) / ITEMS_WITHIN_STEP;
        self.0.surcharge.set(surcharge as u64);
    }

    /// Has an engine report what it does, and ends what takes too many steps.
    pub(super) fn watch(&self, engine: &mut Engine) {
        let steps = self.clone();
        #[expect(
            deprecated,
            reason = "the version is pinned, and a law tries that copies are charged"
        )]
        engine.on_var(move |name, index, context| {
            // Counted from the last one, which saves a search by name.
            let value = match index.checked_sub(1) {
                Some(before) => context.scope().iter_raw().nth(before).map(|(.., it)| it),
                None => context.scope().get(name),
            };
            steps.charge(value.map_or(0, items));
            steps.excess(0).map_or(Ok(None), refuse)
        });
        let steps = self.clone();
        engine.on_progress(move |of_call| {
            steps.run_to(of_call);
            steps.excess(TO_NEXT_VARIABLE).map(Dynamic::from)
        });
    }

    /// Why a call may not take another step, if it has taken so many more than it may.
    fn excess(&self, more: u64) -> Option<String> {
        let Account {
            of_call, of_all, ..
        } = *self.0;
        if self.0.now.get() > of_call.saturating_add(more) {
            Some(format!(
                "it takes more than {of_call} steps; does a loop never end?"
            ))
        } else if self.taken() > of_all.saturating_add(more) {
            Some(if of_all > of_call {
                "it takes too many steps for so many nodes".to_owned()
            } else {
                format!("it takes more than {of_all} steps")
            })
        } else {
            None
        }
    }

    fn run_to(&self, of_call: u64) {
        let Account { before, now, .. } = &*self.0;
        let done = now.get();
        let more = if of_call > done {
            of_call - done
        } else {
            before.set(before.get() + done);
            of_call
        };
        now.set(of_call);
        self.add(more * self.0.surcharge.get());
    }
}

/// Cost of copying or searching a list, map or text \[values of a list\].
fn items(value: &Dynamic) -> usize {
    if let Ok(text) = value.as_immutable_string_ref() {
        text.len() / LETTERS
    } else if let Ok(list) = value.as_array_ref() {
        NESTED + list.len() + list.iter().map(items_within).sum::<usize>()
    } else if let Ok(map) = value.as_map_ref() {
        NESTED + NAMED * map.len() + map.values().map(items_within).sum::<usize>()
    } else {
        0
    }
}

/// The same of a value in a list or map.
fn items_within(value: &Dynamic) -> usize {
    if value.is_variant() {
        BOXED
    } else {
        items(value)
    }
}

/// The most that a text has built or searched within a step \[values of a list\].
fn largest_at_once(ast: &AST) -> usize {
    let mut largest = 0;
    ast.walk(&mut |path| {
        let at_once = match path.last() {
            Some(ASTNode::Expr(Expr::Map(map, _))) => NESTED + NAMED * map.0.len(),
            Some(ASTNode::Expr(
                literal @ (Expr::StringConstant(..) | Expr::DynamicConstant(..)),
            )) => constants(literal),
            // It is looked through before it is built, and an index is built twice.
            Some(ASTNode::Expr(Expr::Index(indexed, ..))) => 4 * constants(&indexed.rhs),
            Some(
                ASTNode::Expr(Expr::FnCall(call, _) | Expr::MethodCall(call, _))
                | ASTNode::Stmt(Stmt::FnCall(call, _)),
            ) => 2 * call.args.iter().map(constants).max().unwrap_or(0),
            _ => 0,
        };
        largest = largest.max(at_once);
        true
    });
    largest
}

/// As [`items`], of a literal in which nothing is computed.
fn constants(literal: &Expr) -> usize {
    match literal {
        Expr::StringConstant(text, _) => text.len() / LETTERS,
        Expr::DynamicConstant(value, _) => items(value),
        Expr::Array(list, _) if literal.is_constant() => {
            NESTED + list.len() + list.iter().map(constants).sum::<usize>()
        }
        Expr::Map(map, _) if literal.is_constant() => {
            let values = map.0.iter().map(|(_, value)| constants(value));
            NESTED + NAMED * map.0.len() + values.sum::<usize>()
        }
        _ => 0,
    }
}
