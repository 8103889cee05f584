//! Grading: a receipt, replayed from scratch.

use serde::{Deserialize, Serialize};

use super::work::Work;
use crate::error::LessonError;
use crate::file::format::{Kind, Seed};
use crate::file::register::source_of;
use crate::session::Session;
use crate::vary::seed_of_name;
use engine::catalog::quoted;

/// The most answers to a question that are replayed.
const MOST_TRIES: usize = 200;

/// The result of replaying a receipt.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Grade {
    /// The id of the lesson.
    pub lesson: String,
    pub title: String,
    /// The claimed name of the student.
    pub name: String,
    /// Questions answered correctly at the first try.
    pub first_try: usize,
    /// Questions answered correctly at any try.
    pub right: usize,
    pub asks: usize,
    /// Challenges met by the scenes of the receipt.
    pub goals: usize,
    /// Challenges met with a score of at most par.
    pub at_par: usize,
    pub challenges: usize,
    /// Whether every check of the receipt succeeded.
    pub holds: bool,
    /// The failed checks, a sentence each.
    pub why: Vec<String>,
    /// Remarks that do not affect the result, such as answers beyond the number of tries.
    pub notes: Vec<String>,
    /// The number of the variant, of a lesson that varies values.
    pub variant: Option<u64>,
    /// Every step with a question or challenge.
    pub steps: Vec<GradedStep>,
}

/// The names of [`Grade::counts`] in tables.
pub(super) const COUNTS: [&str; 6] = [
    "first_try",
    "right",
    "asks",
    "goals",
    "at_par",
    "challenges",
];

/// The answers given at a step, and their result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GradedStep {
    /// The step, from 1.
    pub step: usize,
    /// The title of the step.
    pub title: String,
    /// The kind of its question; `None` for a challenge.
    pub kind: Option<Kind>,
    /// The answers given, or the scene submitted for the challenge.
    pub given: Vec<String>,
    /// The result, in a few words.
    pub result: String,
    /// The number of the try that is right, from 1, if one of those that count is.
    pub right_try: Option<usize>,
    /// Whether the scene meets the challenge.
    pub is_met: bool,
}

/// Replays a receipt from scratch. `file` is the text of the lesson file, needed if the lesson is not built
/// in.
pub fn grade(receipt: &Work, file: Option<&str>) -> Result<Grade, LessonError> {
    let session = session_of(receipt, file)?;
    if session.lesson.id != receipt.record {
        let (given, file) = (quoted(&receipt.record), session.lesson.id);
        return Err(LessonError::new(format!(
            "the receipt is of the lesson {given}, not of {file}"
        )));
    }
    Ok(grade_in(&session, receipt))
}

/// Opens the lesson of a receipt in its variant.
pub(super) fn session_of(receipt: &Work, file: Option<&str>) -> Result<Session, LessonError> {
    let source = file.or_else(|| source_of(&receipt.record));
    let source = source.ok_or_else(|| {
        let lesson = "one of the program, or its file be given with the receipt";
        LessonError::rejected("lesson", lesson, &receipt.record)
    })?;
    Session::open_variant(source, receipt.seed.unwrap_or(0))
        .map_err(|mistake| LessonError::placed(&mistake))
}

/// Replays a receipt in a session of its lesson and variant.
pub(super) fn grade_in(session: &Session, receipt: &Work) -> Grade {
    let lesson = &session.lesson;
    let mut grade = Grade {
        lesson: receipt.record.clone(),
        title: lesson.title.clone(),
        name: receipt.name.clone(),
        first_try: 0,
        right: 0,
        asks: lesson.asks(),
        goals: 0,
        at_par: 0,
        challenges: lesson.challenges(),
        holds: true,
        why: Vec::new(),
        notes: Vec::new(),
        variant: session.seed(),
        steps: steps_of(session),
    };
    if receipt.hash != session.hash() {
        grade
            .why
            .push("it is of another version of the lesson".to_owned());
    }
    grade.why.extend(doubt_of_variant(session, receipt));
    for (&step, tries) in &receipt.answers {
        grade.replay_answers(session, step, tries);
    }
    for (&step, scene) in &receipt.goals {
        if receipt.answers.contains_key(&step) {
            grade.why.push(format!("step {step} is there twice"));
        } else {
            grade.replay_goal(session, step, scene);
        }
    }
    grade.holds = grade.why.is_empty();
    grade
}

/// Returns why the variant of a receipt is not the one that its student was to have, if so.
fn doubt_of_variant(session: &Session, receipt: &Work) -> Option<String> {
    session.seed()?;
    let Some(seed) = receipt.seed else {
        return Some("it does not say which variant of the lesson it is of".to_owned());
    };
    let is_of_name = seed == seed_of_name(&receipt.name);
    (session.lesson.seed == Seed::Name && !is_of_name).then(|| {
        let name = quoted(&receipt.name);
        format!("its variant, {seed}, is not that of the name {name}")
    })
}

/// Returns the steps of a lesson that have a question or challenge, all marked as not done.
fn steps_of(session: &Session) -> Vec<GradedStep> {
    let steps = session.lesson.step.iter().zip(1..);
    let steps = steps.filter(|(step, _)| step.ask.is_some() || step.goal.is_some());
    let steps = steps.map(|(step, number)| GradedStep {
        step: number,
        title: step.title.clone(),
        kind: step.ask.as_ref().map(|ask| ask.kind),
        given: Vec::new(),
        result: "not done".to_owned(),
        right_try: None,
        is_met: false,
    });
    steps.collect()
}

/// Returns the index of a step; for a step 0, one that no lesson has.
fn index_of(step: usize) -> usize {
    step.checked_sub(1).unwrap_or(usize::MAX)
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
    /// The numbers of questions and challenges, in the order of [`COUNTS`].
    pub(super) fn counts(&self) -> [usize; COUNTS.len()] {
        [
            self.first_try,
            self.right,
            self.asks,
            self.goals,
            self.at_par,
            self.challenges,
        ]
    }

    /// Records the answers or the scene given at a step, and their result.
    fn note(&mut self, step: usize, given: Vec<String>, result: String) -> Option<&mut GradedStep> {
        let graded = self.steps.iter_mut().find(|graded| graded.step == step)?;
        (graded.given, graded.result) = (given, result);
        Some(graded)
    }

    fn replay_answers(&mut self, session: &Session, step: usize, tries: &[String]) {
        let index = index_of(step);
        let ask = session.step(index).ok().and_then(|step| step.ask.as_ref());
        let allowed = ask.and_then(|ask| session.lesson.tries_at(ask));
        let given = tries.len();
        if let Some(allowed) = allowed.filter(|&allowed| given > allowed) {
            self.notes.push(format!(
                "step {step}: {given} tries, of which the first {allowed} count"
            ));
        }
        let counted = tries.iter().take(allowed.unwrap_or(MOST_TRIES)).zip(1..);
        let mut judged = counted.map(|(given, number)| {
            let verdict = session.answer(index, given)?;
            Ok::<_, LessonError>(verdict.right.then_some(number))
        });
        let (result, right_try) = match judged.find(|judged| !matches!(judged, Ok(None))) {
            Some(Ok(Some(number))) => (format!("right at try {number}"), Some(number)),
            Some(Err(reason)) => {
                self.why.push(format!("step {step}: {reason}"));
                ("not an answer".to_owned(), None)
            }
            _ => ("not right".to_owned(), None),
        };
        self.right += usize::from(right_try.is_some());
        self.first_try += usize::from(right_try == Some(1));
        let kind = ask.map(|ask| ask.kind);
        let given = tries.iter().take(MOST_TRIES);
        let given = given.map(|given| in_words(kind, given)).collect();
        if let Some(graded) = self.note(step, given, result) {
            graded.right_try = right_try;
        }
    }

    fn replay_goal(&mut self, session: &Session, step: usize, scene: &str) {
        let index = index_of(step);
        let why = match session.attempt(index, scene) {
            Ok(attempt) if attempt.met => match session.out_of_reach(index, scene) {
                Ok(Some(field)) => {
                    format!("its scene changes the {field}, for which the step has no control")
                }
                _ => return self.meet(session, step, scene, attempt.score),
            },
            Ok(_) => "its scene does not meet the goal".to_owned(),
            Err(reason) => reason.to_string(),
        };
        self.why.push(format!("step {step}: {why}"));
        self.note(step, vec![scene.to_owned()], "not met".to_owned());
    }

    fn meet(&mut self, session: &Session, step: usize, scene: &str, score: Option<f64>) {
        let goal = session.lesson.step[index_of(step)].goal.as_ref();
        let is_par = goal
            .zip(score)
            .is_some_and(|(goal, score)| score <= goal.par + 1e-9);
        self.goals += 1;
        self.at_par += usize::from(is_par);
        let result = if is_par { "met at par" } else { "met" };
        if let Some(graded) = self.note(step, vec![scene.to_owned()], result.to_owned()) {
            graded.is_met = true;
        }
    }
}
