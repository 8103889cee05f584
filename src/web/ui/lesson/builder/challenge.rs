//! The challenge of a step: the task, the goal, a recorded solution, and hints.

use flitscope::lesson::{DraftGoal, DraftHint, changed};
use flitscope::page::{Action, PageStateStoreFields};
use flitscope::scenario::Scenario;
use leptos::prelude::*;

use super::fields::{Line, Lines, Number, QUERIES, Remove, focus_next};
use super::making::{Making, Recording};
use crate::ui::lesson::by_hand::ByHand;

impl Making {
    /// Returns a part of the challenge of a step, or its default. Tracks the draft.
    fn of_goal<T: Default>(self, index: usize, part: impl FnOnce(&DraftGoal) -> T) -> T {
        self.of_step(index, |step| {
            step.goal.as_ref().map(part).unwrap_or_default()
        })
    }

    /// Changes the challenge of a step.
    fn change_goal(self, index: usize, change: impl FnOnce(&mut DraftGoal)) {
        self.change_step(index, |step| {
            if let Some(goal) = &mut step.goal {
                change(goal);
            }
        });
    }

    /// Shows changes of the scene of a step in the picture.
    fn show_changes(self, index: usize, changes: &[String]) {
        let Some(scene) = self.scene_shown(index) else {
            return;
        };
        let scene = self.page.read_query(&scene).address.scenario;
        match changed(&scene, changes.iter().map(String::as_str)) {
            Ok(solved) => self.page.act(Action::Show(
                Box::new(solved),
                "the recorded changes".to_owned(),
            )),
            Err(error) => self.page.teaching.problem.set(Some(error.to_string())),
        }
    }
}

#[component]
pub fn ChallengeForm(index: usize) -> impl IntoView {
    let making = expect_context::<Making>();
    let of =
        move |part: fn(&DraftGoal) -> String| Signal::derive(move || making.of_goal(index, part));
    let solution = Memo::new(move |_| making.of_goal(index, |goal| goal.solution.clone()));
    let told = move || {
        let solution = solution.read();
        if solution.is_empty() {
            "No solution is recorded yet.".to_owned()
        } else {
            format!("Recorded: {}", solution.join(", "))
        }
    };
    let given = making
        .scene_shown(index)
        .map(|scene| making.page.read_query(&scene).address.scenario);
    let given = given.unwrap_or_else(|| making.page.state.scenario().get_untracked());
    view! {
        <fieldset class="group">
            <legend>"Challenge"</legend>
            <Lines id="goal-text" label="What the student is to do" rows=2 value=of(|goal| goal.text.clone()) write=move |text| making.change_goal(index, |goal| goal.text = text) />
            <Line id="challenge-holds" label="It is met when" list=QUERIES value=of(|goal| goal.holds.clone()) write=move |holds| making.change_goal(index, |goal| goal.holds = holds) help="A query on the changed network, for example: all_arrived() && changed() == 1" />
            <p class="help">"Change the network above the picture, or here, as a solution does; then record it. The student may then use the controls that the solution needs."</p>
            <Changes given />
            <p class="actions tight">
                <button id="record-solution" class="primary" type="button" on:click=move |_| making.record(index, Recording::Solution)>"Record the solution"</button>
                <button id="show-solution" type="button" disabled=move || solution.read().is_empty() on:click=move |_| making.show_changes(index, &solution.get_untracked())>"Show it"</button>
            </p>
            <p class="help recorded" role="status">{told}</p>
            <Hints index />
            <details>
                <summary>"Score"</summary>
                <Line id="goal-score" label="The score, the lower the better" list=QUERIES value=of(|goal| goal.score.clone()) write=move |score| making.change_goal(index, |goal| goal.score = score) help="Empty: the number of changes." />
                <Line id="goal-counts" label="Its unit, in the plural" value=of(|goal| goal.counts.clone()) write=move |counts| making.change_goal(index, |goal| goal.counts = counts) />
                <Number id="goal-par" label="Par: the score of the solution" value=Signal::derive(move || making.of_goal(index, |goal| goal.par)) write=move |par: f64| making.change_goal(index, |goal| goal.par = par) />
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

/// Hints for attempts that do not meet the goal.
#[component]
fn Hints(index: usize) -> impl IntoView {
    let making = expect_context::<Making>();
    let count = Memo::new(move |_| making.of_goal(index, |goal| goal.hint.len()));
    let change = move |place: usize, change: &dyn Fn(&mut DraftHint)| {
        making.change_goal(index, |goal| {
            if let Some(hint) = goal.hint.get_mut(place) {
                change(hint);
            }
        });
    };
    let rows = move || {
        let rows = (0..count.get()).map(|place| {
            let of = move |part: fn(&DraftHint) -> String| {
                Signal::derive(move || {
                    making.of_goal(index, |goal| goal.hint.get(place).map(part).unwrap_or_default())
                })
            };
            let number = place + 1;
            let example = of(|hint| hint.example.join(", "));
            let told = move || {
                let example = example.get();
                if example.is_empty() {
                    "No example is recorded yet: change the network as such an attempt does.".to_owned()
                } else {
                    format!("Example: {example}")
                }
            };
            let remove = move |()| making.change_goal(index, |goal| drop(goal.hint.remove(place)));
            view! {
                <li>
                    <Line id=format!("hint-{number}-when") label="If, on the changed network" list=QUERIES value=of(|hint| hint.when.clone()) write=move |when: String| change(place, &|hint| hint.when.clone_from(&when)) help="A query, for example: vcs() > 2. The word true fits every other attempt." />
                    <Lines id=format!("hint-{number}-text") label="Hint" rows=2 value=of(|hint| hint.text.clone()) write=move |text: String| change(place, &|hint| hint.text.clone_from(&text)) />
                    <p class="help">{told}</p>
                    <p class="actions tight"><button id=format!("record-hint-{number}") type="button" on:click=move |_| making.record(index, Recording::Hint(place))>"Record such an attempt"</button></p>
                    <Remove name=format!("Remove hint {number}") remove />
                </li>
            }
            .into_any()
        });
        rows.collect_view()
    };
    let add = move |_| {
        making.change_goal(index, |goal| goal.hint.push(DraftHint::default()));
        focus_next(format!("hint-{}-when", count.get_untracked()));
    };
    view! {
        <p class="help">"Hints for attempts that do not meet the goal (optional):"</p>
        <ul class="entries">{rows}</ul>
        <p class="actions tight"><button id="add-hint" type="button" on:click=add>"Add a hint"</button></p>
    }
}
