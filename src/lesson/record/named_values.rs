//! Named values in a line of text, `step=2&answer-1=14`: the format of saved progress and of receipts in links.
//!
//! Browsers keep progress in this format, and links contain receipts in it, so that it cannot change.

use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};

/// Characters that have a meaning in the line.
const ESCAPED: &AsciiSet = &CONTROLS.add(b'%').add(b'&').add(b'=').add(b' ').add(b'+');

/// Names and values, in the order of the line; a name may occur several times.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct NamedValues(Vec<(String, String)>);

impl NamedValues {
    pub(super) fn add(&mut self, name: impl Into<String>, value: impl Into<String>) {
        self.0.push((name.into(), value.into()));
    }

    /// Returns the first value of a name.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        let found = self.0.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| &**value)
    }

    pub(super) fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        let found = self.0.iter().filter(move |(known, _)| known == name);
        found.map(|(_, value)| &**value)
    }

    /// Parses the first value of a name as a number.
    pub(super) fn number(&self, name: &str) -> Option<usize> {
        self.get(name)?.parse().ok()
    }

    /// Returns the values whose names are a prefix and a number, as in `answer-2`.
    pub(super) fn numbered<'a>(
        &'a self,
        prefix: &'a str,
    ) -> impl Iterator<Item = (usize, &'a str)> {
        self.0.iter().filter_map(move |(name, value)| {
            let number = name.strip_prefix(prefix)?.parse().ok()?;
            Some((number, &**value))
        })
    }

    pub(super) fn to_text(&self) -> String {
        let values = self.0.iter().map(|(name, value)| {
            let value = utf8_percent_encode(value, ESCAPED);
            format!("{name}={value}")
        });
        values.collect::<Vec<_>>().join("&")
    }

    /// Parses a line written by [`NamedValues::to_text`].
    pub(super) fn from_text(text: &str) -> Self {
        let values = text.split('&').filter_map(|pair| {
            let (name, value) = pair.split_once('=')?;
            let value = percent_decode_str(value).decode_utf8_lossy();
            Some((name.to_owned(), value.into_owned()))
        });
        Self(values.collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_round_trip_through_a_line() {
        let mut values = NamedValues::default();
        values.add("says", "<p>a = b & c\n100 % → ü</p>");
        for answer in ["", "one", "two + 2"] {
            values.add("answer-2", answer);
        }
        values.add("step", "2");
        let text = values.to_text();
        assert_eq!(NamedValues::from_text(&text), values);
        assert!(!text.contains('\n') && !text.contains(' '));
        assert_eq!(values.number("step"), Some(2));
        assert_eq!(values.number("says"), None);
        assert_eq!(values.get("name"), None);
        let answers = values.numbered("answer-");
        assert!(answers.eq([(2, ""), (2, "one"), (2, "two + 2")]));
    }
}
