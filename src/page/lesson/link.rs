//! Keys of links to lessons: the view, the variant, and the lesson that a link opens.
//!
//! The page takes the view and the variant out of an address when it opens it, and remembers them: the query
//! string of a step describes its network.

use crate::place::Place;
use engine::catalog::quoted;

/// The view of lessons. It is a convenience for teaching, not a protection: a lesson file can be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LessonView {
    /// Everything, for people who learn by themselves.
    #[default]
    SelfStudy,
    /// Without solutions, answers and the teacher's sheet.
    Student,
    /// Everything, and no name is asked for.
    Teacher,
}

impl LessonView {
    pub const ALL: [Self; 3] = [Self::SelfStudy, Self::Student, Self::Teacher];

    pub fn id(self) -> &'static str {
        match self {
            Self::SelfStudy => "self",
            Self::Student => "student",
            Self::Teacher => "teacher",
        }
    }

    /// Parses a view by its id.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|view| view.id() == id)
    }
}

/// The keys of a link that are remembered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LessonKeys {
    /// The view, if the link has one.
    pub view: Option<LessonView>,
    /// The number of the variant, if the link has one.
    pub variant: Option<u64>,
}

impl LessonKeys {
    /// Takes the keys out of an address; returns them and the address without them.
    pub fn take(hash: &str) -> (Self, String) {
        let mut keys = Self::default();
        let (Place::Lessons, Some((path, query))) = (Place::of(hash), hash.split_once('?')) else {
            return (keys, hash.to_owned());
        };
        let is_other = |pair: &&str| {
            if let Some(view) = pair.strip_prefix("view=").and_then(LessonView::from_id) {
                keys.view = Some(view);
                return false;
            }
            let variant = pair.strip_prefix("variant=");
            if let Some(variant) = variant.and_then(|variant| variant.parse().ok()) {
                keys.variant = Some(variant);
                return false;
            }
            true
        };
        let others: Vec<_> = query.split('&').filter(is_other).collect();
        let hash = match &*others {
            [] => path.to_owned(),
            others => format!("{path}?{}", others.join("&")),
        };
        (keys, hash)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OpenLink {
    /// The link contains the file.
    Packed,
    /// The file with this name lies beside the page.
    Beside(String),
}

impl OpenLink {
    /// Reads an address of `#/lessons/open`; returns the lesson and the step.
    pub fn of(hash: &str) -> Result<(Self, usize), String> {
        let query = hash.split_once('?').map_or("", |(_, query)| query);
        let value = |key: &str| {
            let mut pairs = query.split('&');
            pairs.find_map(|pair| pair.strip_prefix(key)?.strip_prefix('='))
        };
        let step = value("step").and_then(|step| step.parse().ok());
        let step = step.unwrap_or(1).max(1);
        let Some(name) = value("from") else {
            return Ok((Self::Packed, step));
        };
        let in_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '/');
        let parts = name.split('/');
        let mut parts = parts.map(|part| !part.is_empty() && !part.starts_with('.'));
        let is_toml = name.strip_suffix(".toml").is_some();
        if is_toml && name.chars().all(in_name) && parts.all(|is_plain| is_plain) {
            return Ok((Self::Beside(name.to_owned()), step));
        }
        let given = quoted(name);
        Err(format!(
            "from must be the name of a lesson file (.toml) in the folder of the page or below it, not {given}"
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn views_and_variants_are_taken_out_of_addresses_of_lessons() {
        let student = LessonKeys {
            view: Some(LessonView::Student),
            variant: Some(7),
        };
        for (hash, keys, rest) in [
            (
                "#/lessons/x/2?view=student&variant=7",
                student,
                "#/lessons/x/2",
            ),
            (
                "#/lessons/x/2?t=mesh:4x4&view=student&c=3&variant=7",
                student,
                "#/lessons/x/2?t=mesh:4x4&c=3",
            ),
            (
                "#/lessons/x/2?t=mesh:4x4&view=spacetime&variant=x",
                LessonKeys::default(),
                "#/lessons/x/2?t=mesh:4x4&view=spacetime&variant=x",
            ),
            (
                "#/lab?t=mesh:4x4&view=student",
                LessonKeys::default(),
                "#/lab?t=mesh:4x4&view=student",
            ),
            ("#/lessons", LessonKeys::default(), "#/lessons"),
        ] {
            assert_eq!(LessonKeys::take(hash), (keys, rest.to_owned()));
        }
    }

    #[test]
    fn a_link_opens_what_it_contains_or_a_file_beside_the_page_and_nothing_else() {
        for (query, opened) in [
            ("lesson=abc", (OpenLink::Packed, 1)),
            ("lesson=abc&step=3", (OpenLink::Packed, 3)),
            ("lesson=abc&step=0", (OpenLink::Packed, 1)),
            (
                "from=week-2/ring.toml&step=2",
                (OpenLink::Beside("week-2/ring.toml".to_owned()), 2),
            ),
        ] {
            let read = OpenLink::of(&format!("#/lessons/open?{query}"));
            assert_eq!(read, Ok(opened));
        }
        for name in [
            "https://example.org/a.toml",
            "//example.org/a.toml",
            "/a.toml",
            "../a.toml",
            "a/../../b.toml",
            "a/.b.toml",
            "a.html",
            "a%2F..%2Fb.toml",
            "",
        ] {
            let refused = OpenLink::of(&format!("#/lessons/open?from={name}"));
            let why = refused.expect_err("it is not beside the page");
            assert!(
                why.starts_with("from must be the name of a lesson file"),
                "{why}"
            );
        }
    }
}
