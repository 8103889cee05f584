//! The challenge of a step: the task, the goal, a recorded solution, and hints.

use flitscope::lesson::{BuilderAction, Notation, Recording};
use flitscope::page::PageStateStoreFields;
use flitscope::scenario::Scenario;
use leptos::prelude::*;
use serde_json::json;

use super::form::{Entries, Field, Fields, Making};
use crate::ui::lesson::by_hand::ByHand;

const GOAL: [Field; 2] = [
    Field::lines("goal-text", "What the student is to do", "/text", 2),
    Field::query("challenge-holds", "It is met when", "/holds")
        .help("A query on the changed network, for example: all_arrived() && changed() == 1"),
];

const SCORE: [Field; 3] = [
    Field::query("goal-score", "The score, the lower the better", "/score")
        .help("Empty: the number of changes."),
    Field::line("goal-counts", "Its unit, in the plural", "/counts"),
    Field::line("goal-par", "Par: the score of the solution", "/par").written(Notation::Number),
];

const HINT: [Field; 2] = [
    Field::query("-when", "If, on the changed network", "/when")
        .help("A query, for example: vcs() > 2. The word true fits every other attempt."),
    Field::lines("-text", "Hint", "/text", 2),
];

/// Returns the changes in a field, with commas between them; empty if none are recorded. Tracks the draft.
fn recorded(making: Making, path: &str) -> String {
    Notation::Texts.write(&making.value(path))
}

/// The form for the challenge at a path.
#[component]
pub fn ChallengeForm(path: String) -> impl IntoView {
    let making = expect_context::<Making>();
    let page = making.page;
    let solution_path = format!("{path}/solution");
    let solution = Memo::new(move |_| recorded(making, &solution_path));
    let told = move || match &**solution.read() {
        "" => "No solution is recorded yet.".to_owned(),
        solution => format!("Recorded: {solution}"),
    };
    let show = move |_| making.send(BuilderAction::ShowSolution);
    let state = page.teaching.state;
    let scene = state.with_untracked(|state| state.builder.scene_shown());
    let given = scene.map(|scene| page.read_query(&scene).address.scenario);
    let given = given.unwrap_or_else(|| page.state.scenario().get_untracked());
    view! {
        <fieldset class="group">
            <legend>"Challenge"</legend>
            <Fields path=path.clone() fields=&GOAL />
            <p class="help">"Change the network above the picture, or here, as a solution does; then record it. The student may then use the controls that the solution needs."</p>
            <Changes given />
            <p class="actions tight">
                <button id="record-solution" class="primary" type="button" on:click=move |_| making.send(BuilderAction::Record(Recording::Solution))>"Record the solution"</button>
                <button id="show-solution" type="button" disabled=move || solution.read().is_empty() on:click=show>"Show it"</button>
            </p>
            <p class="help recorded" role="status">{told}</p>
            <p class="help">"Hints for attempts that do not meet the goal (optional):"</p>
            <Entries path=format!("{path}/hint") id="hint" name="hint" add="Add a hint" focus="-when" new=|| json!({}) entry=|path, number| view! { <Hint path number /> }.into_any() />
            <details>
                <summary>"Score"</summary>
                <Fields path fields=&SCORE />
            </details>
        </fieldset>
    }
}

/// Messages and failed links beyond those of the scene, for authors who do not click.
#[component]
fn Changes(given: Scenario) -> impl IntoView {
    view! {
        <details>
            <summary>"Send messages or fail links"</summary>
            <ByHand given />
        </details>
    }
}

/// A hint for attempts that do not meet the goal.
#[component]
fn Hint(path: String, number: usize) -> impl IntoView {
    let making = expect_context::<Making>();
    let example = format!("{path}/example");
    let told = move || match &*recorded(making, &example) {
        "" => "No example is recorded yet: change the network as such an attempt does.".to_owned(),
        example => format!("Example: {example}"),
    };
    let record = move |_| making.send(BuilderAction::Record(Recording::Hint(number - 1)));
    let id = format!("hint-{number}");
    view! {
        <Fields path id fields=&HINT />
        <p class="help">{told}</p>
        <p class="actions tight"><button id=format!("record-hint-{number}") type="button" on:click=record>"Record such an attempt"</button></p>
    }
}
