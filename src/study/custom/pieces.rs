//! Words and marks of a script, which need not be valid, and the places of its strings and comments.

use std::ops::Range;

/// A word or a mark, with its place \[UTF-16 code units\].
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Piece {
    /// A name, keyword or number.
    Word(String, Range<usize>),
    Mark(char, usize),
}

impl Piece {
    fn start(&self) -> usize {
        match self {
            Self::Word(_, place) => place.start,
            Self::Mark(_, start) => *start,
        }
    }
}

#[derive(Debug, Default)]
pub(super) struct Pieces {
    words_and_marks: Vec<Piece>,
    /// The strings and comments, and whether each is still open at its end.
    hidden: Vec<(Range<usize>, bool)>,
    length: usize,
}

impl Pieces {
    pub(super) fn of(script: &str) -> Self {
        let mut reader = Reader {
            characters: script.chars().collect(),
            ..Reader::default()
        };
        while reader.read() {}
        reader.found.length = reader.unit;
        reader.found
    }

    /// Whether a place is inside a string or comment, or behind the end.
    pub(super) fn is_hidden(&self, at: usize) -> bool {
        let hides = |(part, is_open): &(Range<usize>, bool)| {
            part.start < at && (at < part.end || (*is_open && at == part.end))
        };
        at > self.length || self.hidden.iter().any(hides)
    }

    /// The word around a place, and its part before the place; an empty word if there is none.
    pub(super) fn word_at(&self, at: usize) -> (Range<usize>, String) {
        let word = self.words_and_marks.iter().find_map(|piece| match piece {
            Piece::Word(word, place) if place.start < at && at <= place.end => Some((word, place)),
            _ => None,
        });
        let Some((word, place)) = word else {
            return (at..at, String::new());
        };
        let units: Vec<u16> = word.encode_utf16().take(at - place.start).collect();
        (place.clone(), String::from_utf16_lossy(&units))
    }

    /// The pieces before a place.
    pub(super) fn before(&self, at: usize) -> &[Piece] {
        let count = self
            .words_and_marks
            .partition_point(|piece| piece.start() < at);
        &self.words_and_marks[..count]
    }

    /// Whether the next piece after a place is this mark, without a gap.
    pub(super) fn follows(&self, at: usize, mark: char) -> bool {
        self.words_and_marks.contains(&Piece::Mark(mark, at))
    }

    /// The word at a place; empty if there is none.
    pub(super) fn text(&self, part: &Range<usize>) -> &str {
        let word = self.words_and_marks.iter().find_map(|piece| match piece {
            Piece::Word(word, place) if place == part => Some(&**word),
            _ => None,
        });
        word.unwrap_or_default()
    }

    /// Whether there is a word, other than at a place.
    pub(super) fn has_word(&self, word: &str, except: usize) -> bool {
        let is_it = |piece: &Piece| matches!(piece, Piece::Word(own, place) if own == word && place.start != except);
        self.words_and_marks.iter().any(is_it)
    }

    /// The names that the script defines, except at a place, and whether each is that of a function.
    pub(super) fn defined(&self, except: usize) -> Vec<(&str, bool)> {
        let mut defined = Vec::new();
        let mut next = None;
        for piece in &self.words_and_marks {
            next = match (piece, next) {
                (Piece::Mark(mark, _), Some(before)) => match (mark, before) {
                    ('(' | ',', Defines::Loop | Defines::Parameters) | (')', Defines::Loop) => next,
                    _ => None,
                },
                (Piece::Word(word, place), before) => match (&**word, before) {
                    ("let" | "const", _) => Some(Defines::Variable),
                    ("for", _) => Some(Defines::Loop),
                    ("fn", _) => Some(Defines::Function),
                    ("in", _) | (_, None) => None,
                    (name, Some(before)) => {
                        if place.start != except {
                            defined.push((name, before == Defines::Function));
                        }
                        match before {
                            Defines::Variable => None,
                            Defines::Function => Some(Defines::Parameters),
                            Defines::Loop | Defines::Parameters => Some(before),
                        }
                    }
                },
                (Piece::Mark(..), None) => None,
            };
        }
        defined
    }
}

/// The kind of name that can follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Defines {
    Variable,
    Loop,
    Function,
    Parameters,
}

/// Reads a script character by character.
#[derive(Debug, Default)]
struct Reader {
    characters: Vec<char>,
    /// The number of characters read.
    next: usize,
    /// The number of UTF-16 code units read.
    unit: usize,
    /// The number of open braces in each `${` of a string in backquotes.
    interpolations: Vec<u32>,
    found: Pieces,
}

impl Reader {
    fn peek(&self, ahead: usize) -> Option<char> {
        self.characters.get(self.next + ahead).copied()
    }

    fn take(&mut self) -> Option<char> {
        let character = self.peek(0)?;
        self.next += 1;
        self.unit += character.len_utf16();
        Some(character)
    }

    /// Reads a piece, string or comment; returns whether there was one.
    fn read(&mut self) -> bool {
        let start = self.unit;
        let Some(character) = self.take() else {
            return false;
        };
        match (character, self.peek(0)) {
            ('/', Some('/')) => {
                self.skip_until(|reader| reader.peek(0) == Some('\n'));
                self.hide(start, true);
            }
            ('/', Some('*')) => {
                let is_open = self.skip_comment();
                self.hide(start, is_open);
            }
            ('"' | '\'', _) => {
                let is_open = self.skip_string(character);
                self.hide(start, is_open);
            }
            ('`', _) => self.skip_backquoted(start),
            ('#', Some('#' | '"')) if self.begins_raw() => {
                let is_open = self.skip_raw();
                self.hide(start, is_open);
            }
            ('{', _) => {
                if let Some(open) = self.interpolations.last_mut() {
                    *open += 1;
                }
                self.mark('{', start);
            }
            ('}', _) => match self.interpolations.last_mut() {
                Some(0) => {
                    self.interpolations.pop();
                    self.skip_backquoted(start);
                }
                open => {
                    if let Some(open) = open {
                        *open -= 1;
                    }
                    self.mark('}', start);
                }
            },
            (character, _) if is_of_word(character) => {
                let mut word = String::from(character);
                while let Some(more) = self.peek(0).filter(|&more| is_of_word(more)) {
                    word.push(more);
                    self.take();
                }
                self.found
                    .words_and_marks
                    .push(Piece::Word(word, start..self.unit));
            }
            (character, _) if character.is_whitespace() => {}
            (character, _) => self.mark(character, start),
        }
        true
    }

    fn mark(&mut self, mark: char, start: usize) {
        self.found.words_and_marks.push(Piece::Mark(mark, start));
    }

    fn hide(&mut self, start: usize, is_open: bool) {
        self.found.hidden.push((start..self.unit, is_open));
    }

    /// Skips to the place at which a test holds; returns whether the text ends before.
    fn skip_until(&mut self, is_end: impl Fn(&Self) -> bool) -> bool {
        while !is_end(self) {
            if self.take().is_none() {
                return true;
            }
        }
        false
    }

    /// Skips a comment, which may contain others, after its first character.
    fn skip_comment(&mut self) -> bool {
        let mut depth = 0_u32;
        let mut last = '/';
        while let Some(character) = self.take() {
            let pair = (last, character);
            last = character;
            match pair {
                ('/', '*') => depth += 1,
                ('*', '/') => depth -= 1,
                _ => continue,
            }
            // A character belongs to one pair only.
            last = ' ';
            if depth == 0 {
                return false;
            }
        }
        true
    }

    /// Skips a string or character, which ends in its line, after the first quotation mark.
    fn skip_string(&mut self, mark: char) -> bool {
        while let Some(character) = self.peek(0) {
            if character == '\n' {
                return true;
            }
            self.take();
            match character {
                '\\' => drop(self.take()),
                _ if character == mark => return false,
                _ => {}
            }
        }
        true
    }

    /// Skips a string in backquotes, after its start or after a `}` in it, to its end or to a `${`.
    fn skip_backquoted(&mut self, start: usize) {
        while let Some(character) = self.take() {
            match (character, self.peek(0)) {
                ('`', _) => return self.hide(start, false),
                ('$', Some('{')) => {
                    self.take();
                    self.interpolations.push(0);
                    return self.hide(start, false);
                }
                _ => {}
            }
        }
        self.hide(start, true);
    }

    /// Whether a string such as `#"…"#` begins with the `#` just read.
    fn begins_raw(&self) -> bool {
        /// Bounds the time for a row of `#`.
        const MOST: usize = 64;
        let rest = self.characters[self.next..].iter();
        rest.take(MOST).copied().find(|&c| c != '#') == Some('"')
    }

    fn skip_raw(&mut self) -> bool {
        let mut hashes = 1;
        while self.peek(0) == Some('#') {
            hashes += 1;
            self.take();
        }
        self.take();
        let is_end = |reader: &Self| {
            reader.peek(0) == Some('"') && (1..=hashes).all(|ahead| reader.peek(ahead) == Some('#'))
        };
        let is_open = self.skip_until(is_end);
        for _ in 0..=hashes {
            self.take();
        }
        is_open
    }
}

fn is_of_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}
