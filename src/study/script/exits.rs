//! The place in a function at which it returned its value.
//!
//! The language does not report the position of a `return`. A script in which every `return` of the
//! function is parsed as a `throw` behaves identically up to that point and then ends with an error
//! that has a position. If there is no error, the value was that of the last expression.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use rhai::{AST, ASTNode, Engine, Position, Stmt, Token};

use super::brackets::tokens;

/// A hook that makes an engine parse the `return`s of one function as `throw`s, on request.
#[derive(Debug, Clone, Default)]
pub(super) struct Exits(Rc<Reader>);

#[derive(Debug, Default)]
struct Reader {
    /// The name of the function, while `return`s are parsed as `throw`s.
    name: RefCell<Option<String>>,
    expects_name: Cell<bool>,
    is_in_function: Cell<bool>,
    /// The positions of the `return`s.
    places: RefCell<Vec<Position>>,
}

impl Exits {
    pub(super) fn of(engine: &mut Engine) -> Self {
        let exits = Self::default();
        let reader = exits.0.clone();
        #[expect(deprecated, reason = "the version is pinned, and a test tries it")]
        engine.on_parse_token(move |token, position, _| reader.read(token, position));
        exits
    }

    /// Runs `read` with every `return` of a function parsed as a `throw`, and returns its result.
    pub(super) fn with_throws<T>(&self, name: &str, read: impl FnOnce() -> T) -> T {
        self.0.places.borrow_mut().clear();
        *self.0.name.borrow_mut() = Some(name.to_owned());
        let result = read();
        *self.0.name.borrow_mut() = None;
        result
    }

    /// Whether a `return` at a place was parsed as a `throw`.
    pub(super) fn is_exit(&self, place: (usize, usize)) -> bool {
        let places = self.0.places.borrow();
        places
            .iter()
            .any(|&position| line_and_column(position) == Some(place))
    }
}

impl Reader {
    fn read(&self, token: Token, position: Position) -> Token {
        let name = self.name.borrow();
        let Some(name) = &*name else {
            return token;
        };
        match token {
            Token::Fn => self.expects_name.set(true),
            Token::Identifier(ref found) if self.expects_name.take() => {
                self.is_in_function.set(found.as_str() == name);
            }
            Token::Return if self.is_in_function.get() => {
                self.places.borrow_mut().push(position);
                return Token::Throw;
            }
            _ => {}
        }
        token
    }
}

/// The start of the last statement of a function, if it has a value.
pub(super) fn last_expression(ast: &AST, name: &str) -> Option<(usize, usize)> {
    let function = ast.clone_functions_only_filtered(|_, _, _, found, _| found == name);
    let mut last = None;
    function.walk(&mut |path| {
        if let [ASTNode::Stmt(statement)] = path {
            let has_value = matches!(
                statement,
                Stmt::Expr(_) | Stmt::FnCall(..) | Stmt::Block(_) | Stmt::If(..)
            );
            last = has_value.then(|| statement.position());
        } else if let (Some(first), Some(part)) = (&mut last, path.last()) {
            // The position of an operator is behind its first operand.
            let position = part.position();
            if !position.is_none() && position < *first {
                *first = position;
            }
        }
        true
    });
    last.and_then(line_and_column)
}

/// The place at which a function is defined.
pub(super) fn definition(engine: &Engine, text: &str, name: &str) -> Option<(usize, usize)> {
    let tokens = tokens(engine, text);
    let found = tokens.windows(2).find(|pair| {
        matches!(pair, [(Token::Fn, _), (Token::Identifier(found), _)] if found.as_str() == name)
    });
    found.and_then(|pair| line_and_column(pair[0].1))
}

/// The line and column of a position, both from 1.
fn line_and_column(position: Position) -> Option<(usize, usize)> {
    position.line().zip(position.position())
}
