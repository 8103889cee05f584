//! Recognition of a habit by the tokens around a parse error.
//!
//! The tokens are those of the language itself, so words in strings and comments do not count. All
//! that is read from the text is a word, a quotation mark or a comment at a place of the tokens.

use rhai::{Engine, LexError, ParseError, ParseErrorType as Kind, Token};

use super::super::Fault;
use super::around::{Around, closes, ends_value, is_of_word, opens};
use super::{Shape, of_infix, of_shape, of_word};

/// The fault for a parse error, if a habit of Python is at its place.
pub(in crate::script) fn of_parse(
    error: &ParseError,
    engine: &Engine,
    text: &str,
) -> Option<Fault> {
    Around::new(error, engine, text).fault(error.err_type())
}

impl Around<'_> {
    fn fault(&self, error: &Kind) -> Option<Fault> {
        self.description()
            .or_else(|| self.symbol(error))
            .or_else(|| self.map(error))
            .or_else(|| self.quotes(error))
            .or_else(|| self.comprehension(error))
            .or_else(|| self.infix(error))
            .or_else(|| self.name(error))
            .or_else(|| self.punctuation())
            .or_else(|| self.choice())
            .or_else(|| self.division())
    }

    /// The fault of a shape at the token some places after the error.
    fn shape(&self, shape: Shape, after: isize) -> Option<Fault> {
        self.told(of_shape(shape)?, after)
    }

    fn told(&self, reason: String, after: isize) -> Option<Fault> {
        Some(Fault::at(self.position(after)?, reason))
    }

    /// A text in triple quotation marks.
    fn description(&self) -> Option<Fault> {
        [0, -1].into_iter().find_map(|after| {
            let token = self.token(after)?;
            let is_text = matches!(token, Token::StringConstant(_) | Token::LexError(_));
            let rest = self.rest(after)?;
            let has_three = rest.starts_with("\"\"\"") || rest.starts_with("'''");
            let is_description = is_text && has_three;
            is_description.then(|| self.shape(Shape::Docstring, after))?
        })
    }

    fn symbol(&self, error: &Kind) -> Option<Fault> {
        let (Kind::Reserved(symbol)
        | Kind::UnknownOperator(symbol)
        | Kind::BadInput(LexError::ImproperSymbol(symbol, _))) = error
        else {
            return None;
        };
        let shape = match &**symbol {
            "#" | "# {" => Shape::Comment,
            "**" if matches!(self.token(-1), Some(Token::IntegerConstant(2))) => Shape::PowerOfTwo,
            "**" | "**=" => Shape::Power,
            "~" => Shape::Inversion,
            _ => return None,
        };
        self.shape(shape, 0)
    }

    /// A name or string between an opening brace and a colon.
    fn map(&self, error: &Kind) -> Option<Fault> {
        // The error is at the name if it is unknown, otherwise at the colon.
        let name = match error {
            Kind::VariableUndefined(_) | Kind::BadInput(LexError::MalformedChar(_)) => 0,
            Kind::MissingToken(..) => -1,
            _ => return None,
        };
        let is_in_brace = matches!(self.token(name - 1)?, Token::LeftBrace);
        let has_colon = matches!(self.token(name + 1)?, Token::Colon);
        let is_map = is_in_brace && has_colon;
        is_map.then(|| self.shape(Shape::Map, name - 1))?
    }

    fn quotes(&self, error: &Kind) -> Option<Fault> {
        match error {
            Kind::BadInput(LexError::MalformedChar(_)) => self.shape(Shape::Quotes, 0),
            _ => None,
        }
    }

    /// A loop inside brackets or parentheses.
    fn comprehension(&self, error: &Kind) -> Option<Fault> {
        if !matches!(error, Kind::VariableUndefined(_) | Kind::MissingToken(..)) {
            return None;
        }
        let (bracket, position) = self.innermost()?;
        if !matches!(bracket, Token::LeftBracket | Token::LeftParen) {
            return None;
        }
        let mut depth = 0_usize;
        for (token, _) in self.tokens.iter().skip(self.at) {
            match token {
                Token::For if depth == 0 => {
                    return Some(Fault::at(*position, of_shape(Shape::Comprehension)?));
                }
                Token::SemiColon => return None,
                token if opens(token) => depth += 1,
                token if closes(token) => depth = depth.checked_sub(1)?,
                _ => {}
            }
        }
        None
    }

    /// A word between two values, or the negation of `in`.
    fn infix(&self, error: &Kind) -> Option<Fault> {
        // The error of a type is at the value before the word.
        let at = match error {
            Kind::MismatchedType(..) => 1,
            _ if self.follows_value() => 0,
            _ => return None,
        };
        match self.word(at) {
            "is" if self.word(at + 1) == "not" => self.shape(Shape::IsNot, at),
            "not" if self.word(at + 1) == "in" => self.shape(Shape::NotIn, at),
            word => self.told(of_infix(word)?, at),
        }
    }

    /// A word that is no name of the script.
    fn name(&self, error: &Kind) -> Option<Fault> {
        let reason = match error {
            Kind::VariableUndefined(name) => {
                if let Some(shape) = self.assignment() {
                    return self.shape(shape, 0);
                }
                let rest = self.rest(0)?;
                if rest.starts_with("f\"") || rest.starts_with("f'") {
                    return self.shape(Shape::Formatted, 0);
                }
                of_word(name).or_else(|| of_infix(name))
            }
            Kind::Reserved(name) | Kind::BadInput(LexError::ImproperSymbol(name, _)) => {
                of_word(name)
            }
            _ => None,
        };
        self.told(reason?, 0)
    }

    /// The shape of an assignment to an unknown name.
    fn assignment(&self) -> Option<Shape> {
        if !self.has_statements || !self.starts_statement() {
            return None;
        }
        let is_list = matches!(self.token(1)?, Token::Comma);
        if is_list {
            let mut rest = self.rest_of_line();
            let is_assigned = rest.any(|token| matches!(token, Token::Equals));
            return is_assigned.then_some(Shape::Unpacking);
        }
        let is_annotated =
            matches!(self.token(1)?, Token::Colon) && matches!(self.token(3), Some(Token::Equals));
        let is_new = is_annotated || matches!(self.token(1)?, Token::Equals);
        if !is_new && !changes(self.token(1)?) {
            return None;
        }
        match self.innermost() {
            Some((Token::LeftBrace, _)) if is_new => Some(Shape::Declaration),
            Some((Token::LeftBrace, _)) => Some(Shape::Change),
            None => Some(Shape::Global),
            _ => None,
        }
    }

    /// A colon or a comma.
    fn punctuation(&self) -> Option<Fault> {
        let inside = self.innermost().map(|(token, _)| token);
        let first = self.first_of_statement()?;
        let is_assigned = || {
            let mut rest = self.rest_of_line();
            rest.any(|token| matches!(token, Token::Equals))
        };
        let shape = match (self.token(0)?, inside, first) {
            (Token::Colon, Some(Token::LeftBracket), _) => Shape::Slice,
            (Token::Colon, Some(Token::LeftParen), Token::Fn) | (Token::Colon, _, Token::Let) => {
                Shape::Annotation
            }
            (Token::Colon, _, Token::Fn) => return self.told(of_word("def")?, 0),
            (Token::Colon, _, Token::Else) if matches!(self.token(-1)?, Token::Else) => Shape::Else,
            (Token::Colon, _, Token::If | Token::Else) => Shape::If,
            (Token::Colon, _, Token::For) => Shape::For,
            (Token::Colon, _, Token::While) => Shape::While,
            (Token::Comma, _, Token::For) => Shape::Pairs,
            (Token::Comma, Some(Token::LeftParen), _) | (Token::Comma, _, Token::Return) => {
                Shape::Several
            }
            (Token::Comma, Some(Token::LeftBrace), _) if is_assigned() => Shape::Unpacking,
            (Token::Comma, Some(Token::LeftBrace), _) => Shape::Several,
            _ => return None,
        };
        self.shape(shape, 0)
    }

    /// A value, `if`, and `else` in the same line.
    fn choice(&self) -> Option<Fault> {
        if !matches!(self.token(0)?, Token::If) || !self.follows_value() {
            return None;
        }
        let mut rest = self
            .rest_of_line()
            .take_while(|token| !matches!(token, Token::LeftBrace | Token::SemiColon));
        let has_other = rest.any(|token| matches!(token, Token::Else));
        has_other.then(|| self.shape(Shape::Choice, 0))?
    }

    /// A comment after a value, if it could be a divisor.
    fn division(&self) -> Option<Fault> {
        let value = self.token(-1).filter(|token| ends_value(token))?;
        let rest = self.rest(-1)?;
        let length = match value {
            Token::RightParen | Token::RightBracket => 1,
            _ => rest.find(|c| !is_of_word(c) && c != '.')?,
        };
        let gap = rest.get(length..)?;
        let comment = gap.trim_start().strip_prefix("//")?;
        if !self.could_divide(comment) {
            return None;
        }
        let mut fault = self.shape(Shape::Division, -1)?;
        let before = rest.len() - gap.trim_start().len();
        fault.column += rest.get(..before)?.chars().count();
        Some(fault)
    }

    /// Whether a comment consists of a few numbers and names of the script.
    fn could_divide(&self, comment: &str) -> bool {
        const MOST_WORDS: usize = 8;
        let divisor = comment.strip_prefix('=').unwrap_or(comment).trim_start();
        let is_name = |word: &str| {
            let mut tokens = self.tokens.iter();
            tokens.any(|(token, _)| matches!(token, Token::Identifier(name) if **name == word))
        };
        let is_number = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
        let words = divisor.split(|c| !is_of_word(c));
        let words = words.filter(|word| !word.is_empty()).take(MOST_WORDS + 1);
        let words: Vec<_> = words.collect();
        divisor.starts_with(|c| is_of_word(c) || c == '(')
            && words.len() <= MOST_WORDS
            && words.iter().all(|word| is_number(word) || is_name(word))
    }
}

fn changes(token: &Token) -> bool {
    matches!(
        token,
        Token::PlusAssign
            | Token::MinusAssign
            | Token::MultiplyAssign
            | Token::DivideAssign
            | Token::ModuloAssign
    )
}
