//! Receipts: what somebody answered and reached, to be replayed from scratch.
//!
//! A receipt says which lesson it is of, by its id and a hash of its file; every answer in the order
//! in which it was given; and for each challenge that was met the link of the scene that met it. What
//! was right is not written down: grading finds that out. So a receipt proves that the answers and
//! scenes in it work. It does not prove who made it.

use serde::{Deserialize, Serialize};

use crate::catalog::quoted;
use crate::lesson::file::register::source_of;
use crate::lesson::note::Note;
use crate::lesson::session::Session;

/// What a receipt is, as its first field says.
const FORM: &str = "receipt-1";

/// Where the page shows a receipt.
const LINK: &str = "#/lessons/receipt";

/// The most answers to a question that are replayed.
const MOST_TRIES: usize = 200;

/// What somebody did with a lesson.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Receipt {
    /// `receipt-1`.
    pub flitscope: String,
    /// The lesson's id.
    pub lesson: String,
    /// A hash of its file.
    pub hash: String,
    /// Who says that they did it, if they do.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Answers.
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
    /// Each answer as it was given, the first one first.
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

/// What a receipt turns out to be worth.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Grade {
    /// The lesson's id.
    pub lesson: String,
    /// Who says that they did it.
    pub name: String,
    /// Questions that were answered rightly at the first try.
    pub first_try: usize,
    /// Questions that were answered rightly in the end.
    pub right: usize,
    /// Questions of the lesson.
    pub asks: usize,
    /// Challenges that the scenes in it meet.
    pub goals: usize,
    /// Of these, those met with no more than par.
    pub at_par: usize,
    /// Challenges of the lesson.
    pub challenges: usize,
    /// Whether everything in it holds.
    pub holds: bool,
    /// What does not hold, in a sentence each.
    pub why: Vec<String>,
}

impl Receipt {
    /// An empty receipt of a lesson.
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

    /// The receipt as a link of the page.
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

    /// Reads what stands behind [`LINK`] in a link.
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

    /// Reads a receipt, a file or a link, or says what is wrong with it.
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

/// Replays a receipt from scratch. `file` is the lesson's file, where it is none of the program.
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

impl Grade {
    fn replay_answers(&mut self, session: &Session, answered: &Tries, seen: &mut Vec<usize>) {
        let step = answered.step;
        if seen.contains(&step) {
            return self.why.push(format!("step {step} is there twice"));
        }
        seen.push(step);
        for (index, given) in answered.tries.iter().take(MOST_TRIES).enumerate() {
            match session.answer(step.wrapping_sub(1), given) {
                Ok(verdict) if verdict.right => {
                    self.right += 1;
                    self.first_try += usize::from(index == 0);
                    return;
                }
                Ok(_) => (),
                Err(reason) => return self.why.push(format!("step {step}: {reason}")),
            }
        }
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
            }
            Ok(_) => self
                .why
                .push(format!("step {step}: its scene does not meet the goal")),
            Err(reason) => self.why.push(format!("step {step}: {reason}")),
        }
    }
}
