//! A lesson file as part of a link: deflated, in the letters of base64 that a link may have.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;

/// Where the page opens a lesson that a link carries.
const LINK: &str = "#/lessons/open?lesson=";

/// The largest file that a link may carry \[bytes\].
const MOST_BYTES: usize = 1 << 20;

/// Of miniz, from 0 to 10: links are written once and read often.
const LEVEL: u8 = 10;

/// A link of the page that carries a lesson file.
pub(in crate::lesson) fn packed(file: &str) -> String {
    let deflated = compress_to_vec_zlib(file.as_bytes(), LEVEL);
    format!("{LINK}{}", URL_SAFE_NO_PAD.encode(deflated))
}

/// The file that a link carries.
pub(in crate::lesson) fn unpacked(link: &str) -> Result<String, String> {
    let (_, letters) = link.split_once(LINK).ok_or("the link carries no lesson")?;
    let letters = letters.split('&').next().unwrap_or_default();
    let damaged = || "the link is damaged: it must be copied whole".to_owned();
    let deflated = URL_SAFE_NO_PAD.decode(letters).map_err(|_| damaged())?;
    let bytes = decompress_to_vec_zlib_with_limit(&deflated, MOST_BYTES).map_err(|_| damaged())?;
    String::from_utf8(bytes).map_err(|_| damaged())
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
        let bomb = packed(&" ".repeat(MOST_BYTES + 1));
        assert!(unpacked(&bomb).is_err());
    }
}
