//! Where a function gave back what it gave.
//!
//! The language does not tell. But a text in which every `return` of the function is a `throw`
//! does all the same up to there, and then ends with an error that has a place; where it does
//! not, the value was that of the last expression.

use rhai::{Engine, FuncArgs};

use super::functions::engine_that_throws;
use super::tokens::{Token, body_of, tokens};
use super::{call, compile};

/// Line and column of the `return`, or of the beginning of the last expression, by which a function
/// of a text gives its value. `equip`: as the engine was by which it has given it.
pub fn place_of_result(
    text: &str,
    name: &str,
    equip: impl FnOnce(&mut Engine),
    args: impl FuncArgs,
) -> Option<(usize, usize)> {
    let tokens = tokens(text);
    let body = body_of(&tokens, name)?;
    let place = |token: &Token| (token.line, token.column);
    let returns: Vec<_> = body.iter().filter(|token| token.text == "return").collect();
    let mut throwing = text.to_owned();
    for token in &returns {
        throwing.replace_range(token.at..token.at + "return".len(), "throw ");
    }
    let mut engine = engine_that_throws();
    equip(&mut engine);
    let ast = compile(&engine, &throwing).ok()?;
    match call(&engine, &ast, name, args) {
        Ok(_) => last_expression(body).map(place),
        Err(thrown) => {
            let mut places = returns.into_iter().map(place);
            places.find(|&place| place == (thrown.line, thrown.column))
        }
    }
}

/// The beginning of what stands behind the last statement of a body, if anything does.
fn last_expression<'a>(body: &'a [Token<'a>]) -> Option<&'a Token<'a>> {
    let mut depth = 0_i32;
    let mut last = None;
    let mut is_over = true;
    for token in body {
        if depth == 0 && is_over && begins_another(token.text) {
            last = Some(token);
        }
        match token.text {
            "{" | "(" | "[" => depth += 1,
            "}" | ")" | "]" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            is_over = matches!(token.text, "}" | ";");
            if token.text == ";" {
                last = None;
            }
        }
    }
    last
}

/// Whether a word or sign behind a statement belongs to the next one.
fn begins_another(text: &str) -> bool {
    let is_sign = |sign: char| !(sign.is_alphanumeric() || "_#[(\"`'!-".contains(sign));
    !matches!(text, "else" | "until" | "while") && !text.starts_with(is_sign)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(body: &str, given: i64) -> Option<(usize, usize)> {
        let text = format!("fn f(a) {{\n{body}\n}}\nfn g(a) {{ return a; }}");
        place_of_result(&text, "f", |_| {}, (given,))
    }

    #[test]
    fn a_value_comes_from_a_return_or_from_the_last_expression() {
        let several = "if a == 0 { return g(1); } // return\nif a == 1 {\n  return [a];\n}\na + 1";
        assert_eq!(place(several, 0), Some((2, 13)));
        assert_eq!(place(several, 1), Some((4, 3)));
        assert_eq!(place(several, 2), Some((6, 1)));
        for (body, expected) in [
            ("a", Some((2, 1))),
            ("let b = a;\n  #{ port: b }", Some((3, 3))),
            ("let b = [];\nfor i in 0..2 { b.push(i); }\nb", Some((4, 1))),
            ("if a > 0 {\n1\n} else {\n2\n}", Some((2, 1))),
            ("for i in 0..2 { }\n[a]", Some((3, 1))),
            ("let b = a;", None),
            ("return a", Some((2, 1))),
        ] {
            assert_eq!(place(body, 7), expected, "{body}");
        }
    }
}
