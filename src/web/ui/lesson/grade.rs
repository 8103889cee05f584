//! The place *Grade*: a folder of receipts becomes a table and comma-separated values.

use browser::alive::Alive;
use browser::files::{self, ChosenFile};
use browser::letters::lowercase;
use browser::workers::lesson_worker::LessonWorker;
use flitscope::lesson::{Grade, GradeRow, GradedStep, Reply, Request, is_lesson_file};
use leptos::ev;
use leptos::prelude::*;
use leptos::task::spawn_local;

/// The columns, by which the rows can be sorted.
const COLUMNS: [&str; 9] = [
    "Name",
    "Lesson",
    "Right at first try",
    "Right",
    "Challenges met",
    "At par",
    "Holds",
    "Notes",
    "File",
];

/// The text of a cell, and the number by which it is sorted, if it is by one.
type Cell = (String, Option<usize>);

/// Returns the cells of a row, one for each column.
fn cells_of(row: &GradeRow) -> [Cell; COLUMNS.len()] {
    let text = |text: &str| (text.to_owned(), None);
    let file = text(&row.file);
    match &row.graded {
        Ok(grade) => {
            let of = |part: usize, whole: usize| (format!("{part} of {whole}"), Some(part));
            let remarks: Vec<_> = grade.why.iter().chain(&grade.notes).cloned().collect();
            [
                text(&grade.name),
                text(&grade.lesson),
                of(grade.first_try, grade.asks),
                of(grade.right, grade.asks),
                of(grade.goals, grade.challenges),
                of(grade.at_par, grade.challenges),
                text(if grade.holds { "yes" } else { "no" }),
                text(&remarks.join("; ")),
                file,
            ]
        }
        Err(why) => {
            let mut cells = [(); COLUMNS.len()].map(|()| text(""));
            [cells[6], cells[7], cells[8]] = [text("no"), text(why), file];
            cells
        }
    }
}

/// Sorts rows by a column, downwards or upwards; rows without a result come last in both.
fn sort_rows(rows: &mut [GradeRow], column: usize, is_down: bool) {
    // Turned twice, so that rows with equal cells keep their order.
    if is_down {
        rows.reverse();
    }
    rows.sort_by_cached_key(|row| {
        let (text, number) = cells_of(row)[column].clone();
        (number, lowercase(&text))
    });
    if is_down {
        rows.reverse();
    }
    rows.sort_by_key(|row| row.graded.is_err());
}

/// The state of the place; copies share state.
#[derive(Clone, Copy)]
struct Grader {
    rows: RwSignal<Vec<GradeRow>>,
    csv: RwSignal<Option<String>>,
    /// The values with a row for each student.
    students: RwSignal<Option<String>>,
    /// The numbers of files that are graded and that there are, while files are being graded.
    progress: RwSignal<Option<(usize, usize)>>,
    told: RwSignal<Option<String>>,
    worker: StoredValue<Option<LessonWorker>, LocalStorage>,
    alive: Alive,
}

impl Grader {
    fn new() -> Self {
        Self {
            rows: RwSignal::new(Vec::new()),
            csv: RwSignal::new(None),
            students: RwSignal::new(None),
            progress: RwSignal::new(None),
            told: RwSignal::new(None),
            worker: StoredValue::new_local(None),
            alive: Alive::new(),
        }
    }

    /// Grades files, lessons before receipts and by name.
    fn grade(self, mut chosen: Vec<ChosenFile>) {
        chosen.retain(|file| !file.is_hidden());
        if chosen.is_empty() {
            return;
        }
        chosen.sort_by(|one, other| one.name.cmp(&other.name));
        chosen.sort_by_key(|file| !is_lesson_file(&file.name));
        self.rows.set(Vec::new());
        self.csv.set(None);
        self.told.set(None);
        self.progress.set(Some((0, chosen.len())));
        let alive = self.alive;
        let hear = move |reply| {
            if alive.is_alive() {
                self.hear(reply);
            }
        };
        let started = LessonWorker::start("of grading", "choose the receipts again", hear);
        match started {
            Ok(worker) => self.worker.set_value(Some(worker)),
            Err(error) => {
                return self.fail(format!("the program of grading could not start: {error:?}"));
            }
        }
        self.ask(&Request::BeginTable);
        let total = chosen.len();
        spawn_local(async move {
            for file in chosen {
                let text = file.text().await;
                let file = file.name;
                if !self.is_grading(total) {
                    return;
                }
                self.ask(&Request::AddToTable { file, text });
            }
            self.ask(&Request::EndTable);
        });
    }

    /// Returns whether so many files are still being graded.
    fn is_grading(self, total: usize) -> bool {
        let progress = self.progress.try_get_untracked().flatten();
        progress.is_some_and(|(_, files)| files == total)
    }

    fn ask(self, request: &Request) {
        self.worker.try_with_value(|worker| {
            if let Some(worker) = worker {
                worker.ask(request);
            }
        });
    }

    fn hear(self, reply: Reply) {
        match reply {
            Reply::Added => self.progress.update(|progress| {
                if let Some((graded, files)) = progress {
                    // The first reply is that to the beginning of the table.
                    *graded = (*graded + 1).min(*files);
                }
            }),
            Reply::Table {
                rows,
                csv,
                students,
            } => {
                let failed = rows.iter().filter(|row| row.graded.is_err()).count();
                let others = match failed {
                    0 => String::new(),
                    1 => ", 1 other file".to_owned(),
                    failed => format!(", {failed} other files"),
                };
                let receipts = match rows.len() - failed {
                    1 => "1 receipt".to_owned(),
                    receipts => format!("{receipts} receipts"),
                };
                self.told.set(Some(format!("{receipts} replayed{others}.")));
                self.rows.set(rows);
                self.csv.set(Some(csv));
                self.students.set(Some(students));
                self.end();
            }
            Reply::Failed { why } | Reply::Refused { why } => self.fail(why),
            _ => {}
        }
    }

    fn fail(self, why: String) {
        self.told.set(Some(why));
        self.end();
    }

    fn end(self) {
        self.progress.set(None);
        self.worker.update_value(|worker| drop(worker.take()));
    }

    fn cancel(self) {
        self.told.set(Some("Canceled.".to_owned()));
        self.end();
    }
}

/// Buttons for choosing receipts, the table of results, and its export.
#[component]
pub fn Grading() -> impl IntoView {
    let grader = Grader::new();
    let is_over = RwSignal::new(false);
    let drag = move |event: ev::DragEvent| {
        event.prevent_default();
        is_over.set(true);
    };
    let drop_files = move |event: ev::DragEvent| {
        event.prevent_default();
        is_over.set(false);
        grader.grade(files::dropped(&event));
    };
    let chosen = move |input: web_sys::HtmlInputElement| grader.grade(files::chosen(&input));
    let save = |table: RwSignal<Option<String>>, name: &str| {
        if let Some(csv) = &*table.read_untracked() {
            // A browser that refuses to save reports that itself.
            let _ = files::save_text(csv, "text/csv", name);
        }
    };
    let save_files = move |_| save(grader.csv, "flitscope-grades.csv");
    let save_students = move |_| save(grader.students, "flitscope-students.csv");
    let progress = move || {
        let (graded, files) = grader.progress.get()?;
        Some(format!("Replaying file {} of {files} …", graded.max(1)))
    };
    let is_busy = move || grader.progress.read().is_some();
    let share = move || grader.progress.get().map_or(0, |(graded, _)| graded);
    let of = move || grader.progress.get().map_or(1, |(_, files)| files);
    view! {
        <header class="lessons-head">
            <p><a href="#/lessons">"Lessons"</a></p>
            <h1>"Grade receipts"</h1>
            <p>"Every answer and scene is replayed here, in this browser; no file leaves it. A receipt proves that its answers and scenes work, not who made it. Tries are counted in one browser profile: a new one starts again."</p>
            <div class="drop-files" class:over=move || is_over.get() on:dragover=drag on:dragleave=move |_| is_over.set(false) on:drop=drop_files>
                <p class="actions">
                    <label class="file-button">"Choose a folder"<input id="grade-folder" type="file" prop:webkitdirectory=true on:change:target=move |event| chosen(event.target()) /></label>
                    <label class="file-button">"Choose files"<input id="grade-files" type="file" multiple=true on:change:target=move |event| chosen(event.target()) /></label>
                    <span>"or drop files here."</span>
                </p>
                <p class="help">"Receipts (.json, or a link in a text file), and the files (.toml) of lessons that are not part of the program."</p>
            </div>
            <div class="grading" hidden=move || !is_busy()>
                <progress max=of value=share aria-label="Files replayed"></progress>
                <span>{progress}</span>
                <button id="cancel-grading" type="button" on:click=move |_| grader.cancel()>"Cancel"</button>
            </div>
            <p id="graded" role="status">{move || grader.told.get()}</p>
        </header>
        <Show when=move || !grader.rows.read().is_empty()>
            <p class="actions">
                <button id="save-grades" class="primary" type="button" on:click=save_files>"Save as CSV"</button>
                <button id="save-students" type="button" on:click=save_students>"Save as CSV, one row per student"</button>
            </p>
            <Results rows=grader.rows />
        </Show>
    }
}

/// The table of results, sorted by a column.
#[component]
fn Results(rows: RwSignal<Vec<GradeRow>>) -> impl IntoView {
    // As graded, until a column is chosen.
    let order = RwSignal::new(None::<(usize, bool)>);
    let heads = COLUMNS.into_iter().enumerate().map(|(column, name)| {
        let chosen = move || order.get().filter(|(known, _)| *known == column);
        let sort = move || match chosen() {
            Some((_, true)) => "descending",
            Some(_) => "ascending",
            None => "none",
        };
        let press = move |_| {
            let is_down = untrack(chosen).is_some_and(|(_, is_down)| !is_down);
            order.set(Some((column, is_down)));
        };
        let mark = move || match chosen() {
            Some((_, true)) => " ▼",
            Some(_) => " ▲",
            None => "",
        };
        view! { <th scope="col" aria-sort=sort><button type="button" on:click=press>{name}<span aria-hidden="true">{mark}</span></button></th> }
            .into_any()
    });
    let sorted = move || {
        let mut rows = rows.get();
        if let Some((column, is_down)) = order.get() {
            sort_rows(&mut rows, column, is_down);
        }
        let rows = rows.into_iter();
        rows.map(|row| view! { <ResultRow row /> }.into_any())
            .collect_view()
    };
    view! {
        <div class="table grades" tabindex="0" role="region" aria-label="Results">
            <table id="grades">
                <thead><tr>{heads.collect_view()}</tr></thead>
                <tbody>{sorted}</tbody>
            </table>
        </div>
    }
}

/// A row, with the result of each step below it on demand.
#[component]
fn ResultRow(row: GradeRow) -> impl IntoView {
    let is_open = RwSignal::new(false);
    let failed = row.graded.is_err();
    let holds = row.graded.as_ref().is_ok_and(|grade| grade.holds);
    let cells = cells_of(&row).into_iter().enumerate().map(|(column, (cell, _))| {
        if column == 0 && !failed {
            let name = if cell.is_empty() { "no name".to_owned() } else { cell };
            return view! {
                <th scope="row"><button class="link" type="button" aria-expanded=move || is_open.get().to_string() on:click=move |_| is_open.update(|open| *open = !*open)>{name}</button></th>
            }
            .into_any();
        }
        view! { <td>{cell}</td> }.into_any()
    });
    let details = row.graded.ok().map(|grade| {
        view! { <Show when=move || is_open.get()><Details grade=grade.clone() /></Show> }
    });
    view! {
        <tr class:does-not-hold=!holds>{cells.collect_view()}</tr>
        {details}
    }
}

/// The result of each step, below the row of its receipt.
#[component]
fn Details(grade: Grade) -> impl IntoView {
    let variant = grade.variant.map(|seed| format!("Variant {seed}"));
    view! {
        <tr class="grade-details"><td colspan=COLUMNS.len().to_string()>
            <GradedSteps caption=variant steps=grade.steps />
        </td></tr>
    }
}

/// The table of the answers and the result of each step.
#[component]
pub fn GradedSteps(caption: Option<String>, steps: Vec<GradedStep>) -> impl IntoView {
    let rows = steps.into_iter().map(|step| {
        let title = format!("{}. {}", step.step, step.title);
        view! { <tr><th scope="row">{title}</th><td>{step.given.join(", ")}</td><td>{step.result}</td></tr> }
            .into_any()
    });
    view! {
        <table class="grade">
            {caption.map(|caption| view! { <caption>{caption}</caption> })}
            <thead><tr><th scope="col">"Step"</th><th scope="col">"Answers, or the scene of a challenge"</th><th scope="col">"Result"</th></tr></thead>
            <tbody>{rows.collect_view()}</tbody>
        </table>
    }
}
