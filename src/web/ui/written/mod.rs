//! The dock panel for a user-written routing function: the editor at the left, and the findings,
//! updated while the user types, at the right.

mod editor;
mod findings;
mod help;

use std::time::Duration;

use flitscope::lesson::{ScriptExample, ScriptHelp};
use flitscope::page::{PageState, PageStateStoreFields, Place};
use flitscope::routing::VcSet;
use flitscope::routing::written::Uncompiled;
use leptos::prelude::*;
use leptos::wasm_split::wasm_split;
use reactive_stores::Store;

use crate::ui::controls::own_choice::OwnChoice;
use crate::ui::controls::part::Fetched;
use crate::ui::state::custom::written::{Draft, Written};
use crate::ui::state::page::Page;
use crate::ui::state::storage::{SCRIPT_DRAFT, remember};
use editor::Editor;
use findings::FindingsView;
use help::{AtHand, ExampleField, PythonTable};

/// Pause in typing after which the script is examined.
const PAUSE: Duration = Duration::from_millis(250);

/// [`ScriptPanel`], fetched when it is first shown.
#[wasm_split(explore, fallible, wasm_split_path = leptos::wasm_split)]
pub fn script_panel() -> Fetched {
    Ok(|| view! { <ScriptPanel /> }.into_any())
}

/// The editor, the findings, and the controls that use the function.
#[component]
fn ScriptPanel() -> impl IntoView {
    let page = expect_context::<Page>();
    keep_in_step(page);
    view! {
        <section class="panel script" aria-label="Your own routing function">
            <div class="script-editor">
                <div class="script-head">
                    <Show when=move || page.allows("all")><OwnChoice /></Show>
                    <h2 class:unseen=move || page.state.place().get() == Place::Explore>"Your own routing function"</h2>
                    <Show when=move || page.allows("all")><ExampleField /></Show>
                </div>
                <Editor />
                <AtHand />
                <PythonTable />
            </div>
            // A lesson may ask what the function does, so it hides the findings.
            <Show when=move || page.allows("script")><FindingsView /></Show>
        </section>
    }
}

/// Fills an empty editor with the script of the scenario's routing function, or else with the first
/// example.
fn begin(state: Store<PageState>, written: Written, help: &ScriptHelp) {
    let text = written.text;
    if !text.read_untracked().trim().is_empty() {
        return;
    }
    let routing = state.scenario().read_untracked().routing.clone();
    let is_own = |example: &&ScriptExample| example.twin.as_ref() == Some(&routing);
    let own = help.examples.iter().find(is_own);
    if let Some(example) = own.or(help.examples.first()) {
        text.set(example.text.clone());
    }
}

/// Keeps the editor in step with the scenario, and the findings in step with the editor.
fn keep_in_step(page: Page) {
    let state = page.written;
    let used = Memo::new(move |_| page.used_script());
    let is_own = Memo::new(move |_| page.state.place().get() == Place::Explore);
    let step = Memo::new(move |_| page.code_key());
    Effect::new(move |_| {
        step.track();
        let (used, draft) = (used.get(), state.draft.get_value());
        let was_of_lesson = is_own.get() && state.is_of_lesson.get_value();
        let is_empty = state.text.read_untracked().is_empty();
        match used {
            // The script of a lesson does not replace the user's draft.
            _ if was_of_lesson && used == draft.used => state.text.set(draft.text),
            Some(script) => {
                let kept = untrack(|| page.kept_code());
                return state.text.set(kept.unwrap_or(script));
            }
            None if was_of_lesson || is_empty => state.text.set(draft.text),
            None => return,
        }
        if let Some(help) = &*state.help.read_untracked() {
            begin(page.state, state, help);
        }
    });
    let network = Memo::new(move |_| page.state.scenario().read().network.clone());
    let vcs = Memo::new(move |_| page.state.scenario().read().vcs);
    Effect::new(move |_| state.ask_for_help(&network.read()));
    // On the first visit, the editor starts with the scenario's routing function.
    Effect::new(move |_| {
        if let Some(help) = state.help.get() {
            begin(page.state, state, &help);
        }
    });
    let pending = StoredValue::new(None::<TimeoutHandle>);
    let is_first = StoredValue::new(true);
    Effect::new(move |before: Option<String>| {
        let uncompiled = Uncompiled {
            script: state.text.get(),
            network: network.get(),
            vcs: u8::try_from(vcs.get()).unwrap_or(VcSet::MOST),
        };
        if let Some(handle) = pending.try_update_value(Option::take).flatten() {
            handle.clear();
        }
        if uncompiled.script.trim().is_empty() {
            state.is_busy.set(false);
            state.found.set(None);
            return uncompiled.script;
        }
        // A change of the network alone leaves the text and its origin unchanged.
        if before.as_ref() != Some(&uncompiled.script) {
            let is_own = is_own.get_untracked();
            state.is_of_lesson.set_value(!is_own);
            if is_own {
                remember(SCRIPT_DRAFT, &uncompiled.script);
                let (text, used) = (uncompiled.script.clone(), used.get_untracked());
                state.draft.set_value(Draft { text, used });
            }
        }
        state.is_busy.set(true);
        let script = uncompiled.script.clone();
        let examine = move || {
            let examined = uncompiled.script.clone();
            state.examine(uncompiled, true, move |found| {
                // The text was changed meanwhile: its own examination follows.
                if *state.text.read_untracked() != examined {
                    return;
                }
                state.is_busy.set(false);
                state.found.set(Some(found));
            });
        };
        if is_first.try_update_value(|first| std::mem::replace(first, false)) == Some(true) {
            examine();
        } else {
            pending.set_value(set_timeout_with_handle(examine, PAUSE).ok());
        }
        script
    });
    on_cleanup(move || {
        if let Some(handle) = pending.try_update_value(Option::take).flatten() {
            handle.clear();
        }
    });
}
