//! The bracket that is opened and never closed, which the parser of the language does not tell: it
//! stops where it can no longer go on.

use rhai::{Engine, Position, Token};

/// A bracket that is not closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Unclosed {
    pub sign: &'static str,
    /// From 1.
    pub line: usize,
    /// The letter of the line, from 1.
    pub column: usize,
}

/// All tokens of a text, as the language has them. What is none is left out.
pub(super) fn tokens(engine: &Engine, text: &str) -> Vec<(Token, Position)> {
    let texts = [text];
    let (stream, control) = engine.lex(&texts);
    let mut found = Vec::new();
    // For each `${` the braces that are open in it.
    let mut interpolations: Vec<u32> = Vec::new();
    for (token, position) in stream.take_while(|(token, _)| *token != Token::EOF) {
        match (&token, interpolations.last_mut()) {
            (Token::InterpolatedString(_), _) => interpolations.push(0),
            (Token::LeftBrace | Token::MapStart, Some(open)) => *open += 1,
            (Token::RightBrace, Some(open)) => {
                *open = open.saturating_sub(1);
                if *open == 0 {
                    interpolations.pop();
                    // As the parser does: behind its brace the quotation goes on.
                    control.borrow_mut().is_within_text = true;
                }
            }
            _ => {}
        }
        found.push((token, position));
    }
    found
}

/// The opening bracket that is closed by nothing, if there is one: also one that is closed by what,
/// by its indentation, belongs to another.
pub(super) fn unclosed(engine: &Engine, text: &str) -> Option<Unclosed> {
    let lines: Vec<&str> = text.lines().collect();
    // Blanks before the first letter of a line.
    let indent = |line: usize| {
        let letters = lines.get(line - 1).copied().unwrap_or_default().chars();
        letters.take_while(|c| matches!(c, ' ' | '\t')).count()
    };
    let mut open: Vec<Unclosed> = Vec::new();
    let mut suspect = None;
    for (token, position) in tokens(engine, text) {
        let (line, column) = (position.line()?, position.position()?);
        if let Some(sign) = opening(&token) {
            open.push(Unclosed { sign, line, column });
            continue;
        }
        let closes: &[&str] = match token {
            Token::RightBrace => &["{", "#{"],
            Token::RightParen => &["("],
            Token::RightBracket => &["[", "?["],
            _ => continue,
        };
        let last = open.pop()?;
        if !closes.contains(&last.sign) {
            return Some(last);
        }
        let is_first = column == indent(line) + 1;
        if is_first && indent(line) < indent(last.line) && suspect.is_none() {
            suspect = Some(last);
        }
    }
    let last = open.pop()?;
    Some(suspect.unwrap_or(last))
}

fn opening(token: &Token) -> Option<&'static str> {
    match token {
        Token::LeftBrace => Some("{"),
        Token::MapStart => Some("#{"),
        Token::LeftParen => Some("("),
        Token::LeftBracket => Some("["),
        Token::QuestionBracket => Some("?["),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::script::Expressions;

    fn found(text: &str) -> Option<(&'static str, usize, usize)> {
        let engine = Expressions::default().engine;
        unclosed(&engine, text).map(|sign| (sign.sign, sign.line, sign.column))
    }

    #[test]
    fn what_is_not_closed_is_found_by_its_indentation() {
        for (text, place) in [
            (
                "fn a() {\n    if b {\n        c\n    if d {\n    }\n}",
                ("{", 2, 10),
            ),
            ("fn a() {\n    b\n", ("{", 1, 8)),
            ("fn a() {\n    b(c\n}", ("(", 2, 6)),
            ("fn a() { [1, 2 }", ("[", 1, 10)),
            ("é #{ a: 1", ("#{", 1, 3)),
            ("a?[1", ("?[", 1, 2)),
        ] {
            assert_eq!(found(text), Some(place), "{text}");
        }
        for text in [
            "fn a() {}",
            "}",
            "fn a() {\n  if b {\n c } }",
            "",
            "/*",
            "'",
        ] {
            assert_eq!(found(text), None, "{text}");
        }
    }

    #[test]
    fn comments_and_quotations_hide_what_is_in_them() {
        for hidden in [
            "// {",
            "/* { /* ( */ [ */",
            r#""{\"{""#,
            "`\n{`",
            "'{'",
            r##"#"a" { "#"##,
            "`${`${`{`} (`} [`",
            "`{${#{ a: 1 }}{${ { 1 } }{`",
        ] {
            assert_eq!(found(&format!("a {hidden}\n")), None, "{hidden}");
            let open = format!("( {hidden}\n[");
            assert_eq!(found(&open).map(|(sign, ..)| sign), Some("["), "{hidden}");
        }
    }
}
