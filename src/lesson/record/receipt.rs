//! Receipts: records of a student's answers and solved challenges, which can be replayed from scratch.
//!
//! A receipt contains the id of its lesson and a hash of the lesson file, every answer in the order given,
//! and for each challenge that was met the link of the scene that met it. It does not record which answers
//! were right: grading determines that. A receipt therefore proves that its answers and scenes are right,
//! but not who made it.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::named_values::NamedValues;
use super::progress::Done;
use crate::session::Session;
use engine::catalog::quoted;

/// The format identifier in the first field of a receipt.
const FORM: &str = "receipt-1";

/// The start of a link with which the page shows a receipt.
const LINK: &str = "#/lessons/receipt";

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
    /// The number of the variant, of a lesson that varies values.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    #[serde(default)]
    pub answers: Vec<Tries>,
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

/// The reason why a text is not a receipt.
#[derive(Debug, Error)]
pub enum ReceiptError {
    /// A link without a lesson.
    #[error("a receipt must name its lesson")]
    NoLesson,
    /// A file that is not a receipt.
    #[error("a receipt must be as the page writes it: {0}")]
    Foreign(#[from] serde_json::Error),
    /// A receipt of another format.
    #[error("flitscope must be {FORM}, not {}", quoted(given))]
    OtherForm { given: String },
}

impl Receipt {
    /// Creates a receipt for the progress in a lesson.
    pub fn of(session: &Session, name: &str, done: &Done) -> Self {
        let answers = done.answers.iter().map(|(&step, tries)| Tries {
            step,
            tries: tries.clone(),
        });
        let goals = done.goals.iter().map(|(&step, scene)| Reached {
            step,
            scene: scene.clone(),
        });
        Self {
            flitscope: FORM.to_owned(),
            lesson: session.lesson.id.clone(),
            hash: session.hash(),
            name: name.to_owned(),
            seed: session.seed(),
            answers: answers.collect(),
            goals: goals.collect(),
        }
    }

    /// Writes the text of a file, which [`Receipt::read`] parses.
    pub fn to_json(&self) -> String {
        let json = serde_json::to_string_pretty(self);
        json.expect("plain data can be written") + "\n"
    }

    /// Returns a link of the page that contains the receipt.
    pub fn to_link(&self) -> String {
        let mut values = NamedValues::default();
        values.add("lesson", &*self.lesson);
        values.add("hash", &*self.hash);
        values.add("name", &*self.name);
        if let Some(seed) = self.seed {
            values.add("seed", seed.to_string());
        }
        for Tries { step, tries } in &self.answers {
            for answer in tries {
                values.add(format!("answer-{step}"), answer);
            }
        }
        for Reached { step, scene } in &self.goals {
            values.add(format!("goal-{step}"), scene);
        }
        format!("{LINK}?{}", values.to_text())
    }

    /// Parses the query string that follows [`LINK`].
    fn of_link(query: &str) -> Result<Self, ReceiptError> {
        let values = NamedValues::from_text(query.trim());
        let value = |name: &str| values.get(name).unwrap_or_default().to_owned();
        let mut receipt = Self {
            flitscope: FORM.to_owned(),
            lesson: value("lesson"),
            hash: value("hash"),
            name: value("name"),
            seed: values.get("seed").and_then(|seed| seed.parse().ok()),
            answers: Vec::new(),
            goals: Vec::new(),
        };
        if receipt.lesson.is_empty() {
            return Err(ReceiptError::NoLesson);
        }
        for (step, answer) in values.numbered("answer-") {
            let answer = answer.to_owned();
            match receipt.answers.iter_mut().find(|tries| tries.step == step) {
                Some(known) => known.tries.push(answer),
                None => receipt.answers.push(Tries {
                    step,
                    tries: vec![answer],
                }),
            }
        }
        let goals = values.numbered("goal-").map(|(step, scene)| Reached {
            step,
            scene: scene.to_owned(),
        });
        receipt.goals.extend(goals);
        Ok(receipt)
    }

    /// Parses a receipt from the text of a file or from a link.
    pub fn read(text: &str) -> Result<Self, ReceiptError> {
        if let Some((_, query)) = text.split_once(&format!("{LINK}?")) {
            return Self::of_link(query);
        }
        let receipt: Self = serde_json::from_str(text)?;
        if receipt.flitscope != FORM {
            let given = receipt.flitscope;
            return Err(ReceiptError::OtherForm { given });
        }
        Ok(receipt)
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
        let receipt = Receipt::read(&format!("https://example.org/{link}\n")).expect("a receipt");
        assert_eq!(receipt.to_link(), link);
        assert_eq!(receipt.name, "A. Student");
        let answers = receipt
            .answers
            .iter()
            .map(|tries| (tries.step, &*tries.tries));
        assert!(answers.eq([
            (2, &["13".to_owned(), "14".to_owned()][..]),
            (3, &["2>3".to_owned()])
        ]));
        assert_eq!(receipt.goals[0].scene, "t=mesh:4x4&vc=2");
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
                "{",
                "a receipt must be as the page writes it: EOF while parsing an object at line 1 column 1",
            ),
        ] {
            let error = Receipt::read(text).expect_err("it is not a receipt");
            assert_eq!(error.to_string(), reason);
        }
    }
}
