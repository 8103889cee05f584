//! Words, strings and marks of DOT and GML.

use crate::catalog::{BuildError, quoted};
use crate::topology::graph::text::in_line;

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Token {
    /// A word, a number or a string.
    Text {
        text: String,
        /// Whether it is a string, and so not a word of the language.
        is_string: bool,
    },
    /// A link: `--` or `->`.
    Edge,
    /// A bracket or a separator.
    Mark(char),
}

impl Token {
    /// Whether the token is a word of the language, in any case.
    pub(super) fn is_word(&self, word: &str) -> bool {
        matches!(self, Self::Text { text, is_string: false } if text.eq_ignore_ascii_case(word))
    }
}

/// The tokens of a file from a position on.
pub(super) struct Tokens<'a> {
    file: &'a str,
    at: usize,
    /// Where the last token begins.
    last: usize,
}

impl<'a> Tokens<'a> {
    pub(super) fn of(file: &'a str) -> Self {
        Self {
            file,
            at: 0,
            last: 0,
        }
    }

    /// Takes the next token if it is this one.
    pub(super) fn next_is(&mut self, token: &Token) -> bool {
        let before = (self.at, self.last);
        if self.next().as_ref() == Some(token) {
            return true;
        }
        (self.at, self.last) = before;
        false
    }

    /// The error that the last token, or the end of the file, is not what is expected.
    pub(super) fn unexpected(&self, expected: &str) -> BuildError {
        let before = &self.file[..self.last.min(self.file.len())];
        let line = before.matches('\n').count() + 1;
        let rest = self.file[self.last.min(self.file.len())..].lines().next();
        let given = quoted(rest.unwrap_or_default());
        in_line(line as u32)(BuildError::rejected("", expected, given))
    }

    fn rest(&self) -> &'a str {
        &self.file[self.at..]
    }

    /// Skips whitespace and comments: `//`, `/* */`, and lines starting with `#`.
    fn skip(&mut self) {
        loop {
            let rest = self.rest();
            let trimmed = rest.trim_start();
            self.at += rest.len() - trimmed.len();
            let begins_line = self.at == 0 || self.file[..self.at].ends_with('\n');
            let length = if trimmed.starts_with("//") || trimmed.starts_with('#') && begins_line {
                trimmed.find('\n').unwrap_or(trimmed.len())
            } else if trimmed.starts_with("/*") {
                trimmed.find("*/").map_or(trimmed.len(), |end| end + 2)
            } else {
                return;
            };
            self.at += length;
        }
    }

    /// A string in quotes, in which a backslash before a quote or at the end of a line has no meaning of
    /// its own.
    fn string(&mut self) -> String {
        let mut text = String::new();
        let mut characters = self.rest().char_indices().skip(1).peekable();
        let mut end = self.rest().len();
        while let Some((at, c)) = characters.next() {
            match c {
                '"' => {
                    end = at + 1;
                    break;
                }
                '\\' if characters.next_if(|(_, c)| *c == '"').is_some() => text.push('"'),
                '\\' if characters.next_if(|(_, c)| *c == '\n').is_some() => {}
                c => text.push(c),
            }
        }
        self.at += end;
        text
    }

    /// A text of HTML in angle brackets, as it is.
    fn html(&mut self) -> String {
        let mut depth = 0_u32;
        let mut end = self.rest().len();
        for (at, c) in self.rest().char_indices() {
            depth += u32::from(c == '<');
            depth -= u32::from(c == '>');
            if depth == 0 {
                end = at + 1;
                break;
            }
        }
        let text = self.rest()[..end].to_owned();
        self.at += end;
        text
    }
}

impl Iterator for Tokens<'_> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        self.skip();
        self.last = self.at;
        let rest = self.rest();
        let first = rest.chars().next()?;
        if rest.starts_with("--") || rest.starts_with("->") {
            self.at += 2;
            return Some(Token::Edge);
        }
        match first {
            '"' => {
                let text = self.string();
                return Some(Token::Text {
                    text,
                    is_string: true,
                });
            }
            '<' => {
                let text = self.html();
                return Some(Token::Text {
                    text,
                    is_string: true,
                });
            }
            '{' | '}' | '[' | ']' | ';' | ',' | '=' | ':' => {
                self.at += 1;
                return Some(Token::Mark(first));
            }
            _ => {}
        }
        let is_end = |c: char| {
            c.is_whitespace()
                || matches!(c, '"' | '<' | '{' | '}' | '[' | ']' | ';' | ',' | '=' | ':')
        };
        let mut end = rest.find(is_end).unwrap_or(rest.len());
        // `a--b` is a word, an edge and a word, but a leading `-` is the sign of a number.
        let after_first = first.len_utf8();
        for edge in ["--", "->"] {
            let found = rest[after_first..end].find(edge);
            end = found.map_or(end, |found| found + after_first);
        }
        self.at += end;
        Some(Token::Text {
            text: rest[..end].to_owned(),
            is_string: false,
        })
    }
}
