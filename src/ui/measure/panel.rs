//! Theory beside measurement: the model's curve, and points from a worker.

use flitscope::browser::waiting::start_ahead;
use flitscope::paper::{PrintedTable, comparison, printed_table};
use flitscope::scenario::Scenario;
use flitscope::sweep::{Request, suggested_loads};
use leptos::prelude::*;

use super::chart::Chart;
use super::chart_program::{ChartContent, Drawing, Picture};
use super::comparison::{ClaimsView, Compared};
use super::measurement::{Measurement, Stage};
use crate::ui::controls::table::Table;
use crate::ui::state::page::Page;

/// The chart and the button that fills it.
#[component]
pub fn MeasurePanel() -> impl IntoView {
    let page = expect_context::<Page>();
    let measurement = Measurement::new();
    let drawing = Drawing::new();

    // The measurement is of everything but the load and the messages sent by hand.
    let subject = Memo::new(move |_| {
        let mut scenario = page.scenario.get();
        scenario.traffic.rate = 0.0;
        scenario.messages.clear();
        scenario
    });
    let theory = Memo::new(move |_| drawing.theory(&subject.read().to_link()));
    let model = Memo::new(move |_| theory.read()[0].clone());
    let print = Signal::derive(move || printed_table(&subject.read()));
    let compared = Compared::new(page, subject);
    let shown = Signal::derive(move || ChartContent {
        model: model.get(),
        print: print.get(),
        measured: measurement.points.get(),
    });
    keep_apart(measurement, subject);
    // Who looks at curves is about to measure.
    start_ahead();

    let begin = move || {
        let scenario = subject.get_untracked();
        let algorithms = compared.chosen.get_untracked();
        let suggested = || match compared.studies() {
            studies if studies.len() > 1 => {
                suggested_loads(&studies.iter().collect::<Vec<_>>(), None)
            }
            _ => {
                let saturation = untrack(|| drawing.saturation(&model.get()));
                suggested_loads(&[&*page.study.read_untracked()], saturation)
            }
        };
        let figure = comparison(&scenario).map(|figure| figure.loads.to_vec());
        let table = || printed_table(&scenario).map(PrintedTable::loads);
        let request = Request {
            run: 0,
            loads: figure.or_else(table).unwrap_or_else(suggested),
            scenario,
            algorithms,
        };
        measurement.begin(request, page.workers.get_value());
    };
    // Which loads there are to measure depends on where the model saturates, which the program
    // knows that draws.
    let is_waiting = RwSignal::new(false);
    Effect::new(move |_| {
        if is_waiting.get() && drawing.is_settled() {
            is_waiting.set(false);
            untrack(begin);
        }
    });
    let running = move || is_waiting.get() || measurement.is_running();
    let share = move || match *measurement.stage.read() {
        Stage::Running(share) => share,
        _ => 0.0,
    };
    // One button, so that it can be pressed again by key.
    let press = move |_| {
        if is_waiting.get() {
            is_waiting.set(false);
        } else if running() {
            measurement.cancel();
        } else {
            is_waiting.set(true);
        }
    };

    view! {
        <section class="panel measure" aria-label="Latency against load">
            <h2>"Latency against load"</h2>
            {compared.view()}
            // Above the chart, which takes its height when the model is there: a button that moves
            // away is missed.
            <div class="actions">
                <button id="measure" class:primary=move || !running() on:click=press>
                    {move || if running() { "Cancel" } else { "Measure" }}
                </button>
                <Show when=running>
                    <progress max="1" prop:value=share aria-label="Progress of the measurement"></progress>
                </Show>
                <span id="measure-status" role="status">{move || measurement.in_words()}</span>
            </div>
            <Chart shown drawing picture=Picture::Latency />
            <Legend
                has_model=Signal::derive(move || !model.read().is_empty())
                has_print=Signal::derive(move || print.get().is_some())
                has_names=Signal::derive(move || compared.has_several())
                is_mixed=Signal::derive(move || compared.is_mixed())
            />
            <ClaimsView figure=Signal::derive(move || comparison(&subject.read())) drawing />
            <div inner_html=move || theory.read()[1].clone()></div>
            <Points shown drawing />
            <Show when=move || compared.has_several() && !measurement.points.read().is_empty()>
                <h3>"Channel load"</h3>
                <Chart shown drawing picture=Picture::Load />
                <Loads shown drawing />
            </Show>
            {move || print.get().map(printed_view)}
        </section>
    }
}

/// Forgets points of another network, which must not stand beside this one's curve.
fn keep_apart(measurement: Measurement, subject: Memo<Scenario>) {
    Effect::new(move |before: Option<Scenario>| {
        // Read, not only tracked: a memo that has never been read counts as changed later.
        let now = subject.get();
        if before.is_some_and(|before| before != now) {
            measurement.forget();
        }
        now
    });
}

#[component]
fn Legend(
    has_model: Signal<bool>,
    has_print: Signal<bool>,
    has_names: Signal<bool>,
    is_mixed: Signal<bool>,
) -> impl IntoView {
    // The chart itself names algorithms.
    let of_one = move || has_names.get();
    view! {
        <ul class="legend">
            <li hidden=move || !has_model.get()><i class="key model"></i>"model"</li>
            <li hidden=move || !has_model.get()><i class="key saturation"></i>"model saturates"</li>
            <li hidden=of_one><i class="key network"></i>"network latency ± 95 %"</li>
            <li hidden=of_one><i class="key latency"></i>"latency with source queue"</li>
            <li hidden=of_one><i class="key hollow"></i>"network latency beyond saturation"</li>
            <li hidden=move || !has_print.get()><i class="key print">"◇"</i>"printed simulation"</li>
            <li hidden=move || !is_mixed.get()>"thin line, small mark: messages to one node"</li>
            <li><i class="key cross">"×"</i>"simulation saturated or deadlocked"</li>
        </ul>
    }
}

/// More warnings than these stand folded.
const FEW_WARNINGS: usize = 3;

/// The points as numbers, and what there is to know before trusting them.
#[component]
fn Points(shown: Signal<ChartContent>, drawing: Drawing) -> impl IntoView {
    move || {
        let shown = shown.read();
        if shown.measured.is_empty() {
            return None;
        }
        let (cells, warnings) = drawing.table(&shown)?;
        let count = warnings.len();
        let lines = warnings.into_iter();
        let lines = lines.map(|line| view! { <p class="warning">{line}"."</p> }.into_any());
        let mut lines = lines.collect_view().into_any();
        // Of many curves there are many, mostly of loads near saturation.
        if count > FEW_WARNINGS {
            let summary = format!("{count} warnings");
            lines = view! { <details class="help"><summary>{summary}</summary>{lines}</details> }
                .into_any();
        }
        Some(view! { <Table id="points" label="Measured points" cells />{lines} })
    }
}

/// How the algorithms load the channels, as numbers.
#[component]
fn Loads(shown: Signal<ChartContent>, drawing: Drawing) -> impl IntoView {
    move || {
        let cells = drawing.loads(&shown.read())?;
        Some(view! { <Table id="loads" label="Channel load by algorithm" cells /> })
    }
}

/// Where a printed table comes from and why ours differs.
fn printed_view(table: &'static PrintedTable) -> impl IntoView {
    view! {
        <p class="help" id="printed">
            <b>{table.item}</b>": Measure takes the loads of the table. "{table.remark}
        </p>
    }
}
