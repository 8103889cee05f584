//! The pictures on the cards of examples and lessons, drawn when the page is built.

use super::{LESSONS, Lesson, source_of};
use page::figure;
use study::scenario::PRESETS;

/// Returns the name of each picture and its SVG with one symbol called `picture`, or why it cannot be
/// drawn.
pub fn cards() -> impl Iterator<Item = (String, Result<String, String>)> {
    let presets = PRESETS
        .iter()
        .map(|preset| (preset.id.to_owned(), figure::card(preset)));
    let lessons = LESSONS.iter().map(|lesson| {
        let name = format!("lesson-{}", lesson.id);
        (name, figure::card_of_scene(&first_scene(lesson.id)))
    });
    presets.chain(lessons)
}

/// Returns the scene of the first step of a built-in lesson.
fn first_scene(id: &str) -> String {
    let lesson = source_of(id).and_then(|source| Lesson::read(source).ok());
    let steps = lesson.into_iter().flat_map(|lesson| lesson.step);
    let scenes = steps.filter_map(|step| step.scene);
    scenes
        .map(toml::Spanned::into_inner)
        .next()
        .unwrap_or_default()
}
