//! A step of a lesson beside its picture.

use std::collections::BTreeSet;

use flitscope::lesson::{Draft, Request, StepShown};
use flitscope::page::{LessonPlace, PageStateStoreFields, StepPhase};
use leptos::html;
use leptos::prelude::*;
use leptos::wasm_split::wasm_split;

use super::challenge::Challenge;
use super::own::{CopyStepLink, HandingOut, NameForm, WantedLesson, WhoseVariant};
use super::package::ForPlatform;
use super::question::Question;
use super::words::{ExplainedWord, Words};
use crate::ui::controls::part::Fetched;
use crate::ui::state::lesson::teaching::{Teaching, first_step_of};
use crate::ui::state::{page::Page, storage::NotStored, view_options::Look};

/// [`LessonPanel`], fetched when it is first shown.
#[wasm_split(lessons, fallible, wasm_split_path = leptos::wasm_split)]
pub fn lesson_panel() -> Fetched {
    Ok(|| view! { <LessonPanel /> }.into_any())
}

/// The open lesson: title, step buttons, and the current step.
#[component]
fn LessonPanel() -> impl IntoView {
    let page = expect_context::<Page>();
    let teaching = page.teaching;
    let title = move || {
        teaching
            .lesson
            .read()
            .as_ref()
            .map(|lesson| lesson.title.clone())
    };
    let about = move || match teaching.at.get() {
        LessonPlace::Step { id, .. } => LessonPlace::About(id).address(),
        other => other.address(),
    };
    let shown = Memo::new(move |_| teaching.step.get());
    let is_wanted = move || teaching.wanted.read().is_some();
    let needs_name = Memo::new(move |_| teaching.needs_name());
    let waits = move || {
        let is_told = teaching.problem.read().is_some() || is_wanted() || needs_name.get();
        shown.read().is_none() && !is_told
    };
    let is_own = Memo::new(move |_| page.shows_own_step());
    view! {
        <aside class="lesson" aria-label="Lesson">
            <header class="lesson-head">
                <a class="to-lessons" href="#/lessons">"Lessons"</a>
                <a class="lesson-title" title="About this lesson" href=about>{title}</a>
                <Show when=move || teaching.hides_answers()><span class="help">"Student’s view"</span></Show>
                <WhoseVariant />
                <Show when=move || is_own.get()><CopyStepLink /></Show>
                <Steps />
            </header>
            <div class="lesson-step">
                <p class="muted" role="status" hidden=move || !waits()>"Opening the lesson …"</p>
                <Show when=move || teaching.closes.get() fallback=move || shown.get().map(|shown| view! { <Step shown /> })>
                    <Closing />
                </Show>
                <Show when=is_wanted><WantedLesson /></Show>
                <Show when=move || needs_name.get()><NameForm /></Show>
                <p class="problem" role="alert">{move || teaching.problem.get()}</p>
                <p class="problem" role="status">{move || teaching.not_kept_here()}</p>
                <p class="problem" role="alert">{move || (!teaching.unsaved.read().is_empty()).then(|| NotStored.to_string())}</p>
            </div>
            <Onward />
        </aside>
    }
}

/// The summary after the last step, for an audience: the goal that was reached, the conclusions, and the next lesson.
/// A lesson without conclusions lists its steps instead.
#[component]
fn Closing() -> impl IntoView {
    let teaching = expect_context::<Teaching>();
    let goal = move || {
        let lesson = teaching.lesson.read();
        lesson.as_ref().map(|lesson| lesson.goal.clone())
    };
    let learned = move || {
        let lesson = teaching.lesson.get()?;
        let items = |texts: &[String]| {
            let each = texts.iter().map(|text| view! { <li>{text.clone()}</li> });
            each.collect_view()
        };
        Some(if lesson.conclusions.is_empty() {
            view! { <ol>{items(&lesson.steps)}</ol> }.into_any()
        } else {
            view! { <ul>{items(&lesson.conclusions)}</ul> }.into_any()
        })
    };
    let next = move || {
        let next = teaching.next_lesson()?;
        Some(
            view! { <p class="next-lesson">"Next lesson (PageDown): "<a href=first_step_of(next)>{next.title}</a></p> },
        )
    };
    view! {
        <div class="closing" role="status">
            <h2>"Summary"</h2>
            <p>{goal}</p>
            {learned}
            {next}
        </div>
    }
}

/// The steps that are marked, from 1.
#[derive(Clone, Default, PartialEq)]
struct StepMarks {
    answered: BTreeSet<usize>,
    /// Answered, and not rightly yet.
    missed: BTreeSet<usize>,
    open: BTreeSet<usize>,
}

/// A small button for each step of the lesson.
#[component]
fn Steps() -> impl IntoView {
    let teaching = expect_context::<Teaching>();
    let number = Memo::new(move |_| teaching.number());
    let done = Memo::new(move |_| {
        let done = teaching.done();
        let marks = done.map(|done| StepMarks {
            answered: done.answered(),
            missed: done.missed().collect(),
            open: done.open().collect(),
        });
        marks.unwrap_or_default()
    });
    let buttons = move || {
        let lesson = teaching.lesson.get()?;
        let steps = lesson.steps.iter().enumerate().map(|(index, title)| {
            let step = index + 1;
            let is_here = move || (number.get() == step).then_some("step");
            let is_missed = move || done.read().missed.contains(&step);
            let is_answered = move || done.read().answered.contains(&step);
            let is_open = move || number.get() != step && done.read().open.contains(&step);
            let title = title.clone();
            let name = Signal::derive(move || {
                let mark = if is_missed() {
                    ", answered, not right yet"
                } else if is_answered() {
                    ", answered"
                } else if is_open() {
                    ", still open"
                } else {
                    ""
                };
                format!("Step {step}: {title}{mark}")
            });
            view! {
                <li><button type="button" class:answered=is_answered class:missed=is_missed class:open=is_open aria-label=name title=name aria-current=is_here on:click=move |_| teaching.go_to_step(step)>{step}</button></li>
            }
            .into_any()
        });
        Some(steps.collect_view())
    };
    view! { <nav class="lesson-steps" aria-label="Steps"><ol>{buttons}</ol></nav> }
}

/// The content of a step: text, question or challenge, and explanation.
#[component]
fn Step(shown: std::sync::Arc<StepShown>) -> impl IntoView {
    let teaching = expect_context::<Teaching>();
    let look = expect_context::<Look>();
    let heading = NodeRef::<html::H2>::new();
    // Screen readers and keyboard users start at the heading of the step.
    let is_presenting = StoredValue::new(look.presenting.get_untracked());
    Effect::new(move |_| {
        if let Some(heading) = heading.get().filter(|_| !is_presenting.get_value()) {
            // Fails only for a heading that is not visible.
            let _ = heading.focus();
        }
    });
    let moves = shown.moves();
    let StepShown {
        step: number,
        title,
        text,
        then,
        ask,
        goal,
        ..
    } = (*shown).clone();
    let has_task = ask.is_some() || goal.is_some();
    let seen = move || teaching.phase.get() == StepPhase::Seen;
    let question = ask.map(|ask| view! { <Question shown=shown.clone() ask /> }.into_any());
    let challenge = goal.map(|goal| view! { <Challenge shown goal /> }.into_any());
    view! {
        <h2 node_ref=heading tabindex="-1"><span class="step-number">{number}</span><span class="of-steps">{move || format!("of {}", teaching.steps())}</span>{title}</h2>
        <Words html=text class="step-text" />
        <ExplainedWord />
        {question}
        {challenge}
        {(!has_task && moves).then(|| view! { <RunButtons /> })}
        {then.map(|then| view! { <Show when=move || seen() || !moves><Words html=then.clone() class="verdict-box" /></Show> })}
    }
}

/// Buttons that run a step without a question, or skip to its end.
#[component]
fn RunButtons() -> impl IntoView {
    let page = expect_context::<Page>();
    let phase = page.teaching.phase;
    let label = move || {
        if phase.get() == StepPhase::Seen {
            "Run again"
        } else {
            "Run"
        }
    };
    view! {
        <p class="actions">
            <Show when=move || phase.get() == StepPhase::Running fallback=move || view! {
                <button id="run-step" class="primary" type="button" on:click=move |_| page.run_step()>{label}</button>
            }>
                <button id="end-step" type="button" on:click=move |_| page.end_step()>"Show the end"</button>
            </Show>
        </p>
    }
}

/// Links to the previous and the next step, and from the last one to the next lesson.
#[component]
fn Onward() -> impl IntoView {
    let teaching = expect_context::<Teaching>();
    let number = Memo::new(move |_| teaching.number());
    let is_last = Memo::new(move |_| number.get() >= teaching.steps());
    let next_lesson = move || {
        let next = teaching.next_lesson()?;
        let address = first_step_of(next);
        Some(
            view! { <a class="button primary" href=address>{format!("Next lesson: {}", next.title)}</a> },
        )
    };
    let is_known = move || teaching.lesson.read().is_some() && !teaching.needs_name();
    // The step that is shown is not called open before the user has left it.
    let open = Memo::new(move |_| {
        let Some(done) = teaching.done().filter(|_| is_last.get()) else {
            return Vec::new();
        };
        let open = done.open().filter(|&step| step != number.get());
        open.collect()
    });
    let open_steps = move || {
        let steps = open.get().into_iter().map(|step| {
            let go = move |_| teaching.go_to_step(step);
            view! { " "<button class="link" type="button" on:click=go>{step}</button> }.into_any()
        });
        steps.collect_view()
    };
    view! {
        <footer class="onward" hidden=move || !is_known()>
            <Show when=move || !open.read().is_empty()>
                <p class="open-steps">"Not answered yet: step"{open_steps}</p>
            </Show>
            <button id="step-back" type="button" disabled=move || number.get() == 1 on:click=move |_| teaching.go_back()>"Back"</button>
            <Show when=move || !is_last.get() fallback=move || view! { {next_lesson} <a href="#/lessons">"All lessons"</a> }>
                <button id="step-on" type="button" on:click=move |_| teaching.go_to_step(number.get_untracked() + 1)>"Next step"</button>
            </Show>
            <Show when=move || is_last.get()><HandOut /><HandingOut /><ForPlatform /></Show>
        </footer>
    }
}

/// The receipt, the worksheet, and a link that opens the network in Explore.
#[component]
fn HandOut() -> impl IntoView {
    let page = expect_context::<Page>();
    let teaching = page.teaching;
    // Where the name has chosen the variant, a receipt must have the same name.
    let known = untrack(|| {
        teaching
            .name_of_variant()
            .or_else(|| teaching.student.get())
    });
    let name = RwSignal::new(known.unwrap_or_default());
    let name_label = if untrack(|| name.get()).is_empty() {
        "Your name for the receipt (optional)"
    } else {
        "Your name, as at the beginning"
    };
    let id = move || {
        teaching
            .lesson
            .read()
            .as_ref()
            .map(|lesson| lesson.id.clone())
            .unwrap_or_default()
    };
    let ask = move |_| {
        let done = untrack(|| teaching.done());
        let name = name.get_untracked();
        page.ask_lessons(Request::Receipt { name, done });
    };
    let receipt = teaching.receipt;
    let save = move |_| {
        if let Some(receipt) = &*receipt.read_untracked() {
            let id = untrack(id);
            let file = match name.read_untracked().trim() {
                "" => format!("flitscope-receipt-{id}.json"),
                name => format!("flitscope-receipt-{id}-{}.json", Draft::id_for(name)),
            };
            // A browser that refuses to save reports that itself.
            let _ = browser::files::save_text(&receipt.json, "application/json", &file);
        }
    };
    let save_statements = move |_| {
        let done = untrack(|| teaching.done());
        let name = name.get_untracked();
        page.ask_lessons(Request::Statements { name, done });
    };
    let explore = move || format!("#/lab?{}", page.state.scenario().read().to_link());
    let sheet = move || LessonPlace::Sheet(id()).address();
    view! {
        <details class="hand-out">
            <summary>"Receipt, worksheet and exploring further"</summary>
            <div class="field"><label for="receipt-name">{name_label}</label>
                <input id="receipt-name" autocomplete="name" prop:value=name on:input:target=move |event| name.set(event.target().value()) /></div>
            <p class="actions">
                <button id="receipt" type="button" on:click=ask>"Make a receipt"</button>
                <a href=sheet>"Worksheet to print"</a>
                <a href=explore>"Explore this network"</a>
            </p>
            {move || receipt.get().map(|receipt| {
                let link = receipt.link.clone();
                view! {
                    <p class="actions" role="status"><button id="save-receipt" type="button" on:click=save>"Save the receipt"</button><a href=link>"The receipt as a link"</a><button id="save-xapi" class="quiet" type="button" on:click=save_statements>"Save xAPI statements"</button></p>
                    <p class="help">"It contains your answers and scenes, which anyone can replay. It does not prove who made it."</p>
                }
            })}
        </details>
    }
}
