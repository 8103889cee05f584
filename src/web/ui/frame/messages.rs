//! The form of lanes and messages.

use flitscope::page::{PageStateStoreFields, Place};
use leptos::prelude::*;
use leptos::wasm_split::wasm_split;

use crate::ui::command::{Command, menu::Item};
use crate::ui::controls::part::Fetched;
use crate::ui::form::fields::Field;
use crate::ui::form::scenario::{VcsField, Warnings, count_of_warnings};
use crate::ui::form::switching::{BufferField, ModeField};
use crate::ui::form::traffic::TrafficFields;
use crate::ui::state::page::Page;

/// The form of lanes and messages, fetched when it is first shown.
#[wasm_split(explore, fallible, wasm_split_path = leptos::wasm_split)]
pub fn message_fields() -> Fetched {
    Ok(|| view! { <MessageFields /> }.into_any())
}

#[component]
fn MessageFields() -> impl IntoView {
    let page = expect_context::<Page>();
    let explores = move || page.state.place().get() == Place::Explore;
    let all =
        Command::by_id("edit").map(|command| view! { <div class="menu"><Item command /></div> });
    view! {
        <Show when=move || { count_of_warnings(page) > 0 }><Warnings /></Show>
        <Show when=move || page.allows("vcs")><VcsField /></Show>
        // The mode of switching has the buffer beside it.
        <Show
            when=move || page.allows("switching")
            fallback=move || view! { <Show when=move || page.allows("buffer")><BufferField /></Show> }
        >
            <ModeField />
        </Show>
        <Show when=move || page.allows("length")><Field field="length" /></Show>
        <Show when=move || page.allows("traffic")><TrafficFields /></Show>
        <Show when=explores><Field field="seed" /></Show>
        {all.filter(|_| untrack(explores))}
    }
}
