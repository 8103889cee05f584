//! Networks in other programs' files.

mod anynet;
mod graphml;
mod node_link;
mod reader;

use super::sketch::Sketch;
use crate::catalog::BuildError;

/// A network from a file.
#[derive(Debug, Clone, PartialEq)]
pub struct Imported {
    /// The network, which [`Sketch::build`] still has to accept.
    pub sketch: Sketch,
    /// The format of the file, for people.
    pub format: &'static str,
    /// What was left out or changed, a sentence each.
    pub notes: Vec<String>,
}

/// Reads a file: lines as [`Sketch::parse`] has them, a BookSim `anynet` file, GraphML, or
/// node-link JSON as NetworkX writes it. Which one it is follows from how it begins.
pub fn import(file: &str) -> Result<Imported, BuildError> {
    let text = file.trim_start_matches('\u{feff}').trim_start();
    if text.starts_with('<') {
        graphml::read(file.trim_start_matches('\u{feff}'))
    } else if text.starts_with('{') {
        node_link::read(file.trim_start_matches('\u{feff}'))
    } else if anynet::is_one(text) {
        anynet::read(file)
    } else {
        let sketch = Sketch::parse(file.trim_start_matches('\u{feff}'))?;
        Ok(Imported {
            sketch,
            format: "text",
            notes: Vec::new(),
        })
    }
}
