//! The glossary: words of the field, each with what it means and where that can be read.
//!
//! A lesson explains the words that it needs; [`DEFINITIONS`] has the others. The summary of an
//! algorithm in a menu is no definition, so none is taken from there.

use crate::lesson::file::definitions::{DEFINITIONS, SOURCES};
use crate::lesson::file::format::Lesson;
use crate::lesson::file::register::FILES;
use crate::{multicast, routing, sim, topology, traffic};

/// A word and what it means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Term {
    /// The word, as a text has it in the singular.
    pub word: String,
    /// A sentence or two.
    pub means: String,
    /// Where it is defined; empty of a stranger's lesson.
    pub source: String,
    /// The lesson that explains it; none where no lesson does.
    pub lesson: Option<String>,
}

/// All words, in alphabetical order.
pub fn glossary() -> Vec<Term> {
    let mut terms: Vec<Term> = FILES
        .iter()
        .filter_map(|(_, text)| Lesson::read(text).ok())
        .flat_map(|lesson| of_lesson(&lesson))
        .collect();
    let others = DEFINITIONS.iter().map(|definition| Term {
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
    // Of a word that both explain, the lesson's, which comes first.
    terms.dedup_by(|one, other| one.word == other.word);
    terms
}

impl Term {
    /// Whether a link of a text means this word: as it is, or with hyphens in place of its spaces.
    pub(in crate::lesson) fn is(&self, form: &str) -> bool {
        self.word == form || self.word == form.replace('-', " ")
    }
}

/// The words that a lesson explains.
pub(in crate::lesson) fn of_lesson(lesson: &Lesson) -> Vec<Term> {
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

/// Where a word of a lesson is defined; empty of a stranger's.
fn source_of(word: &str) -> String {
    let mut known = SOURCES.iter();
    let known = known.find(|(words, _)| words.contains(&word));
    known.map_or_else(|| of_catalog(word), |(_, source)| (*source).to_owned())
}

/// The first source of what has this name in the catalog.
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
