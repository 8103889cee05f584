//! Accounting of the cost of running a script, and its limits.
//!
//! rhai reports each part of a script that it evaluates, which counts as a step, and each variable
//! that it reads, which copies or searches a value and is charged by the size of that value. It
//! does three things without a report, each of which is limited here or in the definition of the
//! language:
//!
//! - It reads `this`, which is therefore not part of the language.
//! - It builds a constant list or map that is an argument or an index, within one step.
//! - It copies all names of a map literal before it evaluates the first value.
//!
//! The cost of the last two is bounded by the literals of the script, so every step of a script is
//! charged for the largest of them. The result of a call has been charged for when its parts were
//! computed, and is used only once.

use std::cell::Cell;
use std::rc::Rc;

use rhai::{AST, ASTNode, Dynamic, Engine, Expr, Stmt};

use super::refuse;

/// The number of list values that are copied at the cost of one step.
const ITEMS_PER_STEP: u64 = 4;

/// The number of values that a step may build from a literal without a surcharge.
const ITEMS_WITHIN_STEP: usize = 48;

/// The number of steps by which a call may exceed its limit until it reads a variable: only there
/// is the position known.
const TO_NEXT_VARIABLE: u64 = 200;

/// The cost of copying a list or map, in addition to its values \[list values\].
const NESTED: usize = 8;

/// The cost of copying a name and its entry in a map \[list values\].
const NAMED: usize = 4;

/// The length of a string that is searched, counted or copied at the cost of one list value
/// \[bytes\].
const BYTES_PER_ITEM: usize = 4;

/// The cost of copying a value on the heap that is neither a list nor a map \[list values\].
const BOXED: usize = 4;

/// A counter of the steps taken, with its limits. Clones share one account.
#[derive(Debug, Clone)]
pub struct Steps(Rc<Account>);

#[derive(Debug)]
struct Account {
    of_call: u64,
    of_all: u64,
    /// The steps of finished calls.
    before: Cell<u64>,
    /// The steps of the current call.
    now: Cell<u64>,
    /// The charges for values, in addition to steps.
    copied: Cell<u64>,
    /// The additional cost of each step.
    surcharge: Cell<u64>,
}

impl Steps {
    /// A counter that allows `of_call` steps per call, and `of_all` steps for all calls together,
    /// including the charges for values.
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

    /// The number of steps taken, including the charges for values.
    pub fn taken(&self) -> u64 {
        self.0.before.get() + self.0.now.get() + self.0.copied.get()
    }

    /// Charges for copying or searching a number of values.
    pub fn charge(&self, items: usize) {
        self.add(items as u64 / ITEMS_PER_STEP);
    }

    fn add(&self, steps: u64) {
        let copied = &self.0.copied;
        copied.set(copied.get().saturating_add(steps));
    }

    /// Resets the counter and charges all further steps for the literals of a script.
    pub(super) fn begin(&self, ast: &AST) {
        for taken in [&self.0.before, &self.0.now, &self.0.copied] {
            taken.set(0);
        }
        self.charge_for_literals(ast);
    }

    /// Charges every further step for the largest literal of a script.
    pub(super) fn charge_for_literals(&self, ast: &AST) {
        let surcharge = largest_at_once(ast) / ITEMS_WITHIN_STEP;
        self.0.surcharge.set(surcharge as u64);
    }

    /// Connects the counter to an engine, so that evaluations end when they exceed their limits.
    pub(super) fn watch(&self, engine: &mut Engine) {
        let steps = self.clone();
        #[expect(
            deprecated,
            reason = "the version is pinned, and a law tries that copies are charged"
        )]
        engine.on_var(move |name, index, context| {
            // The index counts from the last variable and saves a search by name.
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

    /// The reason why a call must end, if it exceeds a limit by more than `more` steps.
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
                format!(
                    "it takes too many steps for so many nodes: at most {of_all} for all of them here; the command \
                     line has no such limit"
                )
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

/// The cost of copying or searching a list, map or string \[list values\].
fn items(value: &Dynamic) -> usize {
    if let Ok(text) = value.as_immutable_string_ref() {
        text.len() / BYTES_PER_ITEM
    } else if let Ok(list) = value.as_array_ref() {
        NESTED + list.len() + list.iter().map(items_within).sum::<usize>()
    } else if let Ok(map) = value.as_map_ref() {
        NESTED + NAMED * map.len() + map.values().map(items_within).sum::<usize>()
    } else {
        0
    }
}

/// The cost of copying or searching a value within a list or map \[list values\].
fn items_within(value: &Dynamic) -> usize {
    if value.is_variant() {
        BOXED
    } else {
        items(value)
    }
}

/// The maximum cost of literals that a script builds or searches within one step \[list values\].
fn largest_at_once(ast: &AST) -> usize {
    let mut largest = 0;
    ast.walk(&mut |path| {
        let at_once = match path.last() {
            Some(ASTNode::Expr(Expr::Map(map, _))) => NESTED + NAMED * map.0.len(),
            Some(ASTNode::Expr(
                literal @ (Expr::StringConstant(..) | Expr::DynamicConstant(..)),
            )) => constants(literal),
            // The literal is searched before it is built, and an index is built twice.
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

/// The same as [`items`] for a constant literal.
fn constants(literal: &Expr) -> usize {
    match literal {
        Expr::StringConstant(text, _) => text.len() / BYTES_PER_ITEM,
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
