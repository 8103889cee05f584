//! The words and signs of a text as a person sees them: without comments, and quotations as one.
//!
//! The language has a reader of its own, which stops at the first mistake and tells nothing of what
//! it has read. This one is for saying where a mistake began, and never refuses anything.

/// A word, a sign, or the first mark of a quotation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Token<'a> {
    pub text: &'a str,
    /// From 1.
    pub line: usize,
    /// The letter of the line, from 1.
    pub column: usize,
    /// Where it begins \[bytes\].
    pub at: usize,
    /// Letters before it in its line that are no blanks: none where it begins the line.
    is_first: bool,
    /// Blanks at the beginning of its line.
    indent: usize,
}

/// All of a text.
pub(super) fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut found = Vec::new();
    let mut rest = Rest {
        text,
        at: 0,
        line: 1,
        line_at: 0,
    };
    while let Some(next) = rest.letter() {
        let length = match next {
            _ if rest.begins("//") => rest.until("\n", 2),
            _ if rest.begins("/*") => rest.comment(),
            _ if next.is_whitespace() => next.len_utf8(),
            '"' | '\'' | '`' => {
                found.push(rest.token(1));
                rest.quotation(next)
            }
            _ => {
                let length = rest.word().max(next.len_utf8());
                found.push(rest.token(length));
                length
            }
        };
        rest.skip(length);
    }
    found
}

/// What is still to be read.
struct Rest<'a> {
    text: &'a str,
    at: usize,
    line: usize,
    /// Where the line begins.
    line_at: usize,
}

impl<'a> Rest<'a> {
    fn left(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn letter(&self) -> Option<char> {
        self.left().chars().next()
    }

    fn begins(&self, sign: &str) -> bool {
        self.left().starts_with(sign)
    }

    /// Bytes of the word that begins here.
    fn word(&self) -> usize {
        let is_outside = |c: char| !(c.is_alphanumeric() || c == '_');
        self.left().find(is_outside).unwrap_or(self.left().len())
    }

    /// Bytes to the end of a sign behind the first ones.
    fn until(&self, sign: &str, after: usize) -> usize {
        let found = self.left()[after..].find(sign);
        found.map_or(self.left().len(), |found| after + found + sign.len())
    }

    /// Comments of this kind can hold others.
    fn comment(&self) -> usize {
        let (mut depth, mut length) = (0_u32, 0);
        loop {
            let left = &self.left()[length..];
            let Some(letter) = left.chars().next() else {
                return length;
            };
            if left.starts_with("/*") {
                (depth, length) = (depth + 1, length + 2);
            } else if left.starts_with("*/") {
                (depth, length) = (depth - 1, length + 2);
            } else {
                length += letter.len_utf8();
            }
            if depth == 0 {
                return length;
            }
        }
    }

    fn quotation(&self, mark: char) -> usize {
        let mut letters = self.left().char_indices().skip(1);
        while let Some((at, letter)) = letters.next() {
            match letter {
                '\\' if mark != '`' => {
                    letters.next();
                }
                // Only the long kind goes on in the next line.
                '\n' if mark != '`' => return at,
                _ if letter == mark => return at + 1,
                _ => {}
            }
        }
        self.left().len()
    }

    fn token(&self, length: usize) -> Token<'a> {
        let before = &self.text[self.line_at..self.at];
        let line = &self.text[self.line_at..];
        Token {
            text: &self.left()[..length],
            line: self.line,
            column: before.chars().count() + 1,
            at: self.at,
            is_first: before.trim().is_empty(),
            indent: line.chars().take_while(|c| matches!(c, ' ' | '\t')).count(),
        }
    }

    fn skip(&mut self, length: usize) {
        for (at, _) in self.left()[..length].match_indices('\n') {
            self.line += 1;
            self.line_at = self.at + at + 1;
        }
        self.at += length;
    }
}

/// The opening sign that is closed by nothing, if there is one: also one that is closed by what,
/// by its indentation, belongs to another.
pub(super) fn unclosed(text: &str) -> Option<Token<'_>> {
    let tokens = tokens(text);
    let mut open: Vec<Token> = Vec::new();
    let mut suspect = None;
    for token in tokens {
        let opening = match token.text {
            "{" | "(" | "[" => {
                open.push(token);
                continue;
            }
            "}" => "{",
            ")" => "(",
            "]" => "[",
            _ => continue,
        };
        let last = open.pop()?;
        if last.text != opening {
            return Some(last);
        }
        let is_of_another = token.is_first && token.indent < last.indent;
        if is_of_another && suspect.is_none() {
            suspect = Some(last);
        }
    }
    let last = open.pop()?;
    Some(suspect.unwrap_or(last))
}

/// What stands between the braces of a function, if it is there once.
pub(super) fn body_of<'a>(tokens: &'a [Token<'a>], name: &str) -> Option<&'a [Token<'a>]> {
    let is_named = |pair: &[Token]| pair[0].text == "fn" && pair[1].text == name;
    let mut found = tokens.windows(2).enumerate();
    let (begin, _) = found.find(|(_, pair)| is_named(pair))?;
    if found.any(|(_, pair)| is_named(pair)) {
        return None;
    }
    let braces = tokens.iter().enumerate().skip(begin);
    let mut depth = 0;
    let mut first = None;
    for (index, token) in braces {
        match token.text {
            "{" => {
                depth += 1;
                first = first.or(Some(index + 1));
            }
            "}" => {
                depth -= 1;
                if depth == 0 {
                    return Some(&tokens[first?..index]);
                }
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_quotations_hide_what_is_in_them() {
        let text = "a // { \n/* { /* ( */ [ */ b\"{\\\"{\" `\n{` 'x' é{c_1";
        let found: Vec<_> = tokens(text)
            .iter()
            .map(|token| (token.text, token.line, token.column))
            .collect();
        assert_eq!(
            found,
            [
                ("a", 1, 1),
                ("b", 2, 19),
                ("\"", 2, 20),
                ("`", 2, 27),
                ("'", 3, 4),
                ("é", 3, 8),
                ("{", 3, 9),
                ("c_1", 3, 10),
            ]
        );
        for text in ["", "\"", "`{", "/*", "'\\", "//", "ä\n\"ö"] {
            assert!(tokens(text).len() <= 2, "{text}");
        }
    }

    #[test]
    fn what_is_not_closed_is_found_by_its_indentation() {
        for (text, place) in [
            (
                "fn a() {\n    if b {\n        c\n    if d {\n    }\n}",
                (2, 10),
            ),
            ("fn a() {\n    b\n", (1, 8)),
            ("fn a() {\n    b(c\n}", (2, 6)),
            ("fn a() { [1, 2 }", (1, 10)),
        ] {
            let found = unclosed(text).map(|token| (token.line, token.column));
            assert_eq!(found, Some(place), "{text}");
        }
        for text in ["fn a() {}", "}", "fn a() {\n  if b {\n c } }"] {
            assert_eq!(unclosed(text), None, "{text}");
        }
    }
}
