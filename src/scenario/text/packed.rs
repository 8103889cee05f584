//! A text as part of a link: deflated, in the letters of base64 that a link may have.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;

/// The largest text that a link may carry \[bytes\].
const MOST_BYTES: usize = 1 << 20;

/// Of miniz, from 0 to 10: links are written once and read often.
const LEVEL: u8 = 10;

/// A text in the letters of a link.
pub fn packed(text: &str) -> String {
    URL_SAFE_NO_PAD.encode(compress_to_vec_zlib(text.as_bytes(), LEVEL))
}

/// The text that a link carries, or what is wrong with the link.
pub fn unpacked(letters: &str) -> Result<String, String> {
    let damaged = || "the link is damaged: it must be copied whole".to_owned();
    let deflated = URL_SAFE_NO_PAD.decode(letters).map_err(|_| damaged())?;
    let bytes = decompress_to_vec_zlib_with_limit(&deflated, MOST_BYTES).map_err(|_| damaged())?;
    String::from_utf8(bytes).map_err(|_| damaged())
}
