//! GML (Himsolt 1997): `graph [ node [ id 0 label "a" ] edge [ source 0 target 1 ] ]`.
//!
//! Nodes are called by their labels. Edges lead both ways unless `directed` is 1. yEd writes every graph
//! as directed and shows the direction of an edge by arrowheads, which therefore count.

use super::Imported;
use super::attributes::Attributes;
use super::reader::Reader;
use super::tokens::{Token, Tokens};
use super::unused::Owner;
use crate::catalog::{BuildError, quoted};

/// The deepest nesting of lists.
const DEEPEST: usize = 64;

/// Whether a file begins like one in GML: with a graph, or with its creator and the like before it.
pub(super) fn is_one(text: &str) -> bool {
    let mut tokens = Tokens::of(text);
    loop {
        let (key, value) = (tokens.next(), tokens.next());
        match (key, value) {
            (Some(key), Some(Token::Mark('['))) => return key.is_word("graph"),
            (Some(key), Some(Token::Text { .. })) => {
                let heads = ["creator", "version", "comment", "directed", "label"];
                if !heads.iter().any(|head| key.is_word(head)) {
                    return false;
                }
            }
            _ => return false,
        }
    }
}

/// A value of a key.
enum Value {
    Text(String),
    List(Vec<Entry>),
}

/// A key and its value.
type Entry = (String, Value);

pub(super) fn read(file: &str) -> Result<Imported, BuildError> {
    let mut tokens = Tokens::of(file);
    let document = list(&mut tokens, 0)?;
    let creator = text(&document, "creator").unwrap_or_default();
    let has_arrows = creator.to_ascii_lowercase().contains("yfiles");
    let graphs = document.iter().filter_map(|(key, value)| match value {
        Value::List(list) if key.eq_ignore_ascii_case("graph") => Some(list),
        _ => None,
    });
    let graphs: Vec<_> = graphs.collect();
    let Some(&graph) = graphs.first() else {
        return Err(BuildError::unfit("there is no graph in the file"));
    };
    let mut reader = Reader::default();
    if graphs.len() > 1 {
        let note = "The file has further graphs, not used: only the first graph is read.";
        reader.notes.push(note.to_owned());
    }
    let is_directed = text(graph, "directed").is_some_and(|value| value.trim() == "1");
    for node in lists(graph, "node") {
        let id = given(node, "the id of a node", "id")?;
        let mut attributes = Attributes::default();
        for (key, value) in flat(node, &["id", "graphics", "labelgraphics", "gid", "isgroup"]) {
            attributes.add(&key, &value);
        }
        let graphics = lists(node, "graphics").next();
        let place = graphics.and_then(|graphics| {
            let number = |key| text(graphics, key)?.parse().ok();
            Some((number("x")?, number("y")?))
        });
        if let Some((x, y)) = place {
            attributes.set_place(x, y);
        }
        reader.describe(id, attributes)?;
    }
    for edge in lists(graph, "edge") {
        let end = |key: &str| {
            let field = format!("the {key} of an edge");
            let id = given(edge, &field, key)?;
            let known = reader.known(id);
            known.ok_or_else(|| BuildError::rejected(field, "the id of a node", quoted(id)))
        };
        let (from, to) = (end("source")?, end("target")?);
        for (key, value) in flat(
            edge,
            &["source", "target", "graphics", "labelgraphics", "id"],
        ) {
            reader.unused.add(Owner::Link, &key, &value);
        }
        let head = |key| {
            let graphics = lists(edge, "graphics").next();
            let head = graphics.and_then(|graphics| text(graphics, key));
            head.is_some_and(|head| head != "none")
        };
        match (head("sourcearrow"), head("targetarrow")) {
            _ if !is_directed => reader.link(from, to, true)?,
            _ if !has_arrows => reader.link(from, to, false)?,
            (false, true) => reader.link(from, to, false)?,
            (true, false) => reader.link(to, from, false)?,
            _ => reader.link(from, to, true)?,
        }
    }
    for (key, value) in flat(graph, &["node", "edge", "directed", "label", "hierarchic"]) {
        reader.unused.add(Owner::File, &key, &value);
    }
    reader.finish("GML")
}

/// Reads keys and values up to the closing bracket or, at depth 0, the end of the file.
fn list(tokens: &mut Tokens, depth: usize) -> Result<Vec<Entry>, BuildError> {
    if depth > DEEPEST {
        return Err(BuildError::unfit(format!(
            "lists are nested more than {DEEPEST} deep"
        )));
    }
    let mut entries = Vec::new();
    loop {
        let key = match tokens.next() {
            Some(Token::Mark(']')) if depth > 0 => return Ok(entries),
            None if depth == 0 => return Ok(entries),
            Some(Token::Text { text, .. }) => text,
            _ => return Err(tokens.unexpected("a key or a closing ]")),
        };
        let value = match tokens.next() {
            Some(Token::Mark('[')) => Value::List(list(tokens, depth + 1)?),
            Some(Token::Text { text, .. }) => Value::Text(without_entities(&text)),
            _ => return Err(tokens.unexpected("a value")),
        };
        entries.push((key, value));
    }
}

/// A string without the character entities that GML has in place of other characters.
fn without_entities(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some(begin) = rest.find('&') {
        plain.push_str(&rest[..begin]);
        rest = &rest[begin..];
        let end = rest.find(';').unwrap_or(0);
        let name = rest.get(1..end).unwrap_or_default();
        let number = name
            .strip_prefix('#')
            .and_then(|digits| digits.parse().ok());
        let character = match name {
            "amp" => Some('&'),
            "quot" => Some('"'),
            "lt" => Some('<'),
            "gt" => Some('>'),
            "apos" => Some('\''),
            _ => number.and_then(char::from_u32),
        };
        plain.push(character.unwrap_or('&'));
        rest = &rest[if character.is_some() { end + 1 } else { 1 }..];
    }
    plain + rest
}

/// The text of the first value with this key.
fn text<'a>(list: &'a [Entry], key: &str) -> Option<&'a str> {
    list.iter().find_map(|(given, value)| match value {
        Value::Text(text) if given.eq_ignore_ascii_case(key) => Some(&**text),
        _ => None,
    })
}

fn given<'a>(list: &'a [Entry], field: &str, key: &str) -> Result<&'a str, BuildError> {
    text(list, key).ok_or_else(|| BuildError::Missing {
        field: field.to_owned(),
    })
}

fn lists<'a>(list: &'a [Entry], key: &str) -> impl Iterator<Item = &'a [Entry]> {
    list.iter().filter_map(move |(given, value)| match value {
        Value::List(list) if given.eq_ignore_ascii_case(key) => Some(&**list),
        _ => None,
    })
}

/// All values but those of the known keys, with the paths of those in lists.
fn flat(list: &[Entry], known: &[&str]) -> Vec<(String, String)> {
    let mut all = Vec::new();
    let is_known = |key: &str| known.iter().any(|known| known.eq_ignore_ascii_case(key));
    for (key, value) in list.iter().filter(|(key, _)| !is_known(key)) {
        match value {
            Value::Text(text) => all.push((key.clone(), text.clone())),
            Value::List(list) => {
                let inner = flat(list, &[]).into_iter();
                all.extend(inner.map(|(inner, value)| (format!("{key}.{inner}"), value)));
            }
        }
    }
    all
}
