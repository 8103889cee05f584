//! Links that open a step of a lesson, for handing out.

use super::pack::packed;

/// The longest link that contains a lesson \[characters\]. Longer ones are cut by mail programs and learning
/// platforms.
const MOST_CHARACTERS: usize = 8000;

/// A lesson as links name it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Linked<'a> {
    /// The address of the page, without the part from `#` on.
    pub(crate) page: &'a str,
    pub(crate) id: &'a str,
    /// The text of the file, if the lesson is not built in.
    pub(crate) file: Option<&'a str>,
    /// The name of the file beside the page.
    pub(crate) beside: Option<&'a str>,
    /// The variant that the link chooses.
    pub(crate) variant: Option<u64>,
}

impl Linked<'_> {
    /// Returns whether the link contains the lesson or names where it is, so that no file need be given.
    pub(crate) fn is_enough(self) -> bool {
        self.file.is_none() || self.beside.is_some() || self.packed().is_some()
    }

    /// Returns the link of a step. Without a place for the lesson, it opens only with the file.
    pub(crate) fn link(self, step: usize, view: Option<&str>) -> String {
        let page = self.page;
        let mut keys: Vec<_> = view
            .map(|view| format!("view={view}"))
            .into_iter()
            .collect();
        keys.extend(self.variant.map(|variant| format!("variant={variant}")));
        let opening = match (self.file, self.beside) {
            (Some(_), Some(name)) => Some(format!("#/lessons/open?from={name}")),
            (Some(_), None) => self.packed(),
            (None, _) => None,
        };
        if let Some(opening) = opening {
            keys.insert(0, format!("step={step}"));
            return format!("{page}{opening}&{}", keys.join("&"));
        }
        let sign = if keys.is_empty() { "" } else { "?" };
        format!("{page}#/lessons/{}/{step}{sign}{}", self.id, keys.join("&"))
    }

    fn packed(self) -> Option<String> {
        let packed = packed(self.file?);
        (packed.len() <= MOST_CHARACTERS).then_some(packed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BUILT_IN: Linked<'_> = Linked {
        page: "https://example.org/",
        id: "x",
        file: None,
        beside: None,
        variant: None,
    };

    #[test]
    fn a_link_contains_a_short_lesson_names_a_file_beside_the_page_or_needs_the_file() {
        assert_eq!(BUILT_IN.link(2, None), "https://example.org/#/lessons/x/2");
        let student = BUILT_IN.link(2, Some("student"));
        assert_eq!(student, "https://example.org/#/lessons/x/2?view=student");
        let short = Linked {
            file: Some("id = \"x\""),
            variant: Some(7),
            ..BUILT_IN
        };
        let link = short.link(3, Some("student"));
        assert!(
            link.starts_with("https://example.org/#/lessons/open?lesson="),
            "{link}"
        );
        assert!(link.ends_with("&step=3&view=student&variant=7"), "{link}");
        let beside = Linked {
            beside: Some("x.toml"),
            ..short
        };
        let link = beside.link(1, None);
        assert_eq!(
            link,
            "https://example.org/#/lessons/open?from=x.toml&step=1&variant=7"
        );
        // Characters without a pattern do not pack well.
        let digits = (0_u64..2000).map(|n| n.wrapping_mul(0x9e37_79b9_7f4a_7c15).to_string());
        let text: String = digits.collect();
        let long = Linked {
            file: Some(&text),
            variant: None,
            ..BUILT_IN
        };
        assert!(short.is_enough() && beside.is_enough() && !long.is_enough());
        assert_eq!(long.link(1, None), "https://example.org/#/lessons/x/1");
    }
}
