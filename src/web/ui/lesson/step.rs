//! A step of a lesson beside its picture.

use flitscope::lesson::{HandIn, LessonAction, LessonState, OnTo, StepShown, Work};
use flitscope::page::{LessonPlace, PageStateStoreFields, StepPhase};
use leptos::html;
use leptos::prelude::*;
use leptos::wasm_split::wasm_split;

use super::challenge::Challenge;
use super::own::{HandingOut, NameForm, WantedLesson};
use super::package::ForPlatform;
use super::question::Question;
use super::words::{ExplainedWord, Words};
use crate::ui::controls::part::Fetched;
use crate::ui::state::lesson::{Teaching, first_step_of};
use crate::ui::state::{page::Page, storage::NotStored, storage::recall, view_options::Look};

/// [`LessonPanel`], fetched when it is first shown.
#[wasm_split(lessons, fallible, wasm_split_path = leptos::wasm_split)]
pub fn lesson_panel() -> Fetched {
    Ok(|| view! { <LessonPanel /> }.into_any())
}

/// The open lesson: title, step buttons, and the current step.
#[component]
fn LessonPanel() -> impl IntoView {
    let teaching = expect_context::<Teaching>();
    let shown = teaching.step;
    let is_last = teaching.memo(|state| {
        state.lesson.is_some() && state.number() >= state.steps() && !state.needs_name()
    });
    let is_wanted = move || teaching.of(|state| state.wanted.is_some());
    let needs_name = teaching.memo(LessonState::needs_name);
    let waits = move || {
        teaching.of(|state| state.step.is_none() && !state.is_explained() && !state.needs_name())
    };
    let is_unsaved = move || teaching.of(|state| !state.unsaved.is_empty());
    view! {
        <aside class="lesson panel" aria-label="Lesson">
            <div class="lesson-step">
                <p class="muted" role="status" hidden=move || !waits()>"Opening the lesson …"</p>
                <Show when=move || teaching.of(|state| state.closes) fallback=move || shown.get().map(|shown| view! { <Step shown /> })>
                    <Closing />
                </Show>
                <Show when=is_wanted><WantedLesson /></Show>
                <Show when=move || needs_name.get()><NameForm /></Show>
                <p class="problem" role="alert">{move || teaching.of(|state| state.problem.clone())}</p>
                <p class="problem" role="status">{move || teaching.of(LessonState::not_kept_here)}</p>
                <p class="problem" role="alert">{move || is_unsaved().then(|| NotStored.to_string())}</p>
                <Show when=move || is_last.get()><HandOut /><HandingOut /><ForPlatform /></Show>
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
        let next = teaching.of(LessonState::next_lesson)?;
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

/// The content of a step: text, question or challenge, and explanation.
#[component]
fn Step(shown: std::sync::Arc<StepShown>) -> impl IntoView {
    let teaching = expect_context::<Teaching>();
    let look = expect_context::<Look>();
    let heading = NodeRef::<html::H2>::new();
    if !look.presenting.get_untracked() {
        // Screen readers and keyboard users start at the heading of the step. Focusing fails only where it is not visible.
        heading.on_load(|heading| _ = heading.focus());
    }
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
    let goal_of_lesson = move || {
        let lesson = teaching.lesson.read();
        lesson.as_ref().map(|lesson| lesson.goal.clone())
    };
    let seen = move || teaching.phase.get() == StepPhase::Seen;
    let question = ask.map(|ask| view! { <Question shown=shown.clone() ask /> }.into_any());
    let challenge = goal.map(|goal| {
        let page = expect_context::<Page>();
        let given = page.read_query(&shown.scene).address.scenario;
        view! { <Challenge given goal /> }.into_any()
    });
    view! {
        <h2 node_ref=heading tabindex="-1"><span class="step-number">{number}</span><span class="of-steps">{move || format!("of {}", teaching.of(LessonState::steps))}</span>{title}</h2>
        {(number == 1).then(|| view! { <p class="help goal">"Goal: " {goal_of_lesson}</p> })}
        <Words html=text class="step-text" />
        <ExplainedWord />
        {question}
        {challenge}
        {(!has_task && moves).then(|| view! { <RunAgain /> })}
        {then.map(|then| view! { <Show when=move || seen() || !moves><Words html=then.clone() class="verdict-box" /></Show> })}
    }
}

/// Button that runs a step without a task once more.
#[component]
fn RunAgain() -> impl IntoView {
    let page = expect_context::<Page>();
    let is_seen = move || page.teaching.phase.get() == StepPhase::Seen;
    view! {
        <Show when=is_seen>
            <p class="actions"><button id="run-step" type="button" on:click=move |_| page.teach(LessonAction::Run)>"Run again"</button></p>
        </Show>
    }
}

/// *Back*, and the one filled button: what comes next.
#[component]
fn Onward() -> impl IntoView {
    let page = expect_context::<Page>();
    let teaching = page.teaching;
    let number = teaching.memo(LessonState::number);
    let is_known = move || teaching.of(|state| state.lesson.is_some() && !state.needs_name());
    // The step that is shown is not called open before the user has left it.
    let open = teaching.memo(|state| {
        let number = state.number();
        let done = state.done().filter(|_| number >= state.steps());
        let open = done.into_iter().flat_map(Work::open);
        open.filter(|&step| step != number).collect::<Vec<_>>()
    });
    let open_steps = move || {
        let steps = open.get().into_iter().map(|step| {
            let go = move |_| page.teach(LessonAction::Step(step));
            view! { " "<button class="link" type="button" on:click=go>{step}</button> }.into_any()
        });
        steps.collect_view()
    };
    view! {
        <footer class="onward" hidden=move || !is_known()>
            <Show when=move || !open.read().is_empty()>
                <p class="open-steps">"Not answered yet: step"{open_steps}</p>
            </Show>
            <button id="step-back" class="big" type="button" disabled=move || number.get() == 1 on:click=move |_| page.teach(LessonAction::Back)>"Back"</button>
            <Next />
        </footer>
    }
}

/// The next thing to do in the step.
#[component]
fn Next() -> impl IntoView {
    let page = expect_context::<Page>();
    let teaching = page.teaching;
    let next = Memo::new(move |_| page.of_lesson(LessonState::next_for_student));
    let moves = move || {
        teaching
            .step
            .read()
            .as_ref()
            .is_some_and(|step| step.moves())
    };
    let is_empty = move || teaching.draft.read().trim().is_empty();
    let plain = move |id: &'static str, name: &'static str, action: LessonAction| {
        // What follows may be made of the same element, and submits the answer.
        let press = move |event: leptos::ev::MouseEvent| {
            event.prevent_default();
            page.teach(action.clone());
        };
        view! { <button id=id class="primary big" type="button" on:click=press>{name}</button> }
            .into_any()
    };
    move || {
        match next.get() {
        OnTo::Wait => view! { <button class="primary big" type="button" disabled>"Judging …"</button> }.into_any(),
        OnTo::Answer => view! {
            <button id="predict" class="primary big" type="submit" form="question" disabled=is_empty>
                {move || if moves() { "Predict and run" } else { "Answer" }}
            </button>
        }
        .into_any(),
        OnTo::Run => plain("run-step", "Run", LessonAction::Run),
        OnTo::End => plain("end-step", "Show the end", LessonAction::End),
        OnTo::Again => plain("answer-again", "Answer again", LessonAction::Again),
        OnTo::Reveal => plain("show-answer", "Show the answer", LessonAction::Reveal),
        OnTo::Check => plain("check", "Check", LessonAction::Check),
        OnTo::NextStep => plain("step-on", "Next step", LessonAction::NextStep),
        OnTo::Summary => match teaching.state.with_untracked(LessonState::next_lesson) {
            Some(next) => view! { <a id="next-lesson" class="button primary big" href=first_step_of(next)>{format!("Next lesson: {}", next.title)}</a> }.into_any(),
            None => view! { <a class="button primary big" href="#/lessons">"All lessons"</a> }.into_any(),
        },
    }
    }
}

/// The receipt, the worksheet, and a link that opens the network in Explore.
#[component]
fn HandOut() -> impl IntoView {
    let page = expect_context::<Page>();
    let teaching = page.teaching;
    let known = teaching
        .state
        .with_untracked(|state| state.known_name(recall));
    let name_label = if known.is_none() {
        "Your name for the receipt (optional)"
    } else {
        "Your name, as at the beginning"
    };
    let receipt = teaching.memo(|state| state.receipt.clone());
    let name = RwSignal::new(known.unwrap_or_default());
    let hand_in = move |how: HandIn| page.teach(LessonAction::HandIn(how, name.get_untracked()));
    let explore = move || format!("#/lab?{}", page.state.scenario().read().to_link());
    let sheet = move || {
        let lesson = teaching.lesson.read();
        let id = lesson.as_ref().map(|lesson| lesson.id.clone());
        LessonPlace::Sheet(id.unwrap_or_default()).address()
    };
    view! {
        <details class="hand-out">
            <summary>"Receipt, worksheet and exploring further"</summary>
            <div class="field"><label for="receipt-name">{name_label}</label>
                <input id="receipt-name" autocomplete="name" prop:value=name on:input:target=move |event| name.set(event.target().value()) /></div>
            <p class="actions">
                <button id="receipt" type="button" on:click=move |_| hand_in(HandIn::Receipt)>"Make a receipt"</button>
                <a href=sheet>"Worksheet to print"</a>
                <a href=explore>"Explore this network"</a>
            </p>
            {move || receipt.get().map(|receipt| {
                let link = receipt.link.clone();
                view! {
                    <p class="actions" role="status"><button id="save-receipt" type="button" on:click=move |_| hand_in(HandIn::Save)>"Save the receipt"</button><a href=link>"The receipt as a link"</a><button id="save-xapi" type="button" on:click=move |_| hand_in(HandIn::Statements)>"Save xAPI statements"</button></p>
                    <p class="help">"It contains your answers and scenes, which anyone can replay. It does not prove who made it."</p>
                }
            })}
        </details>
    }
}
