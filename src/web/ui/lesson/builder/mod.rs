//! The builder: a form for everything that a lesson can say, the lesson file behind it, and the result of its check.

mod about;
mod challenge;
mod form;
mod question;
mod step;

use browser::files::read_file;
use flitscope::lesson::{BuilderAction, Check, LessonAction, Use};
use leptos::prelude::*;
use leptos::wasm_split::wasm_split;

use super::package::ForPlatform;
use crate::ui::controls::part::Fetched;
use crate::ui::state::page::Page;
use crate::ui::state::storage::NotStored;
use about::About;
use form::Making;
use step::StepForm;

/// [`BuilderPanel`], fetched when it is first shown.
#[wasm_split(lessons, fallible, wasm_split_path = leptos::wasm_split)]
pub fn builder_panel() -> Fetched {
    Ok(|| view! { <BuilderPanel /> }.into_any())
}

/// The lesson that is being made: its parts as buttons, the form of one of them, and the lesson as a file.
#[component]
fn BuilderPanel() -> impl IntoView {
    let page = expect_context::<Page>();
    let making = Making::begin(page);
    provide_context(making);
    let teaching = page.teaching;
    let form = move || match making.at.get() {
        None => view! { <About /> }.into_any(),
        Some(index) => view! { <StepForm index /> }.into_any(),
    };
    let why_replaced = teaching.memo(|state| state.builder.replaced.as_ref().map(|(why, _)| *why));
    let replaced = move || {
        why_replaced.get().map(|why| {
            view! {
                <p class="replaced" role="status">{why}" "<button id="undo-replaced" class="link" type="button" on:click=move |_| making.send(BuilderAction::Undo)>"Undo"</button></p>
            }
        })
    };
    let is_unsaved = move || teaching.of(|state| !state.unsaved.is_empty());
    view! {
        <aside class="lesson builder panel" aria-label="Make a lesson">
            <header class="lesson-head">
                <b class="lesson-title">{move || teaching.of(|state| state.builder.title().to_owned())}</b>
                <Parts />
            </header>
            <div class="lesson-step">
                {replaced}
                {form}
                <Holds />
                <FileText />
                <p class="problem" role="status">{move || teaching.of(|state| state.problem.clone())}</p>
                <p class="problem" role="alert">{move || is_unsaved().then(|| NotStored.to_string())}</p>
            </div>
            <HandOn />
        </aside>
    }
}

/// Buttons for the head of the lesson and each of its steps, and one that adds a step.
#[component]
fn Parts() -> impl IntoView {
    let making = expect_context::<Making>();
    let count = Memo::new(move |_| making.count("/step"));
    let part = move |index: Option<usize>| {
        let is_here = move || (making.at.get() == index).then_some("step");
        let name = move || {
            let title = making.text(&format!("/step/{}/title", index?));
            Some(format!("Step {}: {title}", index? + 1))
        };
        let label = index.map_or("About".to_owned(), |index| (index + 1).to_string());
        let go = move |_| making.send(BuilderAction::GoTo(index));
        view! { <li><button type="button" aria-label=name title=name aria-current=is_here on:click=go>{label}</button></li> }.into_any()
    };
    let steps = move || {
        (0..count.get())
            .map(|index| part(Some(index)))
            .collect_view()
    };
    view! {
        <nav class="lesson-steps" aria-label="Parts of the lesson">
            <ol>
                {part(None)}
                {steps}
                <li><button id="add-step" type="button" on:click=move |_| making.send(BuilderAction::AddStep)>"+ Step with this view"</button></li>
            </ol>
        </nav>
    }
}

/// The result of the check: errors, each of which leads to its step, or the computed answers.
#[component]
fn Holds() -> impl IntoView {
    let making = expect_context::<Making>();
    let teaching = making.page.teaching;
    let checked = teaching.memo(|state| state.builder.checked.clone());
    let lines = move || {
        let Check {
            mistakes,
            played,
            warnings,
            variants,
        } = checked.get()?;
        let errors = mistakes.iter().map(|mistake| {
            let of = teaching.state.with_untracked(|state| state.builder.step_of_line(mistake.line));
            let go = move |_| making.send(BuilderAction::GoTo(of));
            let place = of.map_or("About: ".to_owned(), |index| format!("Step {}: ", index + 1));
            let reason = flitscope::catalog::sentence(&mistake.reason);
            view! { <li><button class="link" type="button" on:click=go>{place}</button>" "{reason}</li> }
                .into_any()
        });
        let errors: Vec<_> = errors.collect();
        let answers = played.iter();
        let answers = answers
            .map(|played| format!("Step {}, {}: {}", played.step, played.kind, played.answer));
        let variants = variants.iter().map(|variants| {
            let extent = if variants.are_all { "All " } else { "" };
            format!("{extent}{} variants played.", variants.played)
        });
        let warnings = warnings.iter().map(|why| format!("Warning: {why}."));
        let remarks = answers.chain(variants).chain(warnings);
        let remarks: Vec<_> = remarks
            .map(|text| view! { <li>{text}</li> }.into_any())
            .collect();
        let title = match (errors.len(), played.len()) {
            (0, 0) => "The lesson holds.",
            (0, _) => "The lesson holds. Played:",
            (1, _) => "One thing is missing or wrong:",
            _ => "Some things are missing or wrong:",
        };
        Some(view! { <p><b>{title}</b></p><ul>{errors}{remarks}</ul> })
    };
    view! { <div class="checked" role="status">{lines}</div> }
}

/// The lesson file as text, for authors who prefer it.
#[component]
fn FileText() -> impl IntoView {
    let making = expect_context::<Making>();
    let file = making
        .page
        .teaching
        .memo(|state| state.builder.file.clone());
    let write = move |text| making.send(BuilderAction::Write(text));
    view! {
        <details class="file-text">
            <summary>"The lesson as a file"</summary>
            <p class="help">"The form writes this text, and a change of the text changes the form. "<code>"flitscope lesson check FILE"</code>" checks it as well."</p>
            <textarea id="lesson-file" aria-label="The lesson as a file" rows="16" spellcheck="false" prop:value=file on:input:target=move |event| write(event.target().value())></textarea>
        </details>
    }
}

/// Buttons that play, save, share, open and clear the lesson.
#[component]
fn HandOn() -> impl IntoView {
    let making = expect_context::<Making>();
    let page = making.page;
    let import = move |input: web_sys::HtmlInputElement| {
        read_file(&input, move |text| {
            let open = |text| LessonAction::Build(BuilderAction::Import(text));
            page.teach(text.map_or_else(LessonAction::Fail, open));
        });
    };
    let why_not = page.teaching.memo(|state| state.builder.why_not_ready());
    let is_empty = Memo::new(move |_| making.count("/step") == 0);
    let using = move |it: Use| move |_: leptos::ev::MouseEvent| making.send(BuilderAction::Use(it));
    view! {
        <footer class="onward">
            <Show when=move || why_not.get().is_some()><p class="problem" role="status">{why_not}</p></Show>
            <button id="play-lesson" class="primary" type="button" disabled=is_empty on:click=using(Use::Play)>"Play it"</button>
            <button id="save-lesson" type="button" disabled=is_empty on:click=using(Use::Save)>"Save"</button>
            <button id="share-lesson" type="button" disabled=is_empty on:click=using(Use::Share)>"Copy link"</button>
            <label class="file-button">"Open"<input type="file" accept=".toml,text/plain" on:change:target=move |event| import(event.target()) /></label>
            <button id="new-lesson" type="button" on:click=move |_| making.send(BuilderAction::New)>"New"</button>
            <Show when=move || !is_empty.get()><ForPlatform /></Show>
        </footer>
    }
}
