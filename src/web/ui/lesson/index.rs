//! The lessons by course, the glossary, the user's progress, receipts and worksheets.

use browser::files::{self, read_file};
use flitscope::lesson::{Course, LessonAction, LessonState, Summary, Term, Work, usual_minutes};
use flitscope::page::LessonPlace;
use leptos::prelude::*;
use leptos::wasm_split::wasm_split;

use super::about::About;
use super::grade::{GradedSteps, Grading};
use super::own::{FileButton, HandingOut, LessonFileButton, OwnLessons, WantedLesson};
use super::package::ForPlatform;
use crate::ui::controls::part::Fetched;
use crate::ui::controls::thumbnail::picture;
use crate::ui::state::storage::NotStored;
use crate::ui::state::{lesson::Teaching, page::Page};

/// [`LessonsPlace`], fetched when it is first shown.
#[wasm_split(lessons, fallible, wasm_split_path = leptos::wasm_split)]
pub fn lessons_place() -> Fetched {
    Ok(|| view! { <LessonsPlace /> }.into_any())
}

/// The pages of the lessons place that show no step.
#[component]
fn LessonsPlace() -> impl IntoView {
    let teaching = expect_context::<Teaching>();
    let content = move || match teaching.at.get() {
        LessonPlace::Index => view! { <Index /> }.into_any(),
        LessonPlace::Glossary => view! { <Glossary /> }.into_any(),
        LessonPlace::Receipt => view! { <Graded /> }.into_any(),
        LessonPlace::About(id) => view! { <About id /> }.into_any(),
        LessonPlace::Sheet(id) => view! { <Sheet id /> }.into_any(),
        LessonPlace::Grade => view! { <Grading /> }.into_any(),
        LessonPlace::Open => view! { <Opening /> }.into_any(),
        LessonPlace::Step { .. } | LessonPlace::Build => ().into_any(),
    };
    view! { <section class="lessons" aria-label="Lessons">{content}</section> }
}

#[component]
fn Index() -> impl IntoView {
    let teaching = expect_context::<Teaching>();
    let courses = Course::ALL
        .iter()
        .filter(|course| course.lessons().next().is_some());
    let courses = courses.map(|course| {
        let cards = course
            .lessons()
            .map(|lesson| view! { <LessonCard lesson /> }.into_any());
        view! {
            <section>
                <h2>{course.name()}{course.is_optional().then_some(" (optional)")}</h2>
                <ul class="cards">{cards.collect_view()}</ul>
            </section>
        }
        .into_any()
    });
    let unfinished = move || {
        teaching.of(LessonState::unfinished).map(|(lesson, step, address)| {
            view! { <a id="continue-lesson" class="button primary big" href=address>{format!("Continue: {lesson}, step {step}")}</a> }
        })
    };
    view! {
        <header class="lessons-head">
            <h1>"Lessons"</h1>
            <p>{format!("Each takes about {} minutes: read, predict what the picture will show, run it, and find out why.", usual_minutes())}</p>
            <p class="actions">{unfinished}</p>
            <p class="problem" role="alert">{move || teaching.of(|state| state.problem.clone())}</p>
            <p class="problem" role="status">{move || teaching.of(LessonState::not_kept_here)}</p>
        </header>
        <OwnLessons />
        {courses.collect_view()}
        <section class="progress-box" aria-labelledby="more-title">
            <h2 id="more-title">"Words, files, and for teachers"</h2>
            <p class="actions">
                <a href="#/lessons/glossary">"Glossary"</a>
                <LessonFileButton label="Open a lesson file" />
                <span class="for-teachers">"For teachers: "<a href="#/lessons/build">"Make a lesson"</a>" "<a href="#/lessons/grade">"Grade receipts"</a></span>
            </p>
        </section>
        <ProgressBox />
    }
}

/// A card of a lesson: picture, title, goal and the user's progress.
#[component]
pub fn LessonCard(lesson: &'static Summary) -> impl IntoView {
    let teaching = expect_context::<Teaching>();
    let done = teaching.memo(|state| state.progress.of(lesson.id).cloned());
    let address = move || teaching.of(|state| state.entrance(lesson));
    let progress = move || match &*done.read() {
        Some(done) if done.is_finished() => "done".to_owned(),
        Some(done) if done.step >= done.steps => {
            let open: Vec<_> = done.open().map(|step| step.to_string()).collect();
            format!("not answered: step {}", open.join(", "))
        }
        Some(done) => format!("step {} of {}", done.step, lesson.steps),
        None if lesson.course.is_optional() => format!("{} min, optional", lesson.minutes),
        None => format!("{} min", lesson.minutes),
    };
    let is_done = move || done.read().as_ref().is_some_and(Work::is_finished);
    // A dot for each step, filled as far as one has come.
    let dots = move || {
        let come = done.read().as_ref().map_or(0, |done| {
            if done.is_finished() {
                done.steps
            } else {
                done.next_step() - 1
            }
        });
        let dots = (0..lesson.steps as usize).map(|step| view! { <i class:done=step < come></i> });
        view! { <span class="dots" aria-hidden="true">{dots.collect_view()}</span> }
    };
    view! {
        <li><a class="card lesson-card" class:finished=is_done href=address>
            <span inner_html=picture(&format!("lesson-{}", lesson.id))></span>
            <b>{lesson.title}</b>
            <span class="help">{lesson.goal}</span>
            <span class="how-far">{dots}{progress}</span>
        </a></li>
    }
}

/// Buttons that save, import and clear the progress.
#[component]
fn ProgressBox() -> impl IntoView {
    let page = expect_context::<Page>();
    let teaching = page.teaching;
    let save = move |_| {
        let text = teaching
            .state
            .with_untracked(|state| state.progress.to_text());
        // A browser that refuses to save reports that itself.
        let _ = files::save_text(&text, "text/plain", "flitscope-progress.txt");
    };
    let import = move |input: web_sys::HtmlInputElement| {
        read_file(&input, move |text| {
            page.teach(LessonAction::ImportProgress(text));
        });
    };
    let is_empty = move || teaching.of(|state| state.progress.is_empty());
    let is_cleared = move || teaching.of(|state| state.cleared.is_some());
    let is_unsaved = move || teaching.of(|state| !state.unsaved.is_empty());
    view! {
        <section class="progress-box" aria-labelledby="progress-title">
            <h2 id="progress-title">"Your progress"</h2>
            <p class="help">"It is kept in this browser only. No data leaves this computer."</p>
            <p class="actions">
                <button type="button" disabled=is_empty on:click=save>"Save as a file"</button>
                <label class="file-button">
                    "Import from a file"
                    <input type="file" accept=".txt,text/plain" on:change:target=move |event| import(event.target()) />
                </label>
                <button type="button" disabled=is_empty on:click=move |_| page.teach(LessonAction::ClearProgress)>"Clear"</button>
            </p>
            <p role="status">{move || teaching.of(|state| state.progress_report.clone())}" "
                <Show when=is_cleared><button id="undo-clear" class="link" type="button" on:click=move |_| page.teach(LessonAction::UndoClear)>"Undo"</button></Show>
            </p>
            <p class="problem" role="alert">{move || is_unsaved().then(|| NotStored.to_string())}</p>
        </section>
    }
}

/// Message shown while a lesson that a link contains is being opened.
#[component]
fn Opening() -> impl IntoView {
    let teaching = expect_context::<Teaching>();
    let waits = move || teaching.of(|state| state.problem.is_none());
    view! {
        <p role="status" hidden=move || !waits()>"Opening the lesson …"</p>
        <p class="problem" role="alert">{move || teaching.of(|state| state.problem.clone())}</p>
        <Show when=move || !waits()><p class="actions"><LessonFileButton label="Open a lesson file" /></p></Show>
        <p><a href="#/lessons">"All lessons"</a></p>
    }
}

/// The glossary: all terms that lessons explain, with a search field.
#[component]
fn Glossary() -> impl IntoView {
    let teaching = expect_context::<Teaching>();
    let glossary = teaching.memo(|state| state.glossary.clone());
    let sought = RwSignal::new(String::new());
    let is_sought = move |word: &str, means: &str| {
        let sought = sought.read().trim().to_ascii_lowercase();
        [word, means]
            .iter()
            .any(|text| text.to_ascii_lowercase().contains(&sought))
    };
    let rows = move || {
        let terms = glossary.get()?;
        let rows = terms
            .iter()
            .filter(|term| is_sought(&term.word, &term.means));
        let mut rows = rows.cloned().peekable();
        if rows.peek().is_none() {
            return Some(view! { <p role="status">{format!("No term contains “{}”.", sought.read().trim())}</p> }.into_any());
        }
        let rows = rows.map(|term| {
            let Term {
                word,
                means,
                source,
                lesson,
            } = term;
            let lesson = lesson.and_then(|id| {
                let title = Summary::by_id(&id).map(|lesson| lesson.title.to_owned());
                let title = title
                    .or_else(|| teaching.of(|state| Some(state.shelf.find(&id)?.title.clone())));
                let (title, address) = (title?, LessonPlace::Step { id, step: 1 }.address());
                Some(view! { " " <a href=address>{title}</a> })
            });
            view! { <dt>{word}</dt><dd>{means}" "<cite>{source}</cite>{lesson}</dd> }.into_any()
        });
        Some(view! { <dl class="glossary">{rows.collect_view()}</dl> }.into_any())
    };
    view! {
        <header class="lessons-head">
            <p><a href="#/lessons">"Lessons"</a></p>
            <h1>"Glossary"</h1>
            <p>"Terms of the field, with definitions and sources."</p>
            <div class="field"><label for="find-word">"Find"</label>
                <input id="find-word" type="search" autocomplete="off" prop:value=sought on:input:target=move |event| sought.set(event.target().value()) /></div>
        </header>
        {rows}
    }
}

/// The result of replaying a receipt.
#[component]
fn Graded() -> impl IntoView {
    let page = expect_context::<Page>();
    let teaching = page.teaching;
    let waits = move || teaching.of(|state| state.grade.is_none() && !state.is_explained());
    let grade = teaching.memo(|state| state.grade.clone());
    let wanted_lesson = teaching.memo(|state| state.wanted.clone());
    let wanted = move || {
        let id = wanted_lesson.get()?;
        Some(format!(
            "This receipt is of “{id}”, which is not a built-in lesson, so nothing in it has been replayed yet. Open \
             the file of the lesson to replay it."
        ))
    };
    let open_file = move |text: Result<String, String>| {
        page.teach(text.map_or_else(LessonAction::Fail, LessonAction::Replay));
    };
    let result = move || {
        let grade = grade.get()?;
        let lesson = Summary::by_id(&grade.lesson);
        let own = teaching.of(|state| Some(state.shelf.find(&grade.lesson)?.title.clone()));
        let title = lesson.map(|lesson| lesson.title).or(own.as_deref());
        let title = title.unwrap_or(&grade.lesson);
        let row = |name: &'static str, value: &str| {
            let value = value.to_owned();
            view! { <tr><th scope="row">{name}</th><td>{value}</td></tr> }.into_any()
        };
        let of = |part: usize, whole: usize| format!("{part} of {whole}");
        let variant = grade.variant.map(|seed| row("Variant", &seed.to_string()));
        let rows = [
            row("Lesson", title),
            row("Name", &grade.name),
            row("Right on the first try", &of(grade.first_try, grade.asks)),
            row("Right in the end", &of(grade.right, grade.asks)),
            row("Challenges met", &of(grade.goals, grade.challenges)),
            row(
                "Confirmed as recorded",
                if grade.holds { "yes" } else { "no" },
            ),
        ];
        let why = grade
            .why
            .iter()
            .chain(&grade.notes)
            .map(|why| view! { <li>{why.clone()}</li> }.into_any());
        Some(view! {
            <p>"Every answer and scene in it has just been replayed. This shows that they are correct, not who made them."</p>
            <table class="grade"><tbody>{rows.into_iter().collect_view()}{variant}</tbody></table>
            <GradedSteps caption=Some("Step by step".to_owned()) steps=grade.steps.clone() />
            <ul>{why.collect_view()}</ul>
        })
    };
    view! {
        <header class="lessons-head">
            <p><a href="#/lessons">"Lessons"</a></p>
            <h1>"Receipt"</h1>
            <p role="status" hidden=move || !waits()>"Replaying the receipt …"</p>
            <p class="problem" role="alert">{move || teaching.of(|state| state.problem.clone())}</p>
        </header>
        <Show when=move || wanted_lesson.read().is_some()>
            <div class="wanted" role="status">
                <p>{wanted}</p>
                <p class="actions"><FileButton label="Open the lesson file" on_text=open_file /></p>
            </div>
        </Show>
        {result}
    }
}

/// The worksheet of a lesson, for printing; with the answers for teachers.
#[component]
fn Sheet(id: String) -> impl IntoView {
    let page = expect_context::<Page>();
    let teaching = page.teaching;
    let back = LessonPlace::Step { id, step: 1 }.address();
    let html = teaching.memo(|state| state.sheet.clone());
    let for_teacher = move || teaching.of(|state| state.for_teacher);
    let choose = move |teacher| page.teach(LessonAction::SheetFor { teacher });
    view! {
        <header class="lessons-head no-print">
            <p><a href=back>"Back to the lesson"</a></p>
            <p class="actions">
                <Show when=move || !teaching.of(LessonState::hides_answers)><label class="check"><input type="checkbox" prop:checked=for_teacher on:change:target=move |event| choose(event.target().checked()) />" Teacher’s sheet, with answers"</label></Show>
                <button class="primary" type="button" disabled=move || html.read().is_none() on:click=move |_| { let _ = window().print(); }>"Print"</button>
            </p>
            <HandingOut />
            <ForPlatform />
            <p class="problem" role="alert">{move || teaching.of(|state| state.problem.clone())}</p>
            <Show when=move || teaching.of(|state| state.wanted.is_some())><WantedLesson /></Show>
        </header>
        <article class="worksheet" inner_html=move || html.get().unwrap_or_default()></article>
    }
}
