//! Lines of fields: the common part of edge lists, CSV files and adjacency lists.

/// The fields of a line.
#[derive(Debug)]
pub(super) struct Row {
    /// The number of the line, from 1.
    pub(super) line: u32,
    pub(super) fields: Vec<String>,
}

/// The lines of a file without empty ones and comments.
#[derive(Debug)]
pub(super) struct Rows {
    pub(super) all: Vec<Row>,
    /// The separator of fields; a blank for any white space.
    pub(super) separator: char,
}

impl Rows {
    /// Splits the lines of a file at the separator that occurs in all of them: a tab, a semicolon, a
    /// comma, or white space.
    pub(super) fn of(file: &str) -> Self {
        let lines = (1_u32..).zip(file.lines());
        let lines = lines.map(|(number, line)| (number, without_comment(line).trim()));
        let lines: Vec<_> = lines.filter(|(_, line)| !line.is_empty()).collect();
        let is_in_all = |separator: &char| {
            let has_several = |&(_, line): &(u32, &str)| fields(line, *separator).len() > 1;
            lines.iter().all(has_several) && !(*separator == ',' && are_coordinates(&lines))
        };
        let separator = ['\t', ';', ','].into_iter().find(is_in_all);
        let separator = separator.unwrap_or(' ');
        let rows = lines.iter().map(|&(line, text)| Row {
            line,
            fields: fields(text, separator),
        });
        Self {
            all: rows.collect(),
            separator,
        }
    }
}

/// Whether all lines are names with commas between blanks: `0,0 0,1`.
fn are_coordinates(lines: &[(u32, &str)]) -> bool {
    let commas = |word: &str| word.matches(',').count();
    lines.iter().all(|(_, line)| {
        let words: Vec<_> = line.split_whitespace().collect();
        let is_one = |word: &&str| {
            let is_inside = !word.starts_with(',') && !word.ends_with(',');
            is_inside && commas(word) > 0 && commas(word) == commas(words[0])
        };
        words.len() > 1 && words.iter().all(is_one)
    })
}

/// A line without a comment, which begins with `#`, `%` or `//` at the beginning of the line or after a
/// blank.
pub(super) fn without_comment(line: &str) -> &str {
    let begins = |at: usize| {
        let rest = &line[at..];
        let is_mark = rest.starts_with(['#', '%']) || rest.starts_with("//");
        // Names in quotes may contain such marks.
        let is_after_blank = || !line.contains('"') && line[..at].ends_with(char::is_whitespace);
        is_mark && (at == 0 || is_after_blank())
    };
    let end = line.char_indices().map(|(at, _)| at).find(|&at| begins(at));
    &line[..end.unwrap_or(line.len())]
}

/// The fields of a line, without quotes and surrounding blanks. A separator in quotes, or in a tuple
/// or dictionary of Python, separates nothing.
fn fields(line: &str, separator: char) -> Vec<String> {
    let mut fields = Vec::new();
    let mut field = String::new();
    let mut quote = None;
    let mut depth = 0_u32;
    let is_end = |c: char| match separator {
        ' ' => c.is_whitespace(),
        other => c == other,
    };
    for c in line.chars() {
        match (quote, c) {
            (Some(open), c) if c == open && depth == 0 => quote = None,
            (None, '"') if field.trim().is_empty() => {
                field.clear();
                quote = Some('"');
            }
            (None, c) if depth == 0 && is_end(c) => {
                if separator != ' ' || !field.is_empty() {
                    fields.push(field.trim().to_owned());
                }
                field.clear();
            }
            _ => {
                if quote.is_none() {
                    depth += u32::from(matches!(c, '{' | '('));
                    depth -= u32::from(matches!(c, '}' | ')') && depth > 0);
                }
                field.push(c);
            }
        }
    }
    if separator != ' ' || !field.is_empty() {
        fields.push(field.trim().to_owned());
    }
    fields
}
