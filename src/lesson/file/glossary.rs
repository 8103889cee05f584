//! The glossary: terms of the field, each with a definition and its source.
//!
//! A lesson explains the terms that it needs; `glossary.toml` defines the others. The summary of an
//! algorithm in a menu is not a definition, so the glossary takes none from there.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use crate::file::format::Lesson;
use crate::file::register::FILES;
use engine::{multicast, routing, sim, topology, traffic};

/// A term and its definition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Term {
    /// The term, in the singular.
    pub word: String,
    /// The definition, in a sentence or two.
    pub means: String,
    /// Citation of the source; may be empty for a term of a lesson that is not built in.
    pub source: String,
    /// The id of the lesson that explains the term, if any.
    pub lesson: Option<String>,
}

/// A source with its terms.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Source {
    /// The citation; empty for names of the catalog, which has their sources.
    cite: String,
    /// The terms that lessons explain.
    lessons: Vec<String>,
    /// The definitions of the terms that no lesson explains.
    terms: BTreeMap<String, String>,
}

static SOURCES: LazyLock<Vec<Source>> = LazyLock::new(|| {
    let mut file: BTreeMap<String, Vec<Source>> =
        toml::from_str(include_str!("glossary.toml")).expect("a test has read the file");
    file.remove("source").unwrap_or_default()
});

/// Returns all terms, in alphabetical order.
pub fn glossary() -> Vec<Term> {
    let mut terms: Vec<Term> = FILES
        .iter()
        .filter_map(|(_, text)| Lesson::read(text).ok())
        .flat_map(|lesson| of_lesson(&lesson))
        .collect();
    let defined = SOURCES.iter().flat_map(|source| {
        let terms = source.terms.iter();
        terms.map(|(word, means)| Term {
            word: word.clone(),
            means: means.clone(),
            source: match &*source.cite {
                "" => of_catalog(word),
                cite => cite.to_owned(),
            },
            lesson: None,
        })
    });
    terms.extend(defined);
    terms.sort_by(|one, other| one.word.cmp(&other.word));
    // The sort is stable: a lesson's definition precedes another and is kept.
    terms.dedup_by(|one, other| one.word == other.word);
    terms
}

impl Term {
    /// Returns whether a link in a text names this term, as written or with hyphens instead of spaces.
    pub(crate) fn is(&self, form: &str) -> bool {
        self.word == form || self.word == form.replace('-', " ")
    }
}

/// Returns the terms that a lesson explains.
pub(crate) fn of_lesson(lesson: &Lesson) -> Vec<Term> {
    let terms = lesson.terms.iter().map(|(word, means)| {
        let word = word.to_lowercase();
        Term {
            source: source_of(&word),
            word,
            means: means.clone(),
            lesson: Some(lesson.id.clone()),
        }
    });
    terms.collect()
}

/// Returns the source of a term that a lesson explains; empty if none is known.
fn source_of(word: &str) -> String {
    let mut known = SOURCES.iter();
    let known = known.find(|source| source.lessons.iter().any(|known| known == word));
    known.map_or_else(|| of_catalog(word), |source| source.cite.clone())
}

/// Returns the first source of the catalog entry with this name; empty if there is none.
fn of_catalog(name: &str) -> String {
    let mut entries = (topology::FAMILIES.iter().map(|family| &family.entry))
        .chain(routing::FAMILIES.iter().map(|family| &family.entry))
        .chain(multicast::FAMILIES.iter().map(|family| &family.entry))
        .chain(sim::switching::FAMILIES.iter().map(|family| &family.entry))
        .chain(traffic::FAMILIES.iter().map(|family| &family.entry));
    let entry = entries.find(|entry| entry.name().to_lowercase() == name);
    let source = entry.and_then(|entry| entry.sources().next());
    source.map_or_else(String::new, |source| {
        format!("{}, {}", source.cite, source.work)
    })
}
