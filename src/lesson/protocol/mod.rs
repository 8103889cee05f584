//! The messages between the page and the lesson program, encoded by [`wire`](study::wire).
//!
//! The program replies once to every request, in order. Steps are counted from 1, as the page shows them.

mod replies;
mod requests;

pub(crate) use replies::is_script;
pub use replies::{
    AskShown, AttemptShown, AxesShown, ExerciseShown, GoalShown, LessonShown, LinksShown, Outcome,
    QueryShown, ReceiptShown, Recorded, Reply, ScriptCall, ScriptExample, ScriptHelp, StepShown,
    TermShown, VariantShown, VerdictShown, Written,
};
pub use requests::{LessonSource, Request};
