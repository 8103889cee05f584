//! Works and conventions to which lesson files refer: chapters of textbooks, `dally-towles 14`, and conventions in
//! which textbooks differ, which the front page of a lesson states.

use std::sync::LazyLock;

use serde::Deserialize;

#[derive(Deserialize)]
struct References {
    book: Vec<Textbook>,
    convention: Vec<Convention>,
}

#[derive(Deserialize)]
struct Textbook {
    id: String,
    cite: String,
    /// Numbers and titles of chapters.
    chapters: Vec<(u8, String)>,
}

#[derive(Deserialize)]
struct Convention {
    id: String,
    text: String,
}

static REFERENCES: LazyLock<References> = LazyLock::new(|| {
    toml::from_str(include_str!("references.toml")).expect("a test has read the file")
});

/// Returns the citation of a chapter: `dally-towles 14`.
pub(crate) fn chapter(named: &str) -> Option<String> {
    let (id, number) = named.split_once(' ')?;
    let book = REFERENCES.book.iter().find(|book| book.id == id)?;
    let number: u8 = number.parse().ok()?;
    let (_, title) = book.chapters.iter().find(|(known, _)| *known == number)?;
    Some(format!("{}, ch. {number}: {title}", book.cite))
}

/// Returns every chapter as a lesson file names it.
pub(crate) fn chapters() -> Vec<String> {
    let books = REFERENCES.book.iter();
    let chapters = books.flat_map(|book| {
        let numbers = book.chapters.iter().map(|(number, _)| number);
        numbers.map(|number| format!("{} {number}", book.id))
    });
    chapters.collect()
}

/// Returns the text of a convention.
pub(crate) fn convention(id: &str) -> Option<&'static str> {
    let mut all = REFERENCES.convention.iter();
    all.find(|known| known.id == id).map(|known| &*known.text)
}

/// Returns the ids of all conventions.
pub(crate) fn conventions() -> Vec<&'static str> {
    REFERENCES
        .convention
        .iter()
        .map(|known| &*known.id)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chapter_is_cited_with_its_title() {
        let cited = chapter("dally-towles 14").expect("a chapter");
        assert!(
            cited.ends_with(", ch. 14: Deadlock and Livelock"),
            "{cited}"
        );
        assert!(chapters().iter().all(|named| chapter(named).is_some()));
        assert!(conventions().iter().all(|id| convention(id).is_some()));
        for unknown in [
            "",
            "dally-towles",
            "dally-towles 99",
            "dally-towles x",
            "x 1",
        ] {
            assert_eq!(chapter(unknown), None, "{unknown}");
        }
    }
}
