//! The hues, strokes, numerals and letters that distinguish the worms and groups of a plan.

use crate::scene::draw::{HUES, Stroke};

/// The strokes of worms in rotation; see [`style`].
const STROKES: [Stroke; 3] = [Stroke::Solid, Stroke::Double, Stroke::Dashed];

/// The hue and stroke of a worm of a plan, by its index: any three in a row differ in both, any six
/// in hue.
pub fn style(worm: usize) -> (u8, Stroke) {
    (worm as u8 % HUES, STROKES[worm % STROKES.len()])
}

/// The numeral of a primary group, of which there are at most four.
pub fn numeral(group: usize) -> &'static str {
    ["I", "II", "III", "IV"][group % 4]
}

/// The letter of a final group: A, B, ….
pub fn letter(group: usize) -> String {
    char::from(b'A' + (group % 26) as u8).to_string()
}
