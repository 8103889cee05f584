//! The transport bar: play, pause, steps and speed.

use flitscope::scene::Phase;
use leptos::prelude::*;

use super::event_marks::EventKinds;
use crate::ui::command::menu::{IconButton, Items};
use crate::ui::command::time::{PAUSE, PLAY};
use crate::ui::command::{Command, Menu};
use crate::ui::controls::popover::Popover;
use crate::ui::state::player::{FASTEST, Player, SLOWEST};

/// The transport bar below the picture.
#[component]
pub fn Transport() -> impl IntoView {
    let player = expect_context::<Player>();
    let shown = move || player.goal.get().unwrap_or_else(|| player.cycle.get());
    // The number of the last cycle; before the first one there is none.
    let last = move || shown().checked_sub(1);
    let is_over = move || player.phase.get() == Phase::Move;
    let phase = move || match player.phase.get() {
        Phase::Move => "",
        phase => phase.name(),
    };
    let icon = move || {
        if player.is_busy() { PAUSE } else { PLAY }
    };

    view! {
        <div class="transport" role="toolbar" aria-label="Time">
            {button("to-start")}
            {button("back")}
            <button
                id="play"
                class="primary"
                title="Play or pause (Space)"
                aria-label=move || if player.is_busy() { "Pause" } else { "Play" }
                on:click=move |_| player.toggle()
            >
                <svg viewBox="0 0 24 24" aria-hidden="true"><path d=icon /></svg>
            </button>
            {button("forward")}
            <span class="when" title="Cycles are numbered from 0. The picture shows the end of this one.">
                <span id="cycle-part" class="part" hidden=move || last().is_none()>{move || if is_over() { "end of" } else { "cycle" }}</span>
                <output id="cycle" class="cycle" aria-label="Cycle">
                    {move || last().map_or_else(|| "start".to_owned(), |cycle| cycle.to_string())}
                </output>
                <span id="phase" class="phase">{phase}</span>
            </span>
            <Speed player />
            <Popover id="more-steps" name="Phases and events" label=|| view! { <span aria-label="Phases and events">"⋯"</span> }>
                <p class="help">"A phase is a part of a cycle, an event something that happens in one."</p>
                <Items menus=&[Menu::Time] />
                <p class="help">"Events to stop at:"</p>
                <EventKinds />
            </Popover>
            <p id="time-refusal" class="problem" role="status">{move || player.refusal.get()}</p>
        </div>
    }
}

/// The playback speed.
#[component]
fn Speed(player: Player) -> impl IntoView {
    // Where there is no room, the unit is left out.
    let parts = move || {
        let speed = player.speed.get();
        if speed < 1.0 {
            [
                "1".to_owned(),
                " cycle".to_owned(),
                format!(" in {:.0} s", 1.0 / speed),
            ]
        } else {
            [format!("{speed:.0}"), " cycles".to_owned(), "/s".to_owned()]
        }
    };
    let speed_text = move || parts().concat();
    let shown = move || {
        let [count, unit, per] = parts();
        view! { {count}<span class="unit">{unit}</span>{per} }
    };
    let exponent = |speed: f64| js_sys::Math::log2(speed);
    let set_speed = move |text: String| {
        if let Ok(exponent) = text.parse::<f64>() {
            player.set_speed(js_sys::Math::pow(2.0, exponent));
        }
    };

    view! {
        <label class="speed">
            <span class="now">{shown}</span>
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
    }
}

fn button(id: &str) -> impl IntoView {
    Command::by_id(id).map(|command| view! { <IconButton command /> })
}
