//! A lesson file as part of a link.

use crate::scenario::{pack, unpack};

/// Where the page opens a lesson that a link carries.
const LINK: &str = "#/lessons/open?lesson=";

/// A link of the page that carries a lesson file.
pub(in crate::lesson) fn packed(file: &str) -> String {
    format!("{LINK}{}", pack(file))
}

/// The file that a link carries.
pub(in crate::lesson) fn unpacked(link: &str) -> Result<String, String> {
    let (_, letters) = link.split_once(LINK).ok_or("the link carries no lesson")?;
    let letters = letters.split('&').next().unwrap_or_default();
    unpack(letters).ok_or_else(|| "the link is damaged: it must be copied whole".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_survives_a_link_and_a_damaged_link_is_told() {
        let file = "id = \"x\"\n# ü, and a line that is there often\n".repeat(50);
        let link = packed(&file);
        assert!(link.len() < file.len() / 4, "{}", link.len());
        assert_eq!(unpacked(&format!("https://example.org/{link}")), Ok(file));
        for wrong in [
            "",
            "#/lessons",
            &link[..link.len() / 2],
            "#/lessons/open?lesson=%%%",
        ] {
            assert!(unpacked(wrong).is_err(), "{wrong}");
        }
        let bomb = packed(&" ".repeat((1 << 20) + 1));
        assert!(unpacked(&bomb).is_err());
    }
}
