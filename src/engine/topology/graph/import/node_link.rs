//! Node-link JSON, as NetworkX writes graphs: `nodes` with an `id` each, and `links` or `edges` with
//! `source` and `target`.
//!
//! Links are bidirectional unless `directed` is true. Positions are `pos`, where y grows upwards, or
//! `x` and `y`, where y grows downwards. A node whose `switch` is true becomes a switch.

use serde_json::Value;

use super::Imported;
use super::reader::Reader;
use crate::catalog::{BuildError, quoted};
use crate::topology::graph::text::in_line;

pub(super) fn read(file: &str) -> Result<Imported, BuildError> {
    let document: Value = serde_json::from_str(file).map_err(|error| {
        let line = u32::try_from(error.line()).unwrap_or(1);
        let told = error.to_string();
        let told = told.split(" at line ").next().unwrap_or_default();
        in_line(line)(BuildError::unfit(format!(
            "the file is not valid JSON: {told}"
        )))
    })?;
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
        if reader.known(&id).is_some() {
            return Err(BuildError::unfit(format!(
                "there are two nodes whose id is {}; every node needs one of its own",
                quoted(&id)
            )));
        }
        let number = reader.node(&id)?;
        if node["switch"].as_bool() == Some(true) {
            reader.set_switch(number);
        }
        let pair = |x: &Value, y: &Value| Some([x.as_f64()?, y.as_f64()?]);
        let pos = &node["pos"];
        let up = pair(&pos[0], &pos[1]).map(|[x, y]| [x, -y]);
        if let Some(at) = up.or_else(|| pair(&node["x"], &node["y"])) {
            reader.place(number, at);
        }
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
    }
    reader.finish("node-link JSON")
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
