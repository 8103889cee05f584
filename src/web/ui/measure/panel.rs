//! The panel of latency against load: the curve of the model, and points measured by workers.

use browser::text_field::{Name, TextField};
use browser::workers::waiting::start_ahead;
use flitscope::catalog::first_of;
use flitscope::page::PageStateStoreFields;
use flitscope::page::experiment::Stage;
use flitscope::page::measure::Action;
use flitscope::paper::{comparison, printed_table};
use flitscope::scenario::Scenario;
use leptos::prelude::*;
use leptos::wasm_split::wasm_split;

use super::axes::AxesMenus;
use super::chart::{Chart, LoadsChart};
use super::comparison::{ClaimsView, Compared};
use super::exports::{CurveExports, in_experiment, use_link};
use super::legend::{CurveRows, Legend};
use super::measurement::Measurement;
use super::numbers::{Loads, Points, printed_view};
use super::shown::Shown;
use super::terms::TermsOfModel;
use super::theory::TheoryInWords;
use super::why::WhySaturated;
use crate::ui::controls::part::Fetched;
use crate::ui::controls::popover::Popover;
use crate::ui::controls::table::Table;
use crate::ui::state::page::Page;

/// [`MeasurePanel`], fetched when it is first shown.
#[wasm_split(charts, fallible, wasm_split_path = leptos::wasm_split)]
pub fn measure_panel() -> Fetched {
    Ok(|| view! { <MeasurePanel /> }.into_any())
}

/// The chart, the table of its curves and what measures them; reasons, theory and numbers are below, reached by scrolling.
#[component]
fn MeasurePanel() -> impl IntoView {
    let page = expect_context::<Page>();
    let measurement = Measurement::new(page);
    // The measurement ignores the load of the scenario and the messages sent by hand.
    let subject = Memo::new(move |_| {
        let mut scenario = page.state.scenario().get();
        scenario.traffic.rate = 0.0;
        scenario.messages.clear();
        scenario
    });
    let compared = Compared::new(page, subject);
    let shown = Shown::new(page.state, subject, compared.curves, measurement.points);
    let knees = Callback::new(move |()| untrack(|| shown.chart.read().next_loads()));
    measurement.knees.set_value(Some(knees));
    let link = use_link(page, shown);
    // Points of another network must not appear beside this one's curve; points kept of this one do.
    Effect::new(move |_| {
        let curves = compared.curves.get();
        untrack(|| measurement.act(Action::Follow(curves)));
    });
    // A user who opens this panel is likely to measure.
    start_ahead();

    let subjects = Subjects {
        page,
        measurement,
        subject,
        compared,
        shown,
        doubtful: Memo::new(move |_| shown.chart.read().doubtful()),
    };
    let present = Memo::new(move |_| page.state.scenario().read().traffic.rate);
    let has_points = move || shown.has_points();
    let title = Memo::new(move |_| shown.chart.read().curves.title.clone());
    let figure = Signal::derive(move || comparison(&subject.read()));
    let ends = Memo::new(move |_| measurement.ends());

    view! {
        <section class="panel measure" aria-label="Latency against load">
            <div class="measure-first">
                <div class="curve-export">
                    <Popover id="curve-export" name="Export the curve" class="opens" label=|| "Export">
                        <Show when=has_points>
                            <CurveExports page shown link />
                        </Show>
                        <p class="take-along">
                            <a id="open-in-experiment" class="button action" href=move || in_experiment(shown)>"Open in Experiment"</a>
                        </p>
                    </Popover>
                </div>
                <Chart shown present />
                <CurveRows shown />
                <Controls subjects />
            </div>
            <div class="measure-more">
                <h3>"Why, theory and all numbers"</h3>
                <Doubt subjects />
                <WhySaturated page measurement shown />
                <p class="chart-title">{title}</p>
                <Legend shown />
                {move || ends.get().map(|cells| view! { <Table id="ends" label="Ends of the curves" cells /> })}
                <TheoryInWords shown />
                <Show when=has_points>
                    <details class="more">
                        <summary>"Numbers and warnings"</summary>
                        <Points shown />
                        <Show when=move || compared.has_loads() && has_points()>
                            <h3>"Channel load"</h3>
                            <LoadsChart shown />
                            <Loads shown />
                        </Show>
                    </details>
                </Show>
                <TermsOfModel />
                <ClaimsView figure />
                {move || printed_table(&subject.read()).map(printed_view)}
            </div>
        </section>
    }
}

/// The measurement with its curves and its chart; copies share it.
#[derive(Clone, Copy)]
struct Subjects {
    page: Page,
    measurement: Measurement,
    subject: Memo<Scenario>,
    compared: Compared,
    shown: Shown,
    /// The loads with uncertain means, each with the cycles simulated.
    doubtful: Memo<Vec<(f64, f64)>>,
}

impl Subjects {
    fn begin(self) {
        // If the choice of curves has just changed, the effect that follows it may not have run yet.
        let curves = self.compared.curves.get_untracked();
        let saturation = self.shown.models.read_untracked().saturation();
        let own = self.subject.get_untracked();
        self.measurement.measure(curves, &own, saturation);
    }

    /// Measures the doubtful loads again, with four times the largest number of cycles among them.
    fn longer(self) {
        const LONGER: f64 = 4.0;
        let doubtful = self.doubtful.get_untracked();
        let cycles = doubtful.iter().map(|doubt| doubt.1).fold(0.0, f64::max);
        let mut run = self.subject.read_untracked().run;
        run.cycles = (LONGER * cycles) as i64;
        self.measurement.act(Action::Measure {
            loads: doubtful.iter().map(|doubt| doubt.0).collect(),
            run,
            locates_knees: false,
        });
    }
}

/// The progress of the measurement, the choice of curves and axes, and the button that starts it.
#[component]
fn Controls(subjects: Subjects) -> impl IntoView {
    let Subjects {
        page,
        measurement,
        compared,
        shown,
        doubtful,
        ..
    } = subjects;
    // Set by another part of the page to request a measurement.
    let due = page.measures;
    Effect::new(move |_| {
        if due.get() {
            due.set(false);
            untrack(|| subjects.begin());
        }
    });
    let running = move || measurement.is_running();
    let share = move || match *measurement.stage.read() {
        Stage::Running(share) => share,
        _ => 0.0,
    };
    // A single button for both actions keeps the keyboard focus.
    let press = move |_| {
        if running() {
            measurement.act(Action::Cancel);
        } else {
            subjects.begin();
        }
    };
    let anew = move |_| {
        measurement.act(Action::Forget);
        subjects.begin();
    };
    let has_points = move || shown.has_points();
    let status = move || {
        let words = measurement.in_words();
        if words.is_empty() {
            return "Not measured yet".to_owned();
        }
        if doubtful.read().is_empty() || running() {
            return words;
        }
        [&words, "; some are uncertain, see below"].concat()
    };
    view! {
        <div class="actions">
            <div class="progress">
                <span id="measure-status" role="status">{status}</span>
                <Show when=running>
                    <progress max="1" prop:value=share aria-label="Progress of the measurement"></progress>
                </Show>
            </div>
            <Popover id="curve-settings" name="Curves, axes and length of the run" class="opens" label=|| "Curves and axes">
                <AxesMenus page shown />
                {compared.view()}
                <LengthField page />
                <Show when=move || has_points() && !running()>
                    <button class="action" id="measure-anew" title="Discards these points and simulates all of them again" on:click=anew>
                        "Measure again"
                    </button>
                </Show>
            </Popover>
            <button id="measure" type="button" class:primary=move || !running() on:click=press>
                {move || if running() { "Cancel" } else { "Measure" }}
            </button>
        </div>
    }
}

/// Says which means are uncertain, and simulates these loads longer.
#[component]
fn Doubt(subjects: Subjects) -> impl IntoView {
    let doubtful = subjects.doubtful;
    let running = move || subjects.measurement.is_running();
    view! {
        <Show when=move || !doubtful.read().is_empty() && !running()>
            <p class="warning" id="doubt">
                {move || doubt_in_words(&doubtful.read())}
                " "
                <button class="action" id="longer" on:click=move |_| subjects.longer()>"Simulate longer"</button>
            </p>
        </Show>
    }
}

/// The length of the run at each load.
#[component]
fn LengthField(page: Page) -> impl IntoView {
    let usual = || Scenario::default().run.cycles;
    let current = Signal::derive(move || match page.state.scenario().read().run.cycles {
        cycles if cycles == usual() => String::new(),
        cycles => cycles.to_string(),
    });
    let write = Callback::new(move |text: String| {
        let empty = usual().to_string();
        let text = text.trim();
        page.set("run.cycles", if text.is_empty() { &empty } else { text })
    });
    let name = Name {
        id: "measure-length".to_owned(),
        label: "Length of the run".to_owned(),
        unit: "cycles",
        help: "Cycles to simulate at every load, after a warm-up of a quarter as many. Leave \
               empty to choose them by the load."
            .to_owned(),
    };
    let pause = std::time::Duration::from_millis(600);
    view! { <TextField name current absent="chosen by the load".to_owned() write pause /> }
}

/// Explains that the means at these loads are uncertain.
fn doubt_in_words(doubtful: &[(f64, f64)]) -> String {
    let loads: Vec<_> = doubtful.iter().map(|doubt| doubt.0.to_string()).collect();
    let loads = first_of(3, &loads);
    format!(
        "The mean at λ = {loads} is uncertain: the run is too short for its 95 % interval to be \
         relied on, or the latency has not settled."
    )
}
