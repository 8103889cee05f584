//! The simulation of the same scenarios: on what terms, and how far it is.

use flitscope::paper::Effort;
use leptos::prelude::*;

use super::bench::{Bench, Stage};
use super::field::{Field, Name};

/// The button that simulates, and its terms.
#[component]
pub fn SimulationPanel() -> impl IntoView {
    let bench = expect_context::<Bench>();
    let share = move || match *bench.stage.read() {
        Stage::Running(share) => Some(share),
        _ => None,
    };
    let is_running = Memo::new(move |_| share().is_some());
    let press = move |_| {
        if is_running.get_untracked() {
            bench.cancel();
        } else {
            bench.simulate();
        }
    };
    // Whole percents, so that a screen reader is not told of every one of a thousand.
    let words = Memo::new(move |_| {
        let missing = bench.findings.read().missing;
        let points = |count: usize| match count {
            1 => "1 point".to_owned(),
            count => format!("{count} points"),
        };
        match bench.stage.get() {
            Stage::Running(_) => format!("Simulating: {} to go.", points(missing)),
            Stage::Failed(reason) => format!("Simulation failed: {reason}."),
            Stage::Cancelled => format!("Cancelled, {} not simulated.", points(missing)),
            Stage::Done | Stage::Idle if missing == 0 && !bench.results.read().is_empty() => {
                "All points are simulated.".to_owned()
            }
            Stage::Done | Stage::Idle if missing == 0 => {
                "Nothing here can be simulated.".to_owned()
            }
            Stage::Done | Stage::Idle => format!("{} can be simulated.", points(missing)),
        }
    });
    view! {
        <section class="panel simulation" aria-labelledby="simulation-title">
            <h2 id="simulation-title">"Simulation of the same scenarios"</h2>
            <div class="terms">
                <button id="simulate" class:primary=move || !is_running.get() on:click=press>
                    {move || if is_running.get() { "Cancel" } else { "Simulate" }}
                </button>
                <EffortChoice />
                <TermField key="sims" label="Points per curve" help="How many loads or parameters of each curve are simulated, from 0 to 40." />
                <TermField key="seed" label="Seed" help="Of the random numbers: the same seed gives the same points, on every machine." />
                <TermField key="reps" label="Replications" help="Independent runs of each point; empty: as suits the effort." />
            </div>
            <Show when=move || is_running.get()>
                <progress
                    max="1"
                    value=move || share().unwrap_or(1.0)
                    aria-label="Progress of the simulation"
                ></progress>
            </Show>
            <p id="simulation-status" role="status">{move || words.get()}</p>
        </section>
    }
}

#[component]
fn EffortChoice() -> impl IntoView {
    let bench = expect_context::<Bench>();
    let choice = |effort: Effort, name: &'static str, help: &'static str| {
        let is_it = move || bench.experiment.read().simulation.effort == effort;
        view! {
            <button
                title=help
                aria-pressed=move || is_it().to_string()
                on:click=move |_| bench.change(|experiment| experiment.simulation.effort = effort)
            >
                {name}
            </button>
        }
    };
    view! {
        <div class="choices" role="group" aria-label="Effort">
            {choice(Effort::Quick, "quick", "Seconds for a curve")}
            {choice(Effort::Thorough, "thorough", "Minutes for a curve: longer, and five times over")}
        </div>
    }
}

#[component]
fn TermField(key: &'static str, label: &'static str, help: &'static str) -> impl IntoView {
    let bench = expect_context::<Bench>();
    let name = Name {
        id: ["simulation-", key].concat(),
        label: label.to_owned(),
        unit: "",
        help: help.to_owned(),
    };
    let current = Signal::derive(move || bench.experiment.read().get(key));
    let absent = Signal::derive(move || {
        if key == "reps" {
            "auto".to_owned()
        } else {
            String::new()
        }
    });
    let write = Callback::new(move |text: String| bench.set(key, &text));
    view! { <Field name current absent write /> }
}
