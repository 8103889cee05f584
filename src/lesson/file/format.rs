//! A lesson as it is written: TOML with Markdown in it.
//!
//! `build.rs` reads the lessons of the program with this very file, so that one that is not as it
//! should be ends the build; it names nothing of the library for that reason.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::Deserialize;
use toml::Spanned;

/// A lesson.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    /// Stands in links, files and receipts; never renamed.
    pub id: String,
    /// What it is about, as a heading.
    pub title: String,
    /// The course to which it belongs.
    pub course: Course,
    /// Its place in the course, from 1.
    pub place: u32,
    /// How long it takes \[minutes\].
    pub minutes: u32,
    /// Lessons to have done before, by their ids.
    #[serde(default)]
    pub after: Vec<String>,
    /// What links to it: `routing duato`, `paper ciciani`, `dock spacetime`.
    #[serde(default)]
    pub about: Vec<String>,
    /// What a student can do afterwards, a sentence.
    pub goal: String,
    /// For the teacher: what students believe before, timing, what to ask the room. Markdown.
    #[serde(default)]
    pub teacher: String,
    /// Words explained where they first stand, each with its meaning in a sentence or two.
    #[serde(default)]
    pub terms: BTreeMap<String, String>,
    /// What is shown, one thing at a time.
    pub step: Vec<Step>,
}

/// A set of lessons that belong together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Course {
    /// How one message travels, and what another does to it.
    Switching,
    /// Which way it goes.
    Routing,
    /// How messages come to wait for each other forever.
    Deadlock,
    /// How one node reaches many.
    Many,
    /// What happens under load, and what models say of it.
    Performance,
}

/// One step: a text, a picture, and at most one question or challenge.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// A few words.
    pub title: String,
    /// Markdown; `{{latency(0)}}` is a query, `[flit](term)` a word of the glossary.
    pub text: Spanned<String>,
    /// What the picture shows: the query of a link of the network. Absent: as in the step before.
    pub scene: Option<Spanned<String>>,
    /// The routing function of the scene, in the script language, in place of one that is registered.
    pub script: Option<Spanned<String>>,
    /// Where *Run* stops: a cycle, or a query that has become true. Absent: when nothing happens any
    /// more.
    pub until: Option<Spanned<Until>>,
    /// What is lit while the step is read: `channel 2>3`, `node 0,1`, `message 0`, `control vcs`.
    #[serde(default)]
    pub point: Vec<Spanned<String>>,
    /// What may be used; everything else is out of sight.
    #[serde(default)]
    pub allow: Vec<Spanned<String>>,
    /// What is said once the picture has shown it. Markdown, with queries.
    #[serde(default)]
    pub then: Option<Spanned<String>>,
    /// A prediction.
    pub ask: Option<Ask>,
    /// A challenge.
    pub goal: Option<Goal>,
}

/// Where a run stops.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(untagged)]
pub enum Until {
    /// At a cycle.
    Cycle(u64),
    /// When this has become true.
    Holds(String),
}

/// A question about what the picture will show.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ask {
    /// What an answer is.
    pub kind: Kind,
    /// The question. Markdown, with queries.
    pub text: Spanned<String>,
    /// The answer: a query on the run, so that it cannot go stale. Of a choice, the options say
    /// themselves which holds.
    pub answer: Option<Spanned<String>>,
    /// Which other answers are as good: a query over `answer`.
    pub right: Option<Spanned<String>>,
    /// Of a number: its unit.
    #[serde(default)]
    pub unit: String,
    /// Of a number: how far off it may be, as a share of the answer.
    #[serde(default)]
    pub within: f64,
    /// Of a choice: what there is to choose from.
    #[serde(default)]
    pub option: Vec<Choice>,
    /// Of a curve: the loads at which it is measured [messages/node/cycle].
    #[serde(default)]
    pub loads: Vec<f64>,
    /// Of a curve: where the vertical axis ends \[cycles\].
    #[serde(default)]
    pub most: f64,
    /// Answers that students are known to give, and what meets them. The first that holds is used.
    #[serde(default)]
    pub wrong: Vec<Wrong>,
}

/// What an answer is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Typed.
    Number,
    /// One of several sentences.
    Choice,
    /// A click in the picture.
    Node,
    /// Several nodes, in any order.
    Set,
    /// A click in the picture.
    Channel,
    /// Nodes one after the other, clicked or drawn.
    Path,
    /// Latency over load, drawn by hand.
    Curve,
}

impl Ask {
    /// A question of a kind, and nothing else of it.
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
        }
    }
}

impl Kind {
    /// All of them.
    const ALL: [Self; 7] = [
        Self::Number,
        Self::Choice,
        Self::Node,
        Self::Set,
        Self::Channel,
        Self::Path,
        Self::Curve,
    ];

    /// A kind as files have it.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.id() == id)
    }

    /// As files have it.
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

/// A sentence to choose.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    /// The sentence.
    pub text: Spanned<String>,
    /// Whether it holds: a query on the run.
    pub holds: Spanned<String>,
    /// What meets somebody who chose it though it does not hold.
    pub says: Option<Spanned<String>>,
    /// What shows why it does not.
    pub scene: Option<Spanned<String>>,
}

/// An answer that was foreseen.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wrong {
    /// Whether it was given: a query over `answer`.
    pub when: Spanned<String>,
    /// One such answer; absent where `when` reads `answer == …`.
    pub example: Option<Spanned<String>>,
    /// What it shows about the thinking.
    pub text: Spanned<String>,
    /// What shows why, if a picture says it better.
    pub scene: Option<Spanned<String>>,
}

/// A challenge: change the scene until something holds.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Goal {
    /// What is to be reached.
    pub text: Spanned<String>,
    /// Whether it is: a query on the run of the changed scene.
    pub holds: Spanned<String>,
    /// What it took, the less the better: a query. Absent: how many things were changed.
    pub score: Option<Spanned<String>>,
    /// What the score counts, in the plural.
    #[serde(default = "changes")]
    pub counts: String,
    /// What the best solution known takes.
    pub par: f64,
    /// Changes that reach it, as in a link.
    pub solution: Vec<Spanned<String>>,
    /// What helps when it is not reached. The first that holds is used.
    #[serde(default)]
    pub hint: Vec<Hint>,
}

/// Help for somebody who has not reached a goal.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hint {
    /// Whether it is of use here: a query on the run of the changed scene.
    pub when: Spanned<String>,
    /// Changes to the scene with which it is, as in a link.
    pub example: Vec<Spanned<String>>,
    /// What helps.
    pub text: Spanned<String>,
}

fn changes() -> String {
    "changes".to_owned()
}

/// What is wrong with a lesson file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    /// Where, from 1; 0 where that is not known.
    pub line: usize,
    /// The letter of the line, from 1.
    pub column: usize,
    /// What is wrong, what is allowed and what was given, without a full stop.
    pub reason: String,
}

impl Lesson {
    /// Reads a lesson file, or says where it is not as it should be.
    pub fn read(text: &str) -> Result<Self, Mistake> {
        let lesson: Self = toml::from_str(text).map_err(|error| {
            let reason = error.message().trim_end().replace('\n', ", ");
            Mistake::at(text, error.span(), reason)
        })?;
        Ok(lesson)
    }

    /// Questions.
    pub fn asks(&self) -> usize {
        self.step.iter().filter(|step| step.ask.is_some()).count()
    }

    /// Challenges.
    pub fn challenges(&self) -> usize {
        self.step.iter().filter(|step| step.goal.is_some()).count()
    }
}

impl Mistake {
    /// A mistake in some bytes of a file.
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
