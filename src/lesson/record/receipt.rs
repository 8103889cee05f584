//! Receipts: the part of a student's work that is handed in, as a file or a link, and can be replayed from scratch.
//!
//! A receipt contains the id of its lesson and a hash of the lesson file, every answer in the order given,
//! and for each challenge that was met the link of the scene that met it. It does not record which answers
//! were right: grading determines that. A receipt therefore proves that its answers and scenes are right,
//! but not who made it.

use serde::{Deserialize, Serialize};
use serde_json::Error;

use super::work::Work;
use crate::error::LessonError;

/// The format identifier in the first field of a receipt.
const FORM: &str = "receipt-1";

/// The start of a link with which the page shows a receipt.
const LINK: &str = "#/lessons/receipt?";

/// The fields of a file.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Receipt {
    /// The format, [`FORM`].
    flitscope: String,
    lesson: String,
    hash: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    #[serde(default)]
    answers: Vec<Tries>,
    #[serde(default)]
    goals: Vec<Reached>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Tries {
    step: usize,
    tries: Vec<String>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Reached {
    step: usize,
    scene: String,
}

impl Receipt {
    fn of(work: &Work) -> Self {
        let answers = work.answers.iter().map(|(&step, tries)| Tries {
            step,
            tries: tries.clone(),
        });
        let goals = work.goals.iter().map(|(&step, scene)| Reached {
            step,
            scene: scene.clone(),
        });
        Self {
            flitscope: FORM.to_owned(),
            lesson: work.record.clone(),
            hash: work.hash.clone(),
            name: work.name.clone(),
            seed: work.seed,
            answers: answers.collect(),
            goals: goals.collect(),
        }
    }

    fn into_work(self) -> Result<Work, Error> {
        let mut work = Work {
            record: self.lesson,
            hash: self.hash,
            name: self.name,
            seed: self.seed,
            ..Work::default()
        };
        let twice = |step: usize| serde::de::Error::custom(format!("step {step} is there twice"));
        for Tries { step, tries } in self.answers {
            if work.answers.insert(step, tries).is_some() {
                return Err(twice(step));
            }
        }
        for Reached { step, scene } in self.goals {
            if work.goals.insert(step, scene).is_some() {
                return Err(twice(step));
            }
        }
        Ok(work)
    }
}

impl Work {
    /// Writes what was handed in as the text of a file, which [`Work::read_receipt`] parses.
    pub fn to_json(&self) -> String {
        let json = serde_json::to_string_pretty(&Receipt::of(self));
        json.expect("plain data can be written") + "\n"
    }

    /// Returns a link of the page that contains what was handed in.
    pub fn to_link(&self) -> String {
        format!("{LINK}{}", self.to_receipt())
    }

    /// Parses a receipt from the text of a file or from a link.
    pub fn read_receipt(text: &str) -> Result<Self, LessonError> {
        if let Some((_, values)) = text.split_once(LINK) {
            let work = Self::of_values(values.trim());
            let work = Some(work).filter(|work| !work.record.is_empty());
            return work.ok_or_else(|| LessonError::new("a receipt must name its lesson"));
        }
        let foreign = |error: Error| {
            LessonError::new(format!("a receipt must be as the page writes it: {error}"))
        };
        let receipt: Receipt = serde_json::from_str(text).map_err(foreign)?;
        if receipt.flitscope != FORM {
            return Err(LessonError::rejected("flitscope", FORM, &receipt.flitscope));
        }
        receipt.into_work().map_err(foreign)
    }

    /// The answers and scenes, in the form from which the account of a student without a name follows.
    pub(super) fn given(&self) -> String {
        let Receipt { answers, goals, .. } = Receipt::of(self);
        format!("{answers:?} {goals:?}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Links that students have handed in must stay readable.
    #[test]
    fn the_format_of_links_is_unchanged() {
        let link = "#/lessons/receipt?lesson=one-message&hash=abc&name=A.%20Student&answer-2=13&answer-2=14&\
                    answer-3=2>3&goal-5=t%3Dmesh:4x4%26vc%3D2";
        let work = Work::read_receipt(&format!("https://example.org/{link}\n")).expect("a receipt");
        assert_eq!(work.to_link(), link);
        assert_eq!(work.name, "A. Student");
        assert_eq!(work.answers[&2], ["13", "14"]);
        assert_eq!(work.answers[&3], ["2>3"]);
        assert_eq!(work.goals[&5], "t=mesh:4x4&vc=2");
        assert_eq!(Work::read_receipt(&work.to_json()).ok(), Some(work));
    }

    #[test]
    fn other_texts_are_refused_with_a_reason() {
        for (text, reason) in [
            (
                "#/lessons/receipt?hash=abc",
                "a receipt must name its lesson",
            ),
            (
                r#"{"flitscope": "receipt-2", "lesson": "x", "hash": ""}"#,
                "flitscope must be receipt-1, not receipt-2",
            ),
            (
                r#"{"flitscope": "receipt-1", "lesson": "x", "hash": "", "answers": [{"step": 1, "tries": ["2"]}, {"step": 1, "tries": ["3"]}]}"#,
                "a receipt must be as the page writes it: step 1 is there twice",
            ),
            (
                "{",
                "a receipt must be as the page writes it: EOF while parsing an object at line 1 column 1",
            ),
        ] {
            let error = Work::read_receipt(text).expect_err("it is not a receipt");
            assert_eq!(error.to_string(), reason);
        }
    }
}
