//! Where a function gave back what it gave.
//!
//! The language does not tell where a `return` was. But a text in which every `return` of the
//! function is read as a `throw` does all the same up to there, and then ends with an error that
//! has a place; where it does not, the value was that of the last expression.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use rhai::{AST, ASTNode, Engine, Position, Stmt, Token};

use super::brackets::tokens;

/// Has an engine read the `return`s of one function as `throw`s, while it is told to.
#[derive(Debug, Clone, Default)]
pub(super) struct Exits(Rc<Reader>);

#[derive(Debug, Default)]
struct Reader {
    /// The function, while texts are read in this way.
    name: RefCell<Option<String>>,
    is_named_next: Cell<bool>,
    is_within: Cell<bool>,
    /// Where the `return`s were.
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

    /// The program of a text in which each `return` of a function is read as `throw`.
    pub(super) fn thrown<T>(&self, name: &str, read: impl FnOnce() -> T) -> T {
        self.0.places.borrow_mut().clear();
        *self.0.name.borrow_mut() = Some(name.to_owned());
        let made = read();
        *self.0.name.borrow_mut() = None;
        made
    }

    /// Whether a `return` was read as a `throw` at a place.
    pub(super) fn was_at(&self, place: (usize, usize)) -> bool {
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
            Token::Fn => self.is_named_next.set(true),
            Token::Identifier(ref found) if self.is_named_next.take() => {
                self.is_within.set(found.as_str() == name);
            }
            Token::Return if self.is_within.get() => {
                self.places.borrow_mut().push(position);
                return Token::Throw;
            }
            _ => {}
        }
        token
    }
}

/// The beginning of the last statement of a function, if that has a value.
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
            // An operator has its own place, behind what it begins with.
            let position = part.position();
            if !position.is_none() && position < *first {
                *first = position;
            }
        }
        true
    });
    last.and_then(line_and_column)
}

/// Where a function is defined.
pub(super) fn definition(engine: &Engine, text: &str, name: &str) -> Option<(usize, usize)> {
    let tokens = tokens(engine, text);
    let found = tokens.windows(2).find(|pair| {
        matches!(pair, [(Token::Fn, _), (Token::Identifier(found), _)] if found.as_str() == name)
    });
    found.and_then(|pair| line_and_column(pair[0].1))
}

/// From 1.
fn line_and_column(position: Position) -> Option<(usize, usize)> {
    position.line().zip(position.position())
}
