//! The pictures on the cards of examples and lessons, which the build of the page draws.

use super::LESSONS;
use crate::page::figure;
use crate::scenario::PRESETS;

/// Every picture: its name and an SVG with one symbol called `picture`, or why it cannot be drawn.
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
