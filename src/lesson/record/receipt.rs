//! Receipts: records of a student's answers and solved challenges, which can be replayed from scratch.
//!
//! A receipt contains the id of its lesson and a hash of the lesson file, every answer in the order given,
//! and for each challenge that was met the link of the scene that met it. It does not record which answers
//! were right: grading determines that. A receipt therefore proves that its answers and scenes are right,
//! but not who made it.

use std::slice;

use serde::{Deserialize, Serialize};

use crate::catalog::quoted;
use crate::lesson::file::format::Kind;
use crate::lesson::file::register::source_of;
use crate::lesson::note::Note;
use crate::lesson::session::Session;

/// The format identifier in the first field of a receipt.
const FORM: &str = "receipt-1";

/// The start of a link with which the page shows a receipt.
const LINK: &str = "#/lessons/receipt";

/// The most answers to a question that are replayed.
const MOST_TRIES: usize = 200;

/// A record of a student's work on a lesson.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Receipt {
    /// The format, `receipt-1`.
    pub flitscope: String,
    /// The id of the lesson.
    pub lesson: String,
    /// A hash of the lesson file.
    pub hash: String,
    /// The claimed name of the student; may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Answers, by step.
    #[serde(default)]
    pub answers: Vec<Tries>,
    /// Challenges that were met.
    #[serde(default)]
    pub goals: Vec<Reached>,
}

/// The answers to a question.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tries {
    /// The step, from 1.
    pub step: usize,
    /// The answers, in the order given.
    pub tries: Vec<String>,
}

/// A challenge that was met.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reached {
    /// The step, from 1.
    pub step: usize,
    /// The link of the scene that met it.
    pub scene: String,
}

/// The result of replaying a receipt.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Grade {
    /// The id of the lesson.
    pub lesson: String,
    /// The claimed name of the student.
    pub name: String,
    /// Questions answered correctly at the first try.
    pub first_try: usize,
    /// Questions answered correctly at any try.
    pub right: usize,
    /// Questions of the lesson.
    pub asks: usize,
    /// Challenges met by the scenes of the receipt.
    pub goals: usize,
    /// Challenges met with a score of at most par.
    pub at_par: usize,
    /// Challenges of the lesson.
    pub challenges: usize,
    /// Whether every check of the receipt succeeded.
    pub holds: bool,
    /// The failed checks, a sentence each.
    pub why: Vec<String>,
    /// Every step with a question or challenge.
    pub steps: Vec<GradedStep>,
}

/// The answers given at a step, and their result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct GradedStep {
    /// The step, from 1.
    pub step: usize,
    /// The title of the step.
    pub title: String,
    /// The answers given, or the scene submitted for the challenge.
    pub given: Vec<String>,
    /// The result, in a few words.
    pub result: String,
}

impl Receipt {
    /// Creates an empty receipt for a lesson.
    pub fn of(session: &Session, name: &str) -> Self {
        Self {
            flitscope: FORM.to_owned(),
            lesson: session.lesson.id.clone(),
            hash: session.hash(),
            name: name.to_owned(),
            answers: Vec::new(),
            goals: Vec::new(),
        }
    }

    /// Returns a link of the page that contains the receipt.
    pub fn to_link(&self) -> String {
        let mut note = Note::new(LINK)
            .with("lesson", &self.lesson)
            .with("hash", &self.hash)
            .with("name", &self.name);
        for answered in &self.answers {
            note = note.with_all(&format!("answer-{}", answered.step), &answered.tries);
        }
        for reached in &self.goals {
            note = note.with(&format!("goal-{}", reached.step), &reached.scene);
        }
        note.to_text().replacen(' ', "?", 1)
    }

    /// Parses the query string that follows [`LINK`].
    fn of_link(query: &str) -> Result<Self, String> {
        let note = Note::from_text(&format!("{LINK} {}", query.trim()));
        let mut receipt = Self {
            flitscope: FORM.to_owned(),
            lesson: note.get("lesson").to_owned(),
            hash: note.get("hash").to_owned(),
            name: note.get("name").to_owned(),
            answers: Vec::new(),
            goals: Vec::new(),
        };
        for (name, value) in &note.values {
            let numbered = |of: &str| name.strip_prefix(of)?.parse::<usize>().ok();
            if let Some(step) = numbered("answer-") {
                match receipt.answers.iter_mut().find(|tries| tries.step == step) {
                    Some(known) => known.tries.push(value.clone()),
                    None => receipt.answers.push(Tries {
                        step,
                        tries: vec![value.clone()],
                    }),
                }
            } else if let Some(step) = numbered("goal-") {
                let scene = value.clone();
                receipt.goals.push(Reached { step, scene });
            }
        }
        if receipt.lesson.is_empty() {
            return Err("a receipt must name its lesson".to_owned());
        }
        Ok(receipt)
    }

    /// Parses a receipt from the text of a file or from a link.
    pub fn read(text: &str) -> Result<Self, String> {
        if let Some((_, query)) = text.split_once(&format!("{LINK}?")) {
            return Self::of_link(query);
        }
        let receipt: Self = serde_json::from_str(text)
            .map_err(|error| format!("a receipt must be as the page writes it: {error}"))?;
        if receipt.flitscope != FORM {
            let given = quoted(&receipt.flitscope);
            return Err(format!("flitscope must be {FORM}, not {given}"));
        }
        Ok(receipt)
    }
}

/// Replays a receipt from scratch. `file` is the text of the lesson file, needed if the lesson is not built
/// in.
pub fn grade(receipt: &Receipt, file: Option<&str>) -> Result<Grade, String> {
    let source = file.or_else(|| source_of(&receipt.lesson)).ok_or_else(|| {
        format!(
            "lesson must be one of the program, or its file be given with --lesson, not {}",
            quoted(&receipt.lesson)
        )
    })?;
    let session = Session::open(source).map_err(|mistake| mistake.to_string())?;
    let lesson = &session.lesson;
    if lesson.id != receipt.lesson {
        return Err(format!(
            "the receipt is of the lesson {}, not of {}",
            quoted(&receipt.lesson),
            lesson.id
        ));
    }
    let mut grade = Grade {
        lesson: receipt.lesson.clone(),
        name: receipt.name.clone(),
        first_try: 0,
        right: 0,
        asks: lesson.asks(),
        goals: 0,
        at_par: 0,
        challenges: lesson.challenges(),
        holds: true,
        why: Vec::new(),
        steps: steps_of(&session),
    };
    if receipt.hash != session.hash() {
        grade
            .why
            .push("it is of another version of the lesson".to_owned());
    }
    let mut seen = Vec::new();
    for answered in &receipt.answers {
        grade.replay_answers(&session, answered, &mut seen);
    }
    for reached in &receipt.goals {
        grade.replay_goal(&session, reached, &mut seen);
    }
    grade.holds = grade.why.is_empty();
    Ok(grade)
}

/// Returns the steps of a lesson that have a question or challenge, all marked as not done.
fn steps_of(session: &Session) -> Vec<GradedStep> {
    let steps = session.lesson.step.iter().zip(1..);
    let steps = steps.filter(|(step, _)| step.ask.is_some() || step.goal.is_some());
    let steps = steps.map(|(step, number)| GradedStep {
        step: number,
        title: step.title.clone(),
        given: Vec::new(),
        result: "not done".to_owned(),
    });
    steps.collect()
}

/// Formats an answer for readers.
fn in_words(kind: Option<Kind>, given: &str) -> String {
    match (kind, given.parse::<usize>()) {
        (Some(Kind::Choice), Ok(index)) => format!("sentence {}", index.saturating_add(1)),
        (Some(Kind::Curve), _) => "a curve".to_owned(),
        _ => given.to_owned(),
    }
}

impl Grade {
    /// Records the answers given at a step, and their result.
    fn note(&mut self, step: usize, given: &[String], result: String) {
        if let Some(graded) = self.steps.iter_mut().find(|graded| graded.step == step) {
            (graded.given, graded.result) = (given.to_vec(), result);
        }
    }

    fn replay_answers(&mut self, session: &Session, answered: &Tries, seen: &mut Vec<usize>) {
        let step = answered.step;
        if seen.contains(&step) {
            return self.why.push(format!("step {step} is there twice"));
        }
        seen.push(step);
        let tries = &answered.tries[..answered.tries.len().min(MOST_TRIES)];
        let mut result = "not right".to_owned();
        for (given, number) in tries.iter().zip(1..) {
            match session.answer(step.wrapping_sub(1), given) {
                Ok(verdict) if verdict.right => {
                    self.right += 1;
                    self.first_try += usize::from(number == 1);
                    result = format!("right at try {number}");
                    break;
                }
                Ok(_) => (),
                Err(reason) => {
                    self.why.push(format!("step {step}: {reason}"));
                    "not an answer".clone_into(&mut result);
                    break;
                }
            }
        }
        let ask = session
            .step(step.wrapping_sub(1))
            .ok()
            .and_then(|step| step.ask.as_ref());
        let kind = ask.map(|ask| ask.kind);
        let given: Vec<_> = tries.iter().map(|given| in_words(kind, given)).collect();
        self.note(step, &given, result);
    }

    fn replay_goal(&mut self, session: &Session, reached: &Reached, seen: &mut Vec<usize>) {
        let step = reached.step;
        if seen.contains(&step) {
            return self.why.push(format!("step {step} is there twice"));
        }
        seen.push(step);
        match session.attempt(step.wrapping_sub(1), &reached.scene) {
            Ok(attempt) if attempt.met => {
                let par = session.lesson.step[step - 1]
                    .goal
                    .as_ref()
                    .map(|goal| goal.par);
                let is_par = attempt
                    .score
                    .zip(par)
                    .is_some_and(|(score, par)| score <= par + 1e-9);
                self.goals += 1;
                self.at_par += usize::from(is_par);
                let result = if is_par { "met at par" } else { "met" };
                return self.note(step, slice::from_ref(&reached.scene), result.to_owned());
            }
            Ok(_) => self
                .why
                .push(format!("step {step}: its scene does not meet the goal")),
            Err(reason) => self.why.push(format!("step {step}: {reason}")),
        }
        let result = "not met".to_owned();
        self.note(step, slice::from_ref(&reached.scene), result);
    }
}
