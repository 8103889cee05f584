//! A routing function of one's own, in the dock: written at the left, and at the right at once what
//! it does.

mod editor;
mod findings;
mod help;

use std::time::Duration;

use flitscope::lesson::Note;
use flitscope::page::Place;
use leptos::prelude::*;
use leptos::wasm_split::wasm_split;

use crate::ui::controls::own_choice::OwnChoice;
use crate::ui::controls::part::Fetched;
use crate::ui::state::custom::written::{Draft, Question};
use crate::ui::state::page::Page;
use crate::ui::state::storage::{SCRIPT_DRAFT, remember};
use editor::Editor;
use findings::FindingsView;
use help::{AtHand, ExampleField};

/// After so long a pause in typing what was typed is looked at.
const PAUSE: Duration = Duration::from_millis(250);

/// [`ScriptPanel`], fetched when it is first shown.
#[wasm_split(explore, fallible, wasm_split_path = leptos::wasm_split)]
pub fn script_panel() -> Fetched {
    Ok(|| view! { <ScriptPanel /> }.into_any())
}

/// The editor, what was found out, and what to do with it.
#[component]
fn ScriptPanel() -> impl IntoView {
    let page = expect_context::<Page>();
    keep_in_step(page);
    view! {
        <section class="panel script" aria-label="Your own routing function">
            <div class="script-editor">
                <div class="script-head">
                    <Show when=move || page.allows("all")><OwnChoice /></Show>
                    <h2>"Your own routing function"</h2>
                    <Show when=move || page.allows("all")><ExampleField /></Show>
                </div>
                <Editor />
                <AtHand />
            </div>
            // Where a lesson asks what the function does, that is not told beside it.
            <Show when=move || page.allows("script")><FindingsView /></Show>
        </section>
    }
}

/// Puts the function that the network has into an empty editor, written out.
fn begin(page: Page, help: &Note) {
    let text = page.written.text;
    if !text.read_untracked().trim().is_empty() {
        return;
    }
    let routing = page.scenario.read_untracked().routing.clone();
    let examples = help::examples(help);
    let own = examples.iter().find(|example| example.id == routing);
    if let Some(example) = own.or(examples.first()) {
        text.set(example.text.clone());
    }
}

/// What stands in the editor follows the scenario, and what was found out follows the editor.
fn keep_in_step(page: Page) {
    let state = page.written;
    let used = Memo::new(move |_| page.used_script());
    let is_own = Memo::new(move |_| page.place.get() == Place::Explore);
    Effect::new(move |_| {
        let (used, draft) = (used.get(), state.draft.get_value());
        let was_of_lesson = is_own.get() && state.is_of_lesson.get_value();
        let is_empty = state.text.read_untracked().is_empty();
        match used {
            // What a lesson put there does not replace what one has written.
            _ if was_of_lesson && used == draft.used => state.text.set(draft.text),
            Some(script) => return state.text.set(script),
            None if was_of_lesson || is_empty => state.text.set(draft.text),
            None => return,
        }
        if let Some(help) = &*state.help.read_untracked() {
            begin(page, help);
        }
    });
    let network = Memo::new(move |_| page.scenario.read().network.clone());
    let vcs = Memo::new(move |_| page.scenario.read().vcs as u8);
    Effect::new(move |_| state.ask_for_help(&network.read()));
    // On the first visit one finds the function that the network has, written out.
    Effect::new(move |_| {
        if let Some(help) = state.help.get() {
            begin(page, &help);
        }
    });
    let pending = StoredValue::new(None::<TimeoutHandle>);
    let is_first = StoredValue::new(true);
    Effect::new(move |before: Option<String>| {
        let question = Question {
            script: state.text.get(),
            network: network.get(),
            vcs: vcs.get(),
        };
        if let Some(handle) = pending.try_update_value(Option::take).flatten() {
            handle.clear();
        }
        if question.script.trim().is_empty() {
            state.is_busy.set(false);
            state.found.set(None);
            return question.script;
        }
        // On another network it is still the same text, and of the same origin.
        if before.as_ref() != Some(&question.script) {
            let is_own = is_own.get_untracked();
            state.is_of_lesson.set_value(!is_own);
            if is_own {
                remember(SCRIPT_DRAFT, &question.script);
                let (text, used) = (question.script.clone(), used.get_untracked());
                state.draft.set_value(Draft { text, used });
            }
        }
        state.is_busy.set(true);
        let script = question.script.clone();
        let look = move || {
            state.examine(question, true, move |found| {
                state.is_busy.set(false);
                state.found.set(Some(found));
            });
        };
        if is_first.try_update_value(|first| std::mem::replace(first, false)) == Some(true) {
            look();
        } else {
            pending.set_value(set_timeout_with_handle(look, PAUSE).ok());
        }
        script
    });
    on_cleanup(move || {
        if let Some(handle) = pending.try_update_value(Option::take).flatten() {
            handle.clear();
        }
    });
}
