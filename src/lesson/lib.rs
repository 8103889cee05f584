//! Lessons: predict, run, explain.
//!
//! A lesson is a file ([`mod@format`]) of steps, each with a text, a scene of the network, and a question
//! about what the picture will show or a challenge to change it. Every value that depends on a run is a
//! [query](QUERIES), so that it cannot go stale; [`Session`] answers, judges, and checks the file.
//!
//! ```text
//!  file ──► Lesson ──► Session ── step ──► text, scene, question
//!                         │ ▲
//!                  answer │ │ link of a changed scene
//!                         ▼ ▼
//!                       Verdict, Attempt ──► Work ──► grade
//! ```
//!
//! A lesson file may be untrusted: its queries are bounded ([`script`](study::script)), the cycles of a
//! run and the nodes of a network are limited, and its texts are rendered without any HTML of their own
//! (`session/text.rs`).

mod author;
mod cards;
mod error;
mod file;
mod package;
mod protocol;
mod query;
mod record;
mod run;
mod session;
mod state;
mod tutor;
mod vary;

pub use author::ask::ask;
pub use author::check::{Check, Played, Variants};
pub use author::draft::{
    Draft, DraftAsk, DraftGoal, DraftHint, DraftOption, DraftStep, DraftVary, DraftWrong, Notation,
};
pub use author::variants::check;
pub use cards::cards;
pub use error::LessonError;
pub use file::format::{self, Course, Kind, Lesson, Mistake, Seed};
pub use file::glossary::{Term, glossary};
pub use file::register::{EXAMPLE, LESSONS, Summary, source_of, usual_minutes};
pub use package::{Package, Scorm, pass_of};
pub use protocol::{
    AskShown, AttemptShown, AxesShown, ExerciseShown, GoalShown, LessonShown, LessonSource,
    LinksShown, Outcome, QueryShown, ReceiptShown, Recorded, Reply, Request, ScriptCall,
    ScriptExample, ScriptHelp, StepShown, TermShown, VariantShown, VerdictShown, Written,
};
pub use query::{GROUPS as QUERIES, Group, Query};
pub use record::grade::{Grade, GradedStep, grade};
pub use record::progress::Progress;
pub use record::students::students_csv;
pub use record::table::{GradeRow, GradeTable, is_lesson_file};
pub use record::work::{StepWork, Work};
pub use run::changed;
pub use session::Session;
pub use session::answer::Answer;
pub use session::clicks::{clicked_answer, how_to_answer};
pub use session::controls::{CONTROLS, Pointed};
pub use session::front::{Duration, Front};
pub use session::judge::{Attempt, SimulatedStep, Verdict};
pub use state::{
    Builder, BuilderAction, Challenge, CopyOf, HandIn, LESSON_DRAFT, LessonAction, LessonEffect,
    LessonMoment, LessonState, LessonTimer, Material, OnTo, Opening, PROGRESS, Recording, Use,
    before_record, variant_of, work_key,
};
pub use tutor::Tutor;
pub use vary::seed_of_name;
