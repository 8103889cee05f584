//! A question about what the picture will show: the answer, the run, and the verdict.

use std::sync::Arc;

use flitscope::lesson::{
    AskShown, Kind, LessonAction, LessonState, Outcome, StepShown, VerdictShown, how_to_answer,
};
use flitscope::page::StepPhase;
use leptos::prelude::*;

use super::curve::{CurveAnswer, CurveExports};
use super::words::Words;
use crate::ui::state::lesson::ANSWER_FIELD;
use crate::ui::state::page::Page;

/// The reply to a wrong answer that is not foreseen.
const UNFORESEEN: &str = "<p>Your prediction is still marked in the picture. Run it once more and watch where it \
                          differs from what happens.</p>";

/// Id of the message that says why a text is not an answer.
const REFUSED: &str = "answer-refused";

#[component]
pub fn Question(shown: Arc<StepShown>, ask: AskShown) -> impl IntoView {
    let page = expect_context::<Page>();
    let teaching = page.teaching;
    let kind = ask.kind;
    let phase = teaching.phase;
    let moves = shown.moves();
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        if teaching.draft.read_untracked().trim().is_empty() {
            return;
        }
        page.teach(LessonAction::Run);
    };
    let skip = move |_| page.teach(LessonAction::Skip);
    let (unsure, pass) = if moves {
        ("Not sure", "Skip the prediction")
    } else {
        ("Show the answer", "")
    };
    let reads = move || phase.get() == StepPhase::Reading;
    let refused = teaching.memo(|state| state.refused.clone());
    let is_over = teaching.memo(LessonState::has_no_tries_left);
    let tries = teaching.memo(|state| state.tries().map(tries_in_words));
    let asked = ask.text.clone();
    let is_kept = teaching.memo(LessonState::is_as_answered);
    let recalled = teaching.memo(|state| state.recalled_verdict().cloned());
    // Outside the fields, which are disabled once the answer is given.
    let axes = ask.axes.clone().filter(|_| kind == Kind::Curve);
    let exports = axes.map(|axes| view! { <CurveExports axes /> });
    view! {
        <form id="question" class="question" data-kind=kind.id() on:submit=submit>
            <Words html=asked class="asked" />
            <fieldset disabled=move || !reads() || is_over.get()>
                <legend class="help">{how_to_answer(kind)}</legend>
                <Field ask />
            </fieldset>
            {exports}
            <div id=REFUSED class="problem" role="alert" inner_html=move || refused.get().unwrap_or_default()></div>
            <p class="help" hidden=move || !is_kept.get()>"This is what you answered last. Run it again, or change it."</p>
            {move || recalled.get().map(|verdict| view! { <Recalled verdict moves /> })}
            <p class="help tries" role="status" hidden=move || !reads() || tries.read().is_none()>{tries}</p>
            <Show when=move || reads() && !teaching.of(LessonState::hides_answers)>
                <p class="actions">
                    <button id="skip" type="button" title=pass on:click=skip>{move || if is_over.get() { "Show the answer" } else { unsure }}</button>
                </p>
            </Show>
            <p class="help" role="status" hidden=move || phase.get() != StepPhase::Running>"The picture shows it now."</p>
            <Show when=move || phase.get() == StepPhase::Seen><Verdict shown=shown.clone() /></Show>
        </form>
    }
}

/// Describes the next try, or that there is none.
fn tries_in_words((given, allowed): (usize, usize)) -> String {
    if given < allowed {
        format!("Try {} of {allowed}.", given + 1)
    } else if allowed == 1 {
        "Your answer is handed in as it is.".to_owned()
    } else {
        let all = if allowed == 2 {
            "Both".to_owned()
        } else {
            format!("All {allowed}")
        };
        format!("{all} tries are used; your answers are handed in as they are.")
    }
}

/// The input for the answer.
#[component]
fn Field(ask: AskShown) -> impl IntoView {
    let page = expect_context::<Page>();
    let draft = page.teaching.draft;
    let enter = move |answer| page.teach(LessonAction::Enter(answer));
    let is_refused = move || page.teaching.of(|state| state.refused.is_some());
    let AskShown {
        kind,
        unit,
        options,
        axes,
        ..
    } = ask;
    match kind {
        Kind::Choice => {
            let options = options.into_iter().enumerate().map(|(index, html)| {
                let value = index.to_string();
                let is_chosen = { let value = value.clone(); move || *draft.read() == value };
                let chosen = { let value = value.clone(); move |_| enter(value.clone()) };
                view! {
                    <label class="option">
                        <input type="radio" name="option" value=value prop:checked=is_chosen on:change=chosen />
                        <span inner_html=html></span>
                    </label>
                }
                .into_any()
            });
            options.collect_view().into_any()
        }
        Kind::Curve => {
            let axes = axes.map(|axes| view! { <CurveAnswer axes /> });
            axes.into_any()
        }
        _ => {
            let mode = if kind == Kind::Number {
                "decimal"
            } else {
                "text"
            };
            view! {
                <span class="typed">
                    <input
                        id=ANSWER_FIELD
                        aria-label="Your answer"
                        aria-invalid=move || is_refused().then_some("true")
                        aria-describedby=move || is_refused().then_some(REFUSED)
                        autocomplete="off"
                        spellcheck="false"
                        inputmode=mode
                        prop:value=draft
                        on:input:target=move |event| enter(event.target().value())
                    />
                    <span>{unit}</span>
                    <Show when=move || kind != Kind::Number>
                        <button type="button" on:click=move |_| enter(String::new())>"Clear"</button>
                    </Show>
                </span>
            }
            .into_any()
        }
    }
}

/// The headline of a verdict; `moves` tells whether the step has a run.
fn headline(outcome: &Outcome, moves: bool) -> &'static str {
    match outcome {
        Outcome::Revealed { .. } => "This is what happens.",
        Outcome::Right if moves => "As you predicted.",
        Outcome::Right => "Right.",
        Outcome::Wrong => "Not quite.",
    }
}

/// The verdict on the answer that was given last on an earlier visit.
#[component]
fn Recalled(verdict: VerdictShown, moves: bool) -> impl IntoView {
    let is_right = verdict.outcome == Outcome::Right;
    let says = verdict.says.unwrap_or_default();
    view! {
        <div class="verdict-box" class:right=is_right>
            <p><b>{headline(&verdict.outcome, moves)}</b></p>
            <Words html=says />
        </div>
    }
}

/// The verdict on the answer, shown after the run.
#[component]
fn Verdict(shown: Arc<StepShown>) -> impl IntoView {
    let page = expect_context::<Page>();
    let teaching = page.teaching;
    let verdict = teaching.memo(|state| state.verdict.clone());
    let moves = shown.moves();
    let title = move || {
        let told = verdict.read();
        told.as_ref().map(|told| headline(&told.outcome, moves))
    };
    let says = Signal::derive(move || {
        let told = verdict.get();
        let is_wrong = told
            .as_ref()
            .is_some_and(|told| told.outcome == Outcome::Wrong);
        let says = told.and_then(|told| told.says.clone());
        says.unwrap_or_else(|| if is_wrong { UNFORESEEN } else { "" }.to_owned())
    });
    let elsewhere = move || {
        let has_scene = verdict.read().as_ref()?.scene.is_some();
        has_scene.then(|| {
            let show = move |_| page.teach(LessonAction::SeeWhy);
            view! { <button id="see-why" type="button" on:click=show>"See it in a picture"</button> }
        })
    };
    let lost = teaching.memo(|state| {
        let tries = state.tries().filter(|_| state.is_lost());
        tries.map(tries_in_words)
    });
    let is_open = move || teaching.of(|state| !state.is_true() && !state.hides_answers());
    let reveal = move |_| page.teach(LessonAction::Reveal);
    view! {
        <div class="reply">
            // Where answers are kept from students, the end of a run has none.
            <div class="verdict-box" class:right=teaching.is_true role="status" hidden=move || verdict.read().is_none()>
                <p><b>{title}</b></p>
                <Words html=says />
                <p hidden=move || lost.read().is_none()>{lost}</p>
            </div>
            <p class="actions">
                {elsewhere}
                <Show when=is_open>
                    <button id="show-answer" type="button" on:click=reveal>"Show the answer"</button>
                </Show>
                <Show when=move || moves && !teaching.of(LessonState::hides_run)><button id="run-again" type="button" on:click=move |_| page.player.play_from(0)>"Play from the start"</button></Show>
            </p>
        </div>
    }
}
