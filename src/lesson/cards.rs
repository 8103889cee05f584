//! The pictures on the cards of examples and lessons, drawn when the page is built.

use super::LESSONS;
use crate::page::figure;
use crate::scenario::PRESETS;

/// Returns the name of each picture and its SVG with one symbol called `picture`, or why it cannot be
/// drawn.
pub fn cards() -> impl Iterator<Item = (String, Result<String, String>)> {
    let presets = PRESETS
        .iter()
        .map(|preset| (preset.id.to_owned(), figure::card(preset)));
    let lessons = LESSONS.iter().map(|lesson| {
        let name = format!("lesson-{}", lesson.id);
        (name, figure::card_of_scene(lesson.scene))
    });
    presets.chain(lessons)
}
