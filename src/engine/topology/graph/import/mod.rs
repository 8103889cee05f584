//! Import of networks from files of other programs.

mod anynet;
mod graphml;
mod node_link;
mod reader;

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

/// Reads a file: text for [`Sketch::parse`], a BookSim `anynet` file, GraphML, or node-link JSON as
/// NetworkX writes it. The beginning of the file determines its format.
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
