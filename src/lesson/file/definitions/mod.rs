//! Definitions of terms that no lesson explains.

mod networks;
mod routing;
mod switching;
mod traffic;

/// The definition of a term that no lesson explains.
#[derive(Debug)]
pub(super) struct Definition {
    /// The term, in the singular.
    pub(super) word: &'static str,
    /// The definition, in a sentence or two.
    pub(super) means: &'static str,
    /// Citation of the source; empty if the catalog contains an entry of that name with its sources.
    pub(super) source: &'static str,
}

const fn word(word: &'static str, means: &'static str, source: &'static str) -> Definition {
    Definition {
        word,
        means,
        source,
    }
}

/// Creates the definition of an algorithm or network whose catalog entry contains the sources.
const fn entry(name: &'static str, means: &'static str) -> Definition {
    word(name, means, "")
}

/// Terms that no lesson explains, by subject.
pub(super) const DEFINITIONS: [&[Definition]; 4] = [
    switching::DEFINITIONS,
    routing::DEFINITIONS,
    networks::DEFINITIONS,
    traffic::DEFINITIONS,
];
