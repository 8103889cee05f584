//! Files of text, as programs on any system write them.

use std::fs::File;
use std::io::{Error, ErrorKind, Read as _, Result};
use std::path::Path;

/// Reads a file of at most `most` bytes.
pub(crate) fn read_text(path: &Path, most: u64) -> Result<String> {
    let mut bytes = Vec::new();
    File::open(path)?.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        let reason = format!("it has more than {} MiB", most >> 20);
        return Err(Error::new(ErrorKind::FileTooLarge, reason));
    }
    text_of(bytes)
}

/// The text in the bytes of a file: UTF-8 with or without a byte order mark, or UTF-16 with one, as
/// PowerShell writes it.
pub(crate) fn text_of(bytes: Vec<u8>) -> Result<String> {
    let in_pairs = |of: fn([u8; 2]) -> u16| {
        let (pairs, rest) = bytes[2..].as_chunks::<2>();
        let text = String::from_utf16(&pairs.iter().copied().map(of).collect::<Vec<_>>());
        text.ok().filter(|_| rest.is_empty())
    };
    let text = match *bytes {
        [0xFF, 0xFE, ..] => in_pairs(u16::from_le_bytes),
        [0xFE, 0xFF, ..] => in_pairs(u16::from_be_bytes),
        [0xEF, 0xBB, 0xBF, ..] => String::from_utf8(bytes[3..].to_vec()).ok(),
        _ => String::from_utf8(bytes).ok(),
    };
    text.ok_or_else(|| Error::new(ErrorKind::InvalidData, "it is not text in UTF-8 or UTF-16"))
}
