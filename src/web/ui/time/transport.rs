//! The transport bar: play, pause, steps and speed.

use flitscope::scene::Phase;
use leptos::prelude::*;

use super::event_marks::EventKinds;
use crate::ui::controls::popover::Popover;
use crate::ui::state::player::{FASTEST, Player, SLOWEST};

/// A button that steps in time.
struct Step {
    id: &'static str,
    label: &'static str,
    keys: &'static str,
    path: &'static str,
    act: fn(Player),
}

const TO_START: Step = Step {
    id: "to-start",
    label: "To the start",
    keys: "Home",
    path: "M6 5v14M19 5l-9 7 9 7z",
    act: |player| player.return_to(0),
};

const BACK: Step = Step {
    id: "back",
    label: "Previous cycle",
    keys: "←",
    path: "M17 5l-9 7 9 7z",
    act: |player| player.step(false),
};

const FORWARD: Step = Step {
    id: "forward",
    label: "Next cycle",
    keys: "→",
    path: "M7 5l9 7-9 7z",
    act: |player| player.step(true),
};

/// Steps shorter or longer than a cycle.
const OTHERS: [Step; 4] = [
    Step {
        id: "previous-event",
        label: "Previous event",
        keys: "Shift ←",
        path: "M21 5l-9 7 9 7zM6 8l-4 4 4 4 4-4z",
        act: |player| player.step_event(false),
    },
    Step {
        id: "phase-back",
        label: "Previous phase",
        keys: "Ctrl ←",
        path: "M14 9l-4 3 4 3z",
        act: |player| player.step_phase(false),
    },
    Step {
        id: "phase-forward",
        label: "Next phase",
        keys: "Ctrl →",
        path: "M10 9l4 3-4 3z",
        act: |player| player.step_phase(true),
    },
    Step {
        id: "next-event",
        label: "Next event",
        keys: "Shift →",
        path: "M3 5l9 7-9 7zM18 8l-4 4 4 4 4-4z",
        act: |player| player.step_event(true),
    },
];

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
        if player.is_busy() {
            "M8 5v14M16 5v14"
        } else {
            "M7 4l13 8-13 8z"
        }
    };

    view! {
        <div class="transport" role="toolbar" aria-label="Time">
            {button(player, &TO_START)}
            {button(player, &BACK)}
            <button
                id="play"
                class="primary"
                title="Play or pause (Space)"
                aria-label=move || if player.is_busy() { "Pause" } else { "Play" }
                on:click=move |_| player.toggle()
            >
                <svg viewBox="0 0 24 24" aria-hidden="true"><path d=icon /></svg>
            </button>
            {button(player, &FORWARD)}
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
                <div class="steps-row">{OTHERS.iter().map(|step| named_button(player, step)).collect_view()}</div>
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

fn button(player: Player, step: &'static Step) -> impl IntoView {
    view! {
        <button
            id=step.id
            title=format!("{} ({})", step.label, step.keys)
            aria-label=step.label
            on:click=move |_| (step.act)(player)
        >
            <svg viewBox="0 0 24 24" aria-hidden="true"><path d=step.path /></svg>
        </button>
    }
}

/// A button with an icon, its name and its keys.
fn named_button(player: Player, step: &'static Step) -> impl IntoView {
    view! {
        <button id=step.id on:click=move |_| (step.act)(player)>
            <svg viewBox="0 0 24 24" aria-hidden="true"><path d=step.path /></svg>
            {step.label}
            <kbd>{step.keys}</kbd>
        </button>
    }
}
