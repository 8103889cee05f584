//! Values that the user enters into the fields of *Share*, with the sentences that refuse others.

use crate::address::{LAST_CYCLE, SPEEDS};
use crate::restrictions::Origin;
use engine::catalog::quoted;

/// The shortest and the longest side of a frame \[CSS pixels\].
pub const SIDES: [u32; 2] = [100, 10_000];

/// Parses the number of cycles after which a run is shown first.
///
/// # Errors
///
/// A sentence that names the field, the allowed values and the given one.
pub fn cycles(text: &str) -> Result<u64, String> {
    let cycles = text.trim().parse().ok();
    let cycles = cycles.filter(|cycles| *cycles <= LAST_CYCLE);
    cycles.ok_or_else(|| {
        let given = quoted(text);
        format!("The number of cycles must be a whole number from 0 to {LAST_CYCLE}, not {given}.")
    })
}

/// Parses a speed of play \[cycles/s\].
///
/// # Errors
///
/// A sentence that names the field, the allowed values and the given one.
pub fn speed(text: &str) -> Result<f64, String> {
    let [slowest, fastest] = SPEEDS;
    let speed = text.trim().parse().ok();
    let speed = speed.filter(|speed| (slowest..=fastest).contains(speed));
    speed.ok_or_else(|| {
        let given = quoted(text);
        format!("The speed must be {slowest} to {fastest} cycles per second, not {given}.")
    })
}

/// Parses the width or height of a frame, which `name` tells \[CSS pixels\].
///
/// # Errors
///
/// A sentence that names the field, the allowed values and the given one.
pub fn side(name: &str, text: &str) -> Result<u32, String> {
    let [shortest, longest] = SIDES;
    let side = text.trim().parse().ok();
    let side = side.filter(|side| (shortest..=longest).contains(side));
    side.ok_or_else(|| {
        let given = quoted(text);
        format!(
            "The {name} must be a whole number from {shortest} to {longest} pixels, not {given}."
        )
    })
}

/// Parses the origin of a host page; no text means that of the page itself.
///
/// # Errors
///
/// A sentence that names the field, the allowed values and the given one.
pub fn host(text: &str) -> Result<Option<Origin>, String> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    let origin = Origin::parse(text).map(Some);
    let (allowed, given) = (Origin::ALLOWED, quoted(text));
    origin.ok_or_else(|| format!("The host must be {allowed}, not {given}."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usable_values_are_taken_with_blanks_around_them() {
        assert_eq!(cycles(" 120 "), Ok(120));
        assert_eq!(cycles("10000000"), Ok(LAST_CYCLE));
        assert_eq!(speed("0.25"), Ok(0.25));
        assert_eq!(side("width", "800"), Ok(800));
        assert_eq!(host("  "), Ok(None));
        let origin = host("https://Course.example/").expect("an origin");
        assert_eq!(origin.expect("one").as_str(), "https://course.example");
    }

    #[test]
    fn others_are_refused_in_a_sentence_with_the_allowed_ones() {
        for (refused, sentence) in [
            (
                cycles("-1").map(|_| ()),
                "The number of cycles must be a whole number from 0 to 10000000, not -1.",
            ),
            (
                cycles("10000001").map(|_| ()),
                "The number of cycles must be a whole number from 0 to 10000000, not 10000001.",
            ),
            (
                speed("NaN").map(|_| ()),
                "The speed must be 0.25 to 4096 cycles per second, not NaN.",
            ),
            (
                side("height", "99").map(|_| ()),
                "The height must be a whole number from 100 to 10000 pixels, not 99.",
            ),
            (
                host("course").map(|_| ()),
                "The host must be an origin such as https://course.example, or *, not course.",
            ),
        ] {
            assert_eq!(refused, Err(sentence.to_owned()));
        }
    }
}
