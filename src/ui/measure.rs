//! Theory beside measurement: the model's curve, and points from a worker.

use flitscope::model;
use flitscope::plot::LatencyChart;
use flitscope::scenario::{Scenario, Theory, theory};
use flitscope::sim::Estimate;
use flitscope::sweep::{Event, Report, Request, suggested_loads};
use leptos::prelude::*;

use super::about::{About, Errata};
use super::chart::Chart;
use super::state::Lab;
use super::worker::RunningPool;

/// How far a measurement is.
#[derive(Debug, Clone, PartialEq)]
enum Stage {
    Idle,
    Running(f64),
    Done,
    Cancelled,
    Failed(String),
}

/// What theory says of the current scenario, in words.
#[derive(Debug, Clone, PartialEq)]
enum Words {
    Model {
        id: &'static str,
        saturation: f64,
        differences: Vec<String>,
    },
    None(String),
}

impl Words {
    fn about(theory: Result<Theory, String>) -> Self {
        match theory {
            Ok(theory) => Self::Model {
                id: theory.family.entry.id,
                saturation: theory.model.saturation_rate(),
                differences: theory.differences,
            },
            Err(reason) => Self::None(reason),
        }
    }
}

/// The chart and the button that fills it.
#[component]
pub fn MeasurePanel() -> impl IntoView {
    let lab = expect_context::<Lab>();
    let stage = RwSignal::new(Stage::Idle);
    let reports = RwSignal::new(Vec::<Report>::new());
    let pool = StoredValue::new_local(None::<RunningPool>);
    let run = StoredValue::new(0_u32);

    // The measurement is of everything but the load and the messages sent by hand.
    let subject = Memo::new(move |_| {
        let mut scenario = lab.scenario.get();
        scenario.traffic.rate = 0.0;
        scenario.messages.clear();
        scenario
    });
    let find_theory = move || -> Result<Theory, String> {
        subject.with(|_| ());
        theory(&lab.scenario.read_untracked(), &lab.study.read_untracked())
    };
    let curve = Memo::new(move |_| {
        find_theory()
            .map(|t| LatencyChart::of_model(&*t.model))
            .ok()
    });
    let words = Memo::new(move |_| Words::about(find_theory()));
    let chart = Memo::new(move |_| LatencyChart {
        measured: reports.get(),
        ..curve.get().unwrap_or_default()
    });
    // Points of another network must not stand beside this one's curve.
    Effect::new(move |before: Option<Scenario>| {
        // Read, not only tracked: a memo that has never been read counts as changed later.
        let now = subject.get();
        if before.is_some_and(|before| before != now) {
            pool.set_value(None);
            reports.set(Vec::new());
            stage.set(Stage::Idle);
        }
        now
    });

    // Ending its workers from within a message of one of them would free what still runs.
    let end = move |with: Stage| {
        stage.set(with);
        let ended = run.get_value();
        queue_microtask(move || {
            if run.try_get_value() == Some(ended) {
                pool.set_value(None);
            }
        });
    };
    let hear = move |event: Event| match event {
        Event::Ready => {}
        Event::Progress(share) => stage.set(Stage::Running(share)),
        Event::Point(report) => reports.update(|list| list.push(*report)),
        Event::Done => end(Stage::Done),
        Event::Failed(reason) => end(Stage::Failed(reason)),
    };
    let begin = move || {
        let loads = suggested_loads(&lab.study.read_untracked(), find_theory().ok().as_ref());
        run.update_value(|run| *run += 1);
        let request = Request {
            run: run.get_value(),
            scenario: subject.get_untracked(),
            loads,
        };
        reports.set(Vec::new());
        stage.set(Stage::Running(0.0));
        match RunningPool::start(request, lab.kept.read_value().workers, hear) {
            Ok(started) => pool.set_value(Some(started)),
            Err(reason) => stage.set(Stage::Failed(reason)),
        }
    };
    let cancel = move || {
        pool.set_value(None);
        stage.set(Stage::Cancelled);
    };
    let running = move || matches!(*stage.read(), Stage::Running(_));
    let share = move || match *stage.read() {
        Stage::Running(share) => share,
        _ => 0.0,
    };
    let status = move || in_words(&stage.read(), &reports.read());
    // One button, so that whoever pressed it by key can press it again.
    let press = move |_| if running() { cancel() } else { begin() };

    view! {
        <section class="panel measure" aria-label="Latency against load">
            <h2>"Latency against load"</h2>
            <Chart chart />
            <Legend has_model=Signal::derive(move || curve.read().is_some()) />
            <div class="actions">
                <button id="measure" class:primary=move || !running() on:click=press>
                    {move || if running() { "Cancel" } else { "Measure" }}
                </button>
                <Show when=running>
                    <progress max="1" prop:value=share aria-label="Progress of the measurement"></progress>
                </Show>
                <span id="measure-status" role="status">{status}</span>
            </div>
            {move || words_view(words.get())}
            <PointTable reports predict=move |load: f64| {
                let theory = find_theory().ok()?;
                theory.model.predict(load).latency().map(|latency| latency.total)
            } />
        </section>
    }
}

/// How far a measurement is, in words.
fn in_words(stage: &Stage, reports: &[Report]) -> String {
    match stage {
        Stage::Idle => String::new(),
        Stage::Running(share) => format!("{:.0} % measured", share * 100.0),
        Stage::Done => ending(reports),
        Stage::Cancelled => format!("Cancelled after {} loads", reports.len()),
        Stage::Failed(reason) => format!("Could not measure: {reason}"),
    }
}

/// How a measurement ended, in words.
fn ending(reports: &[Report]) -> String {
    let done = format!("{} loads measured", reports.len());
    let locked = reports.iter().find(|report| report.deadlocked);
    let saturated = reports.iter().find(|report| report.saturated);
    match (locked, saturated) {
        (Some(report), _) => format!("{done}; deadlocked at λ = {}", report.load),
        (None, Some(report)) => format!("{done}; saturated from λ = {} on", report.load),
        (None, None) => done,
    }
}

#[component]
fn Legend(has_model: Signal<bool>) -> impl IntoView {
    view! {
        <ul class="legend">
            <Show when=move || has_model.get()>
                <li><i class="key model"></i>"model"</li>
                <li><i class="key saturation"></i>"model saturates"</li>
            </Show>
            <li><i class="key network"></i>"network latency ± 95 %"</li>
            <li><i class="key latency"></i>"latency with source queue"</li>
            <li><i class="key hollow"></i>"network latency beyond saturation"</li>
            <li><i class="key cross">"×"</i>"simulation saturated or deadlocked"</li>
        </ul>
    }
}

fn words_view(words: Words) -> impl IntoView {
    match words {
        Words::None(reason) => view! {
            <p class="help">{format!("{reason} Measure shows the simulation alone.")}</p>
        }
        .into_any(),
        Words::Model {
            id,
            saturation,
            differences,
        } => {
            let family = model::FAMILIES.iter().find(|family| family.entry.id == id);
            let family = family.expect("words are about a registered model");
            let differences = differences
                .into_iter()
                .map(|line| view! { <li>{line}</li> });
            view! {
                <p class="help">
                    {format!(
                        "The model predicts the network latency and saturates at λ = {saturation:.5}."
                    )}
                </p>
                <ul class="help">{differences.collect_view()}</ul>
                <About entry=&family.entry />
                <Errata errata=family.build.errata />
            }
            .into_any()
        }
    }
}

/// The points as numbers.
#[component]
fn PointTable<Predict>(reports: RwSignal<Vec<Report>>, predict: Predict) -> impl IntoView
where
    Predict: Fn(f64) -> Option<f64> + Copy + Send + Sync + 'static,
{
    let cell = |estimate: Estimate| match (estimate.mean, estimate.ci95) {
        (None, _) => "–".to_owned(),
        (Some(mean), None) => format!("{mean:.1}"),
        (Some(mean), Some(ci95)) if ci95 < 1.0 => format!("{mean:.1} ± {ci95:.2}"),
        (Some(mean), Some(ci95)) => format!("{mean:.1} ± {ci95:.1}"),
    };
    let rows = move || {
        let reports = reports.get();
        let rows = reports.into_iter().map(move |report| {
            let verdict = if report.deadlocked {
                "deadlock"
            } else if report.saturated {
                "saturated"
            } else {
                "steady"
            };
            view! {
                <tr>
                    <th scope="row">{report.load.to_string()}</th>
                    <td>{predict(report.load).map_or("–".to_owned(), |latency| format!("{latency:.1}"))}</td>
                    <td>{cell(report.measures.network_latency)}</td>
                    <td>{verdict}</td>
                    <td>{cell(report.measures.latency)}</td>
                    <td>{format!("{:.3}", report.measures.accepted)}</td>
                </tr>
            }
        });
        rows.collect_view()
    };
    view! {
        <Show when=move || !reports.read().is_empty()>
            <div class="table" tabindex="0" role="region" aria-label="Measured points">
                <table id="points">
                    <thead><tr>
                        <th scope="col">"λ"</th>
                        <th scope="col">"model"</th>
                        <th scope="col">"network latency"</th>
                        <th scope="col">"verdict"</th>
                        <th scope="col">"with queue"</th>
                        <th scope="col">"accepted"</th>
                    </tr></thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
        </Show>
    }
}
