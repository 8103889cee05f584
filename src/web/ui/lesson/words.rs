//! Lesson text whose terms are explained on a click.

use flitscope::lesson::{Request, Summary, TermShown};
use flitscope::page::LessonPlace;
use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use crate::ui::state::{lesson::teaching::Teaching, page::Page};

/// Scrolls a reply into view in the next frame, to its beginning if it is higher than half of the lesson's text.
pub fn bring_into_view(told: web_sys::HtmlDivElement) {
    request_animation_frame(move || {
        // Fails only for an invalid selector.
        let around = told.closest(".lesson-step").ok().flatten();
        let is_high =
            around.is_some_and(|around| told.client_height() > around.client_height() / 2);
        told.scroll_into_view_with_bool(is_high);
    });
}

/// HTML from the lesson worker; a click on a term requests its explanation.
#[component]
pub fn Words(
    #[prop(into)] html: Signal<String>,
    #[prop(optional)] class: &'static str,
) -> impl IntoView {
    let page = expect_context::<Page>();
    let clicked = move |event: ev::MouseEvent| {
        let target = event
            .target()
            .and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        let term = target.and_then(|target| target.closest("[data-term]").ok().flatten());
        if let Some(word) = term.and_then(|term| term.get_attribute("data-term")) {
            page.ask_lessons(Request::Term { word });
        }
    };
    view! { <div class=format!("words {class}") inner_html=html on:click=clicked></div> }
}

/// Explanation of the clicked term, with its source and lesson.
#[component]
pub fn ExplainedWord() -> impl IntoView {
    let term = expect_context::<Teaching>().term;
    let told = move || {
        term.get().map(|shown| {
            let TermShown { word, term: found } = (*shown).clone();
            let (means, source, lesson) = match found {
                Some(found) => (found.means, found.source, found.lesson),
                None => (
                    "This word is not explained yet.".to_owned(),
                    String::new(),
                    None,
                ),
            };
            let lesson = lesson
                .and_then(|lesson| Summary::by_id(&lesson))
                .map(|lesson| {
                    let address = LessonPlace::Step {
                        id: lesson.id.to_owned(),
                        step: 1,
                    }
                    .address();
                    let title = lesson.title;
                    view! { <a href=address>{format!("Lesson: {title}")}</a> }
                });
            view! {
                <p><b>{word}</b>" — "{means}" "<cite>{source}</cite></p>
                <p class="actions">
                    {lesson}
                    <a href="#/lessons/glossary">"All words"</a>
                    <button type="button" on:click=move |_| term.set(None)>"Close"</button>
                </p>
            }
        })
    };
    view! { <div class="explained" role="status" hidden=move || term.read().is_none()>{told}</div> }
}
