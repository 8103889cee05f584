//! Lesson text whose terms are explained on a click.

use flitscope::lesson::{LessonAction, Request, Summary, TermShown};
use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use crate::ui::state::{lesson::first_step_of, page::Page};

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
            page.teach(LessonAction::Ask(Box::new(Request::Term { word })));
        }
    };
    view! { <div class=format!("words {class}") inner_html=html on:click=clicked></div> }
}

/// Explanation of the clicked term, with its source and lesson.
#[component]
pub fn ExplainedWord() -> impl IntoView {
    let page = expect_context::<Page>();
    let term = page.teaching.memo(|state| state.term.clone());
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
                .map(|lesson| view! { <a href=first_step_of(lesson)>{format!("Lesson: {}", lesson.title)}</a> });
            view! {
                <p><b>{word}</b>" — "{means}" "<cite>{source}</cite></p>
                <p class="actions">
                    {lesson}
                    <a href="#/lessons/glossary">"All words"</a>
                    <button type="button" on:click=move |_| page.teach(LessonAction::CloseTerm)>"Close"</button>
                </p>
            }
        })
    };
    view! { <div class="explained" role="status" hidden=move || term.read().is_none()>{told}</div> }
}
