//! The tokens around a parse error.

use rhai::{Engine, ParseError, Position, Token};

use super::super::brackets::tokens;

/// The tokens of a text, and the one at which it cannot be continued.
pub(super) struct Around<'a> {
    lines: Vec<&'a str>,
    pub tokens: Vec<(Token, Position)>,
    /// The place of this token; the number of tokens if the text ends too early.
    pub at: usize,
    /// Whether the text is a script, not an expression.
    pub has_statements: bool,
}

impl<'a> Around<'a> {
    pub(super) fn new(error: &ParseError, engine: &Engine, text: &'a str) -> Self {
        let tokens = tokens(engine, text);
        let position = error.position();
        let at = tokens
            .iter()
            .position(|&(_, place)| !position.is_none() && place >= position);
        Self {
            lines: text.lines().collect(),
            at: at.unwrap_or(tokens.len()),
            tokens,
            has_statements: engine.allow_looping(),
        }
    }

    /// The token some places after the error.
    pub(super) fn token(&self, after: isize) -> Option<&Token> {
        let place = self.at.checked_add_signed(after)?;
        self.tokens.get(place).map(|(token, _)| token)
    }

    pub(super) fn position(&self, after: isize) -> Option<Position> {
        let place = self.at.checked_add_signed(after)?;
        self.tokens.get(place).map(|&(_, position)| position)
    }

    /// The rest of the line from a token on.
    pub(super) fn rest(&self, after: isize) -> Option<&str> {
        let position = self.position(after)?;
        let line = self.lines.get(position.line()?.checked_sub(1)?)?;
        let before = position.position()?.checked_sub(1)?;
        let (start, _) = line.char_indices().nth(before)?;
        line.get(start..)
    }

    /// The word at a token; empty if there is none.
    pub(super) fn word(&self, after: isize) -> &str {
        let rest = self.rest(after).unwrap_or_default();
        rest.split(|c| !is_of_word(c)).next().unwrap_or_default()
    }

    /// Whether the token before the error is in the same line.
    pub(super) fn has_same_line(&self) -> bool {
        let line = |after| self.position(after).and_then(Position::line);
        line(-1) == line(0)
    }

    /// Whether the token before the error ends a value in the same line.
    pub(super) fn follows_value(&self) -> bool {
        self.token(-1).is_some_and(ends_value) && self.has_same_line()
    }

    /// The tokens from the error to the end of its line.
    pub(super) fn rest_of_line(&self) -> impl Iterator<Item = &Token> {
        let line = self.position(0).and_then(Position::line);
        let after = self.tokens.iter().skip(self.at);
        let of_line = after.take_while(move |(_, place)| place.line() == line);
        of_line.map(|(token, _)| token)
    }

    /// The innermost bracket that is open at the error.
    pub(super) fn innermost(&self) -> Option<&(Token, Position)> {
        let mut open = Vec::new();
        for token in self.tokens.iter().take(self.at) {
            if opens(&token.0) {
                open.push(token);
            } else if closes(&token.0) {
                open.pop();
            }
        }
        open.pop()
    }

    /// The first token of the statement that contains the error.
    pub(super) fn first_of_statement(&self) -> Option<&Token> {
        let ends = |(token, _): &(Token, Position)| {
            matches!(
                token,
                Token::SemiColon | Token::LeftBrace | Token::RightBrace
            )
        };
        let mut before = self.tokens.iter().take(self.at).rev();
        let end = before.position(ends);
        let length = end.unwrap_or(self.at);
        self.tokens.get(self.at - length).map(|(token, _)| token)
    }

    /// Whether the error is at the first token of a statement.
    pub(super) fn starts_statement(&self) -> bool {
        let before = self.token(-1);
        let is_after_end = matches!(
            before,
            None | Some(Token::SemiColon | Token::LeftBrace | Token::RightBrace)
        );
        is_after_end || !self.has_same_line()
    }
}

pub(super) fn is_of_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

pub(super) fn ends_value(token: &Token) -> bool {
    matches!(
        token,
        Token::Identifier(_)
            | Token::IntegerConstant(_)
            | Token::FloatConstant(_)
            | Token::StringConstant(_)
            | Token::CharConstant(_)
            | Token::True
            | Token::False
            | Token::Unit
            | Token::RightParen
            | Token::RightBracket
    )
}

pub(super) fn opens(token: &Token) -> bool {
    matches!(
        token,
        Token::LeftBrace
            | Token::MapStart
            | Token::LeftParen
            | Token::LeftBracket
            | Token::QuestionBracket
    )
}

pub(super) fn closes(token: &Token) -> bool {
    matches!(
        token,
        Token::RightBrace | Token::RightParen | Token::RightBracket
    )
}
