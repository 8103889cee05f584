//! Event marks along the time line, and the choice of the events at which event steps stop.

use std::time::Duration;

use flitscope::scene;
use flitscope::sim::EventKind;
use leptos::prelude::*;

use crate::ui::state::player::Player;

/// Number of intervals into which the time line is divided; each is a few pixels wide.
const INTERVALS: usize = 200;

/// Marks of the events up to a cycle.
#[component]
pub fn Marks(until: Signal<u64>) -> impl IntoView {
    /// Shortest time between two updates, each of which searches the whole run.
    const REST: Duration = Duration::from_millis(250);
    let player = expect_context::<Player>();
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
                // The signal is disposed if the page has been removed meanwhile.
                let Some(until) = until.try_get_untracked() else {
                    return;
                };
                is_due.set_value(false);
                svg.set(scene::event_marks(&player.marks(until, INTERVALS), until));
            },
            REST,
        );
    });
    view! { <div class="marks" inner_html=svg></div> }
}

/// The legend of the marks, whose buttons choose the events at which event steps stop.
#[component]
pub fn EventKinds() -> impl IntoView {
    let player = expect_context::<Player>();
    let kinds = player.kinds;
    let buttons = EventKind::ALL.map(|kind| {
        view! {
            <button
                aria-pressed=move || kinds.get().has(kind).to_string()
                on:click=move |_| player.change(|run| run.kinds = run.kinds.toggled(kind))
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
