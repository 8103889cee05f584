//! The format of a lesson file: TOML with Markdown in it.
//!
//! `build.rs` includes this module to read the built-in lessons, so that an invalid one fails the build;
//! the module therefore uses nothing else of the library.
//!
//! ```toml
//! id = "paths-in-a-mesh"
//! tries = 2                  # at each question; a question may state its own
//! seed = "name"              # the student's name chooses the variant
//!
//! [[vary]]                   # drawn for each variant, in this order
//! name = "k"
//! from = 4
//! to = 6
//!
//! [[vary]]
//! name = "goal"
//! node = "mesh:$(k)x$(k)"
//! where = 'distance("0,0", node) == 5'
//!
//! [[step]]
//! scene = "t=mesh:$(k)x$(k)&msg=0:0,0>$(goal)&c=0"
//! fits = "hops(0) == 5"      # drawn again if it does not hold
//! ```
//!
//! `$(k)` is replaced before anything else is read, so it may occur in any text and inside of a query,
//! `{{latency($(k))}}`. It replaces nothing in `[[vary]]` of values drawn later, nor where a lesson has no
//! `[[vary]]`.

pub mod vary;

use std::collections::BTreeMap;
use std::ops::Range;

use serde::{Deserialize, Serialize};
use toml::Spanned;

pub use vary::{Seed, Vary};

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    /// Identifier used in links, files and receipts; never renamed.
    pub id: String,
    pub title: String,
    /// The course to which it belongs.
    pub course: Course,
    /// Position in the course, from 1.
    pub place: u32,
    /// Expected duration \[minutes\].
    pub minutes: u32,
    #[serde(default)]
    pub after: Vec<String>,
    /// Things of the program that link to the lesson: `routing duato`, `paper ciciani`, `dock spacetime`.
    #[serde(default)]
    pub about: Vec<String>,
    /// The learning goal: a sentence on an ability the student gains.
    pub goal: String,
    /// The conclusions, on the slide after the last step: one sentence each, in one line of plain text.
    #[serde(default)]
    pub conclusions: Vec<Spanned<String>>,
    /// Notes for the teacher: common misconceptions, timing, questions for the class. Markdown.
    #[serde(default)]
    pub teacher: String,
    /// Chapters of textbooks: `dally-towles 14`.
    #[serde(default)]
    pub reading: Vec<String>,
    /// Conventions that the lesson needs, by their ids: `bisection`.
    #[serde(default)]
    pub conventions: Vec<String>,
    /// Terms explained in the lesson, each with its definition in a sentence or two.
    #[serde(default)]
    pub terms: BTreeMap<String, String>,
    /// The number of tries at each question; 0, the default, for any number.
    #[serde(default)]
    pub tries: u32,
    /// The source of the number that chooses a student's variant of the lesson.
    #[serde(default)]
    pub seed: Seed,
    /// Values that differ between students. `$(name)` in any later text of the file stands for the value.
    #[serde(default)]
    pub vary: Vec<Spanned<Vary>>,
    /// The steps, shown one at a time.
    pub step: Vec<Step>,
}

/// A series of related lessons.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Course {
    /// How one message travels, and how another delays it.
    Switching,
    /// Which path a message takes.
    Routing,
    /// Why messages can wait for each other forever.
    Deadlock,
    /// How one node sends to many: multicast.
    Many,
    /// The behavior under load, measured and predicted by models.
    Performance,
    /// Networks whose switches neither send nor receive, and their worst traffic.
    Switches,
    /// Algorithms of single papers, which no other course needs.
    Papers,
}

/// One step: a text, a picture, and at most one question or challenge.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// The heading, a few words.
    pub title: String,
    /// Markdown; `{{latency(0)}}` is a query, `[flit](term)` a glossary term.
    pub text: Spanned<String>,
    /// The scene of the picture: the query string of a link to the network. If absent, that of the previous
    /// step.
    pub scene: Option<Spanned<String>>,
    /// A routing function for the scene in the script language, instead of a registered one.
    pub script: Option<Spanned<String>>,
    /// Where *Run* stops: at a cycle, or when a query becomes true. If absent, when all activity has ended.
    pub until: Option<Spanned<Until>>,
    /// Things highlighted during the step: `channel 2>3`, `node 0,1`, `message 0`, `control vcs`.
    #[serde(default)]
    pub point: Vec<Spanned<String>>,
    /// The controls that may be used; all others are hidden.
    #[serde(default)]
    pub allow: Vec<Spanned<String>>,
    /// The explanation given after the run, the answer or the solved challenge. Markdown, with queries.
    #[serde(default)]
    pub then: Option<Spanned<String>>,
    /// A question that asks for a prediction.
    pub ask: Option<Ask>,
    pub goal: Option<Goal>,
    /// A query on the run that every variant must meet, such as `hops(0) == 5`: values for which it does not
    /// hold are drawn again, so that all variants are equally difficult.
    pub fits: Option<Spanned<String>>,
}

/// The condition that stops a run.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(untagged)]
pub enum Until {
    Cycle(u64),
    /// Stops when this query becomes true.
    Holds(String),
}

/// A question about what the picture will show.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ask {
    pub kind: Kind,
    /// The question. Markdown, with queries.
    pub text: Spanned<String>,
    /// The answer: a query on the run, so that it cannot go stale. Absent for a choice whose options state
    /// when they hold.
    pub answer: Option<Spanned<String>>,
    /// A query over `answer` that decides whether an answer is right, if several are.
    pub right: Option<Spanned<String>>,
    #[serde(default)]
    pub unit: String,
    /// The tolerance for a number, relative to the right answer.
    #[serde(default)]
    pub within: f64,
    #[serde(default)]
    pub option: Vec<Choice>,
    /// The loads at which a curve is measured [messages/node/cycle].
    #[serde(default)]
    pub loads: Vec<f64>,
    /// The end of the vertical axis of a curve \[cycles\].
    #[serde(default)]
    pub most: f64,
    /// Common wrong answers, each with a reply. The first that matches is used.
    #[serde(default)]
    pub wrong: Vec<Wrong>,
    /// The number of tries; 0 for any number. If absent, that of the lesson.
    pub tries: Option<u32>,
}

/// The kind of answer to a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    #[default]
    Number,
    Choice,
    /// A node, clicked in the picture.
    Node,
    /// Several nodes, in any order.
    Set,
    /// A channel, clicked in the picture.
    Channel,
    /// A sequence of nodes, clicked or drawn.
    Path,
    /// A curve of latency over load, drawn by hand.
    Curve,
}

impl Ask {
    /// Creates a question of a kind, with all other fields empty.
    pub fn of_kind(kind: Kind) -> Self {
        Self {
            kind,
            text: Spanned::new(0..0, String::new()),
            answer: None,
            right: None,
            unit: String::new(),
            within: 0.0,
            option: Vec::new(),
            loads: Vec::new(),
            most: 0.0,
            wrong: Vec::new(),
            tries: None,
        }
    }
}

impl Kind {
    const ALL: [Self; 7] = [
        Self::Number,
        Self::Choice,
        Self::Node,
        Self::Set,
        Self::Channel,
        Self::Path,
        Self::Curve,
    ];

    /// Parses a kind by its id in files.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.id() == id)
    }

    pub fn id(self) -> &'static str {
        match self {
            Self::Number => "number",
            Self::Choice => "choice",
            Self::Node => "node",
            Self::Set => "set",
            Self::Channel => "channel",
            Self::Path => "path",
            Self::Curve => "curve",
        }
    }
}

/// An option of a choice.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    pub text: Spanned<String>,
    /// A query on the run: whether the sentence holds.
    pub holds: Spanned<String>,
    /// The reply to a student who chooses it although it does not hold.
    pub says: Option<Spanned<String>>,
    /// A scene that shows why it does not hold.
    pub scene: Option<Spanned<String>>,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wrong {
    /// A query over `answer`: whether this answer was given.
    pub when: Spanned<String>,
    /// An example of such an answer; may be absent if `when` has the form `answer == …`.
    pub example: Option<Spanned<String>>,
    /// The reply, which names the misconception behind the answer.
    pub text: Spanned<String>,
    /// A scene that shows why the answer is wrong, if a picture explains it better.
    pub scene: Option<Spanned<String>>,
}

/// A challenge: to change the scene so that a condition holds.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Goal {
    pub text: Spanned<String>,
    /// A query on the run of the changed scene: whether the goal is met.
    pub holds: Spanned<String>,
    /// A query for the cost of the solution, the lower the better. If absent, the number of changes.
    pub score: Option<Spanned<String>>,
    /// The unit of the score, in the plural.
    #[serde(default = "changes")]
    pub counts: String,
    /// The score of the best known solution.
    pub par: f64,
    /// Changes that meet the goal, as in a link.
    pub solution: Vec<Spanned<String>>,
    /// Hints for attempts that do not meet the goal. The first that applies is used.
    #[serde(default)]
    pub hint: Vec<Hint>,
}

/// A hint for an attempt that does not meet the goal.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hint {
    /// A query on the run of the changed scene: whether the hint applies.
    pub when: Spanned<String>,
    /// Changes to the scene for which the hint applies, as in a link.
    pub example: Vec<Spanned<String>>,
    pub text: Spanned<String>,
}

fn changes() -> String {
    "changes".to_owned()
}

/// An error in a lesson file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mistake {
    /// Line number, from 1; 0 if unknown.
    pub line: usize,
    /// Column of the line, from 1 \[characters\]; 0 if unknown.
    pub column: usize,
    /// The error, the allowed values and the given value, without a full stop.
    pub reason: String,
}

impl Lesson {
    /// Parses a lesson file; returns the place of the error if it is invalid.
    pub fn read(text: &str) -> Result<Self, Mistake> {
        let lesson: Self = toml::from_str(text).map_err(|error| {
            let reason = error.message().trim_end().replace('\n', ", ");
            Mistake::at(text, error.span(), reason)
        })?;
        Ok(lesson)
    }

    /// Returns the number of tries at a question, if it is limited.
    pub fn tries_at(&self, ask: &Ask) -> Option<usize> {
        let tries = ask.tries.unwrap_or(self.tries);
        (tries > 0).then_some(tries as usize)
    }

    pub fn conclusions(&self) -> impl Iterator<Item = &str> {
        self.conclusions.iter().map(|text| text.get_ref().as_str())
    }

    pub fn asks(&self) -> usize {
        self.step.iter().filter(|step| step.ask.is_some()).count()
    }

    pub fn challenges(&self) -> usize {
        self.step.iter().filter(|step| step.goal.is_some()).count()
    }

    /// The steps with a question or a challenge, from 1.
    pub fn tasks(&self) -> Vec<usize> {
        let steps = self.step.iter().zip(1..);
        let tasks = steps.filter(|(step, _)| step.ask.is_some() || step.goal.is_some());
        tasks.map(|(_, number)| number).collect()
    }
}

impl Mistake {
    /// Creates an error at a byte range of a file.
    pub fn at(text: &str, span: Option<Range<usize>>, reason: String) -> Self {
        let start = span.map(|span| span.start.min(text.len()));
        let before = start.and_then(|start| text.get(..start));
        let (line, column) = before.map_or((0, 0), |before| {
            let line = before.matches('\n').count() + 1;
            let begun = before.rfind('\n').map_or(0, |end| end + 1);
            (line, before[begun..].chars().count() + 1)
        });
        Self {
            line,
            column,
            reason,
        }
    }
}

impl std::fmt::Display for Mistake {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match (self.line, self.column) {
            (0, _) => f.write_str(&self.reason),
            (line, column) => write!(f, "line {line}, column {column}: {}", self.reason),
        }
    }
}

impl std::error::Error for Mistake {}
