//! What a first-time visitor sees, and can do next.

use flitscope::scenario::PRESETS;
use leptos::prelude::*;

use super::memory::{is_remembered, remember};
use super::state::Lab;

const KEY: &str = "flitscope-welcomed";

/// A card over the picture, until it is put away.
#[component]
pub fn Welcome() -> impl IntoView {
    let lab = expect_context::<Lab>();
    let is_shown = RwSignal::new(lab.is_first_visit && !is_remembered(KEY));
    let put_away = move || {
        is_shown.set(false);
        remember(KEY, "yes");
    };
    let ask = move |_| {
        lab.player.pause_at(lab.player.cycle.get_untracked());
        lab.select_blocked();
        put_away();
    };
    let lock = move |_| {
        let ring = PRESETS.iter().find(|preset| preset.name.contains("lock"));
        if let Some(ring) = ring {
            lab.show(ring.scenario(), ring.name);
            lab.player.play_from(0);
        }
        put_away();
    };
    view! {
        <Show when=move || is_shown.get()>
            <section class="welcome" aria-label="Welcome">
                <p>
                    "This is a network at work. Each colored "<b>"worm"</b>
                    " is a message cut into flits; a hatched one is blocked. Drag from one node to another to send your own."
                </p>
                <p class="actions">
                    <button class="primary" on:click=ask>"Why does one wait?"</button>
                    <button on:click=lock>"See a deadlock"</button>
                    <button class="quiet" on:click=move |_| put_away()>"Got it"</button>
                </p>
            </section>
        </Show>
    }
}
