//! DOT, the language of Graphviz: `graph { a -- b }` and `digraph { a -> b }`.
//!
//! Attributes that a statement `node` or `edge` sets by default count for all nodes or edges that
//! follow it in its braces. An edge of a digraph leads one way unless its `dir` is `both` or `none`.

use std::collections::BTreeMap;

use super::attributes::Attributes;
use super::reader::Reader;
use super::tokens::{Token, Tokens};
use super::unused::Owner;
use super::{Imported, note_on_groups};
use crate::catalog::BuildError;
use crate::topology::graph::sketch::MOST_DRAWN;

/// Attributes of a drawing, which say nothing about a network.
const OF_DRAWINGS: [&str; 30] = [
    "shape",
    "style",
    "color",
    "fillcolor",
    "fontname",
    "fontsize",
    "fontcolor",
    "width",
    "height",
    "fixedsize",
    "penwidth",
    "margin",
    "tooltip",
    "url",
    "href",
    "target",
    "peripheries",
    "arrowhead",
    "arrowtail",
    "arrowsize",
    "headport",
    "tailport",
    "constraint",
    "minlen",
    "image",
    "ordering",
    "regular",
    "sides",
    "bgcolor",
    "rank",
];

/// The deepest nesting of braces.
const DEEPEST: usize = 64;

/// The most edges that are read: braces may stand for very many.
const MOST_EDGES: usize = 1_000_000;

/// Whether a file begins like one in DOT.
pub(super) fn is_one(text: &str) -> bool {
    let mut tokens = Tokens::of(text);
    let mut first = tokens.next();
    if first.as_ref().is_some_and(|token| token.is_word("strict")) {
        first = tokens.next();
    }
    let is_graph = |token: &Token| token.is_word("graph") || token.is_word("digraph");
    let mut second = tokens.next();
    if matches!(second, Some(Token::Text { .. })) {
        second = tokens.next();
    }
    first.is_some_and(|token| is_graph(&token)) && second == Some(Token::Mark('{'))
}

pub(super) fn read(file: &str) -> Result<Imported, BuildError> {
    let mut parser = Parser {
        tokens: Tokens::of(file),
        reader: Reader::default(),
        numbers: BTreeMap::new(),
        nodes: Vec::new(),
        edges: Vec::new(),
        groups: 0,
        is_directed: false,
    };
    loop {
        let token = parser.tokens.next();
        match token {
            Some(Token::Mark('{')) => break,
            Some(token) => parser.is_directed |= token.is_word("digraph"),
            None => return Err(parser.tokens.unexpected("a { after graph or digraph")),
        }
    }
    parser.statements(&Defaults::default(), 0)?;
    parser.finish()
}

type Pairs = Vec<(String, String)>;

/// Attributes that count for all that follows.
#[derive(Clone, Default)]
struct Defaults {
    node: Pairs,
    edge: Pairs,
}

struct Parser<'a> {
    tokens: Tokens<'a>,
    reader: Reader,
    /// Indices of nodes by their ids.
    numbers: BTreeMap<String, usize>,
    /// By node, in the order in which they are named: id and attributes.
    nodes: Vec<(String, Pairs)>,
    edges: Vec<Edge>,
    /// The number of clusters, which are subgraphs with a name that says so.
    groups: usize,
    is_directed: bool,
}

struct Edge {
    from: usize,
    to: usize,
    attributes: Pairs,
}

impl Parser<'_> {
    /// Reads statements up to the closing brace; returns the nodes that they name.
    fn statements(&mut self, defaults: &Defaults, depth: usize) -> Result<Vec<usize>, BuildError> {
        if depth > DEEPEST {
            return Err(BuildError::unfit(format!(
                "braces are nested more than {DEEPEST} deep"
            )));
        }
        let mut defaults = defaults.clone();
        let mut named = Vec::new();
        loop {
            match self.tokens.next() {
                Some(Token::Mark('}')) => return Ok(named),
                Some(Token::Mark(';' | ',')) => {}
                Some(token @ Token::Text { .. }) if token.is_word("graph") => {
                    let attributes = self.attributes()?;
                    self.take_of_file(attributes);
                }
                Some(token @ Token::Text { .. }) if token.is_word("node") => {
                    defaults.node.extend(self.attributes()?);
                }
                Some(token @ Token::Text { .. }) if token.is_word("edge") => {
                    defaults.edge.extend(self.attributes()?);
                }
                Some(Token::Text { text, .. }) if self.tokens.next_is(&Token::Mark('=')) => {
                    match self.tokens.next() {
                        Some(Token::Text { text: value, .. }) => {
                            self.take_of_file(vec![(text, value)]);
                        }
                        _ => return Err(self.tokens.unexpected("a value after =")),
                    }
                }
                Some(token) => {
                    let ends = self.chain(token, &defaults, depth)?;
                    named.extend(ends);
                }
                None => return Err(self.tokens.unexpected("a closing }")),
            }
        }
    }

    /// Reads a node or edges: `a`, `a -- b -- {c d} [capacity=2]`.
    fn chain(
        &mut self,
        first: Token,
        defaults: &Defaults,
        depth: usize,
    ) -> Result<Vec<usize>, BuildError> {
        let mut token = first;
        let mut sets: Vec<Vec<usize>> = Vec::new();
        let mut is_braced = false;
        loop {
            if token.is_word("subgraph") {
                token = match self.tokens.next() {
                    Some(Token::Text { text, .. }) => {
                        self.groups += usize::from(text.starts_with("cluster"));
                        self.tokens.next()
                    }
                    other => other,
                }
                .unwrap_or(Token::Mark(';'));
                if token != Token::Mark('{') {
                    return Err(self.tokens.unexpected("a { after subgraph"));
                }
            }
            sets.push(match token {
                Token::Mark('{') => {
                    is_braced = true;
                    self.statements(defaults, depth + 1)?
                }
                Token::Text { text, .. } => vec![self.node(text, defaults)?],
                _ => return Err(self.tokens.unexpected("a node, an edge or a closing }")),
            });
            if !self.tokens.next_is(&Token::Edge) {
                break;
            }
            let next = self.tokens.next();
            token = next.ok_or_else(|| self.tokens.unexpected("a node after the edge"))?;
        }
        let mut given = defaults.edge.clone();
        let attributes = self.attributes()?;
        if sets.len() == 1 && !is_braced {
            self.nodes[sets[0][0]].1.extend(attributes);
            return Ok(sets.remove(0));
        }
        given.extend(attributes);
        for pair in sets.windows(2) {
            for &from in &pair[0] {
                for &to in &pair[1] {
                    if self.edges.len() == MOST_EDGES {
                        return Err(too_many("links", MOST_EDGES));
                    }
                    self.edges.push(Edge {
                        from,
                        to,
                        attributes: given.clone(),
                    });
                }
            }
        }
        let mut all = sets.concat();
        all.sort_unstable();
        all.dedup();
        Ok(all)
    }

    /// The index of a node, which is added if it is new. A port behind it is skipped.
    fn node(&mut self, id: String, defaults: &Defaults) -> Result<usize, BuildError> {
        while self.tokens.next_is(&Token::Mark(':')) {
            if !matches!(self.tokens.next(), Some(Token::Text { .. })) {
                return Err(self.tokens.unexpected("a port after the colon"));
            }
        }
        if let Some(&node) = self.numbers.get(&id) {
            return Ok(node);
        }
        if self.nodes.len() > MOST_DRAWN {
            return Err(too_many("nodes", MOST_DRAWN));
        }
        self.numbers.insert(id.clone(), self.nodes.len());
        self.nodes.push((id, defaults.node.clone()));
        Ok(self.nodes.len() - 1)
    }

    /// Reads lists of attributes in brackets, if there are any.
    fn attributes(&mut self) -> Result<Pairs, BuildError> {
        let mut pairs = Vec::new();
        while self.tokens.next_is(&Token::Mark('[')) {
            loop {
                match self.tokens.next() {
                    Some(Token::Mark(']')) => break,
                    Some(Token::Mark(';' | ',')) => {}
                    Some(Token::Text { text: name, .. }) => {
                        let mut value = "true".to_owned();
                        if self.tokens.next_is(&Token::Mark('=')) {
                            match self.tokens.next() {
                                Some(Token::Text { text, .. }) => value = text,
                                _ => return Err(self.tokens.unexpected("a value after =")),
                            }
                        }
                        pairs.push((name, value));
                    }
                    _ => return Err(self.tokens.unexpected("an attribute or a closing ]")),
                }
            }
        }
        Ok(pairs)
    }

    fn take_of_file(&mut self, attributes: Pairs) {
        const OF_LAYOUTS: [&str; 12] = [
            "rankdir", "layout", "overlap", "splines", "nodesep", "ranksep", "size", "ratio",
            "dpi", "label", "labelloc", "bb",
        ];
        for (name, value) in attributes {
            if !is_of_drawings(&name) && !OF_LAYOUTS.contains(&&*name) {
                self.reader.unused.add(Owner::File, &name, &value);
            }
        }
    }

    fn finish(mut self) -> Result<Imported, BuildError> {
        for (id, attributes) in std::mem::take(&mut self.nodes) {
            let mut given = Attributes::default();
            for (name, value) in last(&attributes).filter(|(name, _)| !is_of_drawings(name)) {
                // Records and escapes, such as `\N` for the name, are no names.
                let is_name = !value.contains(['\\', '{', '|', '<']);
                if name != "label" || is_name {
                    given.add(name, value);
                }
            }
            self.reader.describe(&id, given)?;
        }
        for edge in &self.edges {
            let mut dir = if self.is_directed { "forward" } else { "none" };
            for (name, value) in last(&edge.attributes) {
                match &**name {
                    "dir" => dir = value,
                    name if is_of_drawings(name) || name == "pos" || name == "lp" => {}
                    name => self.reader.unused.add(Owner::Link, name, value),
                }
            }
            let (from, to) = (edge.from, edge.to);
            match dir {
                _ if !self.is_directed => self.reader.link(from, to, true)?,
                "back" => self.reader.link(to, from, false)?,
                "both" | "none" => self.reader.link(from, to, true)?,
                _ => self.reader.link(from, to, false)?,
            }
        }
        self.reader.notes.extend(note_on_groups(self.groups));
        self.reader.finish("DOT")
    }
}

/// The attributes that count: of those with the same name the last one, which replaces a default.
fn last(attributes: &[(String, String)]) -> impl Iterator<Item = &(String, String)> {
    let is_last = |nth: usize| {
        let (name, _) = &attributes[nth];
        attributes[nth + 1..].iter().all(|(later, _)| later != name)
    };
    let all = attributes.iter().enumerate();
    all.filter(move |(nth, _)| is_last(*nth))
        .map(|(_, attribute)| attribute)
}

fn too_many(what: &str, most: usize) -> BuildError {
    BuildError::unfit(format!(
        "the network has too many {what}: at most {most} are possible"
    ))
}

fn is_of_drawings(name: &str) -> bool {
    OF_DRAWINGS.contains(&&*name.to_ascii_lowercase())
}
