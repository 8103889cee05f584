//! The glossary: the words that lessons explain, and the algorithms of the catalog.

use crate::catalog::Entry;
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
    /// The lesson that explains it; none for what comes from the catalog.
    pub lesson: Option<String>,
}

/// All words, in alphabetical order.
pub fn glossary() -> Vec<Term> {
    let mut terms: Vec<Term> = FILES
        .iter()
        .filter_map(|(_, text)| Lesson::read(text).ok())
        .flat_map(|lesson| of_lesson(&lesson))
        .collect();
    let catalog = catalog().into_iter();
    let catalog = catalog.filter(|term| !terms.iter().any(|known| known.word == term.word));
    let catalog: Vec<_> = catalog.collect();
    terms.extend(catalog);
    terms.sort_by(|one, other| one.word.cmp(&other.word));
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
    let terms = lesson.terms.iter().map(|(word, means)| Term {
        word: word.to_lowercase(),
        means: means.clone(),
        lesson: Some(lesson.id.clone()),
    });
    terms.collect()
}

fn catalog() -> Vec<Term> {
    let entries = (topology::FAMILIES.iter().map(|family| &family.entry))
        .chain(routing::FAMILIES.iter().map(|family| &family.entry))
        .chain(multicast::FAMILIES.iter().map(|family| &family.entry))
        .chain(sim::switching::FAMILIES.iter().map(|family| &family.entry))
        .chain(traffic::FAMILIES.iter().map(|family| &family.entry));
    let term = |entry: &'static Entry| Term {
        word: entry.name.to_lowercase(),
        means: format!("{}.", entry.summary.trim_end_matches('.')),
        lesson: None,
    };
    entries.map(term).collect()
}
