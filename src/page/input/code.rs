//! Editing of code in a text area: indentation by Enter, Tab and Shift+Tab, and positions of lines.

use std::ops::Range;

const STEP: &str = "    ";

/// A change to a text. Offsets are in UTF-16 code units, as in browsers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextChange {
    pub part: Range<usize>,
    pub text: String,
    pub selected: Range<usize>,
}

/// A text as UTF-16 code units.
struct Utf16(Vec<u16>);

const NEW_LINE: u16 = b'\n' as u16;
const SPACE: u16 = b' ' as u16;

impl Utf16 {
    fn of(text: &str) -> Self {
        Self(text.encode_utf16().collect())
    }

    fn line_start(&self, at: usize) -> usize {
        let before = self.0[..at].iter().rposition(|&unit| unit == NEW_LINE);
        before.map_or(0, |place| place + 1)
    }

    fn spaces_from(&self, at: usize) -> usize {
        self.0[at..]
            .iter()
            .take_while(|&&unit| unit == SPACE)
            .count()
    }

    fn clamped(&self, part: Range<usize>) -> Range<usize> {
        let end = part.end.min(self.0.len());
        part.start.min(end)..end
    }
}

/// Handles Enter: the new line has the indentation of the current one, and one level more after `{`, `[` or
/// `(`.
pub fn on_enter(text: &str, selected: Range<usize>) -> TextChange {
    let units = Utf16::of(text);
    let part = units.clamped(selected);
    let start = units.line_start(part.start);
    let mut spaces = units.spaces_from(start).min(part.start - start);
    let before = units.0[start..part.start].iter().rev();
    let last = before.copied().find(|&unit| unit != SPACE);
    let opens = last.is_some_and(|unit| [b'{', b'[', b'('].map(u16::from).contains(&unit));
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

/// Handles Tab: inserts spaces up to the next level, or indents all selected lines if there are several.
pub fn on_tab(text: &str, selected: Range<usize>) -> TextChange {
    let units = Utf16::of(text);
    let part = units.clamped(selected);
    if !units.0[part.clone()].contains(&NEW_LINE) {
        let column = part.start - units.line_start(part.start);
        let spaces = STEP.len() - column % STEP.len();
        let at = part.start + spaces;
        return TextChange {
            part,
            text: " ".repeat(spaces),
            selected: at..at,
        };
    }
    by_lines(&units, part, |line| [STEP, line].concat())
}

/// Handles Shift+Tab: removes up to one level of indentation from all selected lines.
pub fn on_shift_tab(text: &str, selected: Range<usize>) -> TextChange {
    let units = Utf16::of(text);
    let part = units.clamped(selected);
    by_lines(&units, part, |line| {
        let spaces = line.len() - line.trim_start_matches(' ').len();
        line[spaces.min(STEP.len())..].to_owned()
    })
}

fn by_lines(units: &Utf16, part: Range<usize>, change: impl Fn(&str) -> String) -> TextChange {
    let start = units.line_start(part.start);
    let end = units.0[part.end..]
        .iter()
        .position(|&unit| unit == NEW_LINE);
    let end = end.map_or(units.0.len(), |place| part.end + place);
    let lines = String::from_utf16_lossy(&units.0[start..end]);
    let lines: Vec<_> = lines.split('\n').map(change).collect();
    let text = lines.join("\n");
    let length = text.encode_utf16().count();
    TextChange {
        part: start..end,
        text,
        selected: start..start + length,
    }
}

/// Returns the offset of a line and a column, both from 1, in the text \[UTF-16 code units\]; the end of the
/// text if there is no such line.
pub fn place_of(text: &str, line: usize, column: usize) -> usize {
    let mut at = 0;
    for (number, content) in (1..).zip(text.split('\n')) {
        let length = content.encode_utf16().count();
        if number == line {
            // Columns count characters, not code units.
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
        let mut units: Vec<u16> = text.encode_utf16().collect();
        units.splice(change.part.clone(), change.text.encode_utf16());
        String::from_utf16(&units).expect("valid UTF-16")
    }

    #[test]
    fn a_new_line_keeps_the_indentation() {
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
    fn lines_are_indented_and_outdented() {
        assert_eq!(done("ab", &on_tab("ab", 1..1)), "a   b");
        assert_eq!(done("", &on_tab("", 0..0)), "    ");
        let two = "a\n  b\nc";
        let right = on_tab(two, 0..4);
        assert_eq!(done(two, &right), "    a\n      b\nc");
        assert_eq!(right.selected, 0..13);
        assert_eq!(done(two, &on_shift_tab(two, 3..3)), "a\nb\nc");
        let deep = "        a\n  b";
        assert_eq!(done(deep, &on_shift_tab(deep, 0..13)), "    a\nb");
        // Offsets beyond the end are clamped.
        assert_eq!(done("a", &on_tab("a", 7..9)), "a   ");
    }

    #[test]
    fn an_offset_is_found_by_line_and_column() {
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
