//! Node-link JSON, as NetworkX writes graphs: `nodes` with an `id` each, and `links` or `edges` with
//! `source` and `target`.
//!
//! Links are bidirectional unless `directed` is true. Positions are `pos`, where y grows upwards, or
//! `x` and `y`, where y grows downwards. A node whose `switch` is true becomes a switch, and so does
//! one whose `type` or `role` is `switch`. Nodes are called by their `label` or `name`, if they have one.

use serde_json::Value;

use super::Imported;
use super::attributes::Attributes;
use super::reader::Reader;
use super::unused::Owner;
use crate::catalog::{BuildError, quoted};
use crate::topology::graph::text::in_line;

pub(super) fn read(file: &str) -> Result<Imported, BuildError> {
    let document: Value = serde_json::from_str(file).map_err(|error| {
        let line = u32::try_from(error.line()).unwrap_or(1);
        let message = error.to_string();
        let message = message.split(" at line ").next().unwrap_or_default();
        in_line(line)(BuildError::unfit(format!(
            "the file is not valid JSON: {message}"
        )))
    })?;
    let Value::Object(fields) = &document else {
        return other_json("a list");
    };
    if fields.contains_key("elements") {
        return other_json("the JSON of Cytoscape");
    }
    if fields.contains_key("adjacency") {
        return other_json("the adjacency JSON of NetworkX");
    }
    if fields
        .get("graph")
        .is_some_and(|graph| graph.get("nodes").is_some())
        || fields.contains_key("graphs")
    {
        return other_json("JSON Graph Format");
    }
    if !fields.is_empty() && fields.values().all(Value::is_array) && !fields.contains_key("nodes") {
        return other_json("an object of lists of neighbors");
    }
    if fields.contains_key("children") {
        return other_json("the JSON of a tree");
    }
    let list = |names: &[&str]| names.iter().find_map(|name| document[*name].as_array());
    let Some(nodes) = list(&["nodes"]) else {
        return without("nodes");
    };
    let Some(links) = list(&["links", "edges"]) else {
        return without("links or edges");
    };
    let is_directed = document["directed"].as_bool().unwrap_or(false);
    let mut reader = Reader::default();
    for (index, node) in nodes.iter().enumerate() {
        let field = format!("nodes[{index}].id");
        let id = name(&field, &node["id"])?;
        reader.describe(&id, attributes_of(node))?;
    }
    for (index, link) in links.iter().enumerate() {
        let end = |name_of_end: &str| {
            let field = format!("links[{index}].{name_of_end}");
            let id = name(&field, &link[name_of_end])?;
            let known = reader.known(&id);
            known.ok_or_else(|| BuildError::rejected(field, "the id of a node", quoted(&id)))
        };
        let (from, to) = (end("source")?, end("target")?);
        reader.link(from, to, !is_directed)?;
        for (name, value) in others(link, &["source", "target", "key"]) {
            reader.unused.add(Owner::Link, name, &plain(value));
        }
    }
    let structure = ["nodes", "links", "edges", "directed", "multigraph", "graph"];
    for (name, value) in others(&document, &structure).chain(others(&document["graph"], &[])) {
        reader.unused.add(Owner::File, name, &plain(value));
    }
    reader.finish("node-link JSON")
}

fn attributes_of(node: &Value) -> Attributes {
    let mut given = Attributes::default();
    let pair = |x: &Value, y: &Value| Some([x.as_f64()?, y.as_f64()?]);
    let pos = &node["pos"];
    let up = pair(&pos[0], &pos[1]).or_else(|| pair(&pos["x"], &pos["y"]));
    for (name, value) in others(node, &["id"]) {
        if up.is_none() || name != "pos" {
            given.add(name, &plain(value));
        }
    }
    if let Some([x, up]) = up {
        given.set_place(x, -up);
    }
    given
}

/// The fields of an object, but those with these names.
fn others<'a>(object: &'a Value, known: &[&str]) -> impl Iterator<Item = (&'a str, &'a Value)> {
    let fields = object.as_object().into_iter().flatten();
    let fields = fields.map(|(name, value)| (&**name, value));
    let fields: Vec<_> = fields.filter(|(name, _)| !known.contains(name)).collect();
    fields.into_iter()
}

/// A value without the quotes of a string; empty where there is none.
fn plain(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

fn other_json(kind: &str) -> Result<Imported, BuildError> {
    Err(BuildError::rejected(
        "the file",
        "node-link JSON, as nx.node_link_data(network) of NetworkX returns it: an object with nodes \
         and links",
        kind,
    ))
}

/// The name of a node from its id: a string, a number, or an array of coordinates in a grid.
fn name(field: &str, value: &Value) -> Result<String, BuildError> {
    match value {
        Value::String(name) => Ok(name.clone()),
        Value::Number(number) => Ok(number.to_string()),
        Value::Array(parts) if !parts.is_empty() => {
            let parts = parts.iter().map(|part| name(field, part));
            Ok(parts.collect::<Result<Vec<_>, _>>()?.join(","))
        }
        Value::Null => Err(BuildError::Missing {
            field: field.to_owned(),
        }),
        other => Err(BuildError::rejected(
            field,
            "a string or a number",
            quoted(&other.to_string()),
        )),
    }
}

fn without<T>(list: &str) -> Result<T, BuildError> {
    Err(BuildError::unfit(format!(
        "there is no list called {list} in the file"
    )))
}
