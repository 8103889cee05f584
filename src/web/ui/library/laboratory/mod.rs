//! The page of the laboratory: any model over any of its parameters, and simulations of the same
//! scenario.

mod axes;
mod curves;
mod exports;
mod readouts;
mod reports;
mod scenario_fields;
mod simulation;
mod state;
mod why;

use browser::programs;
use flitscope::laboratory::{Experiment, PRESETS};
use flitscope::page::experiment::Action;
use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use super::diagram_view::DiagramView;
use axes::AxesPanel;
use curves::CurvePanel;
use exports::{GridExport, PlotExports};
use readouts::{Errata, Numbers};
pub use reports::ReportsState;
use reports::{ReportsPanel, dropping};
use simulation::SimulationPanel;
pub use state::LaboratoryState;

/// The page of the laboratory: the plot with its controls beside it.
#[component]
pub fn LaboratoryPage() -> impl IntoView {
    let state = expect_context::<LaboratoryState>();
    listen_for_undo(state);
    let diagram = Memo::new(move |_| state.findings.read().diagram.clone());
    let label = Signal::derive(move || {
        let diagram = diagram.read();
        let names: Vec<_> = diagram.traces.iter().map(|trace| &*trace.name).collect();
        format!(
            "{} over {}: {}. The table below has the numbers.",
            diagram.y.label,
            diagram.x.label,
            names.join("; ")
        )
    });
    let toggle = Callback::new(move |trace: usize| state.toggle(trace));
    let is_over = RwSignal::new(false);
    let (drag, drop_file) = dropping(is_over);
    view! {
        <div class="laboratory" class:over=move || is_over.get() on:dragover=drag on:dragleave=move |_| is_over.set(false) on:drop=drop_file>
            <h2 class="laboratory-title">"Experiment"</h2>
            <PresetBar />
            <ProblemList />
            <div class="laboratory-main">
                <section class="panel plot" aria-label="Plot">
                    <DiagramView diagram label toggle />
                    <div class="laboratory-tools">
                        <PlotExports />
                        <GridExport />
                        <UndoButtons />
                    </div>
                </section>
            </div>
            <div class="laboratory-side">
                <CurvePanel />
                <ReportsPanel />
                <SimulationPanel />
                <AxesPanel />
                <Numbers />
                <Errata />
            </div>
        </div>
    }
}

/// The buttons of the example experiments.
#[component]
fn PresetBar() -> impl IntoView {
    let state = expect_context::<LaboratoryState>();
    let open = move |query: &str| {
        let experiment = Experiment::from_link(query).experiment;
        state.change(|old| *old = experiment);
    };
    let presets = PRESETS.iter().map(|preset| {
        let is_it = Memo::new(move |_| {
            let shown = state.experiment.read();
            *shown == Experiment::from_link(preset.query).experiment
        });
        view! {
            <button
                title=preset.caption
                aria-pressed=move || is_it.get().to_string()
                on:click=move |_| open(preset.query)
            >
                {preset.title}
            </button>
        }
    });
    let caption = Memo::new(move |_| {
        let shown = state.experiment.read();
        let mut all = PRESETS.iter();
        let it = all.find(|preset| *shown == Experiment::from_link(preset.query).experiment);
        it.map(|preset| preset.caption)
    });
    view! {
        <div class="presets">
            <div class="choices" role="group" aria-label="Example experiments">{presets.collect_view()}</div>
            <p class="help">{move || caption.get()}</p>
        </div>
    }
}

/// The buttons for undo and redo.
#[component]
fn UndoButtons() -> impl IntoView {
    let state = expect_context::<LaboratoryState>();
    view! {
        <div class="laboratory-steps">
            <button

                title="Ctrl+Z"
                disabled=move || !state.can_undo.get()
                on:click=move |_| state.act(Action::Undo)
            >
                "Undo"
            </button>
            <button

                title="Ctrl+Shift+Z"
                disabled=move || !state.can_redo.get()
                on:click=move |_| state.act(Action::Redo)
            >
                "Redo"
            </button>
        </div>
    }
}

/// The messages on parts of the link that were not understood.
#[component]
fn ProblemList() -> impl IntoView {
    let state = expect_context::<LaboratoryState>();
    let problems = state.problems;
    let list = move || {
        let problems = problems.get().into_iter();
        problems
            .map(|problem| view! { <li>{problem}</li> })
            .collect_view()
    };
    view! {
        <Show when=move || !problems.read().is_empty()>
            <div class="problems" role="alert">
                <ul>{list}</ul>
                <button on:click=move |_| state.act(Action::Say(Vec::new()))>"Dismiss"</button>
            </div>
        </Show>
    }
}

/// Handles Ctrl+Z, except in text boxes, which have their own undo.
fn listen_for_undo(state: LaboratoryState) {
    let listener = programs::listen(ev::keydown, move |event| {
        let target = event.target();
        let target = target.and_then(|target| target.dyn_into::<web_sys::HtmlInputElement>().ok());
        let is_typing = target.is_some_and(|input| input.type_() == "text");
        let is_command = event.ctrl_key() || event.meta_key();
        match (&*event.key().to_ascii_lowercase(), event.shift_key()) {
            _ if is_typing || !is_command => return,
            ("z", false) => state.act(Action::Undo),
            ("z", true) | ("y", _) => state.act(Action::Redo),
            _ => return,
        }
        event.prevent_default();
    });
    on_cleanup(move || listener.remove());
}
