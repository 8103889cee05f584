//! Text packed for links: deflated and encoded as URL-safe base64.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;

use engine::topology::graph::{self, Sketch};

/// The largest text that a link may carry \[bytes\].
const MOST_BYTES: usize = 1 << 20;

/// The compression level of `miniz_oxide`, from 0 to 10: links are written once and read often.
const LEVEL: u8 = 10;

/// Packs a text for a link.
pub fn pack(text: &str) -> String {
    URL_SAFE_NO_PAD.encode(compress_to_vec_zlib(text.as_bytes(), LEVEL))
}

/// Unpacks a text; `None` if it is damaged or too long.
pub fn unpack(packed: &str) -> Option<String> {
    let deflated = URL_SAFE_NO_PAD.decode(packed).ok()?;
    let bytes = decompress_to_vec_zlib_with_limit(&deflated, MOST_BYTES).ok()?;
    String::from_utf8(bytes).ok()
}

/// The specification of a network for links, where the text of a user-defined network is packed.
pub(super) fn of_network(spec: &str) -> String {
    let Some(text) = graph::text_of(spec) else {
        return spec.to_owned();
    };
    let sketch = Sketch::parse(text);
    let text = sketch.map_or_else(|_| text.to_owned(), |sketch| sketch.compact_text());
    graph::spec_of(&pack(&text))
}

/// Parses the network of a link, whose text may be packed or plain. The error describes a valid
/// network, as the end of "must be …".
pub(super) fn network_of(written: &str) -> Result<String, &'static str> {
    let Some(text) = graph::text_of(written) else {
        return Ok(written.to_owned());
    };
    // Packed text consists of these characters, and its zlib header always begins with `e`.
    let is_base64 = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    let may_be_packed = text.starts_with('e') && text.chars().all(is_base64);
    match unpack(text) {
        Some(text) => {
            let sketch = Sketch::parse(&text);
            let text = sketch.map_or(text, |sketch| sketch.text());
            Ok(graph::spec_of(&text))
        }
        None if may_be_packed && Sketch::parse(text).and_then(Sketch::build).is_err() => {
            Err("a network in a link that was copied whole")
        }
        None => Ok(written.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_round_trips_through_a_link() {
        for text in [
            "a - b\nc -> a\nb -> c",
            "eNab - c",
            "x - s\ns - y\nswitch s\nx @ 0.5 -2",
        ] {
            let spec = graph::spec_of(text);
            assert_eq!(network_of(&of_network(&spec)), Ok(spec.clone()));
            assert_eq!(network_of(&spec), Ok(spec));
        }
        assert_eq!(of_network("mesh:4x4"), "mesh:4x4");
        let whole = of_network("graph:a - b\nb - c");
        assert!(network_of(&whole[..whole.len() - 5]).is_err());
        assert_eq!(network_of("graph:e-b"), Ok("graph:e-b".to_owned()));
    }
}
