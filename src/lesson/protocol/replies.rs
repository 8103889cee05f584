//! Replies of the lesson program.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::author::check::Check;
use crate::author::draft::Draft;
use crate::file::format::Kind;
use crate::file::glossary::Term;
use crate::record::grade::Grade;
use crate::record::table::GradeRow;
use crate::session::controls::Pointed;
use crate::session::front::Front;
use engine::routing::written::Carried;
use study::custom::Findings;
use study::script::Fault;
use study::script::python::HabitShown;

/// A message of the lesson program: the reply to a request, or its state.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Reply {
    /// The program accepts requests from now on.
    Ready,
    Lesson(LessonShown),
    Step(Box<StepShown>),
    /// The step is simulated, unless it has an error, which the request for the step reports.
    Prepared,
    /// The verdict on an answer, or the right answer.
    Verdict(VerdictShown),
    /// The verdict on an attempt.
    Attempt(AttemptShown),
    Receipt(ReceiptShown),
    /// The result of replaying a receipt.
    Grade(Grade),
    Sheet {
        /// HTML.
        html: String,
    },
    /// The explanation of a term.
    Term(TermShown),
    /// All terms, in alphabetical order.
    Glossary(Vec<Term>),
    Queries(Vec<QueryShown>),
    /// The result of checking a lesson file.
    Checked(Check),
    /// The link that contains a lesson file.
    Packed {
        link: String,
    },
    /// The lesson file that a link contains.
    Unpacked {
        /// The text of the file.
        file: String,
    },
    /// Queries whose value is an answer.
    Proposed {
        /// The queries; empty if none is found.
        queries: Vec<String>,
    },
    /// The file of the lesson that is being made.
    Written(Written),
    /// The examination of a routing function.
    Examined {
        /// The number of the request.
        number: u32,
        table: Carried,
        findings: Findings,
    },
    /// The error of a script that is not a routing function.
    Wrong {
        /// The number of the request.
        number: u32,
        fault: Fault,
    },
    /// Help for writing routing functions.
    ScriptHelp(ScriptHelp),
    /// A request that cannot be fulfilled.
    Refused {
        why: String,
    },
    Failed {
        why: String,
    },
    /// A lesson file, read into the builder.
    Draft(Box<Draft>),
    /// The changes that solve a challenge.
    Recorded(Recorded),
    /// A receipt cannot be replayed without the file of its lesson.
    NeedsFile {
        /// The id of the lesson.
        lesson: String,
    },
    /// The links with which a step is handed out.
    Links(LinksShown),
    /// A file is added to the table of graded receipts.
    Added,
    /// The table of graded receipts.
    Table {
        rows: Vec<GradeRow>,
        /// The comma-separated values, a row for each file.
        csv: String,
        /// The comma-separated values, a row for each student.
        students: String,
    },
    /// The front page of the lesson.
    Front(Front),
    /// Statements of xAPI on the open lesson, as JSON.
    Statements {
        /// The id of the lesson.
        lesson: String,
        /// The text of the file.
        json: String,
    },
}

/// The file of a lesson that is being made, and one of its steps.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Written {
    /// The text of the file.
    pub file: String,
    /// The step as students see it.
    pub preview: Option<Box<StepShown>>,
    /// Why the step cannot be shown, without a full stop.
    pub why: Option<String>,
}

/// The changes that turn the scene of a step into the one that a student is to reach.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recorded {
    /// The changes, as in a link.
    pub changes: Vec<String>,
    /// The controls with which a student makes them.
    pub allow: Vec<String>,
    pub par: usize,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LessonShown {
    pub id: String,
    pub title: String,
    /// The ability that a student gains.
    pub goal: String,
    /// Its conclusions, for the slide after the last step.
    pub conclusions: Vec<String>,
    /// A hash of its file.
    pub hash: String,
    /// The titles of its steps.
    pub steps: Vec<String>,
    /// The steps with a question or a challenge.
    pub tasks: BTreeSet<usize>,
    /// Whether it comes from a file, not from the program.
    pub is_own: bool,
    /// The key of the progress in it.
    pub record: String,
    /// Its variant, if it varies values.
    pub variant: Option<VariantShown>,
}

/// The variant of an open lesson.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct VariantShown {
    /// Whether the student's name chooses it.
    pub is_by_name: bool,
    /// Its number; `None` if it has not been chosen yet, and variant 0 is open.
    pub seed: Option<u64>,
}

/// The links with which a step is handed out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinksShown {
    pub student: String,
    pub teacher: String,
    /// The link of the step in the view of the request.
    pub here: String,
    /// The name of the file that must be handed out with the links, which do not contain it.
    pub file: Option<String>,
    /// The QR code of the link for students as SVG; empty if the link is too long for one.
    pub code: String,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StepShown {
    pub step: usize,
    pub title: String,
    /// The text, as HTML.
    pub text: String,
    /// The link of the scene.
    pub scene: String,
    /// The cycle at which the run begins.
    pub from: u64,
    /// The cycle at which the run stops.
    pub stop: u64,
    pub point: Vec<Pointed>,
    /// The controls that may be used, by name.
    pub allow: Vec<String>,
    /// The explanation after the run, as HTML. With a question or challenge it is part of the verdict instead.
    pub then: Option<String>,
    pub ask: Option<AskShown>,
    pub goal: Option<GoalShown>,
}

impl StepShown {
    /// Returns whether the run of the step has a cycle.
    pub fn moves(&self) -> bool {
        self.stop > self.from
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AskShown {
    pub kind: Kind,
    /// The question, as HTML.
    pub text: String,
    /// The unit of a number, if it has one.
    pub unit: Option<String>,
    /// The options of a choice, as HTML.
    pub options: Vec<String>,
    /// The axes of a curve.
    pub axes: Option<AxesShown>,
    /// The number of tries, if it is limited.
    pub tries: Option<usize>,
}

/// The axes on which a student draws a curve.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AxesShown {
    /// The loads of the points, ascending [messages/node/cycle].
    pub loads: Vec<f64>,
    /// The end of the vertical axis \[cycles\].
    pub most: f64,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GoalShown {
    /// The task, as HTML.
    pub text: String,
    /// The score of the best known solution.
    pub par: f64,
    /// The unit of the score, in the plural.
    pub counts: String,
    /// Changes that meet the goal, as in a link.
    pub solution: Vec<String>,
}

impl GoalShown {
    /// Returns the headline of a reached goal, with the score and par where changes are counted; without a score, a shown
    /// solution reached it.
    pub fn how_reached(&self, score: Option<f64>) -> String {
        let Some(score) = score else {
            return "This is one solution.".to_owned();
        };
        if self.solution.iter().any(|change| is_script(change)) {
            return "Reached.".to_owned();
        }
        let (par, counts) = (self.par, &*self.counts);
        // Singular: "1 change".
        let counted = if (score - 1.0).abs() < f64::EPSILON {
            counts.trim_end_matches('s')
        } else {
            counts
        };
        if score < par {
            format!("Reached with {score} {counted}, fewer than in the solution.")
        } else if score <= par {
            format!("Reached with {score} {counted}, as few as in the solution.")
        } else {
            format!("Reached with {score} {counted}. The solution needs {par}.")
        }
    }
}

/// Returns whether a change of a scene sets a script as its routing function.
pub(crate) fn is_script(change: &str) -> bool {
    change.starts_with("r=script:")
}

/// The verdict on an answer, or the right answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct VerdictShown {
    pub step: usize,
    /// Whether the answer is right.
    pub outcome: Outcome,
    /// The explanation, as HTML, if there is one.
    pub says: Option<String>,
    /// The link of a scene that shows why the answer is wrong.
    pub scene: Option<String>,
    /// Whether the answer is only a part of one, which can still be completed.
    pub is_incomplete: bool,
    /// The measured points of load [messages/node/cycle] and latency \[cycles\] of a question about a curve.
    pub measured: Vec<[f64; 2]>,
}

/// The outcome of a question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Outcome {
    Right,
    Wrong,
    /// The right answer was requested.
    Revealed {
        answer: String,
    },
}

/// The verdict on an attempt at a challenge.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AttemptShown {
    pub step: usize,
    /// The link of the scene.
    pub link: String,
    /// Whether the goal is met.
    pub met: bool,
    /// The score, if the goal is met.
    pub score: Option<f64>,
    /// The explanation or a hint, as HTML, if there is one.
    pub says: Option<String>,
}

/// A receipt in both forms.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReceiptShown {
    /// The text of its file.
    pub json: String,
    /// The link that contains it.
    pub link: String,
}

/// The explanation of a term.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TermShown {
    /// The term, as a text links to it, in lower case.
    pub word: String,
    /// Its explanation, if there is one.
    pub term: Option<Term>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct QueryShown {
    pub call: String,
    /// A description of the value, one line.
    pub tells: String,
}

/// Help for writing routing functions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScriptHelp {
    /// The calls available to scripts.
    pub calls: Vec<ScriptCall>,
    /// Scripts to start from: registered functions of the network, then exercises.
    pub examples: Vec<ScriptExample>,
    /// How habits of Python are written in scripts.
    pub python: Vec<HabitShown>,
}

/// A call available to scripts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScriptCall {
    pub call: String,
    /// A description of the value.
    pub gives: String,
}

/// A script to start from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScriptExample {
    /// The id of the registered routing function with the same offers; `None` for an exercise.
    pub twin: Option<String>,
    pub title: String,
    /// The exercise, if the script has an error to be found.
    pub exercise: Option<ExerciseShown>,
    pub text: String,
}

/// An exercise on a script.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExerciseShown {
    pub task: String,
    /// The network that shows the error, as in a scenario.
    pub network: String,
    /// The number of virtual channels for which the script is meant.
    pub vcs: u8,
}
