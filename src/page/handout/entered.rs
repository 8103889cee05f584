//! Values that the user enters into the fields of *Share*. The error of another one is a sentence that names the field, the
//! allowed values and the given one.

use std::str::FromStr;

use crate::address::{LAST_CYCLE, SPEEDS};
use crate::restrictions::Origin;
use engine::catalog::quoted;

/// The shortest and the longest side of a frame \[CSS pixels\].
pub const SIDES: [u32; 2] = [100, 10_000];

/// Parses a value between two others; `rule` is the sentence about it, without the given one.
fn between<T: FromStr + PartialOrd>(
    text: &str,
    [least, most]: [T; 2],
    rule: &str,
) -> Result<T, String> {
    let value = text.trim().parse().ok();
    let value = value.filter(|value| (least..=most).contains(value));
    value.ok_or_else(|| format!("The {rule}, not {}.", quoted(text)))
}

/// Parses the number of cycles after which a run is shown first.
pub fn cycles(text: &str) -> Result<u64, String> {
    let rule = format!("number of cycles must be a whole number from 0 to {LAST_CYCLE}");
    between(text, [0, LAST_CYCLE], &rule)
}

/// Parses a speed of play \[cycles/s\].
pub fn speed(text: &str) -> Result<f64, String> {
    let [slowest, fastest] = SPEEDS;
    let rule = format!("speed must be {slowest} to {fastest} cycles per second");
    between(text, SPEEDS, &rule)
}

/// Parses the width or height of a frame, which `name` tells \[CSS pixels\].
pub fn side(name: &str, text: &str) -> Result<u32, String> {
    let [shortest, longest] = SIDES;
    let rule = format!("{name} must be a whole number from {shortest} to {longest} pixels");
    between(text, SIDES, &rule)
}

/// Parses the origin of a host page; no text means that of the page itself.
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
