//! A challenge: the user changes the scene until a goal holds.

use flitscope::lesson::{GoalShown, LessonAction, LessonState};
use flitscope::scenario::Scenario;
use leptos::prelude::*;

use super::by_hand::ByHand;
use super::words::Words;
use crate::ui::state::page::Page;

#[component]
pub fn Challenge(given: Scenario, goal: GoalShown) -> impl IntoView {
    let page = expect_context::<Page>();
    let text = goal.text.clone();
    let can_undo = Memo::new(move |_| page.of_lesson(LessonState::can_undo));
    let is_left = move || page.teaching.of(|state| state.challenge.is_left);
    let hides_answers = move || page.teaching.of(LessonState::hides_answers);
    let button = move |id: &'static str, name: &'static str, action: LessonAction| {
        let press = move |_| page.teach(action.clone());
        view! { <button id=id type="button" on:click=press>{name}</button> }
    };
    view! {
        <div class="challenge" data-kind="challenge">
            <p class="help">"Challenge"</p>
            <Words html=text class="asked" />
            <ChipsToChange />
            <ByHand given />
            <p class="help" role="status" hidden=move || !is_left()>"The network is as you left it here."</p>
            <div class="reply">
                <Verdict goal />
                <p class="replaced" role="status">
                    <Show when=move || can_undo.get()>"Your own changes were replaced. "<button id="undo-replaced" class="link" type="button" on:click=move |_| page.teach(LessonAction::UndoReplaced)>"Undo"</button></Show>
                </p>
                <p class="actions">
                    {button("start-over", "Start over", LessonAction::StartOver)}
                    <Show when=move || !hides_answers()>{button("solution", "Show a solution", LessonAction::Solve)}</Show>
                </p>
            </div>
        </div>
    }
}

/// The settings that the step allows; a click on one opens its form, which is at the picture.
#[component]
fn ChipsToChange() -> impl IntoView {
    let page = expect_context::<Page>();
    let chips = move || {
        let chips = CHIPS.iter().filter(|(control, ..)| page.allows(control));
        let chips = chips.map(|&(_, chip, name)| {
            let open = move |_| press(chip);
            view! { <button class="link" type="button" on:click=open>{name}</button>" " }.into_any()
        });
        chips.collect::<Vec<_>>()
    };
    let is_restricted =
        move || !page.allows("all") && CHIPS.iter().any(|(control, ..)| page.allows(control));
    view! {
        <Show when=is_restricted>
            <p class="chips-to-change">"You may change: " {chips}</p>
        </Show>
    }
}

/// Names that lessons use for settings, the ids of their buttons at the picture, and their names here.
const CHIPS: [(&str, &str, &str); 8] = [
    ("network", "set-network-button", "network"),
    ("routing", "set-routing-button", "routing"),
    ("vcs", "set-messages-button", "virtual channels V"),
    ("buffer", "set-messages-button", "buffer B"),
    ("switching", "set-messages-button", "switching"),
    ("rate", "set-messages-button", "injection rate λ"),
    ("traffic", "set-messages-button", "traffic"),
    ("length", "set-messages-button", "length M"),
];

/// Presses a button given by its id, which opens its panel.
fn press(id: &str) {
    if let Some(button) = document().get_element_by_id(id) {
        // On a narrow screen it is below the picture.
        button.scroll_into_view_with_bool(false);
        wasm_bindgen::JsCast::unchecked_ref::<web_sys::HtmlElement>(&button).click();
    }
}

/// The result of a check: success, a hint, or why nothing could be checked.
#[component]
fn Verdict(goal: GoalShown) -> impl IntoView {
    let page = expect_context::<Page>();
    let teaching = page.teaching;
    let attempt = teaching.memo(|state| state.challenge.attempt.clone());
    let hindrance = Memo::new(move |_| page.of_lesson(LessonState::hindrance));
    let is_hindered = move || hindrance.read().is_some();
    let is_met = move || attempt.read().as_ref().is_some_and(|told| told.met);
    let is_met = move || is_met() && !is_hindered();
    let is_missed = move || {
        let asks_check = teaching.of(|state| state.challenge.asks_check);
        asks_check && attempt.read().is_some() && !is_met() && !is_hindered()
    };
    let says = Signal::derive(move || {
        let attempt = attempt.read();
        let says = attempt.as_ref().and_then(|told| told.says.clone());
        says.unwrap_or_else(|| {
            let missed = if is_met() {
                ""
            } else {
                "<p>Not reached yet.</p>"
            };
            missed.to_owned()
        })
    });
    let shows_solution = Memo::new(move |_| page.of_lesson(LessonState::shows_solution));
    let met = move || {
        let score = attempt.read().as_ref().and_then(|told| told.score);
        goal.how_reached(score.filter(|_| !shows_solution.get()))
    };
    view! {
        <div role="status">
            <Show when=is_hindered><p class="verdict-box">{hindrance}</p></Show>
            <Show when=is_met><div class="verdict-box right"><p><b>{met.clone()}</b></p><Words html=says /></div></Show>
            <Show when=is_missed><Words html=says class="verdict-box" /></Show>
        </div>
    }
}
