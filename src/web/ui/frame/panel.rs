//! The panel beside the network, for a selection or a task.

use flitscope::page::{Action, Dock, Shown};
use leptos::prelude::*;

use super::task::Task;
use crate::ui::controls::part::part;
use crate::ui::facts::facts_panel;
use crate::ui::form::scenario::settings_panel;
use crate::ui::overlay::parts_of;
use crate::ui::readout::inspector::Inspector;
use crate::ui::state::page::Page;

/// The name of the panel.
fn title(shown: Shown) -> &'static str {
    match shown {
        Shown::Nothing | Shown::Inspector => "Inspector",
        Shown::Settings => "All settings",
        Shown::Facts => "Facts about the network",
        Shown::Overlay(overlay) => overlay.facts().name,
        Shown::Task(dock) if dock.is_own() => "Make",
        Shown::Task(dock) => Dock::ALL[dock as usize].1,
    }
}

/// The panel, hidden while there is none: a measurement in it goes on.
#[component]
pub fn Panel() -> impl IntoView {
    let page = expect_context::<Page>();
    let shown = page.shown;
    let content = move || match shown.get() {
        Shown::Nothing | Shown::Task(_) => ().into_any(),
        Shown::Inspector => view! { <Inspector /> }.into_any(),
        Shown::Settings => part(settings_panel),
        Shown::Facts => part(facts_panel),
        Shown::Overlay(overlay) => match parts_of(overlay) {
            Some(parts) => (parts.panel)(),
            None => ().into_any(),
        },
    };
    let is_task = Memo::new(move |_| matches!(shown.get(), Shown::Task(_)));
    // The inspector is headed by what it describes.
    let has_title = move || shown.get() != Shown::Inspector;
    view! {
        <aside class="panel side" hidden=move || shown.get() == Shown::Nothing aria-label=move || title(shown.get())>
            <header class="panel-head">
                <h2 hidden=move || !has_title()>{move || title(shown.get())}</h2>
                <button class="action icon close" type="button" title="Close (Esc)" aria-label="Close" on:click=move |_| page.act(Action::ClosePanel)>
                    <svg class="i" viewBox="0 0 24 24" aria-hidden="true"><path d="M6 6l12 12M18 6L6 18" /></svg>
                </button>
            </header>
            <div class="panel-body" class:inspected=move || !is_task.get() tabindex="0" role="region" aria-label="Description" hidden=move || is_task.get()>{content}</div>
            <div class="panel-body task" hidden=move || !is_task.get()><Task /></div>
        </aside>
    }
}
