//! Play, pause, steps, the time line and the speed.

use leptos::prelude::*;

use super::player::{FASTEST, SLOWEST};
use super::state::Lab;

/// The bar under the picture.
#[component]
pub fn Transport() -> impl IntoView {
    let lab = expect_context::<Lab>();
    let player = lab.player;
    let shown = move || player.goal.get().unwrap_or_else(|| player.cycle.get());
    let last = move || {
        player
            .furthest
            .get()
            .max(player.goal.get().unwrap_or(0))
            .max(100)
    };
    let seek = move |text: String| {
        if let Ok(cycle) = text.parse() {
            player.pause_at(cycle);
        }
    };
    let speed_text = move || {
        let speed = player.speed.get();
        if speed < 1.0 {
            format!("1 cycle in {:.0} s", 1.0 / speed)
        } else {
            format!("{speed:.0} cycles/s")
        }
    };
    let exponent = |speed: f64| speed.log2();
    let set_speed = move |text: String| {
        if let Ok(exponent) = text.parse::<f64>() {
            player.speed.set(exponent.exp2().clamp(SLOWEST, FASTEST));
        }
    };

    view! {
        <div class="transport" role="toolbar" aria-label="Time">
            <button title="To cycle 0 (Home)" aria-label="To cycle 0" on:click=move |_| player.pause_at(0)>
                <Icon path="M6 5v14M19 5l-9 7 9 7z" />
            </button>
            <button id="back" title="One cycle back (←)" aria-label="One cycle back" on:click=move |_| player.step(false)>
                <Icon path="M17 5l-9 7 9 7z" />
            </button>
            <button
                id="play"
                class="primary"
                title="Play or pause (Space)"
                aria-label=move || if player.is_busy() { "Pause" } else { "Play" }
                on:click=move |_| player.toggle()
            >
                {move || if player.is_busy() {
                    view! { <Icon path="M8 5v14M16 5v14" /> }
                } else {
                    view! { <Icon path="M7 4l13 8-13 8z" /> }
                }}
            </button>
            <button id="forward" title="One cycle on (→)" aria-label="One cycle on" on:click=move |_| player.step(true)>
                <Icon path="M7 5l9 7-9 7z" />
            </button>
            <output id="cycle" class="cycle" aria-label="Cycle">
                {move || shown().to_string()}
            </output>
            <input
                class="timeline"
                type="range"
                min="0"
                max=last
                prop:value=move || shown().to_string()
                aria-label="Cycle"
                title="Drag to any cycle"
                on:input:target=move |event| seek(event.target().value())
            />
            <label class="speed">
                <span>{speed_text}</span>
                <input
                    type="range"
                    min=exponent(SLOWEST)
                    max=exponent(FASTEST)
                    step="0.5"
                    aria-label="Speed"
                    aria-valuetext=speed_text
                    title="Slower ([) or faster (])"
                    prop:value=move || exponent(player.speed.get()).to_string()
                    on:input:target=move |event| set_speed(event.target().value())
                />
            </label>
        </div>
    }
}

#[component]
fn Icon(path: &'static str) -> impl IntoView {
    view! { <svg viewBox="0 0 24 24" aria-hidden="true"><path d=path /></svg> }
}
