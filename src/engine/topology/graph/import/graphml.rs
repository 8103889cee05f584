//! GraphML (Brandes et al. 2002): nodes, edges, and data with keys.
//!
//! Positions are read from the data of nodes: keys named `x` and `y`, `lon` and `lat` or `longitude`
//! and `latitude`, `pos` with both numbers, and the `Geometry` of yEd. Nodes are called by their
//! labels. A node whose key `switch` is true becomes a switch, and so does one whose `type` or `role`
//! is `switch`. A node that contains a graph is a group, and no node of the network unless an edge
//! ends there.
//!
//! Edges are directed if they or, by default, their graph specify it. yEd declares every graph as
//! directed and shows the direction of an edge by arrowheads, which therefore count.

use std::collections::{BTreeMap, BTreeSet};

use roxmltree::{Document, Node};

use super::attributes::{Attributes, on_one_line};
use super::reader::Reader;
use super::unused::Owner;
use super::{Imported, counted, note_on_groups};
use crate::catalog::{BuildError, quoted};
use crate::topology::graph::text::in_line;

pub(super) fn read(file: &str) -> Result<Imported, BuildError> {
    let options = roxmltree::ParsingOptions {
        allow_dtd: false,
        nodes_limit: 2_000_000,
        ..roxmltree::ParsingOptions::default()
    };
    let document = Document::parse_with_options(file, options).map_err(|error| {
        let line = error.pos().row;
        // The parser quotes the character that it found, which may end a line.
        let why = error.to_string().replace(['\n', '\r'], "↵");
        in_line(line)(BuildError::unfit(format!(
            "the file is not valid XML: {why}"
        )))
    })?;
    let root = document.root_element();
    let graph = root.descendants().find(|node| node.is_named("graph"));
    let Some(graph) = graph.filter(|_| root.is_named("graphml")) else {
        let given = format!("XML of {}", quoted(root.tag_name().name()));
        return Err(BuildError::rejected(
            "the file",
            "GraphML with a graph, as nx.write_graphml(network, file) of NetworkX writes it",
            given,
        ));
    };
    let edges = || {
        graph
            .descendants()
            .filter(|element| element.is_named("edge"))
    };
    let ends = edges().flat_map(|edge| ["source", "target"].map(|end| edge.attribute(end)));
    let file = File {
        document: &document,
        keys: Key::all(root),
        ends: ends.flatten().collect(),
    };
    let mut reader = Reader::default();
    let (mut groups, mut hyperedge) = (0, None);
    for element in graph.descendants() {
        if element.is_named("hyperedge") {
            hyperedge = hyperedge.or(Some(element));
        } else if element.is_named("node") {
            let is_group = element.children().any(|inner| inner.is_named("graph"));
            if is_group && !file.is_end(element) {
                groups += 1;
                continue;
            }
            let read = file.read_node(element, &mut reader);
            read.map_err(|error| in_line(file.line(element))(error))?;
        }
    }
    if let Some(element) = hyperedge {
        let reason = "a hyperedge joins several nodes, but a link joins only two";
        return Err(in_line(file.line(element))(BuildError::unfit(reason)));
    }
    // An edge may precede the nodes that it names.
    for edge in edges() {
        let read = file.read_edge(edge, &mut reader);
        read.map_err(|error| in_line(file.line(edge))(error))?;
    }
    reader.notes.extend(note_on_groups(groups));
    let graphs = root.children().filter(|node| node.is_named("graph"));
    if let more @ 1.. = graphs.count().saturating_sub(1) {
        let count = counted(more, "further graph", "further graphs");
        let note = format!("The file has {count}, not used: only the first graph is read.");
        reader.notes.push(note);
    }
    for data in [root, graph].iter().flat_map(Node::children) {
        if let Some((key, text)) = file.datum(data) {
            reader.unused.add(Owner::File, &key.name, text);
        }
    }
    reader.finish("GraphML")
}

trait Named {
    fn is_named(&self, name: &str) -> bool;
}

impl Named for Node<'_, '_> {
    /// Whether an element has this name, in any namespace.
    fn is_named(&self, name: &str) -> bool {
        self.is_element() && self.tag_name().name() == name
    }
}

#[derive(Clone)]
struct Key<'a> {
    name: String,
    /// `node`, `edge`, `graph` or `all`.
    owner: &'a str,
    default: Option<&'a str>,
    /// Whether the data are graphics of yEd, of which only arrows, labels and positions are read.
    is_graphics: bool,
}

impl<'a> Key<'a> {
    /// All keys of a document by id.
    fn all(root: Node<'a, 'a>) -> BTreeMap<&'a str, Self> {
        let keys = root.children().filter(|node| node.is_named("key"));
        let keys = keys.filter_map(|key| {
            let id = key.attribute("id")?;
            let default = key.children().find(|inner| inner.is_named("default"));
            let default = default.and_then(|default| default.text()).map(str::trim);
            let name = key.attribute("attr.name");
            let key = Key {
                name: name.unwrap_or(id).to_owned(),
                owner: key.attribute("for").unwrap_or("all"),
                default: default.filter(|text| !text.is_empty()),
                is_graphics: name.is_none() && is_graphics(key),
            };
            Some((id, key))
        });
        keys.collect()
    }
}

/// Whether a key or its data are of yFiles.
fn is_graphics(key: Node) -> bool {
    let mut attributes = key.attributes();
    attributes.any(|attribute| attribute.name().starts_with("yfiles"))
}

struct File<'a> {
    document: &'a Document<'a>,
    keys: BTreeMap<&'a str, Key<'a>>,
    /// The ids of all nodes where an edge ends.
    ends: BTreeSet<&'a str>,
}

impl<'a> File<'a> {
    fn line(&self, element: Node) -> u32 {
        self.document.text_pos_at(element.range().start).row
    }

    fn is_end(&self, node: Node) -> bool {
        node.attribute("id")
            .is_some_and(|id| self.ends.contains(id))
    }

    /// The key of an element `data` and its text, unless it contains only graphics.
    fn datum<'b>(&self, data: Node<'b, 'b>) -> Option<(Key<'a>, &'b str)>
    where
        'a: 'b,
    {
        if !data.is_named("data") {
            return None;
        }
        let id = data.attribute("key").unwrap_or_default();
        let undeclared = || Key {
            name: id.to_owned(),
            owner: "all",
            default: None,
            is_graphics: false,
        };
        let key = self.keys.get(id).cloned().unwrap_or_else(undeclared);
        let text = data.text().unwrap_or_default().trim();
        (!key.is_graphics && !text.is_empty()).then_some((key, text))
    }

    /// Names and values of the data of an element, those that keys give by default first.
    fn data<'b>(&self, element: Node<'b, 'b>, owner: &str) -> Vec<(String, &'b str)>
    where
        'a: 'b,
    {
        let given = element.children().filter_map(|data| self.datum(data));
        let given: Vec<_> = given.map(|(key, text)| (key.name, text)).collect();
        let keys = self.keys.values();
        let by_default = keys.filter(|key| {
            let is_of_it = key.owner == owner || key.owner == "all";
            is_of_it && !given.iter().any(|(name, _)| *name == key.name)
        });
        let by_default = by_default.filter_map(|key| Some((key.name.clone(), key.default?)));
        let mut all: Vec<_> = by_default.collect();
        all.extend(given);
        all
    }

    fn read_node(&self, element: Node<'a, 'a>, reader: &mut Reader) -> Result<(), BuildError> {
        let id = attribute(element, "id")?;
        let mut given = Attributes::default();
        if let Some(label) = drawn_text(element, "NodeLabel") {
            given.label = Some(label);
        }
        for (name, value) in self.data(element, "node") {
            given.add(&name, value);
        }
        let geometry = drawn(element).find(|inner| inner.is_named("Geometry"));
        if let Some(geometry) = geometry {
            let number = |name| geometry.attribute(name)?.parse::<f64>().ok();
            let middle = |corner, side| Some(number(corner)? + number(side).unwrap_or(0.0) / 2.0);
            if let (Some(x), Some(y)) = (middle("x", "width"), middle("y", "height")) {
                given.set_place(x, y);
            }
        }
        reader.describe(id, given)
    }

    fn read_edge(&self, edge: Node<'a, 'a>, reader: &mut Reader) -> Result<(), BuildError> {
        let end = |name| {
            let id = attribute(edge, name)?;
            reader.known(id).ok_or_else(|| {
                let field = format!("the {name} of an edge");
                BuildError::rejected(field, "the id of a node", quoted(id))
            })
        };
        let (from, to) = (end("source")?, end("target")?);
        for (name, value) in self.data(edge, "edge") {
            reader.unused.add(Owner::Link, &name, value);
        }
        if let Some(label) = drawn_text(edge, "EdgeLabel") {
            reader.unused.add(Owner::Link, "label", &label);
        }
        match Way::of(edge) {
            Way::Both => reader.link(from, to, true),
            Way::There => reader.link(from, to, false),
            Way::Back => reader.link(to, from, false),
        }
    }
}

/// The directions of an edge.
enum Way {
    Both,
    There,
    Back,
}

impl Way {
    fn of(edge: Node) -> Self {
        match edge.attribute("directed") {
            Some("true") => return Self::There,
            Some("false") => return Self::Both,
            _ => {}
        }
        if let Some(arrows) = drawn(edge).find(|inner| inner.is_named("Arrows")) {
            let has_head = |end| arrows.attribute(end).is_some_and(|head| head != "none");
            return match (has_head("source"), has_head("target")) {
                (false, true) => Self::There,
                (true, false) => Self::Back,
                (true, true) | (false, false) => Self::Both,
            };
        }
        // Groups contain graphs with defaults of their own.
        let mut around = edge.ancestors().filter(|element| element.is_named("graph"));
        match around.find_map(|graph| graph.attribute("edgedefault")) {
            Some("directed") => Self::There,
            _ => Self::Both,
        }
    }
}

/// All elements in the data of a node or an edge.
fn drawn<'a>(element: Node<'a, 'a>) -> impl Iterator<Item = Node<'a, 'a>> {
    let data = element.children().filter(|child| child.is_named("data"));
    data.flat_map(|data| data.descendants())
}

/// The text of the first label of this kind that has one, on one line.
fn drawn_text(element: Node, kind: &str) -> Option<String> {
    let labels = drawn(element).filter(|inner| inner.is_named(kind));
    let mut texts = labels.filter_map(|label| label.text());
    let text = texts.find(|text| !text.trim().is_empty())?;
    Some(on_one_line(text))
}

fn attribute<'a>(element: Node<'a, '_>, name: &str) -> Result<&'a str, BuildError> {
    let tag = element.tag_name().name();
    element
        .attribute(name)
        .ok_or_else(|| BuildError::unfit(format!("the element {tag} has no attribute {name}")))
}
