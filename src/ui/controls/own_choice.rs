//! What is made in the dock: a routing function, or a network.

use flitscope::page::Dock;
use leptos::prelude::*;

use crate::ui::state::page::Page;

/// What can be made, and its name.
const CHOICES: [(Dock, &str); 2] = [
    (Dock::Script, "Routing function"),
    (Dock::Network, "Network"),
];

/// Two buttons, of which one is pressed.
#[component]
pub fn OwnChoice() -> impl IntoView {
    let page = expect_context::<Page>();
    let buttons = CHOICES.map(|(dock, name)| {
        let is_shown = move || (page.dock.get() == dock).to_string();
        view! { <button type="button" aria-pressed=is_shown on:click=move |_| page.dock.set(dock)>{name}</button> }
    });
    view! { <div class="choices own-choice" role="group" aria-label="What to make">{buttons.into_iter().collect_view()}</div> }
}
