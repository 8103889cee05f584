//! Lessons: predict, run, explain.
//!
//! A lesson is a file ([`format`]): steps with a text, a scene of the network, and a question about
//! what the picture will show or a challenge to change it. Whatever in it depends on a run is a
//! [`query`], so that it cannot go stale; [`Session`] answers, judges, and checks the file.
//!
//! ```text
//!  file ──► Lesson ──► Session ── step ──► what there is to read, scene, question
//!                         │ ▲
//!                  answer │ │ link of a changed scene
//!                         ▼ ▼
//!                       Verdict, Attempt ──► Receipt ──► grade
//! ```
//!
//! A file from a stranger can do nothing but what queries can: they are bounded
//! ([`script`](crate::script)), runs end after so many cycles, networks have so many nodes, and
//! texts become HTML in which nothing of theirs is left ([`text`]).

mod answer;
mod check;
mod clicks;
mod controls;
pub mod format;
mod glossary;
mod judge;
mod literal;
mod note;
mod pack;
mod progress;
mod propose;
mod query;
mod receipt;
mod register;
mod run;
mod session;
mod sheet;
mod text;
mod tutor;

pub use answer::Answer;
pub use check::{Check, Played, check};
pub use clicks::{clicked_answer, how_to_answer};
pub use controls::{CONTROLS, Pointed};
pub use format::{Course, Kind, Lesson, Mistake};
pub use glossary::{Term, glossary};
pub use judge::{Attempt, Verdict};
pub use note::Note;
pub use progress::{Done, Progress};
pub use query::{GROUPS as QUERIES, Group, Query};
pub use receipt::{Grade, Receipt, grade};
pub use register::{LESSONS, Summary, source_of};
pub use session::{Session, changed};
pub use tutor::Tutor;
