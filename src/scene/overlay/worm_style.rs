//! How the worms and groups of a plan are told apart: hues, strokes, numerals and letters.

use crate::scene::draw::{HUES, Stroke};

/// As worms take turns to look; see [`style`].
const STROKES: [Stroke; 3] = [Stroke::Solid, Stroke::Double, Stroke::Dashed];

/// The hue and stroke of a worm of a plan, by its place: six in a row differ in both.
pub fn style(worm: usize) -> (u8, Stroke) {
    (worm as u8 % HUES, STROKES[worm % STROKES.len()])
}

/// What a primary group is called, of which there are four at most.
pub fn numeral(group: usize) -> &'static str {
    ["I", "II", "III", "IV"][group % 4]
}

/// What a final group is called: A, B, ….
pub fn letter(group: usize) -> String {
    char::from(b'A' + (group % 26) as u8).to_string()
}
