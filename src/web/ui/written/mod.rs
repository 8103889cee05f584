//! The dock panel for a user-written routing function: the editor at the left, and the findings,
//! updated while the user types, at the right.

mod editor;
mod findings;
mod help;

use std::time::Duration;

use flitscope::lesson::{ScriptExample, ScriptHelp};
use flitscope::page::script::EditorPlace;
use flitscope::page::{PageStateStoreFields, Place};
use flitscope::routing::VcSet;
use flitscope::routing::written::Uncompiled;
use leptos::leptos_dom::helpers::debounce;
use leptos::prelude::*;
use leptos::wasm_split::wasm_split;

use crate::ui::controls::own_choice::OwnChoice;
use crate::ui::controls::part::Fetched;
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

/// Keeps the editor in step with the scenario, and the findings in step with the editor.
fn keep_in_step(page: Page) {
    let state = page.written;
    let place = Memo::new(move |_| EditorPlace {
        is_own: page.state.place().get() == Place::Explore,
        step: page.code_key(),
        used: page.used_script(),
    });
    Effect::new(move |before: Option<EditorPlace>| {
        let now = place.get();
        let help = state.help.get();
        if before.as_ref() != Some(&now) {
            let kept = untrack(|| page.kept_code());
            state.edit(|editor| editor.follow(&now, kept));
        }
        if let Some(example) = help.and_then(|help| first_example(page, &help)) {
            state.edit(|editor| editor.begin(&example));
        }
        now
    });
    let design = Memo::new(move |_| {
        let scenario = page.state.scenario().read();
        let vcs = u8::try_from(scenario.vcs).unwrap_or(VcSet::MOST);
        (scenario.network.clone(), vcs)
    });
    let mut examine_later = debounce(PAUSE, move |uncompiled: Uncompiled| {
        if *state.text.read_untracked() == uncompiled.script {
            state.examine_text(uncompiled);
        }
    });
    Effect::new(move |before: Option<Uncompiled>| {
        let (network, vcs) = design.get();
        let uncompiled = Uncompiled {
            script: state.text.get(),
            network,
            vcs,
        };
        let (before_network, before_script) = match &before {
            Some(before) => (Some(&before.network), &*before.script),
            None => (None, ""),
        };
        if before_network != Some(&uncompiled.network) {
            state.ask_for_help(&uncompiled.network);
        }
        // A change of the network alone leaves the text and its origin unchanged.
        let is_new = before_script != uncompiled.script;
        let place = place.get_untracked();
        if state.edit(|editor| editor.examine(&place, is_new)) == Some(true) {
            if is_new && place.is_own {
                remember(SCRIPT_DRAFT, &uncompiled.script);
            }
            if before_script.trim().is_empty() {
                state.examine_text(uncompiled.clone());
            } else {
                examine_later(uncompiled.clone());
            }
        }
        uncompiled
    });
}

/// The example that an empty editor begins with: the scenario's routing function, or else the first.
fn first_example(page: Page, help: &ScriptHelp) -> Option<String> {
    let routing = page.now(|state| state.scenario.routing.clone());
    let is_own = |example: &&ScriptExample| example.twin.as_ref() == Some(&routing);
    let own = help.examples.iter().find(is_own);
    own.or(help.examples.first())
        .map(|example| example.text.clone())
}
