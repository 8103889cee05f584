//! Symbols in the names of axes and curves: italic, with their subscripts below the line.

/// A piece of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Run<'a> {
    /// Words and numbers.
    Roman(&'a str),
    /// A symbol: λ, V̄, n.
    Symbol(&'a str),
    /// The subscript of the symbol before it.
    Subscript(&'a str),
}

/// The pieces of a text. A symbol is a Greek letter, or a single Latin one, with what stands over
/// it; a subscript comes after an underscore. Units in brackets have no symbols.
pub fn runs(text: &str) -> Vec<Run<'_>> {
    let end = text.find('[').unwrap_or(text.len());
    let mut runs = Vec::new();
    let mut roman = 0;
    for (at, word) in words(&text[..end]) {
        let (symbol, subscript) = match word.split_once('_') {
            Some((symbol, subscript)) => (symbol, Some(subscript)),
            None => (word, None),
        };
        // "M/D/1", "e-cube" and initials are names.
        let behind = text[at + word.len()..].chars().next();
        let is_name = behind.is_some_and(|c| "/-.".contains(c)) || text[..at].ends_with('/');
        if is_name || !is_symbol(symbol) || subscript.is_some_and(str::is_empty) {
            continue;
        }
        if roman < at {
            runs.push(Run::Roman(&text[roman..at]));
        }
        runs.push(Run::Symbol(symbol));
        runs.extend(subscript.map(Run::Subscript));
        roman = at + word.len();
    }
    if roman < text.len() {
        runs.push(Run::Roman(&text[roman..]));
    }
    runs
}

/// What stands between spaces, signs and brackets, with its place.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let ends = |c: char| !(c.is_alphanumeric() || c == '_' || is_above(c));
    let mut from = 0;
    text.split(ends).map(move |word| {
        let at = from + text[from..].find(word).unwrap_or(0);
        from = at + word.len();
        (at, word)
    })
}

fn is_above(c: char) -> bool {
    ('\u{300}'..='\u{36f}').contains(&c)
}

fn is_symbol(word: &str) -> bool {
    let mut letters = word.chars().filter(|&c| !is_above(c));
    let (Some(letter), None) = (letters.next(), letters.next()) else {
        return false;
    };
    // "A queue" and "a message" are words.
    ('α'..='ω').contains(&letter)
        || letter.is_ascii_alphabetic() && !matches!(letter, 'a' | 'A' | 'I')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_are_told_from_words_numbers_and_units() {
        use Run::{Roman, Subscript, Symbol};
        for (text, pieces) in [
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
