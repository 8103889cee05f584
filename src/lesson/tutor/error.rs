//! Reasons why a request is refused.

use thiserror::Error;

use crate::file::format::Mistake;
use crate::file::pack::UnpackError;
use crate::record::grade::GradeError;
use crate::record::work::WorkError;
use crate::session::error::{AnswerError, JudgeError};
use engine::catalog::{BuildError, quoted};

/// The reason why a request is refused.
#[derive(Debug, Error)]
pub(super) enum Refusal {
    /// A request about a lesson before one is opened.
    #[error("no lesson is open")]
    NoLesson,
    /// A lesson that is not built in.
    #[error("there is no lesson called {}", quoted(given))]
    UnknownLesson { given: String },
    /// An id that an address cannot contain, or that has another meaning there.
    #[error(
        "id must be lower-case letters, digits and -, and no word of an address such as {reserved}, not {}",
        quoted(given)
    )]
    NoId {
        reserved: &'static str,
        given: String,
    },
    /// The id of a built-in lesson in another file.
    #[error(
        "id must not be that of a lesson of the program, and {given} is; change it in the file"
    )]
    BuiltInId { given: String },
    /// An error in the lesson file.
    #[error(transparent)]
    Lesson(#[from] Mistake),
    /// The step 0.
    #[error("step must be a number from 1, not 0")]
    StepZero,
    #[error("step {step}: {mistake}")]
    Step { step: usize, mistake: Mistake },
    /// An answer or attempt that cannot be judged.
    #[error(transparent)]
    Judge(#[from] JudgeError),
    /// The text of a table that cannot be written.
    #[error("{0}")]
    Table(String),
    #[error("nothing of this lesson has been done yet")]
    NothingDone,
    /// A text that is not a receipt.
    #[error(transparent)]
    Receipt(#[from] WorkError),
    /// A receipt that cannot be replayed.
    #[error(transparent)]
    Grade(#[from] GradeError),
    /// A link without a lesson file.
    #[error(transparent)]
    Unpack(#[from] UnpackError),
    /// An answer or a scene for which no query can be proposed.
    #[error(transparent)]
    Propose(#[from] AnswerError),
    /// A solution without a change.
    #[error("the network is as in the step; change it as a solution does before it is recorded")]
    Unchanged,
    #[error(transparent)]
    Network(#[from] BuildError),
}
