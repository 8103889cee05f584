//! User-defined networks, as texts of nodes and links.
//!
//! A [`Sketch`] is an editable, possibly incomplete network; a [`Graph`] is the topology built from
//! a complete one. Neighbors are in ascending order of their numbers, so the ports of a node do not
//! depend on the order of its links.

mod copy;
#[expect(
    clippy::module_inception,
    reason = "the module is named after its topology"
)]
mod graph;
mod import;
mod layout;
mod line;
mod parts;
mod sketch;
mod stress;
mod text;
mod writer;

pub use graph::Graph;
pub use import::{Imported, import};
pub use sketch::{Sketch, SketchNode, is_name};

use super::TopologyFamily;
use crate::catalog::{BuildError, Control, Entry, Family, Param, Text, quoted};
use crate::topology::{Build, TEXTS};

pub(super) const FAMILY: TopologyFamily = Family {
    entry: Entry::new(TEXTS, "graph", &[Param::Text(TEXT)]),
    build: Build::new(|settings| {
        let text = settings.plain(&TEXT);
        let sketch = Sketch::parse(text)?;
        if names_a_file(text, &sketch) {
            let allowed = "graph: and lines such as a - b; only the command line reads files";
            return Err(BuildError::rejected("network", allowed, quoted(text)));
        }
        Ok(Box::new(sketch.build()?))
    }),
};

/// Whether a text is the name of a file rather than a node: a single word with an extension.
fn names_a_file(text: &str, sketch: &Sketch) -> bool {
    let is_extension = |end: &str| {
        let length = end.chars().count();
        (1..=8).contains(&length) && end.chars().all(|c| c.is_ascii_alphabetic())
    };
    let extension = text.trim().rsplit_once('.').map(|(_, end)| end);
    sketch.nodes().len() == 1 && extension.is_some_and(is_extension)
}

const TEXT: Text = Control::new("graph", "", "Links")
    .default("a - b\na - c\nb - d\nc - d")
    .help("A line each: a - b, a -> b, a @ x y, switch s, # a comment.")
    .text();

/// The specification of a network text: `graph:a - b`.
pub fn spec_of(text: &str) -> String {
    format!("{}:{text}", FAMILY.entry.id)
}

/// The network text in a specification; `None` if it is one of another family.
pub fn text_of(spec: &str) -> Option<&str> {
    let (id, text) = spec.split_once(':')?;
    (id.trim() == FAMILY.entry.id).then_some(text)
}

/// Human-readable name of a user-defined network with this many nodes.
pub(super) fn short_name(nodes: usize) -> String {
    format!("your network of {nodes} nodes")
}
