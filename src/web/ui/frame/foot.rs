//! The bar at the foot: play and steps, the cycle, the time line and the speed.

use flitscope::scene::Phase;
use leptos::prelude::*;

use super::event_marks::EventKinds;
use super::time_line::{GoTo, TimeLine};
use crate::ui::command::menu::{Icon, IconButton, Items};
use crate::ui::command::time::{PAUSE, PLAY};
use crate::ui::command::{Command, Menu};
use crate::ui::controls::popover::Popover;
use crate::ui::state::page::Page;
use crate::ui::state::player::{FASTEST, Player, SLOWEST};
use crate::ui::state::view_options::Look;

#[component]
pub fn FootBar() -> impl IntoView {
    let player = expect_context::<Player>();
    let presenting = expect_context::<Look>().presenting;
    view! {
        <footer class="bar foot" aria-label="Time" hidden=move || presenting.get()>
            <div class="transport" role="toolbar" aria-label="Time">
                {step("back")}
                <Play />
                {step("forward")}
            </div>
            <When player />
            <TimeLine />
            <Popover id="speed" name="Speed, steps and events" class="opens speed" label=move || speed_label(player)>
                <Speed player />
                <Items menus=&[Menu::Time] />
                <h3>"Events to stop at"</h3>
                <EventKinds />
                <GoTo player />
            </Popover>
            <p id="time-refusal" class="problem" role="status">{move || player.refusal.get()}</p>
        </footer>
    }
}

fn step(id: &str) -> impl IntoView {
    Command::by_id(id).map(|command| view! { <IconButton command /> })
}

/// The button that plays and pauses, which is the next step where no other button is.
#[component]
fn Play() -> impl IntoView {
    let page = expect_context::<Page>();
    let player = page.player;
    let icon = Signal::derive(move || if player.is_busy() { PAUSE } else { PLAY });
    let is_next = move || !page.has_other_primary();
    view! {
        <button
            id="play"
            class="play"
            class:primary=is_next
            class:action=move || !is_next()
            type="button"
            title="Play or pause (Space)"
            aria-label=move || if player.is_busy() { "Pause" } else { "Play" }
            on:click=move |_| player.toggle()
        >
            <Icon path=icon />
        </button>
    }
}

/// The cycle whose end is shown, and the phase within a cycle.
#[component]
fn When(player: Player) -> impl IntoView {
    let shown = move || player.goal.get().unwrap_or_else(|| player.cycle.get());
    // The number of the last cycle; before the first one there is none.
    let last = move || shown().checked_sub(1);
    let phase = move || match player.phase.get() {
        Phase::Move => "",
        phase => phase.name(),
    };
    view! {
        <span class="when" title="Cycles are numbered from 0. The picture shows the end of this one.">
            <small hidden=move || last().is_none()>"Cycle "</small>
            <output id="cycle" class="cycle" aria-label="Cycle">
                {move || last().map_or_else(|| "start".to_owned(), |cycle| cycle.to_string())}
            </output>
            <span id="phase" class="phase">{phase}</span>
        </span>
    }
}

fn speed_in_words(speed: f64) -> String {
    if speed < 1.0 {
        format!("1 cycle in {:.0} s", 1.0 / speed)
    } else {
        format!("{speed:.0} cycles/s")
    }
}

/// The speed; where there is no room without its unit.
fn speed_label(player: Player) -> impl IntoView {
    move || {
        let words = speed_in_words(player.speed.get());
        let short = words.replace("1 cycle in ", "1/").replace(" cycles", "");
        view! { <span class="words" data-short=short>{words}</span> }
    }
}

#[component]
fn Speed(player: Player) -> impl IntoView {
    let exponent = |speed: f64| js_sys::Math::log2(speed);
    let set_speed = move |text: String| {
        if let Ok(exponent) = text.parse::<f64>() {
            player.set_speed(js_sys::Math::pow(2.0, exponent));
        }
    };
    view! {
        <label class="field">
            "Speed"
            <input
                type="range"
                min=exponent(SLOWEST)
                max=exponent(FASTEST)
                step="0.5"
                aria-label="Speed"
                aria-valuetext=move || speed_in_words(player.speed.get())
                title="Slower ([) or faster (])"
                prop:value=move || exponent(player.speed.get()).to_string()
                on:input:target=move |event| set_speed(event.target().value())
            />
        </label>
    }
}
