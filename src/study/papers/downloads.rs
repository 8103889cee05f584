//! A table to take along: as a file, or as a link.

use leptos::prelude::*;

use super::results::Remade;
use super::way;

/// Buttons under a table.
#[component]
pub fn Downloads(made: Remade) -> impl IntoView {
    let copied = RwSignal::new(false);
    let copy = move |_| {
        let address = way::whole_address(made.paper.id, made.item.id);
        let _ = window().navigator().clipboard().write_text(&address);
        copied.set(true);
    };
    view! {
        <div class="downloads">
            <button class="quiet" on:click=copy aria-label=format!("Copy link to {}", made.item.name)>"Copy link"</button>
            <span role="status">{move || copied.get().then_some("Copied.")}</span>
        </div>
    }
}
