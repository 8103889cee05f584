//! The builder: a form for everything that a lesson can say, the lesson file behind it, and the result of its check.

mod about;
mod challenge;
mod fields;
mod holds;
mod making;
mod question;
mod step;
mod vary;

use browser::files::{read_file, save_text};
use flitscope::lesson::Draft;
use flitscope::lesson::Request;
use leptos::prelude::*;
use leptos::wasm_split::wasm_split;

use super::package::{ForPlatform, Material, MaterialOf};
use crate::ui::controls::part::Fetched;
use crate::ui::state::lesson::opening::Opening;
use crate::ui::state::storage::NotStored;
use crate::ui::state::{lesson::teaching::Teaching, page::Page};
use about::About;
use holds::Holds;
use making::Making;
use step::StepForm;

const DOES_NOT_HOLD: &str = "The lesson does not hold yet: see the list at the end of the form.";

/// [`BuilderPanel`], fetched when it is first shown.
#[wasm_split(lessons, fallible, wasm_split_path = leptos::wasm_split)]
pub fn builder_panel() -> Fetched {
    Ok(|| view! { <BuilderPanel /> }.into_any())
}

/// The lesson that is being made: its parts as buttons, the form of one of them, and the lesson as a file.
#[component]
fn BuilderPanel() -> impl IntoView {
    let page = expect_context::<Page>();
    let making = Making::new(page);
    making.keep();
    provide_context(making);
    let teaching = page.teaching;
    // A step that is removed takes its form with it.
    let shown = Memo::new(move |_| {
        let steps = making.draft.read().step.len();
        making.at.get().filter(|&index| index < steps)
    });
    let form = move || match shown.get() {
        None => view! { <About /> }.into_any(),
        Some(index) => view! { <StepForm index /> }.into_any(),
    };
    let replaced = move || {
        making.replaced.get().map(|(why, _)| {
            view! {
                <p class="replaced" role="status">{why}" "<button id="undo-replaced" class="link" type="button" on:click=move |_| making.undo()>"Undo"</button></p>
            }
        })
    };
    view! {
        <aside class="lesson builder panel" aria-label="Make a lesson">
            <header class="lesson-head">
                <b class="lesson-title">{move || making.title()}</b>
                <Parts />
            </header>
            <div class="lesson-step">
                {replaced}
                {form}
                <Holds />
                <FileText />
                <p class="problem" role="status">{move || teaching.problem.get()}</p>
                <p class="problem" role="alert">{move || (!teaching.unsaved.read().is_empty()).then(|| NotStored.to_string())}</p>
            </div>
            <HandOn />
        </aside>
    }
}

/// Buttons for the head of the lesson and each of its steps, and one that adds a step.
#[component]
fn Parts() -> impl IntoView {
    let making = expect_context::<Making>();
    let count = Memo::new(move |_| making.draft.read().step.len());
    let steps = move || {
        let steps = (0..count.get()).map(|index| {
            let name = move || {
                let draft = making.draft.read();
                let title = draft.step.get(index).map(|step| step.title.clone());
                format!("Step {}: {}", index + 1, title.unwrap_or_default())
            };
            let is_here = move || (making.at.get() == Some(index)).then_some("step");
            view! {
                <li><button type="button" aria-label=name title=name aria-current=is_here on:click=move |_| making.go_to(Some(index))>{index + 1}</button></li>
            }
            .into_any()
        });
        steps.collect_view()
    };
    let is_about = move || making.at.get().is_none().then_some("step");
    view! {
        <nav class="lesson-steps" aria-label="Parts of the lesson">
            <ol>
                <li><button type="button" aria-current=is_about on:click=move |_| making.go_to(None)>"About"</button></li>
                {steps}
                <li><button id="add-step" type="button" on:click=move |_| making.add_step()>"+ Step with this view"</button></li>
            </ol>
        </nav>
    }
}

/// The lesson file as text, for authors who prefer it.
#[component]
fn FileText() -> impl IntoView {
    let making = expect_context::<Making>();
    let file = expect_context::<Teaching>().file;
    view! {
        <details class="file-text">
            <summary>"The lesson as a file"</summary>
            <p class="help">"The form writes this text, and a change of the text changes the form. "<code>"flitscope lesson check FILE"</code>" checks it as well."</p>
            <textarea id="lesson-file" aria-label="The lesson as a file" rows="16" spellcheck="false" prop:value=file on:input:target=move |event| making.write_text(event.target().value())></textarea>
        </details>
    }
}

/// Buttons that play, save, share, open and clear the lesson.
#[component]
fn HandOn() -> impl IntoView {
    let page = expect_context::<Page>();
    let making = expect_context::<Making>();
    let teaching = page.teaching;
    let import = move |input: web_sys::HtmlInputElement| {
        read_file(&input, move |text| match text {
            Ok(text) => {
                making.keep_for_undo("Another lesson was opened.");
                making.write_text(text);
                making.at.set(None);
            }
            Err(why) => teaching.problem.set(Some(why)),
        });
    };
    let save = move |_| {
        making.with_file(move |file| {
            let name = format!("{}.toml", making.id());
            // A browser that refuses to save reports that itself.
            let _ = save_text(&file, "application/toml", &name);
        });
    };
    let play = move |_| {
        making.with_file(move |text| {
            page.open_file(Opening {
                text,
                ..Opening::default()
            });
        });
    };
    let fails = move || {
        let checked = teaching.checked.read();
        checked
            .as_ref()
            .is_some_and(|check| !check.mistakes.is_empty())
    };
    let share = move |_| {
        making.with_file(move |file| page.ask_lessons(Request::Pack { file }));
    };
    let package = move |made: Callback<Result<Material, String>>| {
        if untrack(fails) {
            return made.run(Err(DOES_NOT_HOLD.to_owned()));
        }
        making.with_file(move |file| {
            made.run(Ok(Material {
                id: making.id(),
                title: untrack(|| making.title()),
                goal: making.draft.read_untracked().goal.clone(),
                file: Some(file),
            }));
        });
    };
    provide_context(MaterialOf(Callback::new(package)));
    let clear = move |_| {
        making.keep_for_undo("A new lesson was begun.");
        making.change(|draft| *draft = Draft::default());
        making.go_to(None);
    };
    let is_empty = move || making.draft.read().step.is_empty();
    view! {
        <footer class="onward">
            <Show when=move || fails() && !is_empty()><p class="problem" role="status">{DOES_NOT_HOLD}</p></Show>
            <button id="play-lesson" class="primary" type="button" disabled=is_empty on:click=play>"Play it"</button>
            <button id="save-lesson" type="button" disabled=is_empty on:click=save>"Save"</button>
            <button id="share-lesson" type="button" disabled=is_empty on:click=share>"Copy link"</button>
            <label class="file-button">"Open"<input type="file" accept=".toml,text/plain" on:change:target=move |event| import(event.target()) /></label>
            <button id="new-lesson" type="button" on:click=clear>"New"</button>
            <Show when=move || !is_empty()><ForPlatform /></Show>
        </footer>
    }
}
