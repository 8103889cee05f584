//! A line of the text of a network: where its names, arrows and quotes are.

use std::ops::Range;

/// A line without its comment.
#[derive(Clone, Copy)]
pub(super) struct Line<'a> {
    pub(super) text: &'a str,
    /// The text with every quoted character replaced, so that separators in names are not found.
    /// Offsets are those of the text.
    pub(super) masked: &'a str,
}

impl<'a> Line<'a> {
    /// A line of a file, given with its mask, without its comment.
    pub(super) fn of(text: &'a str, masked: &'a str) -> Self {
        let end = masked.find('#').unwrap_or(masked.len());
        Self { text, masked }.part(0..end)
    }

    /// A part of the line without surrounding blanks.
    pub(super) fn part(self, range: Range<usize>) -> Self {
        let masked = &self.masked[range.clone()];
        let begin = range.start + (masked.len() - masked.trim_start().len());
        let end = begin + masked.trim().len();
        Self {
            text: &self.text[begin..end],
            masked: &self.masked[begin..end],
        }
    }

    /// The name and the place in a line `a @ x y`.
    pub(super) fn placed(self) -> Option<(Self, &'a str)> {
        let at = self.masked.find('@')?;
        Some((self.part(0..at), &self.text[at + 1..]))
    }

    /// The name in a line `switch s`.
    pub(super) fn switch(self) -> Option<Self> {
        let rest = self.masked.strip_prefix("switch")?;
        let begin = self.masked.len() - rest.len();
        rest.starts_with(char::is_whitespace)
            .then(|| self.part(begin..self.masked.len()))
    }

    /// The arrows between names: offset and length of each. Those between blanks if there are any, else
    /// every `-` and `->`.
    pub(super) fn arrows(self) -> Vec<(usize, usize)> {
        let found = self.masked.match_indices('-').map(|(at, _)| {
            let is_one_way = self.masked[at + 1..].starts_with('>');
            (at, 1 + usize::from(is_one_way))
        });
        let found: Vec<_> = found.collect();
        let is_apart = |&(at, length): &(usize, usize)| {
            let before = self.masked[..at].chars().next_back();
            let after = self.masked[at + length..].chars().next();
            [before, after]
                .iter()
                .all(|c| c.is_none_or(char::is_whitespace))
        };
        let apart: Vec<_> = found.iter().copied().filter(is_apart).collect();
        if apart.is_empty() { found } else { apart }
    }

    /// Whether only the text of a network has such a line: one with an arrow, a position or a switch.
    pub(super) fn is_of_a_network(self) -> bool {
        if self.placed().is_some() || self.switch().is_some() {
            return true;
        }
        let arrows = self.arrows();
        let [(at, length)] = *arrows else {
            // Only arrows between blanks can be several.
            let is_apart = |&(at, _): &(usize, usize)| self.masked[..at].ends_with(' ');
            return arrows.iter().all(is_apart) && !arrows.is_empty();
        };
        // `3,2-4,2` is a link, and `leaf-1,spine` two fields.
        let ends = [&self.masked[..at], &self.masked[at + length..]];
        let [one, other] = ends.map(|end| end.matches([',', ';', '\t']).count());
        one == other && ends.iter().all(|end| !end.trim().contains(' '))
    }

    /// Whether every word of the line has letters or digits, unless it is a colon or in braces.
    pub(super) fn has_words(self) -> bool {
        let is_word = |word: &str| {
            matches!(word, ":" | "{}") || word.contains(|c: char| c.is_alphanumeric() || c == '"')
        };
        self.masked.split_whitespace().all(is_word)
    }

    /// Whether the line has several fields, as that of a list.
    pub(super) fn has_several_fields(self) -> bool {
        self.masked.contains([',', ';']) || self.masked.contains(char::is_whitespace)
    }

    /// Whether a name in the line contains a `-` and no quotes.
    pub(super) fn names_a_hyphen(self) -> bool {
        let has_hyphen = |part: Self| part.masked.contains('-');
        if let Some((name, _)) = self.placed() {
            return has_hyphen(name);
        }
        if let Some(name) = self.switch() {
            return has_hyphen(name);
        }
        let arrows = self.arrows().len();
        arrows < self.masked.matches('-').count()
    }
}

/// Replaces every character of a quoted part of a line, to the end of the line if a quote is not
/// closed.
pub(super) fn masked(line: &str) -> String {
    let mut is_quoted = false;
    let mut masked = String::with_capacity(line.len());
    for c in line.chars() {
        let is_quote = c == '"';
        if is_quoted || is_quote {
            masked.extend(std::iter::repeat_n('"', c.len_utf8()));
        } else {
            masked.push(c);
        }
        is_quoted ^= is_quote;
    }
    masked
}
