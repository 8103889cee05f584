//! The format of messages between the page and the lesson program, and of saved progress: a word and named
//! values on one line, `verdict step=2&right=1&says=…`, so that the page needs no additional parser.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::wire;

/// Characters escaped in a value because they have a meaning in a note.
const ESCAPED: &AsciiSet = &CONTROLS.add(b'%').add(b'&').add(b'=').add(b' ').add(b'+');

/// A word and named values; a name may occur several times.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Note {
    /// The kind of message.
    pub word: String,
    /// Names and values, in the order in which they were added.
    pub values: Vec<(String, String)>,
}

impl Note {
    /// Creates a note without values.
    pub fn new(word: &str) -> Self {
        Self {
            word: word.to_owned(),
            values: Vec::new(),
        }
    }

    /// Adds a value.
    #[must_use]
    #[expect(
        clippy::needless_pass_by_value,
        reason = "numbers and texts are handed over alike"
    )]
    pub fn with(mut self, name: &str, value: impl ToString) -> Self {
        self.values.push((name.to_owned(), value.to_string()));
        self
    }

    /// Adds several values of the same name.
    #[must_use]
    pub fn with_all<T: ToString>(
        mut self,
        name: &str,
        values: impl IntoIterator<Item = T>,
    ) -> Self {
        let values = values.into_iter();
        self.values
            .extend(values.map(|value| (name.to_owned(), value.to_string())));
        self
    }

    /// Adds a value that is not text, encoded.
    #[must_use]
    pub fn with_data<T: Serialize>(self, name: &str, value: &T) -> Self {
        let text = URL_SAFE_NO_PAD.encode(wire::encode(value));
        self.with(name, text)
    }

    /// Decodes a value added by [`Note::with_data`].
    pub fn data<T: DeserializeOwned>(&self, name: &str) -> Option<T> {
        let bytes = URL_SAFE_NO_PAD.decode(self.get(name)).ok()?;
        wire::decode(&bytes).ok()
    }

    /// Returns the first value of a name; empty if there is none.
    pub fn get(&self, name: &str) -> &str {
        let found = self.values.iter().find(|(known, _)| known == name);
        found.map_or("", |(_, value)| value)
    }

    /// Returns all values of a name.
    pub fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        let values = self.values.iter().filter(move |(known, _)| known == name);
        values.map(|(_, value)| &**value)
    }

    /// Parses the first value of a name as a number.
    pub fn number<T: std::str::FromStr>(&self, name: &str) -> Option<T> {
        self.get(name).parse().ok()
    }

    /// Returns whether a value is present and true, written `1`.
    pub fn says(&self, name: &str) -> bool {
        self.get(name) == "1"
    }

    /// Writes the note as one line.
    pub fn to_text(&self) -> String {
        let values = self.values.iter().map(|(name, value)| {
            let value = utf8_percent_encode(value, ESCAPED);
            format!("{name}={value}")
        });
        let values: Vec<_> = values.collect();
        format!("{} {}", self.word, values.join("&"))
    }

    /// Reads a line written by [`Note::to_text`].
    pub fn from_text(text: &str) -> Self {
        let (word, values) = text.split_once(' ').unwrap_or((text, ""));
        let values = values.split('&').filter_map(|pair| {
            let (name, value) = pair.split_once('=')?;
            let value = percent_decode_str(value).decode_utf8_lossy();
            Some((name.to_owned(), value.into_owned()))
        });
        Self {
            word: word.to_owned(),
            values: values.collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_round_trip_through_text() {
        let note = Note::new("verdict")
            .with("step", 2)
            .with("says", "<p>a = b & c\n100 % → ü</p>")
            .with_all("option", ["", "one", "two + 2"])
            .with("right", 1);
        let read = Note::from_text(&note.to_text());
        assert_eq!(read, note);
        assert_eq!(read.number("step"), Some(2));
        assert_eq!(
            read.all("option").collect::<Vec<_>>(),
            ["", "one", "two + 2"]
        );
        assert!(read.says("right") && !read.says("wrong"));
        assert!(!note.to_text().contains('\n'));
    }
}
