//! Undo and redo of everything that changes the scenario.

use std::time::Duration;

use flitscope::scenario::{Past, Scenario, Stand};
use leptos::prelude::*;

use super::clock::now;
use super::state::Lab;

impl Lab {
    /// Where the page stands, to be returned to.
    pub fn stand(self) -> Stand {
        let goal = self.player.goal.get_untracked();
        Stand {
            scenario: self.scenario.get_untracked(),
            cycle: goal.unwrap_or_else(|| self.player.cycle.get_untracked()),
        }
    }

    /// Takes note of a scenario that is about to be shown, and of what changed in a few words.
    pub fn note(self, after: &Scenario, what: impl Into<String>) {
        let before = self.stand();
        if before.scenario != *after {
            self.past.update(|past| past.changed(what.into(), before));
        }
    }

    /// Takes note of fields that are about to be changed.
    pub fn note_edit(self, fields: &[(&str, &str)], after: &Scenario) {
        let before = self.stand();
        match fields {
            [(field, _)] => self
                .past
                .update(|past| past.edited(field, before, after, now())),
            _ => self.note(after, before.scenario.difference(after)),
        }
    }

    /// Undoes the last change of the scenario.
    pub fn undo(self) {
        self.turn("Undone", Past::undo);
    }

    /// Makes the change again that was undone last.
    pub fn redo(self) {
        self.turn("Redone", Past::redo);
    }

    fn turn(self, word: &str, turn: fn(&mut Past, Stand) -> Option<(String, Stand)>) {
        let now = self.stand();
        let turned = self.past.try_update(|past| turn(past, now)).flatten();
        let Some((what, there)) = turned else { return };
        let plays = self.player.will_play();
        self.put(there.scenario);
        self.player.go_to(there.cycle, plays);
        self.turned.set(Some(format!("{word}: {what}")));
    }
}

/// The two buttons, and what they did last.
#[component]
pub fn UndoButtons() -> impl IntoView {
    const SHOWN: Duration = Duration::from_secs(5);
    let lab = expect_context::<Lab>();
    let pending = StoredValue::new(None::<TimeoutHandle>);
    Effect::new(move |_| {
        if lab.turned.read().is_none() {
            return;
        }
        if let Some(handle) = pending.get_value() {
            handle.clear();
        }
        let handle = set_timeout_with_handle(move || lab.turned.set(None), SHOWN);
        pending.set_value(handle.ok());
    });
    view! {
        <p class="turned muted" role="status">{move || lab.turned.get()}</p>
        <UndoButton
            name="Undo"
            keys="Ctrl+Z"
            icon="M9 14L4 9l5-5M4 9h10a6 6 0 0 1 0 12h-4"
            what=Signal::derive(move || lab.past.read().last_done().map(str::to_owned))
            act=Lab::undo
        />
        <UndoButton
            name="Redo"
            keys="Ctrl+Shift+Z"
            icon="M15 14l5-5-5-5M20 9H10a6 6 0 0 0 0 12h4"
            what=Signal::derive(move || lab.past.read().last_undone().map(str::to_owned))
            act=Lab::redo
        />
    }
}

/// A button that keeps the focus when there is nothing left for it to do.
#[component]
fn UndoButton(
    name: &'static str,
    keys: &'static str,
    icon: &'static str,
    what: Signal<Option<String>>,
    act: fn(Lab),
) -> impl IntoView {
    let lab = expect_context::<Lab>();
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
            on:click=move |_| act(lab)
        >
            <svg viewBox="0 0 24 24" aria-hidden="true"><path d=icon /></svg>
        </button>
    }
}

/// Says what a change of network took away, which undoing it brings back.
#[component]
pub fn Dropped() -> impl IntoView {
    let lab = expect_context::<Lab>();
    view! {
        <Show when=move || lab.dropped.read().is_some()>
            <div class="problems" role="status">
                <p>{move || lab.dropped.get()}</p>
                <span>
                    <button on:click=move |_| lab.undo()>"Undo"</button>
                    <button class="quiet" on:click=move |_| lab.dropped.set(None)>"Dismiss"</button>
                </span>
            </div>
        </Show>
    }
}
