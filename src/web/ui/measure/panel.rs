//! The panel of latency against load: the curve of the model, and points measured by workers.

use browser::text_field::{Name, TextField};
use browser::workers::waiting::start_ahead;
use flitscope::catalog::first_of;
use flitscope::page::{PageStateStoreFields, ViewStoreFields};
use flitscope::paper::{PrintedTable, comparison, printed_table};
use flitscope::scenario::{Scenario, common_settings};
use flitscope::sweep::suggested_loads;
use leptos::prelude::*;
use leptos::wasm_split::wasm_split;

use super::axes::AxesMenus;
use super::chart::Chart;
use super::chart_subject::ChartSubject;
use super::charts::{self, Charts, Picture};
use super::comparison::{CheckedCurves, ClaimsView, Compared};
use super::exports::{CurveExports, in_experiment, use_link};
use super::legend::{CurveRows, Legend};
use super::measurement::{MeasuredCurve, Measurement, Stage};
use super::terms::TermsOfModel;
use super::why::WhyHere;
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
    let measurement = Measurement::new();
    let charts = Charts::new();

    // The measurement ignores the load of the scenario and the messages sent by hand.
    let subject = Memo::new(move |_| {
        let mut scenario = page.state.scenario().get();
        scenario.traffic.rate = 0.0;
        scenario.messages.clear();
        scenario
    });
    let theory = Memo::new(move |_| charts.theory(&subject.read()));
    let model = Memo::new(move |_| theory.read()[0].clone());
    let beside = Memo::new(move |_| theory.read()[1].clone());
    let print = Signal::derive(move || printed_table(&subject.read()));
    let compared = Compared::new(page, subject);
    let checked = Memo::new(move |_| compared.checked());
    let curves = Memo::new(move |_| checked.read().measured.clone());
    // Bounds take time, so they are computed once for each set of curves.
    let bounded = Memo::new(move |_| {
        let curves = curves.read();
        let all = curves.iter().map(|curve| {
            let shown = charts::curve(&curve.name, &curve.scenario, &curve.built);
            (curve.label.clone(), shown)
        });
        all.collect::<Vec<_>>()
    });
    let title = Memo::new(move |_| {
        let curves = curves.read();
        common_settings(
            &curves
                .iter()
                .map(|curve| &curve.scenario)
                .collect::<Vec<_>>(),
        )
    });
    let shown = Signal::derive(move || ChartSubject {
        title: title.get(),
        axes: page.state.view().axes().get(),
        model: model.get(),
        beside: beside.get(),
        print: print.get(),
        curves: bounded.get(),
        own: curves
            .read()
            .iter()
            .position(|curve| curve.is_own)
            .unwrap_or(0),
        present: None,
        measured: measurement.points.get(),
    });
    let present = Memo::new(move |_| page.state.scenario().read().traffic.rate);
    let link = use_link(page, shown, charts, curves);
    // Points of another network must not appear beside this one's curve; points kept of this one do.
    Effect::new(move |_| {
        let curves = curves.get();
        untrack(|| measurement.follow(curves));
    });
    Effect::new(move |_| {
        let linked = curves.get().into_iter();
        let linked = linked.flat_map(|curve| charts::linked_points(&curve.linked, &curve.label));
        let linked: Vec<_> = linked.collect();
        untrack(|| measurement.add_linked(linked));
    });
    measure_linked(page, measurement, curves);
    // A user who opens this panel is likely to measure.
    start_ahead();

    let subjects = Subjects {
        page,
        measurement,
        charts,
        subject,
        compared,
        checked,
        curves,
        model,
        next_loads: Callback::new(move |()| untrack(|| charts.next_loads(&shown.read()))),
    };
    let doubtful = Memo::new(move |_| charts.doubtful(&shown.read()));
    let has_points = move || !measurement.points.read().is_empty();
    let experiment = move || in_experiment(charts, &shown.read(), &curves.read());

    view! {
        <section class="panel measure" aria-label="Latency against load">
            <div class="measure-first">
                <div class="curve-export">
                    <Popover id="curve-export" name="Export the curve" class="opens" label=|| "Export">
                        <Show when=has_points>
                            <CurveExports page shown charts curves link />
                        </Show>
                        <p class="take-along">
                            <a id="open-in-experiment" class="button action" href=experiment>"Open in Experiment"</a>
                        </p>
                    </Popover>
                </div>
                <Chart shown charts picture=Picture::Latency present />
                <CurveRows shown charts present />
                <Controls subjects shown doubtful />
            </div>
            <div class="measure-more">
                <h3>"Why, theory and all numbers"</h3>
                <Doubt subjects doubtful />
                <WhyHere measurement curves />
                <p class="chart-title">{title}</p>
                <Legend shown charts />
                {move || measurement.ends().map(|cells| view! { <Table id="ends" label="Ends of the curves" cells /> })}
                <div class="theory" inner_html=move || theory.read()[2].clone()></div>
                <Show when=has_points>
                    <details class="more">
                        <summary>"Numbers and warnings"</summary>
                        <Points shown charts />
                        <Show when=move || compared.has_loads() && has_points()>
                            <h3>"Channel load"</h3>
                            <Chart shown charts picture=Picture::Load />
                            <Loads shown charts />
                        </Show>
                    </details>
                </Show>
                <TermsOfModel />
                <ClaimsView figure=Signal::derive(move || comparison(&subject.read())) />
                {move || print.get().map(printed_view)}
            </div>
        </section>
    }
}

/// The measurement with its subject, curves and model; copies share it.
#[derive(Clone, Copy)]
struct Subjects {
    page: Page,
    measurement: Measurement,
    charts: Charts,
    subject: Memo<Scenario>,
    compared: Compared,
    checked: Memo<CheckedCurves>,
    /// Those of `checked` that can be measured.
    curves: Memo<Vec<MeasuredCurve>>,
    model: Memo<String>,
    /// The loads at the knees of curves to simulate next. Of the panel, because a callback of an effect ends with its run.
    next_loads: Callback<(), Vec<(String, f64)>>,
}

impl Subjects {
    /// Measures at the loads of the paper's figure or table, or else at loads that show the shape of
    /// the curve. Curves that are added to a comparison are measured at the loads of those before.
    fn begin(self) {
        /// Fewer points do not show the shape of a curve.
        const FEW: usize = 4;
        let scenario = self.subject.get_untracked();
        let curves = self.curves.get_untracked();
        let suggested = || {
            let studies: Vec<_> = curves
                .iter()
                .map(|curve| (&curve.scenario, &*curve.built))
                .collect();
            let saturation = match &*studies {
                [_] => untrack(|| self.charts.saturation(&self.model.get())),
                _ => None,
            };
            let suggested = suggested_loads(&studies, saturation);
            let mut known: Vec<_> = self
                .measurement
                .points
                .read_untracked()
                .iter()
                .map(|point| point.load())
                .collect();
            known.dedup();
            if known.len() < FEW {
                return suggested;
            }
            let last = known.last().copied().unwrap_or(0.0);
            known.extend(suggested.into_iter().filter(|&load| load > last));
            known
        };
        let figure = comparison(&scenario).map(|figure| figure.loads.to_vec());
        let of_paper = figure.or_else(|| printed_table(&scenario).map(PrintedTable::loads));
        // If the choice of curves has just changed, the effect that follows it may not have run yet.
        self.measurement.follow(curves.clone());
        let workers = self.page.state.view().workers().get_untracked();
        if let Some(loads) = of_paper {
            return self.measurement.begin(&loads, scenario.run, workers);
        }
        let (loads, next) = (suggested(), self.next_loads);
        self.measurement
            .begin_with_knees(&loads, scenario.run, workers, next);
    }

    /// Measures the doubtful loads again, with four times the largest number of cycles among them.
    fn longer(self, doubtful: &[(f64, f64)]) {
        const LONGER: f64 = 4.0;
        let cycles = doubtful.iter().map(|doubt| doubt.1).fold(0.0, f64::max);
        let loads: Vec<_> = doubtful.iter().map(|doubt| doubt.0).collect();
        let mut run = self.subject.get_untracked().run;
        run.cycles = (LONGER * cycles) as i64;
        self.measurement.begin(
            &loads,
            run,
            self.page.state.view().workers().get_untracked(),
        );
    }
}

/// Measures the loads for which an opened link has no points, once.
fn measure_linked(page: Page, measurement: Measurement, curves: Memo<Vec<MeasuredCurve>>) {
    let asked = StoredValue::new(Vec::new());
    Effect::new(move |_| {
        let has_loads = curves
            .read()
            .iter()
            .any(|curve| !curve.linked.to_measure().is_empty());
        let is_idle = matches!(*measurement.stage.read(), Stage::Idle);
        if !has_loads || !is_idle {
            return;
        }
        let loads = measurement.linked_loads();
        if loads.is_empty() || asked.get_value() == loads {
            return;
        }
        asked.set_value(loads.clone());
        let curves = curves.read_untracked();
        let names = curves
            .iter()
            .filter(|curve| loads.iter().any(|(label, _)| *label == curve.label));
        let names: Vec<_> = names
            .map(|curve| curve.name.clone())
            .filter(|name| !name.is_empty())
            .collect();
        page.notify(if names.is_empty() {
            "The link has no points of this curve, which is measured again.".to_owned()
        } else {
            format!(
                "The link has no points of some curves, which are measured again: {}.",
                names.join("; ")
            )
        });
        measurement.begin_with(&loads, page.state.view().workers().get_untracked());
    });
}

/// The progress of the measurement, the choice of curves and axes, and the button that starts it.
#[component]
fn Controls(
    subjects: Subjects,
    shown: Signal<ChartSubject>,
    doubtful: Memo<Vec<(f64, f64)>>,
) -> impl IntoView {
    let measurement = subjects.measurement;
    // Set by another part of the page to request a measurement.
    let due = subjects.page.measures;
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
            measurement.cancel();
        } else {
            subjects.begin();
        }
    };
    let anew = move |_| {
        measurement.forget();
        subjects.begin();
    };
    let has_points = move || !measurement.points.read().is_empty();
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
                <AxesMenus page=subjects.page shown />
                {subjects.compared.view(subjects.checked, subjects.curves)}
                <LengthField page=subjects.page />
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
fn Doubt(subjects: Subjects, doubtful: Memo<Vec<(f64, f64)>>) -> impl IntoView {
    let running = move || subjects.measurement.is_running();
    view! {
        <Show when=move || !doubtful.read().is_empty() && !running()>
            <p class="warning" id="doubt">
                {move || doubt_in_words(&doubtful.read())}
                " "
                <button class="action" id="longer" on:click=move |_| subjects.longer(&doubtful.get_untracked())>"Simulate longer"</button>
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

/// Largest number of warnings that are shown without collapsing them.
const FEW_WARNINGS: usize = 3;

/// The table of the points, and the warnings about them.
#[component]
fn Points(shown: Signal<ChartSubject>, charts: Charts) -> impl IntoView {
    move || {
        let shown = shown.read();
        if shown.measured.is_empty() {
            return None;
        }
        let (cells, warnings) = charts.table(&shown);
        let count = warnings.len();
        let lines = warnings.into_iter();
        let lines = lines.map(|line| view! { <p class="warning">{line}"."</p> }.into_any());
        let mut lines = lines.collect_view().into_any();
        // Many curves have many warnings, mostly about loads near saturation.
        if count > FEW_WARNINGS {
            let summary = format!("{count} warnings");
            lines = view! { <details class="help"><summary>{summary}</summary>{lines}</details> }
                .into_any();
        }
        Some(view! { <Table id="points" label="Measured points" cells />{lines} })
    }
}

/// The table of channel load by algorithm or routing function.
#[component]
fn Loads(shown: Signal<ChartSubject>, charts: Charts) -> impl IntoView {
    move || {
        let cells = charts.loads(&shown.read())?;
        Some(view! { <Table id="loads" label="Channel load by algorithm" cells /> })
    }
}

/// The source of a printed table, and why the measured values differ from it.
fn printed_view(table: &'static PrintedTable) -> impl IntoView {
    view! {
        <p class="help" id="printed">
            <b>{table.item}</b>": Measure takes the loads of the table. "{table.remark}
        </p>
    }
}
