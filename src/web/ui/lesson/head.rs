//! The lesson in the bar: its title, its steps, and what else there is to do with it.

use std::collections::BTreeSet;

use flitscope::lesson::{LessonAction, LessonState};
use flitscope::page::LessonPlace;
use leptos::prelude::*;
use leptos::wasm_split::wasm_split;

use super::own::{CopyStepLink, WhoseVariant};
use crate::ui::controls::part::{Fetched, part};
use crate::ui::controls::popover::Popover;
use crate::ui::state::lesson::Teaching;
use crate::ui::state::page::Page;
use browser::popovers;

/// Title and progress of the open lesson, which opens the list of its steps.
#[component]
pub fn LessonHead() -> impl IntoView {
    let teaching = expect_context::<Teaching>();
    let title = move || {
        let lesson = teaching.lesson.read();
        lesson.as_ref().map(|lesson| lesson.title.clone())
    };
    let is_known = move || teaching.lesson.read().is_some();
    view! {
        <h1 class="lesson-title">{title}</h1>
        <Show when=is_known>
            <Popover id="lesson-steps" name="Steps of the lesson" class="opens progress" label=|| view! { <Progress /> }>
                {part(steps)}
            </Popover>
        </Show>
        <Show when=move || teaching.of(LessonState::hides_answers)><span class="help">"Student’s view"</span></Show>
        <WhoseVariant />
    }
}

/// A bar for each step, filled as far as one has come, and the number of the step.
#[component]
fn Progress() -> impl IntoView {
    let teaching = expect_context::<Teaching>();
    let done = teaching.memo(marks);
    let place = teaching.memo(|state| (state.number(), state.steps()));
    let bars = move || {
        let marks = done.read();
        let (here, steps) = place.get();
        let bars = (1..=steps).map(|step| {
            let class = if marks.missed.contains(&step) {
                "missed"
            } else if marks.answered.contains(&step) || step < here {
                "done"
            } else if step == here {
                "here"
            } else {
                ""
            };
            view! { <i class=class></i> }.into_any()
        });
        bars.collect_view()
    };
    view! {
        <span class="bars" aria-hidden="true">{bars}</span>
        <span>{move || { let (here, steps) = place.get(); format!("{here} of {steps}") }}</span>
    }
}

/// The steps, fetched when they are first shown.
#[wasm_split(lessons, fallible, wasm_split_path = leptos::wasm_split)]
fn steps() -> Fetched {
    Ok(|| view! { <Steps /> }.into_any())
}

/// Actions on the lesson as a whole, of a teacher or a student.
#[component]
pub fn LessonMenu() -> impl IntoView {
    let teaching = expect_context::<Teaching>();
    let about = move || match teaching.at.get() {
        LessonPlace::Step { id, .. } => LessonPlace::About(id).address(),
        other => other.address(),
    };
    view! {
        <nav class="menu" aria-label="This lesson">
            <a href=about>"About this lesson, for teachers"</a>
            <a href=LessonPlace::Glossary.address()>"Glossary"</a>
        </nav>
        {part(lesson_extras)}
    }
}

#[wasm_split(lessons, fallible, wasm_split_path = leptos::wasm_split)]
fn lesson_extras() -> Fetched {
    Ok(|| view! { <LessonExtras /> }.into_any())
}

#[component]
fn LessonExtras() -> impl IntoView {
    let page = expect_context::<Page>();
    let is_own = Memo::new(move |_| page.shows_own_step());
    view! { <Show when=move || is_own.get()><CopyStepLink /></Show> }
}

/// The steps that are marked, from 1.
#[derive(Clone, Default, PartialEq)]
struct StepMarks {
    answered: BTreeSet<usize>,
    /// Answered, and not rightly yet.
    missed: BTreeSet<usize>,
    open: BTreeSet<usize>,
}

/// The marks of the open lesson.
fn marks(state: &LessonState) -> StepMarks {
    let done = state.done();
    let marks = done.map(|done| StepMarks {
        answered: done.answered(),
        missed: done.missed().collect(),
        open: done.open().collect(),
    });
    marks.unwrap_or_default()
}

/// A button for each step of the lesson.
#[component]
fn Steps() -> impl IntoView {
    let page = expect_context::<Page>();
    let teaching = page.teaching;
    let number = teaching.memo(LessonState::number);
    let done = teaching.memo(marks);
    let buttons = move || {
        let lesson = teaching.lesson.get()?;
        let steps = lesson.steps.iter().enumerate().map(|(index, title)| {
            let step = index + 1;
            let is_here = move || (number.get() == step).then_some("step");
            let is_missed = move || done.read().missed.contains(&step);
            let is_answered = move || done.read().answered.contains(&step);
            let is_open = move || number.get() != step && done.read().open.contains(&step);
            let title = title.clone();
            let shown = title.clone();
            let go = move |_| {
                popovers::close_open();
                page.teach(LessonAction::Step(step));
            };
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
                <li><button type="button" class:answered=is_answered class:missed=is_missed class:open=is_open class="item" aria-label=name aria-current=is_here on:click=go><span class="step-number">{step}</span>{shown}</button></li>
            }
            .into_any()
        });
        Some(steps.collect_view())
    };
    view! { <nav class="lesson-steps" aria-label="Steps"><ol>{buttons}</ol></nav> }
}
