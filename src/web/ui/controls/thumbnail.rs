//! Cards that link to examples and lessons, with their pictures.

use flitscope::lesson::Summary;
use flitscope::page::LessonPlace;
use flitscope::scenario::Preset;
use leptos::prelude::*;

use crate::ui::state::lesson::Teaching;

/// Returns the SVG of a picture drawn at build time, by its name.
pub fn picture(name: &str) -> String {
    let root = document().document_element();
    let folder = root.and_then(|root| root.get_attribute("data-examples"));
    // The page in one file has the pictures in it (src/web/start/one_file.js).
    let address = match folder {
        Some(folder) => format!("{folder}/{name}.svg#picture"),
        None => format!("#picture-{name}"),
    };
    format!(
        "<svg class='thumbnail' viewBox='0 0 160 100' aria-hidden='true'><use href='{address}'/></svg>"
    )
}

/// An example: its picture, name and summary.
#[component]
pub fn ExampleCard(preset: &'static Preset) -> impl IntoView {
    view! {
        <li><a class="card" href=format!("#/lab?{}", preset.query())>
            <span inner_html=picture(preset.id)></span>
            <b>{preset.name}</b>
            <span class="help">{preset.summary}</span>
        </a></li>
    }
}

/// A lesson: its picture and title.
#[component]
pub fn LessonThumbnail(lesson: &'static Summary) -> impl IntoView {
    let teaching = expect_context::<Teaching>();
    let address = move || teaching.of(|state| state.entrance(lesson));
    view! {
        <li><a class="card" href=address>
            <span inner_html=picture(&format!("lesson-{}", lesson.id))></span>
            <b>{format!("Lesson: {}", lesson.title)}</b>
        </a></li>
    }
}

/// Links to the lessons about a topic such as `routing duato`; empty if there are none.
#[component]
pub fn LessonLinks(#[prop(into)] about: Signal<String>) -> impl IntoView {
    move || {
        let lessons: Vec<_> = Summary::about(&about.read()).collect();
        (!lessons.is_empty()).then(|| {
            let links = lessons.into_iter().map(|lesson| {
                let address = LessonPlace::Step { id: lesson.id.to_owned(), step: 1 }.address();
                view! { <a href=address>{lesson.title}</a> }.into_any()
            });
            view! { <p class="lesson-links"><span class="help">"Lesson: "</span>{links.collect_view()}</p> }
        })
    }
}
