//! The address in the browser's location bar.

use leptos::prelude::window;

/// The parts of `#/papers/ciciani/table-2?t=…`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Address {
    /// `papers`, `ciciani`, `table-2`.
    pub path: Vec<String>,
    /// The part after the question mark.
    pub query: String,
}

impl Address {
    pub fn now() -> Self {
        Self::parse(&window().location().hash().unwrap_or_default())
    }

    fn parse(hash: &str) -> Self {
        let text = hash.trim_start_matches(['#', '/']);
        let (path, query) = text.split_once('?').unwrap_or((text, ""));
        let parts = path.split('/').filter(|part| !part.is_empty());
        Self {
            path: parts.map(str::to_owned).collect(),
            query: query.to_owned(),
        }
    }

    /// Whether the query names a network, and not only a view.
    pub fn names_network(&self) -> bool {
        let mut pairs = self.query.split('&');
        pairs.any(|pair| pair.starts_with("t=") || pair.starts_with("network="))
    }

    /// Whether the laboratory is open.
    pub fn is_laboratory(&self) -> bool {
        self.part(0) == "laboratory"
    }

    /// Whether the papers are open.
    pub fn is_papers(&self) -> bool {
        self.part(0) == "papers"
    }

    /// A part of the path, empty if there is none.
    pub fn part(&self, index: usize) -> &str {
        self.path.get(index).map_or("", String::as_str)
    }
}
