//! Requests of the page.

use serde::{Deserialize, Serialize};

use crate::author::draft::Draft;
use crate::file::format::Kind;
use crate::record::work::Work;
use engine::routing::written::Uncompiled;

/// A request of the page to the lesson program.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Request {
    /// Opens a lesson, to which all requests about steps refer from then on.
    Open {
        source: LessonSource,
        /// The name of the file beside the page that contains it, if it was opened from there.
        beside: Option<String>,
        /// The number of the variant, if the student has one.
        seed: Option<u64>,
    },
    /// Returns a step for display.
    Step {
        step: usize,
    },
    /// Simulates a step in advance, while the student reads the previous one.
    Prepare {
        step: usize,
    },
    Answer {
        /// The step with the question.
        step: usize,
        /// The answer, as in [`Answer::read`](crate::Answer::read).
        answer: String,
    },
    Reveal {
        /// The step with the question.
        step: usize,
    },
    /// Judges an attempt at a challenge.
    Attempt {
        /// The step with the challenge.
        step: usize,
        /// The link of the changed scene.
        link: String,
    },
    /// Makes a receipt for the open lesson.
    Receipt {
        /// The claimed name of the student; may be empty.
        name: String,
        /// `None` if nothing has been done.
        work: Option<Work>,
    },
    Grade {
        /// The text of its file, or a link that contains it.
        receipt: String,
        /// The file of its lesson, if that is not built in and the page has it.
        file: Option<String>,
    },
    /// Renders the open lesson for printing.
    Sheet {
        /// Whether the sheet contains the answers.
        for_teacher: bool,
        /// The link of the lesson, printed as a QR code.
        link: String,
    },
    /// Explains a term of the open lesson or of the glossary.
    Term {
        /// The term, as a text links to it.
        word: String,
    },
    Glossary,
    /// Returns all queries that a lesson may make.
    Queries,
    Check {
        /// The text of the file.
        file: String,
    },
    /// Packs a lesson file into a link.
    Pack {
        /// The text of the file.
        file: String,
    },
    /// Unpacks a lesson file from a link.
    Unpack {
        link: String,
    },
    /// Proposes queries whose value is an answer.
    Propose {
        /// The kind of the question.
        kind: Kind,
        answer: String,
        /// The link of the scene.
        link: String,
        /// The cycle up to which it is simulated.
        stop: u64,
    },
    /// Writes the file of a lesson that is being made.
    WriteDraft {
        draft: Box<Draft>,
        /// The step to be shown as students see it, from 1.
        step: Option<usize>,
    },
    /// Compiles and examines a user-written routing function.
    Examine {
        /// The number of the request, which the reply contains.
        number: u32,
        uncompiled: Uncompiled,
    },
    /// Returns help for writing routing functions.
    ScriptHelp {
        /// The network, as in a scenario.
        network: String,
    },
    /// Reads a lesson file into the builder.
    ReadDraft {
        /// The text of the file.
        file: String,
    },
    /// Returns the changes that turn the scene of a step into another, as the solution of a challenge.
    Record {
        /// The link of the scene of the step.
        scene: String,
        /// The link of the other scene.
        link: String,
    },
    /// Makes the links with which a step of the open lesson is handed out.
    Links {
        /// The address of the page, without the part from `#` on.
        page: String,
        step: usize,
        /// The view that the link of the step itself has, if any.
        view: Option<String>,
    },
    /// Begins a table of graded receipts.
    BeginTable,
    /// Adds a file to the table.
    AddToTable {
        file: String,
        /// Its text, or the reason why it cannot be read.
        text: Result<String, String>,
    },
    EndTable,
    /// Returns the front page of the open lesson.
    Front,
    /// Replays the progress in the open lesson, and makes statements of xAPI on it.
    Statements {
        /// The claimed name of the student; may be empty.
        name: String,
        /// `None` if nothing has been done.
        work: Option<Work>,
    },
}

/// The file of a lesson.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum LessonSource {
    /// A built-in lesson, by its id.
    BuiltIn(String),
    /// The text of a file.
    File(String),
}
