//! GraphML (Brandes et al. 2002): nodes, edges, and data with keys.
//!
//! Positions are read from the data of nodes: keys named `x` and `y`, `lon` and `lat` or `longitude`
//! and `latitude`, `pos` with both numbers, and the `Geometry` of yEd. A node whose key `switch` is
//! true becomes a switch. Edges are directed if they or, by default, their graph specify it.

use std::collections::BTreeMap;

use roxmltree::{Document, Node};

use super::Imported;
use super::reader::Reader;
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
    let graph = root
        .descendants()
        .find(|node| node.has_tag_name_of("graph"));
    let Some(graph) = graph.filter(|_| root.has_tag_name_of("graphml")) else {
        let given = format!("XML of {}", quoted(root.tag_name().name()));
        return Err(BuildError::rejected(
            "the file",
            "GraphML with a graph",
            given,
        ));
    };
    let keys = root.children().filter(|node| node.has_tag_name_of("key"));
    let keys = keys.filter_map(|key| Some((key.attribute("id")?, key.attribute("attr.name")?)));
    let keys = keys.map(|(id, name)| (id, name.to_lowercase()));
    let file = File {
        document: &document,
        keys: keys.collect(),
        is_directed: graph.attribute("edgedefault") == Some("directed"),
    };
    let mut reader = Reader::default();
    for element in graph.descendants() {
        let read = if element.has_tag_name_of("node") {
            file.read_node(element, &mut reader)
        } else if element.has_tag_name_of("hyperedge") {
            let reason = "a hyperedge joins several nodes, but a link joins only two";
            Err(BuildError::unfit(reason))
        } else {
            Ok(())
        };
        read.map_err(|error| in_line(file.line(element))(error))?;
    }
    // An edge may precede the nodes that it names.
    let edges = graph.descendants();
    for edge in edges.filter(|element| element.has_tag_name_of("edge")) {
        let read = file.read_edge(edge, &mut reader);
        read.map_err(|error| in_line(file.line(edge))(error))?;
    }
    reader.finish("GraphML")
}

trait Named {
    fn has_tag_name_of(&self, name: &str) -> bool;
}

impl Named for Node<'_, '_> {
    /// Whether an element has this name, in any namespace.
    fn has_tag_name_of(&self, name: &str) -> bool {
        self.is_element() && self.tag_name().name() == name
    }
}

struct File<'a> {
    document: &'a Document<'a>,
    /// Names of keys by id, in lower case.
    keys: BTreeMap<&'a str, String>,
    is_directed: bool,
}

impl File<'_> {
    fn line(&self, element: Node) -> u32 {
        self.document.text_pos_at(element.range().start).row
    }

    fn read_node(&self, element: Node, reader: &mut Reader) -> Result<(), BuildError> {
        let id = attribute(element, "id")?;
        if reader.known(id).is_some() {
            return Err(BuildError::unfit(format!(
                "there are two nodes whose id is {}; every node needs one of its own",
                quoted(id)
            )));
        }
        let node = reader.node(id)?;
        let (mut x, mut y) = (None, None);
        for data in element
            .children()
            .filter(|child| child.has_tag_name_of("data"))
        {
            let key = data.attribute("key").unwrap_or_default();
            let name = self.keys.get(key).map_or(key, |name| name);
            let text = data.text().unwrap_or_default().trim();
            let number = || text.parse::<f64>().ok();
            match name {
                "x" | "lon" | "longitude" => x = number(),
                "y" => y = number(),
                // North is up, but y grows downwards.
                "lat" | "latitude" => y = number().map(|north| -north),
                "pos" => {
                    let numbers = text.split([',', ' ', '(', ')', '[', ']']);
                    let mut numbers = numbers.filter_map(|number| number.parse().ok());
                    (x, y) = (numbers.next(), numbers.next().map(|up: f64| -up));
                }
                "switch" if matches!(text, "true" | "True" | "1") => reader.set_switch(node),
                _ => {}
            }
            let mut inner = data.descendants();
            let geometry = inner.find(|inner| inner.has_tag_name_of("Geometry"));
            if let Some(geometry) = geometry {
                let number = |name| geometry.attribute(name).and_then(|text| text.parse().ok());
                (x, y) = (number("x"), number("y"));
            }
        }
        if let (Some(x), Some(y)) = (x, y) {
            reader.place(node, [x, y]);
        }
        Ok(())
    }

    fn read_edge(&self, edge: Node, reader: &mut Reader) -> Result<(), BuildError> {
        let end = |name| {
            let id = attribute(edge, name)?;
            reader.known(id).ok_or_else(|| {
                let field = format!("the {name} of an edge");
                BuildError::rejected(field, "the id of a node", quoted(id))
            })
        };
        let (from, to) = (end("source")?, end("target")?);
        let is_directed = match edge.attribute("directed") {
            Some("true") => true,
            Some("false") => false,
            _ => self.is_directed,
        };
        reader.link(from, to, !is_directed)
    }
}

fn attribute<'a>(element: Node<'a, '_>, name: &str) -> Result<&'a str, BuildError> {
    let tag = element.tag_name().name();
    element
        .attribute(name)
        .ok_or_else(|| BuildError::unfit(format!("the element {tag} has no attribute {name}")))
}
