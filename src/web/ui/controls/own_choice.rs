//! The choice between the two editors of the dock: routing function and network.

use flitscope::page::{Action, Dock, PageStateStoreFields, ViewStoreFields};
use leptos::prelude::*;

use crate::ui::state::page::Page;

/// The editors and their names.
const CHOICES: [(Dock, &str); 2] = [
    (Dock::Script, "Routing function"),
    (Dock::Network, "Network"),
];

/// A button for each editor; the one that is open is pressed.
#[component]
pub fn OwnChoice() -> impl IntoView {
    let page = expect_context::<Page>();
    let buttons = CHOICES.map(|(dock, name)| {
        let is_shown = move || (page.state.view().dock().get() == dock).to_string();
        view! { <button type="button" aria-pressed=is_shown on:click=move |_| page.act(Action::Dock(dock))>{name}</button> }
    });
    view! { <div class="choices own-choice" role="group" aria-label="What to make">{buttons.into_iter().collect_view()}</div> }
}
