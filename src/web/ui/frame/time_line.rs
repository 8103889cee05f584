//! The time line, a slider over the cycles so far with event marks, and the field for a cycle.
//!
//! The slider counts the cycles that are over, as links do; the field takes the number of a cycle, at whose end the
//! run then stands.

use flitscope::page::LAST_CYCLE;
use flitscope::scene::time_after;
use leptos::prelude::*;

use super::event_marks::Marks;
use crate::ui::state::player::Player;

/// A slider over the cycles so far.
#[component]
pub fn TimeLine() -> impl IntoView {
    let player = expect_context::<Player>();
    let shown = move || player.goal.get().unwrap_or_else(|| player.cycle.get());
    let last = Signal::derive(move || {
        let goal = player.goal.get().unwrap_or(0);
        player.furthest.get().max(goal).max(100)
    });
    let seek = move |text: String| {
        if let Ok(cycles) = text.parse() {
            player.go_to(cycles);
        }
    };
    view! {
        <div class="timeline">
            <Marks until=last />
            <input
                type="range"
                min="0"
                max=last
                prop:value=move || shown().to_string()
                style:--at=move || format!("{}%", 100.0 * shown() as f64 / last.get() as f64)
                aria-label="Cycle"
                aria-valuetext=move || time_after(shown())
                title="Drag to any cycle"
                on:input:target=move |event| seek(event.target().value())
            />
        </div>
    }
}

/// A text field that seeks to the end of a cycle.
#[component]
pub fn GoTo(player: Player) -> impl IntoView {
    /// The last cycle at whose end a link can stand.
    const LAST: u64 = LAST_CYCLE - 1;
    let typed = RwSignal::new(String::new());
    let go = move |text: String| {
        let digits = text.trim().replace([',', ' '], "");
        match digits.parse::<u64>() {
            Ok(cycle) if cycle <= LAST => {
                player.go_to(cycle + 1);
                typed.set(String::new());
            }
            _ if digits.is_empty() => {}
            _ => {
                player.refuse(format!(
                    "Cycle must be a whole number from 0 to {LAST}, not {}.",
                    flitscope::catalog::quoted(&text)
                ));
                typed.set(text);
            }
        }
    };

    view! {
        <label class="field goto">
            "Go to the end of cycle"
            <input
                id="goto"
                inputmode="numeric"
                autocomplete="off"
                title="Type a cycle and press Enter: the picture shows its end"
                aria-describedby="time-refusal"
                prop:value=move || typed.get()
                on:change:target=move |event| go(event.target().value())
            />
        </label>
    }
}
