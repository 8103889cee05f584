//! How an author writes the value of a field in a form.

use serde_json::{Value, json};

use super::DraftWrong;
use crate::file::format::Kind;

/// The notation of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Notation {
    Text,
    /// A text without blanks around it.
    Link,
    /// A whole number from 0.
    Whole,
    /// A number from 0.
    Number,
    /// A share, written in percent.
    Percent,
    /// A whole number; empty for none.
    Tries,
    /// Texts with commas between them.
    Texts,
    /// Texts in a line each.
    Lines,
    /// Numbers with commas between them.
    Numbers,
    /// Things in the picture with commas between them. In the name of a node, `·` stands for a comma.
    Things,
    /// The condition for an answer of a kind, as a student types the answer.
    Answer(Kind),
}

impl Notation {
    /// Writes a value.
    pub fn write(self, value: &Value) -> String {
        let plain = |value: &Value| match value {
            Value::String(text) => text.clone(),
            Value::Number(number) => number.as_f64().unwrap_or_default().to_string(),
            _ => String::new(),
        };
        let list = || value.as_array().into_iter().flatten().map(plain);
        let joined = |separator: &str| list().collect::<Vec<_>>().join(separator);
        match self {
            Self::Text | Self::Link | Self::Whole | Self::Number | Self::Tries => plain(value),
            Self::Percent => (value.as_f64().unwrap_or_default() * 100.0).to_string(),
            Self::Texts | Self::Numbers => joined(", "),
            Self::Lines => joined("\n"),
            Self::Things => {
                let things = list().map(|thing| thing.replace(',', "·"));
                things.collect::<Vec<_>>().join(", ")
            }
            Self::Answer(_) => DraftWrong::answer_of(&plain(value)),
        }
    }

    /// Reads what an author has written; `None` if it is no value of the field.
    pub fn read(self, text: &str) -> Option<Value> {
        let number = || {
            let number = text.trim().replace(',', ".").parse::<f64>().ok();
            number.filter(|number| number.is_finite() && *number >= 0.0)
        };
        let list = |separators: &[char]| {
            let parts = text.split(separators).map(str::trim);
            let parts = parts.filter(|part| !part.is_empty()).map(str::to_owned);
            parts.collect::<Vec<_>>()
        };
        Some(match self {
            Self::Text => json!(text),
            Self::Link => json!(text.trim()),
            Self::Whole => json!(number()? as u32),
            Self::Number => json!(number()?),
            Self::Percent => json!(number()? / 100.0),
            Self::Tries => json!(text.trim().parse::<u32>().ok()),
            Self::Texts => json!(list(&[',', ';'])),
            Self::Lines => json!(list(&['\n'])),
            Self::Numbers => {
                let numbers = list(&[',', ';']).into_iter();
                let numbers = numbers.filter_map(|number| number.parse::<f64>().ok());
                json!(numbers.collect::<Vec<_>>())
            }
            Self::Things => {
                let things = list(&[',', ';']).into_iter();
                json!(
                    things
                        .map(|thing| thing.replace('·', ","))
                        .collect::<Vec<_>>()
                )
            }
            Self::Answer(kind) => json!(DraftWrong::when_for(kind, text)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_written_as_they_are_read() {
        for (notation, text, value) in [
            (Notation::Text, " a, b", json!(" a, b")),
            (Notation::Link, "t=mesh:4", json!("t=mesh:4")),
            (Notation::Whole, "8", json!(8)),
            (Notation::Number, "1.5", json!(1.5)),
            (Notation::Percent, "5", json!(0.05)),
            (Notation::Tries, "2", json!(2)),
            (Notation::Tries, "", Value::Null),
            (Notation::Texts, "a, b", json!(["a", "b"])),
            (
                Notation::Lines,
                "One, two.\nThree.",
                json!(["One, two.", "Three."]),
            ),
            (Notation::Numbers, "0.01, 0.02", json!([0.01, 0.02])),
            (
                Notation::Things,
                "node 0·1, vcs",
                json!(["node 0,1", "vcs"]),
            ),
            (Notation::Answer(Kind::Number), "5", json!("answer == 5")),
        ] {
            assert_eq!(notation.read(text).as_ref(), Some(&value), "{text}");
            assert_eq!(notation.write(&value), text);
        }
    }

    #[test]
    fn what_is_no_number_is_no_value() {
        for text in ["", "x", "-1", "inf"] {
            assert_eq!(Notation::Number.read(text), None, "{text}");
            assert_eq!(Notation::Whole.read(text), None, "{text}");
        }
        assert_eq!(Notation::Number.read(" 0,5 "), Some(json!(0.5)));
    }
}
