//! The undo and redo buttons, and reports on what they and a change of network did.

use std::time::Duration;

use flitscope::page::{Action, PageStateStoreFields};
use leptos::prelude::*;

use crate::ui::state::page::Page;

/// The two buttons, and for five seconds what they did last.
#[component]
pub fn UndoButtons() -> impl IntoView {
    const SHOWN: Duration = Duration::from_secs(5);
    let page = expect_context::<Page>();
    let pending = StoredValue::new(None::<TimeoutHandle>);
    Effect::new(move |_| {
        if page.state.turned().read().is_none() {
            return;
        }
        if let Some(handle) = pending.get_value() {
            handle.clear();
        }
        let handle = set_timeout_with_handle(move || page.act(Action::DismissTurned), SHOWN);
        pending.set_value(handle.ok());
    });
    view! {
        <p class="turned muted" role="status">{move || page.state.turned().get()}</p>
        <span class="undo-buttons">
        <UndoButton
            name="Undo"
            keys="Ctrl+Z"
            icon="M9 14L4 9l5-5M4 9h10a6 6 0 0 1 0 12h-4"
            what=Signal::derive(move || page.state.past().read().last_done().map(str::to_owned))
            act=Action::Undo
        />
        <UndoButton
            name="Redo"
            keys="Ctrl+Shift+Z"
            icon="M15 14l5-5-5-5M20 9H10a6 6 0 0 0 0 12h4"
            what=Signal::derive(move || page.state.past().read().last_undone().map(str::to_owned))
            act=Action::Redo
        />
        </span>
    }
}

/// A button that stays focusable when it has nothing left to do.
#[component]
fn UndoButton(
    name: &'static str,
    keys: &'static str,
    icon: &'static str,
    what: Signal<Option<String>>,
    act: Action,
) -> impl IntoView {
    let page = expect_context::<Page>();
    let title = move || match what.get() {
        Some(what) => format!("{name}: {what} ({keys})"),
        None => format!("Nothing to {} ({keys})", name.to_ascii_lowercase()),
    };
    view! {
        <button
            class="quiet icon of-stage"
            aria-label=name
            aria-disabled=move || what.read().is_none().to_string()
            title=title
            on:click=move |_| page.act(act.clone())
        >
            <svg viewBox="0 0 24 24" aria-hidden="true"><path d=icon /></svg>
        </button>
    }
}

/// Reports what a change of network removed, with a button that restores it.
#[component]
pub fn Dropped() -> impl IntoView {
    let page = expect_context::<Page>();
    view! {
        <Show when=move || page.state.dropped().read().is_some()>
            <div class="problems" role="status">
                <p>{move || page.state.dropped().get()}</p>
                <span>
                    <button on:click=move |_| page.act(Action::Undo)>"Undo"</button>
                    <button class="quiet" on:click=move |_| page.act(Action::DismissDropped)>"Dismiss"</button>
                </span>
            </div>
        </Show>
    }
}
