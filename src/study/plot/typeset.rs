//! Typesetting of symbols in the names of axes and curves: in italics, with lowered subscripts.

/// A piece of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextRun<'a> {
    Roman(&'a str),
    /// A symbol: λ, V̄, n.
    Symbol(&'a str),
    /// The subscript of the symbol before it.
    Subscript(&'a str),
}

/// Splits a text into pieces. A symbol is a Greek letter, or a single Latin one, with its combining
/// marks; a subscript follows an underscore. Units in brackets contain no symbols.
pub fn runs(text: &str) -> Vec<TextRun<'_>> {
    let end = text.find('[').unwrap_or(text.len());
    let mut runs = Vec::new();
    let mut roman = 0;
    for (at, word) in words(&text[..end]) {
        let (symbol, subscript) = match word.split_once('_') {
            Some((symbol, subscript)) => (symbol, Some(subscript)),
            None => (word, None),
        };
        // "M/D/1", "e-cube" and initials are names, but 1/τ is a quotient.
        let behind = text[at + word.len()..].chars().next();
        let is_below = text[..at].ends_with('/') && symbol.is_ascii();
        let is_name = behind.is_some_and(|c| "/-.".contains(c)) || is_below;
        if is_name || !is_symbol(symbol) || subscript.is_some_and(str::is_empty) {
            continue;
        }
        if roman < at {
            runs.push(TextRun::Roman(&text[roman..at]));
        }
        runs.push(TextRun::Symbol(symbol));
        runs.extend(subscript.map(TextRun::Subscript));
        roman = at + word.len();
    }
    if roman < text.len() {
        runs.push(TextRun::Roman(&text[roman..]));
    }
    runs
}

/// The words between spaces, punctuation and brackets, with their byte offsets.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let ends = |c: char| !(c.is_alphanumeric() || c == '_' || is_combining(c));
    let mut from = 0;
    text.split(ends).map(move |word| {
        let at = from + text[from..].find(word).unwrap_or(0);
        from = at + word.len();
        (at, word)
    })
}

fn is_combining(c: char) -> bool {
    ('\u{300}'..='\u{36f}').contains(&c)
}

fn is_symbol(word: &str) -> bool {
    let mut letters = word.chars().filter(|&c| !is_combining(c));
    let (Some(letter), None) = (letters.next(), letters.next()) else {
        return false;
    };
    // `a`, `A` and `I` are words, as in "a message".
    ('α'..='ω').contains(&letter)
        || letter.is_ascii_alphabetic() && !matches!(letter, 'a' | 'A' | 'I')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_differ_from_words_numbers_and_units() {
        use TextRun::{Roman, Subscript, Symbol};
        for (text, pieces) in [
            (
                "1/τ_E [messages/node/cycle]",
                vec![
                    Roman("1/"),
                    Symbol("τ"),
                    Subscript("E"),
                    Roman(" [messages/node/cycle]"),
                ],
            ),
            (
                "injection rate λ [messages/node/cycle]",
                vec![
                    Roman("injection rate "),
                    Symbol("λ"),
                    Roman(" [messages/node/cycle]"),
                ],
            ),
            (
                "λ_c, rate of a channel",
                vec![Symbol("λ"), Subscript("c"), Roman(", rate of a channel")],
            ),
            ("V̄", vec![Symbol("V̄")]),
            (
                "torus:8x8, V=2, M=16",
                vec![
                    Roman("torus:8x8, "),
                    Symbol("V"),
                    Roman("=2, "),
                    Symbol("M"),
                    Roman("=16"),
                ],
            ),
            (
                "latency of a message alone [B]",
                vec![Roman("latency of a message alone [B]")],
            ),
            ("Hypercube, e-cube", vec![Roman("Hypercube, e-cube")]),
            ("M/D/1 queue", vec![Roman("M/D/1 queue")]),
            ("", vec![]),
        ] {
            assert_eq!(runs(text), pieces, "{text}");
        }
    }
}
