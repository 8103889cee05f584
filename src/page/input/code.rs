//! A program in a text area: what Enter, Tab and Shift+Tab put in, and where a line begins.

use std::ops::Range;

/// What one step to the right is.
const STEP: &str = "    ";

/// A change of a text: what is put in place of a part of it, and what is selected then, in letters
/// of UTF-16 as browsers count.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextChange {
    /// The part.
    pub part: Range<usize>,
    /// What comes there.
    pub text: String,
    /// What is selected afterwards.
    pub selected: Range<usize>,
}

/// A text whose places are counted as browsers do.
struct Letters(Vec<u16>);

const NEW_LINE: u16 = b'\n' as u16;
const SPACE: u16 = b' ' as u16;

impl Letters {
    fn of(text: &str) -> Self {
        Self(text.encode_utf16().collect())
    }

    fn line_start(&self, at: usize) -> usize {
        let before = self.0[..at].iter().rposition(|&letter| letter == NEW_LINE);
        before.map_or(0, |place| place + 1)
    }

    fn spaces_from(&self, at: usize) -> usize {
        self.0[at..]
            .iter()
            .take_while(|&&letter| letter == SPACE)
            .count()
    }

    fn clamped(&self, part: Range<usize>) -> Range<usize> {
        let end = part.end.min(self.0.len());
        part.start.min(end)..end
    }
}

/// What Enter does: a new line begins below the last one, a step further right behind `{`, `[` or `(`.
pub fn on_enter(text: &str, selected: Range<usize>) -> TextChange {
    let letters = Letters::of(text);
    let part = letters.clamped(selected);
    let start = letters.line_start(part.start);
    let mut spaces = letters.spaces_from(start).min(part.start - start);
    let before = letters.0[start..part.start].iter().rev();
    let last = before.copied().find(|&letter| letter != SPACE);
    let opens = last.is_some_and(|letter| [b'{', b'[', b'('].map(u16::from).contains(&letter));
    if opens {
        spaces += STEP.len();
    }
    let at = part.start + 1 + spaces;
    TextChange {
        part,
        text: format!("\n{}", " ".repeat(spaces)),
        selected: at..at,
    }
}

/// What Tab does: goes a step to the right, with all lines if several are selected.
pub fn on_tab(text: &str, selected: Range<usize>) -> TextChange {
    let letters = Letters::of(text);
    let part = letters.clamped(selected);
    if !letters.0[part.clone()].contains(&NEW_LINE) {
        let column = part.start - letters.line_start(part.start);
        let spaces = STEP.len() - column % STEP.len();
        let at = part.start + spaces;
        return TextChange {
            part,
            text: " ".repeat(spaces),
            selected: at..at,
        };
    }
    by_lines(&letters, part, |line| [STEP, line].concat())
}

/// What Shift+Tab does: all lines selected go a step to the left, as far as there is room.
pub fn on_shift_tab(text: &str, selected: Range<usize>) -> TextChange {
    let letters = Letters::of(text);
    let part = letters.clamped(selected);
    by_lines(&letters, part, |line| {
        let spaces = line.len() - line.trim_start_matches(' ').len();
        line[spaces.min(STEP.len())..].to_owned()
    })
}

fn by_lines(letters: &Letters, part: Range<usize>, change: impl Fn(&str) -> String) -> TextChange {
    let start = letters.line_start(part.start);
    let end = letters.0[part.end..]
        .iter()
        .position(|&letter| letter == NEW_LINE);
    let end = end.map_or(letters.0.len(), |place| part.end + place);
    let lines = String::from_utf16_lossy(&letters.0[start..end]);
    let lines: Vec<_> = lines.split('\n').map(change).collect();
    let text = lines.join("\n");
    let length = text.encode_utf16().count();
    TextChange {
        part: start..end,
        text,
        selected: start..start + length,
    }
}

/// Where a line and a letter of it are, both from 1, in the text as a whole; at its end where there is
/// no such place.
pub fn place_of(text: &str, line: usize, column: usize) -> usize {
    let mut at = 0;
    for (number, content) in (1..).zip(text.split('\n')) {
        let length = content.encode_utf16().count();
        if number == line {
            // Columns count letters, not their halves.
            let before = content.chars().take(column.saturating_sub(1));
            return at + before.map(char::len_utf16).sum::<usize>().min(length);
        }
        at += length + 1;
    }
    at.saturating_sub(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn done(text: &str, change: &TextChange) -> String {
        let mut letters: Vec<u16> = text.encode_utf16().collect();
        letters.splice(change.part.clone(), change.text.encode_utf16());
        String::from_utf16(&letters).expect("whole letters")
    }

    #[test]
    fn a_new_line_begins_below_the_last_one() {
        for (text, at, after) in [
            ("    let x = 1;", 14, "    let x = 1;\n    "),
            ("fn f() {", 8, "fn f() {\n    "),
            ("  if a {  ", 10, "  if a {  \n      "),
            ("ab", 1, "a\nb"),
            ("    ab", 2, "  \n    ab"),
            ("ü {", 3, "ü {\n    "),
        ] {
            let change = on_enter(text, at..at);
            assert_eq!(done(text, &change), after);
            assert_eq!(change.selected.start, change.part.start + change.text.len());
        }
    }

    #[test]
    fn lines_go_to_the_right_and_to_the_left() {
        assert_eq!(done("ab", &on_tab("ab", 1..1)), "a   b");
        assert_eq!(done("", &on_tab("", 0..0)), "    ");
        let two = "a\n  b\nc";
        let right = on_tab(two, 0..4);
        assert_eq!(done(two, &right), "    a\n      b\nc");
        assert_eq!(right.selected, 0..13);
        assert_eq!(done(two, &on_shift_tab(two, 3..3)), "a\nb\nc");
        let deep = "        a\n  b";
        assert_eq!(done(deep, &on_shift_tab(deep, 0..13)), "    a\nb");
        // What lies beyond the end is the end.
        assert_eq!(done("a", &on_tab("a", 7..9)), "a   ");
    }

    #[test]
    fn a_place_is_found_by_line_and_column() {
        let text = "ab\n𝛌c\n";
        for (line, column, at) in [
            (1, 1, 0),
            (1, 9, 2),
            (2, 1, 3),
            (2, 2, 5),
            (3, 1, 7),
            (9, 1, 7),
        ] {
            assert_eq!(place_of(text, line, column), at, "{line}:{column}");
        }
    }
}
