//! Typesetting of symbols in sentences: `λ_c`, `T_1,j` and `2^(n−1)` as subscripts and superscripts.

/// A piece of a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Piece<'a> {
    Plain(&'a str),
    Sub(&'a str),
    Sup(&'a str),
}

/// Splits a sentence into pieces.
///
/// A subscript follows `_` after a single-letter symbol, and a superscript follows `^`. Each is a
/// word or a text in braces; a superscript can also be in parentheses.
///
/// ```
/// # use study::paper::{Piece, pieces};
/// let found = pieces("λ_c is λ·2^(n−1)");
/// assert_eq!(found[1..3], [Piece::Sub("c"), Piece::Plain(" is λ·2")]);
/// assert_eq!(found[3], Piece::Sup("n−1"));
/// ```
pub fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let (mut begin, mut at) = (0, 0);
    while let Some(found) = text[at..].find(['_', '^']) {
        let marker = at + found;
        let (before, after) = (&text[..marker], &text[marker + 1..]);
        let is_index = text[marker..].starts_with('_');
        let script = if is_index && !ends_in_symbol(before) {
            None
        } else {
            script(after, is_index)
        };
        at = marker + 1;
        if let Some((script, length)) = script {
            pieces.push(Piece::Plain(&text[begin..marker]));
            pieces.push(if is_index {
                Piece::Sub(script)
            } else {
                Piece::Sup(script)
            });
            at += length;
            begin = at;
        }
    }
    pieces.push(Piece::Plain(&text[begin..]));
    pieces.retain(|piece| *piece != Piece::Plain(""));
    pieces
}

/// Whether a text ends in a single-letter word, with or without an accent.
fn ends_in_symbol(text: &str) -> bool {
    let mut chars = text.chars().rev().skip_while(|&c| is_accent(c));
    let is_letter = chars.next().is_some_and(char::is_alphabetic);
    is_letter && !chars.next().is_some_and(char::is_alphabetic)
}

fn is_accent(c: char) -> bool {
    ('\u{300}'..='\u{36f}').contains(&c)
}

/// Parses the subscript or superscript at the start of a text, and returns it with its length
/// \[bytes\], including brackets.
fn script(text: &str, is_index: bool) -> Option<(&str, usize)> {
    let close = match text.chars().next()? {
        '{' => Some('}'),
        '(' if !is_index => Some(')'),
        _ => None,
    };
    if let Some(close) = close {
        let end = text.find(close)?;
        return Some((&text[1..end], end + 1));
    }
    let sign = if text.starts_with('−') {
        '−'.len_utf8()
    } else {
        0
    };
    let word = |from: usize| {
        let rest = &text[from..];
        from + rest.find(|c| !is_in_word(c)).unwrap_or(rest.len())
    };
    let mut end = word(sign);
    if end == sign {
        return None;
    }
    // In `T_1,j` the subscript has two parts.
    let is_number = text[..end].bytes().all(|byte| byte.is_ascii_digit());
    if is_index && is_number && text[end..].starts_with(',') && word(end + 1) > end + 1 {
        end = word(end + 1);
    }
    Some((&text[..end], end))
}

/// Whether a character belongs to a word; `ⁿ` and `ᴺ` do not, because they are superscripts already.
fn is_in_word(c: char) -> bool {
    c.is_ascii_digit() || c.is_alphabetic() && c != 'ⁿ' && c != 'ᴺ' || is_accent(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(text: &str) -> String {
        let pieces = pieces(text).into_iter().map(|piece| match piece {
            Piece::Plain(text) => text.to_owned(),
            Piece::Sub(text) => format!("[{text}]"),
            Piece::Sup(text) => format!("<{text}>"),
        });
        pieces.collect()
    }

    #[test]
    fn symbols_of_the_papers_are_typeset() {
        for (text, expected) in [
            (
                "λ_cr = (2ⁿ − 1 − n)·β·λ_g/n",
                "λ[cr] = (2ⁿ − 1 − n)·β·λ[g]/n",
            ),
            (
                "T_1,j²/2 of T_n²/(2^(2n+1−i)τ)",
                "T[1,j]²/2 of T[n]²/(2<2n+1−i>τ)",
            ),
            ("S̄_u, S̄_b.", "S̄[u], S̄[b]."),
            ("q_−1, T_{n−1} + 2^−j·p^j", "q[−1], T[n−1] + 2<−j>·p<j>"),
            ("(1−p)/8τ_E at 2^N", "(1−p)/8τ[E] at 2<N>"),
        ] {
            assert_eq!(set(text), expected);
        }
    }

    #[test]
    fn names_with_underscores_are_unchanged() {
        for text in ["channel_rate", "λ_", "a ^ b", "_", "no symbol", ""] {
            assert_eq!(set(text), text);
        }
    }
}
