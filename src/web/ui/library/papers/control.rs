//! The terms on which all tables are simulated, and the button that simulates all at once.

use flitscope::catalog::quoted;
use flitscope::paper::{Effort, Paper};
use leptos::prelude::*;

use super::results::{Results, TableStage};

/// Effort, seed and precision, and the button that simulates everything.
#[component]
pub fn ControlBar(paper: &'static Paper) -> impl IntoView {
    let results = expect_context::<Results>();
    let effort = |effort: Effort, name: &'static str, help: &'static str| {
        let is_it = move || results.effort.get() == effort;
        view! {
            <button
                title=help
                aria-pressed=move || is_it().to_string()
                on:click=move |_| results.effort.set(effort)
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
        let rows = (item.rows)();
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
    let write = move |text: &str| {
        let seed = text.trim().parse();
        results.seed.set(seed.map_err(|_| {
            let most = u64::MAX;
            format!(
                "Seed must be a whole number from 0 to {most}, not {}",
                quoted(text)
            )
        })?);
        Ok(())
    };
    view! {
        <TermField
            id="terms-seed"
            label="Seed"
            unit=""
            absent=""
            help="Seed of the random numbers: the same seed gives the same numbers on every \
                  machine."
            first=results.seed.get_untracked().to_string()
            write
        />
    }
}

#[component]
fn PrecisionField(results: Results) -> impl IntoView {
    let write = move |text: &str| {
        if text.trim().is_empty() {
            results.precision.set(None);
            return Ok(());
        }
        let percent: Option<f64> = text.trim().trim_end_matches('%').trim().parse().ok();
        let percent = percent.filter(|percent| (LEAST..=MOST).contains(percent));
        let percent = percent.ok_or_else(|| {
            let given = quoted(text);
            format!("Precision must be a number from {LEAST} to {MOST} %, or empty, not {given}")
        })?;
        results.precision.set(Some(percent / PERCENT));
        Ok(())
    };
    let first = results.precision.get_untracked();
    view! {
        <TermField
            id="terms-precision"
            label="Precision"
            unit="± %"
            absent="auto"
            help="A run ends when the half-width of the 95 % interval is below this percentage of \
                  the mean. leave empty for the default of the effort."
            first=first.map(|share| (share * PERCENT).to_string()).unwrap_or_default()
            write
        />
    }
}

const PERCENT: f64 = 100.0;
/// The bounds of the precision \[%\].
const LEAST: f64 = 0.1;
const MOST: f64 = 20.0;

/// A text box that takes effect at every key, with its error below.
#[component]
fn TermField(
    id: &'static str,
    label: &'static str,
    unit: &'static str,
    absent: &'static str,
    help: &'static str,
    first: String,
    write: impl Fn(&str) -> Result<(), String> + 'static,
) -> impl IntoView {
    let problem = RwSignal::new(None::<String>);
    let note = format!("{id}-note");
    view! {
        <div class="field" class:wrong=move || problem.read().is_some()>
            <label for=id>{label} " " <small>{unit}</small></label>
            <input
                id=id
                type="text"
                autocomplete="off"
                spellcheck="false"
                title=help
                placeholder=absent
                value=first
                aria-describedby=note.clone()
                aria-invalid=move || problem.read().is_some().to_string()
                on:input:target=move |event| problem.set(write(&event.target().value()).err())
            />
            <p id=note class="problem" role="status">{problem}</p>
        </div>
    }
}
