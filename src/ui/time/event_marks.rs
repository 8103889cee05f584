//! Marks of events along the time line, and which of them steps by event stop at.

use std::time::Duration;

use flitscope::scene;
use flitscope::sim::EventKind;
use leptos::prelude::*;

use crate::ui::state::page::Page;

/// Stretches of time that are told apart, of a few pixels each.
const STRETCHES: usize = 200;

/// When what happened, up to a cycle.
#[component]
pub fn Marks(until: Signal<u64>) -> impl IntoView {
    /// Faster than this a person cannot follow, and each time costs a look at the whole run.
    const REST: Duration = Duration::from_millis(250);
    let player = expect_context::<Page>().player;
    let svg = RwSignal::new(String::new());
    let is_due = StoredValue::new(false);
    Effect::new(move |_| {
        until.track();
        if is_due.get_value() {
            return;
        }
        is_due.set_value(true);
        set_timeout(
            move || {
                // Nobody asks for the signals of a page that is gone.
                let Some(until) = until.try_get_untracked() else {
                    return;
                };
                is_due.set_value(false);
                svg.set(scene::event_marks(&player.marks(until, STRETCHES), until));
            },
            REST,
        );
    });
    view! { <div class="marks" inner_html=svg></div> }
}

/// What the marks mean; pressed: steps by event stop there.
#[component]
pub fn EventKinds() -> impl IntoView {
    let kinds = expect_context::<Page>().player.kinds;
    let buttons = EventKind::ALL.map(|kind| {
        view! {
            <button
                aria-pressed=move || kinds.get().has(kind).to_string()
                on:click=move |_| kinds.update(|kinds| *kinds = kinds.toggled(kind))
            >
                <span class="marks" inner_html=scene::mark(kind)></span>
                {kind.name()}
            </button>
        }
    });
    view! {
        <div class="event-kinds" role="group" aria-label="Events that previous and next stop at">
            {buttons.into_iter().collect_view()}
        </div>
    }
}
