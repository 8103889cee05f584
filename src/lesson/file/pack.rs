//! A lesson file packed into a link.

use crate::error::LessonError;
use study::scenario::{pack, unpack};

/// The start of a link with which the page opens the lesson that the link contains.
const LINK: &str = "#/lessons/open?lesson=";

/// Returns a link of the page that contains a lesson file.
pub(crate) fn packed(file: &str) -> String {
    format!("{LINK}{}", pack(file))
}

/// Returns the lesson file that a link contains.
pub(crate) fn unpacked(link: &str) -> Result<String, LessonError> {
    let (_, packed) = link
        .split_once(LINK)
        .ok_or_else(|| LessonError::new("the link carries no lesson"))?;
    let packed = packed.split('&').next().unwrap_or_default();
    unpack(packed).ok_or_else(|| LessonError::new("the link is damaged: it must be copied whole"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_round_trips_through_a_link_and_a_damaged_link_is_refused() {
        let file = "id = \"x\"\n# ü, and a line that is there often\n".repeat(50);
        let link = packed(&file);
        assert!(link.len() < file.len() / 4, "{}", link.len());
        assert_eq!(unpacked(&format!("https://example.org/{link}")), Ok(file));
        for (wrong, error) in [
            ("", "carries no lesson"),
            ("#/lessons", "carries no lesson"),
            (&link[..link.len() / 2], "is damaged"),
            ("#/lessons/open?lesson=%%%", "is damaged"),
            (&packed(&" ".repeat((1 << 20) + 1)), "is damaged"),
        ] {
            let refusal = unpacked(wrong).expect_err(error).to_string();
            assert!(refusal.contains(error), "{refusal}");
        }
    }
}
