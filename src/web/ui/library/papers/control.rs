//! The terms on which all tables are simulated, and the button that simulates all at once.

use browser::text_field::{Name, TextField};
use flitscope::catalog::quoted;
use flitscope::paper::{Effort, Paper};
use leptos::prelude::*;

use super::results::{Results, TableStage};

/// Effort, seed and precision, and the button that simulates everything.
#[component]
pub fn ControlBar(paper: &'static Paper) -> impl IntoView {
    let results = expect_context::<Results>();
    let effort = |effort: Effort, name: &'static str, help: &'static str| {
        let is_it = move || results.terms.read().effort == effort;
        view! {
            <button
                title=help
                aria-pressed=move || is_it().to_string()
                on:click=move |_| results.terms.update(|terms| terms.effort = effort)
            >
                {name}
            </button>
        }
    };
    let is_running = Memo::new(move |_| results.is_under_way(paper));
    let press = move |_| {
        if is_running.get_untracked() {
            results.cancel_all(paper);
        } else {
            results.rerun_all(paper);
        }
    };
    let share = move || match results.running(paper)?.stage.get() {
        TableStage::Running(share) => Some(share),
        _ => None,
    };
    let now = move || {
        let share = share().unwrap_or_default();
        let name = results.running(paper).map_or("", |made| made.item.name);
        format!("{name}: {:.0} %", share * 100.0)
    };
    let has_tasks = paper.items.iter().any(|item| {
        let rows = item.rows();
        rows.iter().any(|row| row.task.is_some())
    });
    if !has_tasks {
        return view! {
            <p class="help">"Nothing in this paper is simulated: everything is counted."</p>
        }
        .into_any();
    }
    view! {
        <div class="terms" role="group" aria-label="Settings of the simulations">
            <div class="field">
                <span class="label">"Simulate"</span>
                <div class="choices">
                    {effort(Effort::Quick, "quick", "Seconds for a table")}
                    {effort(Effort::Thorough, "thorough", "Minutes for a table: longer runs, five \
                                                           of each")}
                </div>
            </div>
            <SeedField results />
            <PrecisionField results />
            <div class="field all">
                <button class:primary=move || !is_running.get() on:click=press>
                    {move || if is_running.get() { "Cancel all" } else { "Re-run all" }}
                </button>
            </div>
            <Show when=move || is_running.get()>
                <p class="under-way">
                    <progress
                        max="1"
                        prop:value=move || share().unwrap_or_default()
                        aria-label="Progress of all simulations"
                    ></progress>
                    <span>{now}</span>
                </p>
            </Show>
            <p class="news" role="status">{move || results.news(paper)}</p>
        </div>
    }
    .into_any()
}

#[component]
fn SeedField(results: Results) -> impl IntoView {
    let write = move |text: String| {
        let seed = text.trim().parse().map_err(|_| {
            let most = u64::MAX;
            format!(
                "Seed must be a whole number from 0 to {most}, not {}",
                quoted(&text)
            )
        })?;
        results.terms.update(|terms| terms.seed = seed);
        Ok(())
    };
    let name = Name {
        id: "terms-seed".to_owned(),
        label: "Seed".to_owned(),
        unit: "",
        help: "Seed of the random numbers: the same seed gives the same numbers on every machine."
            .to_owned(),
    };
    let current = Signal::derive(move || results.terms.read().seed.to_string());
    view! { <TextField name current write=Callback::new(write) /> }
}

#[component]
fn PrecisionField(results: Results) -> impl IntoView {
    let write = move |text: String| {
        let set = |precision| results.terms.update(|terms| terms.precision = precision);
        if text.trim().is_empty() {
            set(None);
            return Ok(());
        }
        let percent: Option<f64> = text.trim().trim_end_matches('%').trim().parse().ok();
        let percent = percent.filter(|percent| (LEAST..=MOST).contains(percent));
        let percent = percent.ok_or_else(|| {
            let given = quoted(&text);
            format!("Precision must be a number from {LEAST} to {MOST} %, or empty, not {given}")
        })?;
        set(Some(percent / PERCENT));
        Ok(())
    };
    let name = Name {
        id: "terms-precision".to_owned(),
        label: "Precision".to_owned(),
        unit: "± %",
        help:
            "A run ends when the half-width of the 95 % interval is below this percentage of the \
               mean. Leave empty for the default of the effort."
                .to_owned(),
    };
    let current = Signal::derive(move || {
        let precision = results.terms.read().precision;
        // Without the noise of the last digits: 0.07 × 100 is not 7.
        precision.map_or(String::new(), |share| {
            ((share * PERCENT * 1e6).round() / 1e6).to_string()
        })
    });
    view! { <TextField name current absent=Signal::stored("auto".to_owned()) write=Callback::new(write) /> }
}

const PERCENT: f64 = 100.0;
/// The bounds of the precision \[%\].
const LEAST: f64 = 0.1;
const MOST: f64 = 20.0;
