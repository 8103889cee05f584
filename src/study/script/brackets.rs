//! Detection of unclosed brackets, which the parser of the language does not report: it stops where
//! it cannot continue.

use rhai::{Engine, Position, Token};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Unclosed {
    pub symbol: &'static str,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

/// All tokens of a script according to the language; invalid ones are errors among them.
pub(super) fn tokens(engine: &Engine, text: &str) -> Vec<(Token, Position)> {
    let texts = [text];
    let (stream, control) = engine.lex(&texts);
    let mut found = Vec::new();
    // The number of open braces within each `${`.
    let mut interpolations: Vec<u32> = Vec::new();
    for (token, position) in stream.take_while(|(token, _)| *token != Token::EOF) {
        match (&token, interpolations.last_mut()) {
            (Token::InterpolatedString(_), _) => interpolations.push(0),
            (Token::LeftBrace | Token::MapStart, Some(open)) => *open += 1,
            (Token::RightBrace, Some(open)) => {
                *open = open.saturating_sub(1);
                if *open == 0 {
                    interpolations.pop();
                    // As in the parser: the string continues after the closing brace.
                    control.borrow_mut().is_within_text = true;
                }
            }
            _ => {}
        }
        found.push((token, position));
    }
    found
}

/// The unclosed opening bracket, if there is one; this includes a bracket closed by one that
/// belongs to another bracket according to its indentation.
pub(super) fn unclosed(engine: &Engine, text: &str) -> Option<Unclosed> {
    let lines: Vec<&str> = text.lines().collect();
    // The number of blanks at the start of a line.
    let indent = |line: usize| {
        let characters = lines.get(line - 1).copied().unwrap_or_default().chars();
        characters.take_while(|c| matches!(c, ' ' | '\t')).count()
    };
    let mut open: Vec<Unclosed> = Vec::new();
    let mut suspect = None;
    for (token, position) in tokens(engine, text) {
        let (line, column) = (position.line()?, position.position()?);
        if let Some(symbol) = opening(&token) {
            open.push(Unclosed {
                symbol,
                line,
                column,
            });
            continue;
        }
        let closes: &[&str] = match token {
            Token::RightBrace => &["{", "#{"],
            Token::RightParen => &["("],
            Token::RightBracket => &["[", "?["],
            _ => continue,
        };
        let last = open.pop()?;
        if !closes.contains(&last.symbol) {
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
        unclosed(&engine, text).map(|found| (found.symbol, found.line, found.column))
    }

    #[test]
    fn unclosed_brackets_are_found_by_indentation() {
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
    fn brackets_in_comments_and_strings_are_ignored() {
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
            assert_eq!(
                found(&open).map(|(symbol, ..)| symbol),
                Some("["),
                "{hidden}"
            );
        }
    }
}
