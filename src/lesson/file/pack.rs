//! A lesson file packed into a link.

use thiserror::Error;

use study::scenario::{pack, unpack};

/// The start of a link with which the page opens the lesson that the link contains.
const LINK: &str = "#/lessons/open?lesson=";

/// The reason why a link contains no lesson file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub(crate) enum UnpackError {
    /// The link of something else.
    #[error("the link carries no lesson")]
    NoLesson,
    /// A link of which a part is missing.
    #[error("the link is damaged: it must be copied whole")]
    Damaged,
}

/// Returns a link of the page that contains a lesson file.
pub(crate) fn packed(file: &str) -> String {
    format!("{LINK}{}", pack(file))
}

/// Returns the lesson file that a link contains.
pub(crate) fn unpacked(link: &str) -> Result<String, UnpackError> {
    let (_, packed) = link.split_once(LINK).ok_or(UnpackError::NoLesson)?;
    let packed = packed.split('&').next().unwrap_or_default();
    unpack(packed).ok_or(UnpackError::Damaged)
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
            ("", UnpackError::NoLesson),
            ("#/lessons", UnpackError::NoLesson),
            (&link[..link.len() / 2], UnpackError::Damaged),
            ("#/lessons/open?lesson=%%%", UnpackError::Damaged),
            (&packed(&" ".repeat((1 << 20) + 1)), UnpackError::Damaged),
        ] {
            assert_eq!(unpacked(wrong), Err(error));
        }
    }
}
