//! Import of networks from files of other programs.

mod anynet;
mod attributes;
mod dot;
mod gml;
mod graphml;
mod lists;
mod node_link;
mod ns3;
mod places;
mod reader;
mod rows;
mod tokens;
mod unused;

use super::sketch::Sketch;
use crate::catalog::BuildError;

/// A network imported from a file.
#[derive(Debug, Clone, PartialEq)]
pub struct Imported {
    /// The network, which [`Sketch::build`] has yet to accept.
    pub sketch: Sketch,
    /// Human-readable name of the file's format.
    pub format: &'static str,
    /// Omissions and changes, one sentence each.
    pub notes: Vec<String>,
}

/// A format of other programs: how its files begin, and how they are read.
type Format = (fn(&str) -> bool, fn(&str) -> Result<Imported, BuildError>);

const FORMATS: [Format; 7] = [
    (|text| text.starts_with('<'), graphml::read),
    (|text| text.starts_with(['{', '[']), node_link::read),
    (anynet::is_one, anynet::read),
    (dot::is_one, dot::read),
    (gml::is_one, gml::read),
    (ns3::is_one, ns3::read),
    (lists::is_one, lists::read),
];

/// Reads a file in one of the formats of other programs, or lines for [`Sketch::parse`].
pub fn import(file: &str) -> Result<Imported, BuildError> {
    let file = file.trim_start_matches('\u{feff}');
    refuse_others(file)?;
    let text = file.trim_start();
    if let Some((_, read)) = FORMATS.iter().find(|(is_one, _)| is_one(text)) {
        return read(file);
    }
    Ok(Imported {
        sketch: Sketch::parse(file)?,
        format: "text",
        notes: Vec::new(),
    })
}

/// Refuses files of formats that are not read, by name, where they begin unmistakably.
fn refuse_others(file: &str) -> Result<(), BuildError> {
    const OTHERS: [(&str, &str); 6] = [
        ("*vertices", "a Pajek file"),
        ("*network", "a Pajek file"),
        ("dl ", "a UCINET file"),
        ("%%matrixmarket", "a Matrix Market file"),
        (">>graph6<<", "a graph6 file"),
        ("# topology file: generated", "the output of ibnetdiscover"),
    ];
    let first = file.trim_start().lines().next().unwrap_or_default();
    let first = first.to_ascii_lowercase();
    match OTHERS.iter().find(|(begin, _)| first.starts_with(begin)) {
        None => Ok(()),
        Some((_, name)) => Err(BuildError::rejected(
            "the file",
            "lines such as a - b, an edge list, CSV, an adjacency list, DOT, GML, GraphML, node-link \
             JSON, anynet or ns-3; NetworkX converts most others by nx.write_graphml(network, file)",
            *name,
        )),
    }
}
/// A note on groups of nodes, of which a network has none.
fn note_on_groups(count: usize) -> Option<String> {
    let counted = counted(count, "group of nodes is", "groups of nodes are");
    (count > 0)
        .then(|| format!("{counted} not used: the nodes in a group are nodes as all others."))
}

/// `1 node is`, `3 nodes are`.
fn counted(count: usize, one: &str, several: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { several })
}
