//! The panel of the simulations: their terms and progress.

use flitscope::page::experiment::{Action, Stage};
use flitscope::paper::Effort;
use leptos::prelude::*;

use super::state::LaboratoryState;
use browser::text_field::{Name, TextField};

/// The button that starts simulations, with their terms and progress.
#[component]
pub fn SimulationPanel() -> impl IntoView {
    let state = expect_context::<LaboratoryState>();
    let share = move || match *state.stage.read() {
        Stage::Running(share) => Some(share),
        _ => None,
    };
    let is_running = Memo::new(move |_| share().is_some());
    let press = move |_| {
        if is_running.get_untracked() {
            state.act(Action::Cancel);
        } else {
            state.act(Action::Simulate);
        }
    };
    // Changes with whole points and with the time left, which is rounded, so that a screen reader does
    // not announce every small step.
    let words = Memo::new(move |_| {
        let missing = state.findings.read().missing;
        let points = |count: usize| match count {
            1 => "1 point".to_owned(),
            count => format!("{count} points"),
        };
        match state.stage.get() {
            Stage::Running(share) => {
                let left = state.time_left(share);
                format!("Simulating: {} to go{left}.", points(missing))
            }
            Stage::Failed(reason) => format!("Simulation failed: {reason}."),
            Stage::Canceled => format!("Canceled, {} not simulated.", points(missing)),
            Stage::Done | Stage::Idle if missing == 0 && !state.results.read().is_empty() => {
                "All points are simulated.".to_owned()
            }
            Stage::Done | Stage::Idle if missing == 0 => {
                "Nothing here can be simulated.".to_owned()
            }
            Stage::Done | Stage::Idle => {
                format!("{} can be simulated.", points(missing))
            }
        }
    });
    let is_doubtful = Memo::new(move |_| {
        let experiment = state.experiment.read();
        experiment.simulation.effort == Effort::Quick && experiment.doubtful(&state.results.read())
    });
    let longer = move |_| {
        state.change(|experiment| experiment.simulation.effort = Effort::Thorough);
        state.act(Action::Simulate);
    };
    let kept_in_words = move || match state.kept_points.get() {
        0 => "No points are kept in this browser.".to_owned(),
        1 => "1 point is kept in this browser.".to_owned(),
        count => format!("{count} points are kept in this browser."),
    };
    view! {
        <section class="panel simulation" aria-labelledby="simulation-title">
            <h2 id="simulation-title">"Simulation of the same scenarios"</h2>
            <div class="terms">
                <button id="simulate" class:primary=move || !is_running.get() on:click=press>
                    {move || if is_running.get() { "Cancel" } else { "Simulate" }}
                </button>
                <EffortChoice />
                <TermField key="sims" label="Points per curve" help="How many loads or parameters of each curve are simulated, from 0 to 40." />
                <TermField key="seed" label="Seed" help="Seed of the random numbers: the same seed \
                                                         gives the same points on every machine." />
                <TermField key="reps" label="Replications" help="Independent runs of each point; leave empty for the default of the effort." />
            </div>
            <Show when=move || is_running.get()>
                <progress
                    max="1"
                    value=move || share().unwrap_or(1.0)
                    aria-label="Progress of the simulation"
                ></progress>
            </Show>
            <p id="simulation-status" role="status">{move || words.get()}</p>
            <Show when=move || is_doubtful.get() && !is_running.get()>
                <p class="help" id="doubt">
                    "Some means are uncertain: the runs are too short for their 95 % intervals to \
                     be relied on, or the latency has not settled. "
                    <button id="longer" on:click=longer>"Simulate longer"</button>
                </p>
            </Show>
            <p class="kept">
                <span id="kept-points">{kept_in_words}</span>
                <Show when=move || state.kept_points.get() != 0>
                    <button id="clear-points" on:click=move |_| state.act(Action::Clear)>"Clear"</button>
                </Show>
            </p>
        </section>
    }
}

#[component]
fn EffortChoice() -> impl IntoView {
    let state = expect_context::<LaboratoryState>();
    let choice = |effort: Effort, name: &'static str, help: &'static str| {
        let is_it = move || state.experiment.read().simulation.effort == effort;
        view! {
            <button
                title=help
                aria-pressed=move || is_it().to_string()
                on:click=move |_| state.change(|experiment| experiment.simulation.effort = effort)
            >
                {name}
            </button>
        }
    };
    view! {
        <div class="choices" role="group" aria-label="Effort">
            {choice(Effort::Quick, "quick", "Seconds for a curve")}
            {choice(Effort::Thorough, "thorough", "Minutes for a curve: longer runs, five of each")}
        </div>
    }
}

#[component]
fn TermField(key: &'static str, label: &'static str, help: &'static str) -> impl IntoView {
    let state = expect_context::<LaboratoryState>();
    let name = Name {
        id: ["simulation-", key].concat(),
        label: label.to_owned(),
        unit: "",
        help: help.to_owned(),
    };
    let current = Signal::derive(move || state.experiment.read().get(key));
    let absent = Signal::derive(move || {
        if key == "reps" {
            "auto".to_owned()
        } else {
            String::new()
        }
    });
    let write = Callback::new(move |text: String| state.set(key, &text));
    view! { <TextField name current absent write /> }
}
