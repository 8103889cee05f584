//! A lesson while it is being made: every field as plain text, complete or not, read from and written to a lesson
//! file. [`format`](crate::format) defines the fields; of an optional text, the empty one stands for none.

mod field;
mod value;
mod write;

pub use field::Notation;

use std::collections::BTreeMap;

use serde::de::Deserializer;
use serde::{Deserialize, Serialize};

use crate::file::format::vary::Drawn;
use crate::file::format::{Kind, Mistake, Seed};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Draft {
    pub id: String,
    pub title: String,
    pub course: String,
    pub place: u32,
    pub minutes: u32,
    pub after: Vec<String>,
    pub about: Vec<String>,
    pub reading: Vec<String>,
    pub conventions: Vec<String>,
    pub goal: String,
    pub conclusions: Vec<String>,
    pub teacher: String,
    pub terms: BTreeMap<String, String>,
    /// The number of tries at each question; 0 for any number.
    pub tries: u32,
    pub seed: Seed,
    pub vary: Vec<DraftVary>,
    pub step: Vec<DraftStep>,
}

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct DraftVary {
    pub name: String,
    #[serde(deserialize_with = "texts_or_numbers")]
    pub among: Vec<String>,
    /// The smallest whole number; empty for a list or a node.
    #[serde(deserialize_with = "text_or_number")]
    pub from: String,
    /// The largest whole number; empty for a list or a node.
    #[serde(deserialize_with = "text_or_number")]
    pub to: String,
    /// The network of a node; empty for a number or a list.
    pub node: String,
    #[serde(rename = "where")]
    pub condition: String,
}

#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct DraftStep {
    pub title: String,
    pub text: String,
    /// The scene as a link; empty for that of the previous step.
    pub scene: String,
    /// The routing function in the script language; empty for a registered one.
    pub script: String,
    /// A cycle or a query that stops the run; empty for the end of all activity.
    #[serde(deserialize_with = "text_or_number")]
    pub until: String,
    pub point: Vec<String>,
    pub allow: Vec<String>,
    pub then: String,
    pub ask: Option<DraftAsk>,
    pub goal: Option<DraftGoal>,
    pub fits: String,
}

#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct DraftAsk {
    pub kind: Kind,
    pub text: String,
    pub answer: String,
    pub right: String,
    pub unit: String,
    pub within: f64,
    pub option: Vec<DraftOption>,
    pub loads: Vec<f64>,
    pub most: f64,
    pub wrong: Vec<DraftWrong>,
    /// The number of tries, 0 for any number; if absent, that of the lesson.
    pub tries: Option<u32>,
}

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct DraftOption {
    pub text: String,
    pub holds: String,
    pub says: String,
    pub scene: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct DraftWrong {
    pub when: String,
    pub example: String,
    pub text: String,
    pub scene: String,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct DraftGoal {
    pub text: String,
    pub holds: String,
    /// The query for the score; empty for the number of changes.
    pub score: String,
    pub counts: String,
    pub par: f64,
    pub solution: Vec<String>,
    pub hint: Vec<DraftHint>,
}

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct DraftHint {
    pub when: String,
    pub example: Vec<String>,
    pub text: String,
}

impl Default for Draft {
    fn default() -> Self {
        Self {
            id: String::new(),
            title: String::new(),
            course: "switching".to_owned(),
            place: 1,
            minutes: 8,
            after: Vec::new(),
            about: Vec::new(),
            reading: Vec::new(),
            conventions: Vec::new(),
            goal: String::new(),
            conclusions: Vec::new(),
            teacher: String::new(),
            terms: BTreeMap::new(),
            tries: 0,
            seed: Seed::default(),
            vary: Vec::new(),
            step: Vec::new(),
        }
    }
}

impl Default for DraftGoal {
    fn default() -> Self {
        Self {
            text: String::new(),
            holds: String::new(),
            score: String::new(),
            counts: COUNTS.to_owned(),
            par: 1.0,
            solution: Vec::new(),
            hint: Vec::new(),
        }
    }
}

/// The usual unit of a score.
const COUNTS: &str = "changes";

impl Draft {
    /// Reads a lesson file, which may lack anything.
    ///
    /// # Errors
    ///
    /// The place where the text is no TOML, or has a field that lessons do not have.
    pub fn read(text: &str) -> Result<Self, Mistake> {
        toml::from_str(text).map_err(|error| {
            let reason = error.message().trim_end().replace('\n', ", ");
            Mistake::at(text, error.span(), reason)
        })
    }

    /// Returns the id that a title suggests: lower-case letters, digits and `-`.
    pub fn id_for(title: &str) -> String {
        let id = title.to_ascii_lowercase();
        let id = id.split(|c: char| !c.is_ascii_alphanumeric());
        let words: Vec<_> = id.filter(|word| !word.is_empty()).collect();
        if words.is_empty() {
            "my-lesson".to_owned()
        } else {
            words.join("-")
        }
    }
}

impl DraftWrong {
    /// Returns the condition for an answer that an author has typed: a value, a query, or a condition over `answer`.
    pub fn when_for(kind: Kind, text: &str) -> String {
        let text = text.trim();
        let is_condition = text
            .split(|c: char| !c.is_alphanumeric())
            .any(|word| word == "answer");
        if text.is_empty() || is_condition {
            return text.to_owned();
        }
        let is_query = text.contains('(') || text.starts_with('"') || text.starts_with('[');
        let names = || {
            text.split_whitespace()
                .map(|name| format!("{name:?}"))
                .collect::<Vec<_>>()
        };
        let value = match kind {
            _ if is_query => text.to_owned(),
            Kind::Node => format!("{text:?}"),
            Kind::Channel => format!("{:?}", text.replace(' ', "")),
            Kind::Set | Kind::Path => format!("[{}]", names().join(", ")),
            Kind::Number | Kind::Choice | Kind::Curve => text.replace(',', "."),
        };
        format!("{EQUALS}{value}")
    }

    /// Returns the answer that an author would type for a condition.
    pub fn answer_of(when: &str) -> String {
        let Some(value) = when.strip_prefix(EQUALS) else {
            return when.to_owned();
        };
        let plain: String = value.chars().filter(|c| !"[]\"".contains(*c)).collect();
        match (value.starts_with('"'), value.starts_with('[')) {
            (true, _) => plain,
            (_, true) => plain.replace(", ", " "),
            _ => value.to_owned(),
        }
    }
}

/// The beginning of a condition for one answer.
const EQUALS: &str = "answer == ";

/// Reads a text, which files may also write as a number.
fn text_or_number<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Written {
        Whole(i64),
        Number(f64),
        Text(String),
    }
    // Between programs it is a text.
    if !from.is_human_readable() {
        return String::deserialize(from);
    }
    Ok(match Written::deserialize(from)? {
        Written::Whole(number) => number.to_string(),
        Written::Number(number) => number.to_string(),
        Written::Text(text) => text,
    })
}

/// Reads a list of texts, some of which files may write as numbers.
fn texts_or_numbers<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<String>, D::Error> {
    // Between programs they are texts.
    if !from.is_human_readable() {
        return Vec::deserialize(from);
    }
    let values = Vec::<Drawn>::deserialize(from)?;
    Ok(values.iter().map(ToString::to_string).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::register::{EXAMPLE, LESSONS, source_of};
    use crate::format::Lesson;
    use study::wire::{decode, encode};

    /// No field of the format is unknown to drafts, and none is lost.
    #[test]
    fn every_lesson_survives_the_builder() {
        let built_in = LESSONS.iter().map(|lesson| lesson.id);
        let built_in = built_in.map(|id| (id, source_of(id).expect("a built-in lesson")));
        for (id, source) in built_in.chain([("the example", EXAMPLE)]) {
            let draft = Draft::read(source).unwrap_or_else(|mistake| panic!("{id}: {mistake}"));
            assert_eq!(decode(&encode(&draft)).as_ref(), Ok(&draft));
            let written = draft.to_toml();
            assert_eq!(Draft::read(&written).as_ref(), Ok(&draft), "{written}");
            let read = |text: &str| {
                let lesson =
                    Lesson::read(text).unwrap_or_else(|mistake| panic!("{mistake} in {text}"));
                without_places(&format!("{lesson:?}"))
            };
            assert_eq!(read(&written), read(source), "{id}");
        }
    }

    /// Removes the byte ranges of all `Spanned` fields, which differ between two files.
    fn without_places(text: &str) -> String {
        let parts = text.split("span: ");
        let parts = parts.map(|part| part.split_once(", ").map_or(part, |(_, rest)| rest));
        parts.collect()
    }

    #[test]
    fn texts_of_any_kind_survive_a_file() {
        for text in [
            "plain",
            "a \"quoted\" \\ word",
            "two\nlines\n",
            "\n\nempty lines",
            "ends with \"\"\"\" quotes\"",
            "tab\there, del \u{7f}, bell \u{7}, ü, carriage\r\nreturn",
            "'''",
        ] {
            let draft = Draft {
                title: text.to_owned(),
                teacher: format!("{text}\n{text}"),
                ..Draft::default()
            };
            assert_eq!(
                Draft::read(&draft.to_toml()).as_ref(),
                Ok(&draft),
                "{text:?}"
            );
        }
    }

    #[test]
    fn an_unknown_field_is_named_with_its_line() {
        let mistake = Draft::read("title = \"x\"\nminuets = 3\n").expect_err("it is unknown");
        assert!(mistake.to_string().starts_with("line 2"), "{mistake}");
        assert!(mistake.reason.contains("minuets"), "{mistake}");
    }

    #[test]
    fn a_foreseen_answer_is_typed_as_a_student_types_it() {
        for (kind, text, when) in [
            (Kind::Number, "12", "answer == 12"),
            (Kind::Number, "1.5", "answer == 1.5"),
            (Kind::Number, "hops(0) + 1", "answer == hops(0) + 1"),
            (Kind::Number, "answer > latency(0)", "answer > latency(0)"),
            (Kind::Node, "2,3", "answer == \"2,3\""),
            (Kind::Channel, "0>1", "answer == \"0>1\""),
            (Kind::Channel, "0 > 1", "answer == \"0>1\""),
            (Kind::Path, "0,1 2,1", "answer == [\"0,1\", \"2,1\"]"),
            (Kind::Set, "3 4", "answer == [\"3\", \"4\"]"),
            (Kind::Number, "", ""),
        ] {
            assert_eq!(DraftWrong::when_for(kind, text), when);
            if text != "0 > 1" {
                assert_eq!(DraftWrong::answer_of(when), text);
            }
        }
    }

    #[test]
    fn an_id_follows_from_a_title() {
        for (title, id) in [
            ("Two rings, one line!", "two-rings-one-line"),
            (" ", "my-lesson"),
            ("Ürm", "rm"),
        ] {
            assert_eq!(Draft::id_for(title), id);
        }
    }
}
