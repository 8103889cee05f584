//! A lesson as a package for a learning platform, made by the page.

use flitscope::lesson::{LessonAction, LessonState, Scorm};
use flitscope::page::LessonPlace;
use leptos::prelude::*;
use leptos::wasm_split::wasm_split;

use crate::ui::controls::part::{Fetched, part};
use crate::ui::state::lesson::Teaching;
use crate::ui::state::page::Page;

/// [`PackageForm`], fetched when it is first shown.
#[wasm_split(package, fallible, wasm_split_path = leptos::wasm_split)]
fn package_form() -> Fetched {
    Ok(|| view! { <PackageForm /> }.into_any())
}

/// The form for a package, folded up at first.
#[component]
pub fn ForPlatform() -> impl IntoView {
    let teaching = expect_context::<Teaching>();
    let is_open = RwSignal::new(false);
    let toggled = move |details: web_sys::HtmlDetailsElement| {
        if details.open() {
            is_open.set(true);
        }
    };
    view! {
        <Show when=move || !teaching.of(LessonState::hides_answers)>
            <details class="for-platform no-print" on:toggle:target=move |event| toggled(event.target())>
                <summary>"For teachers: a package for a learning platform"</summary>
                <Show when=move || is_open.get()>{part(package_form)}</Show>
            </details>
        </Show>
    }
}

/// The field for the mark, and a button for each edition.
#[component]
fn PackageForm() -> impl IntoView {
    let page = expect_context::<Page>();
    let teaching = page.teaching;
    let mark = RwSignal::new(String::new());
    let make = move |scorm| page.teach(LessonAction::Package(scorm, mark.get_untracked()));
    let waits = teaching.memo(|state| state.at != LessonPlace::Build && state.lesson.is_none());
    let packaged = teaching.memo(|state| state.packaged.clone());
    let buttons = Scorm::ALL.map(|scorm| {
        let name = format!("SCORM {}", scorm.id());
        view! { <button type="button" disabled=waits on:click=move |_| make(scorm)>{name}</button> }
            .into_any()
    });
    let sentence = move |is_saved: bool| match packaged.get()? {
        Ok(text) if is_saved => Some(text),
        Err(text) if !is_saved => Some(text),
        _ => None,
    };
    view! {
        <p>"A zip file for Moodle, ILIAS and others. The platform learns whether the lesson is done and how many answers are right, and opens it again where a student has stopped. Most platforms take SCORM 1.2."</p>
        <div class="field"><label for="package-mark">"Pass mark [% right], if any"</label>
            <input id="package-mark" type="number" min="1" max="100" prop:value=mark on:input:target=move |event| mark.set(event.target().value()) /></div>
        <p class="actions">{buttons.into_iter().collect_view()}</p>
        <p class="help" role="status">{move || sentence(true)}</p>
        <p class="problem" role="alert">{move || sentence(false)}</p>
        <p class="help">"The score comes from the student’s browser, in which anyone with its tools can change it. For marks that count, have receipts handed in as well."</p>
    }
}
