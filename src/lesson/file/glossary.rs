//! The glossary: terms of the field, each with a definition and its source.
//!
//! A lesson explains the terms that it needs; [`DEFINITIONS`] contains the others. The summary of an
//! algorithm in a menu is not a definition, so the glossary takes none from there.

use serde::{Deserialize, Serialize};

use crate::file::definitions::DEFINITIONS;
use crate::file::format::Lesson;
use crate::file::register::FILES;
use crate::file::sources::SOURCES;
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

/// Returns all terms, in alphabetical order.
pub fn glossary() -> Vec<Term> {
    let mut terms: Vec<Term> = FILES
        .iter()
        .filter_map(|(_, text)| Lesson::read(text).ok())
        .flat_map(|lesson| of_lesson(&lesson))
        .collect();
    let others = DEFINITIONS.into_iter().flatten().map(|definition| Term {
        word: definition.word.to_owned(),
        means: definition.means.to_owned(),
        source: match definition.source {
            "" => of_catalog(definition.word),
            source => source.to_owned(),
        },
        lesson: None,
    });
    terms.extend(others);
    terms.sort_by(|one, other| one.word.cmp(&other.word));
    // The sort is stable: a lesson's definition precedes one of `DEFINITIONS` and is kept.
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
    let known = known.find(|(words, _)| words.contains(&word));
    known.map_or_else(|| of_catalog(word), |(_, source)| (*source).to_owned())
}

/// Returns the first source of the catalog entry with this name; empty if there is none.
fn of_catalog(name: &str) -> String {
    let mut entries = (topology::FAMILIES.iter().map(|family| &family.entry))
        .chain(routing::FAMILIES.iter().map(|family| &family.entry))
        .chain(multicast::FAMILIES.iter().map(|family| &family.entry))
        .chain(sim::switching::FAMILIES.iter().map(|family| &family.entry))
        .chain(traffic::FAMILIES.iter().map(|family| &family.entry));
    let entry = entries.find(|entry| entry.name.to_lowercase() == name);
    let source = entry.and_then(|entry| entry.sources.first());
    source.map_or_else(String::new, |source| {
        format!("{}, {}", source.cite, source.work)
    })
}
