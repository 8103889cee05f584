//! The panel of a file of reports, whose curves are shown beside the models.

use browser::files::{self, ChosenFile};
use browser::workers::report_file::read_reports;
use browser::workers::worker::RunningWorker;
use flitscope::batch::{LineProblem, ReportedCurves};
use flitscope::laboratory::{Curve, MOST_CURVES, Subject};
use flitscope::scenario::curve_names;
use flitscope::sweep::Reply;
use leptos::ev;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::state::LaboratoryState;

/// The most curves of a file that are listed, each with a name.
const MOST_LISTED: usize = 100;

/// A file that has been read.
#[derive(Debug, Clone)]
struct ReportFile {
    name: String,
    /// The first curves, with their names, and the numbers of points and runs in words.
    curves: Vec<(Curve, String, String)>,
    /// The number of all curves.
    count: usize,
    /// Sentences on lines without a report.
    problems: Vec<String>,
}

/// The file of reports and the reading of one, which outlive the page that shows them. Copies share state.
#[derive(Clone, Copy)]
pub struct ReportsState {
    file: RwSignal<Option<ReportFile>>,
    /// The fraction that is read, while a file is read.
    share: RwSignal<Option<f64>>,
    told: RwSignal<String>,
    reading: StoredValue<Option<RunningWorker>, LocalStorage>,
}

impl ReportsState {
    pub fn new() -> Self {
        Self {
            file: RwSignal::new(None),
            share: RwSignal::new(None),
            told: RwSignal::new(String::new()),
            reading: StoredValue::new_local(None),
        }
    }

    /// Reads a file, in place of one that is being read, and adds its curves to the plot.
    pub fn open(self, chosen: Vec<ChosenFile>, laboratory: LaboratoryState) {
        let mut chosen = chosen.into_iter();
        let Some(file) = chosen.next() else { return };
        if chosen.next().is_some() {
            let told = "One file of reports can be opened at a time: join them, in any order.";
            return self.told.set(told.to_owned());
        }
        let name = file.name.clone();
        self.told.set(format!("Reading {name} …"));
        self.share.set(Some(0.0));
        let on_reply = move |reply| match reply {
            Reply::Progress(share) => self.share.set(Some(share)),
            Reply::Answer(curves) => {
                self.end();
                self.show(&name, &curves, laboratory);
            }
            Reply::Failed(reason) => {
                self.end();
                self.told.set(format!("{name} was not read: {reason}."));
            }
        };
        match read_reports(file, on_reply) {
            Ok(reading) => self.reading.set_value(Some(reading)),
            Err(reason) => {
                self.share.set(None);
                self.told.set(format!("The file was not read: {reason}."));
            }
        }
    }

    fn show(self, name: &str, found: &ReportedCurves, laboratory: LaboratoryState) {
        let curves: Vec<_> = found.curves.iter().take(MOST_LISTED).collect();
        let listed = curves.iter().map(|curve| Curve::of_reports(curve));
        let listed: Vec<_> = listed.collect();
        let scenarios = listed.iter().filter_map(|curve| match &curve.subject {
            Subject::Scenario(scenario) => Some(&**scenario),
            Subject::Model { .. } => None,
        });
        let names = curve_names(&scenarios.collect::<Vec<_>>());
        let mut added = 0;
        if !listed.is_empty() {
            laboratory.change(|experiment| added = experiment.add_measured(&listed));
        }
        self.told.set(in_words(name, found, added));
        let curves = listed.into_iter().zip(names).zip(&curves);
        let curves = curves.map(|((curve, own), reported)| {
            let own = if own.is_empty() { name.to_owned() } else { own };
            let points = counted(reported.points.len(), "load");
            let runs = counted(reported.runs, "run");
            (curve, own, format!("{points}, {runs}"))
        });
        let problems = found.problems.iter();
        let problems =
            problems.map(|LineProblem { line, reason }| format!("Line {line}: {reason}."));
        let mut problems: Vec<_> = problems.collect();
        let more = found.refused - problems.len();
        if more > 0 {
            problems.push(format!("{} more.", counted(more, "line")));
        }
        self.file.set(Some(ReportFile {
            name: name.to_owned(),
            curves: curves.collect(),
            count: found.curves.len(),
            problems,
        }));
    }

    /// Ends the reading, outside of the message handler of its worker, which may be the caller.
    fn end(self) {
        self.share.set(None);
        let reading = self.reading.try_update_value(Option::take).flatten();
        spawn_local(async move { drop(reading) });
    }

    fn cancel(self) {
        self.end();
        self.told.set("Canceled; the plot is as it was.".to_owned());
    }
}

/// Summarizes the contents of a file in a few sentences.
fn in_words(name: &str, found: &ReportedCurves, added: usize) -> String {
    let curves = counted(found.curves.len(), "curve");
    let mut told = vec![match found.runs {
        0 => format!("{name} has no report of which a point of a curve can be made."),
        runs => format!("{name}: {} in {curves}.", counted(runs, "run")),
    }];
    if added < found.curves.len() {
        told.push(format!(
            "The plot has room for {added} of them, as it has {MOST_CURVES} curves at most."
        ));
    }
    if found.repeated > 0 {
        let lines = counted(found.repeated, "line");
        told.push(format!(
            "Counted once: {lines} with the scenario of another line."
        ));
    }
    if found.refused > 0 {
        let lines = counted(found.refused, "line");
        told.push(format!("Left out: {lines} without a usable report."));
    }
    told.join(" ")
}

fn counted(count: usize, what: &str) -> String {
    let s = if count == 1 { "" } else { "s" };
    format!("{count} {what}{s}")
}

/// The button that opens a file, the progress of its reading, and its curves.
#[component]
pub fn ReportsPanel() -> impl IntoView {
    let reports = expect_context::<ReportsState>();
    let laboratory = expect_context::<LaboratoryState>();
    let is_reading = Memo::new(move |_| reports.share.get().is_some());
    let choose =
        move |input: web_sys::HtmlInputElement| reports.open(files::chosen(&input), laboratory);
    let file = move || reports.file.get().map(|file| view! { <FileCurves file /> });
    view! {
        <section class="panel reports" aria-labelledby="reports-title">
            <h2 id="reports-title">"Reports of a batch"</h2>
            <p class="help">
                "The file that " <code>"flitscope run"</code> " has written becomes curves with 95 % intervals, one for each \
                 combination of settings other than load and seed. It is read here, in this browser."
            </p>
            <p class="actions">
                <label class="file-button" class:disabled=move || is_reading.get()>
                    "Open reports"
                    <input id="open-reports" type="file" disabled=move || is_reading.get() on:change:target=move |event| choose(event.target()) />
                </label>
                <span class="help">"or drop the file on this page."</span>
            </p>
            <Show when=move || is_reading.get()>
                <p class="actions">
                    <progress max="1" value=move || reports.share.get().unwrap_or(1.0) aria-label="Progress of reading"></progress>
                    <button id="cancel-reports" on:click=move |_| reports.cancel()>"Cancel"</button>
                </p>
            </Show>
            <p id="reports-status" role="status">{move || reports.told.get()}</p>
            {file}
        </section>
    }
}

/// The lines of a file without a report, and its curves, each of which can be shown or not.
#[component]
fn FileCurves(file: ReportFile) -> impl IntoView {
    let ReportFile {
        name,
        curves,
        count,
        problems,
    } = file;
    let laboratory = expect_context::<LaboratoryState>();
    let is_full = Memo::new(move |_| laboratory.experiment.read().curves.len() >= MOST_CURVES);
    let left = count - curves.len();
    let items = curves.into_iter().map(|(curve, own, size)| {
        let shown = curve.clone();
        let is_shown = Memo::new(move |_| laboratory.experiment.read().has_measured(&shown));
        let toggle = move |is_on: bool| {
            laboratory.change(|experiment| {
                if is_on {
                    experiment.add_measured(std::slice::from_ref(&curve));
                } else {
                    experiment.remove_measured(&curve);
                }
            });
        };
        view! {
            <li>
                <label class="check">
                    <input type="checkbox" prop:checked=move || is_shown.get() disabled=move || is_full.get() && !is_shown.get()
                        on:change:target=move |event| toggle(event.target().checked()) />
                    <span>{own} " " <span class="help">{size}</span></span>
                </label>
            </li>
        }
        .into_any()
    });
    let has_curves = count > 0;
    let items: Vec<_> = items.collect();
    let problems = (!problems.is_empty()).then(|| {
        let problems = problems
            .into_iter()
            .map(|problem| view! { <li>{problem}</li> }.into_any());
        view! { <ul class="report-problems">{problems.collect_view()}</ul> }
    });
    view! {
        {problems}
        <fieldset class="report-curves" hidden=!has_curves>
            <legend>{format!("Curves of {name}")}</legend>
            <ul>{items}</ul>
            <p class="help">{(left > 0).then(|| format!("{} more are not listed.", counted(left, "curve")))}</p>
        </fieldset>
    }
}

/// Opens files of reports that are dropped on the page of the laboratory; `is_over` is whether one is over it.
pub fn dropping(
    is_over: RwSignal<bool>,
) -> (impl Fn(ev::DragEvent) + Copy, impl Fn(ev::DragEvent) + Copy) {
    let reports = expect_context::<ReportsState>();
    let laboratory = expect_context::<LaboratoryState>();
    let drag = move |event: ev::DragEvent| {
        event.prevent_default();
        is_over.set(true);
    };
    let drop_file = move |event: ev::DragEvent| {
        event.prevent_default();
        is_over.set(false);
        reports.open(files::dropped(&event), laboratory);
    };
    (drag, drop_file)
}
