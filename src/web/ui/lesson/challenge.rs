//! A challenge: the user changes the scene until a goal holds.

use std::sync::Arc;
use std::time::Duration;

use flitscope::lesson::{GoalShown, StepShown, StepWork, changed};
use flitscope::page::{Action, Asked, PageStateStoreFields};
use flitscope::scenario::Scenario;
use leptos::html;
use leptos::prelude::*;

use super::by_hand::ByHand;
use super::words::{Words, bring_into_view};
use crate::ui::state::page::Page;
use crate::ui::state::storage::recall;

/// Pause after a change before the goal is checked.
const PAUSE: Duration = Duration::from_millis(400);

/// The work of the user that a button replaces.
#[derive(Debug, Clone, PartialEq)]
struct Made {
    scenario: Scenario,
    /// The code in the editor.
    code: String,
}

/// State of the checks that the lesson worker makes; copies share it.
#[derive(Clone, Copy)]
struct Checking {
    page: Page,
    /// The scenario of the step.
    given: StoredValue<Scenario>,
    /// The work that a button has replaced, for *Undo*.
    replaced: RwSignal<Option<Made>>,
    /// Whether a check waits for the text in the editor to be examined.
    waits: RwSignal<bool>,
    /// The link of the scenario checked last on request.
    checked: StoredValue<String>,
    /// The timeout of the next automatic check.
    pending: StoredValue<Option<TimeoutHandle>>,
}

impl Checking {
    fn new(page: Page, given: Scenario) -> Self {
        Self {
            page,
            given: StoredValue::new(given),
            replaced: RwSignal::new(None),
            waits: RwSignal::new(false),
            checked: StoredValue::new(String::new()),
            pending: StoredValue::new(None),
        }
    }

    /// Checks the goal after each change while the step is shown.
    fn keep(self) {
        let page = self.page;
        Effect::new(move |before: Option<String>| {
            let link = page.state.scenario().read().to_link();
            let is_checked = *self.checked.read_value() == link;
            if before.is_none() && untrack(|| page.meets_as_before(&link)) {
                page.attempt();
            }
            let is_another = before.is_some_and(|before| before != link);
            let solution = page.teaching.solution;
            if is_another && solution.read_untracked().as_ref() != Some(&link) {
                // Reaching the same scenario later counts as the user's own solution.
                solution.set(None);
            }
            if is_another && solution.read_untracked().is_none() {
                self.keep_scene(&link);
            }
            if is_another && !is_checked {
                self.page.teaching.asks_check.set(false);
                self.cancel();
                let attempt = set_timeout_with_handle(move || page.attempt(), PAUSE);
                self.pending.set_value(attempt.ok());
            }
            link
        });
        on_cleanup(move || self.cancel());
        // A result for one text does not hold for the next.
        Effect::new(move |before: Option<String>| {
            let text = page.written.text.get();
            if before.is_some_and(|before| before != text) {
                self.page.teaching.asks_check.set(false);
                self.page.teaching.wants_check.set(false);
                self.waits.set(false);
            }
            text
        });
        Effect::new(move |_| {
            if self.waits.get() && !page.written.is_busy.get() {
                self.judge();
            }
        });
        Effect::new(move |_| {
            if page.teaching.wants_check.get() {
                self.check();
            }
        });
    }

    /// Cancels the pending automatic check.
    fn cancel(self) {
        if let Some(handle) = self.pending.try_update_value(Option::take).flatten() {
            handle.clear();
        }
    }

    /// Checks the goal, after the text in the editor is examined if the step is about it.
    fn check(self) {
        if untrack(|| self.page.writes_script()) && self.page.written.is_busy.get_untracked() {
            self.waits.set(true);
        } else {
            self.judge();
        }
    }

    fn judge(self) {
        let page = self.page;
        self.cancel();
        self.waits.set(false);
        page.teaching.wants_check.set(false);
        page.teaching.asks_check.set(true);
        if untrack(|| page.writes_script()) {
            page.use_script();
        }
        if untrack(|| page.check_hindrance()).is_some() {
            return;
        }
        let link = page.state.scenario().read_untracked().to_link();
        let before = page.teaching.attempt.read_untracked();
        let is_another = before.as_ref().is_some_and(|told| told.link != link);
        drop(before);
        if is_another {
            page.teaching.attempt.set(None);
        }
        self.checked.set_value(link);
        page.attempt();
    }

    /// Keeps the changed scene for a later visit of the step.
    fn keep_scene(self, link: &str) {
        let teaching = self.page.teaching;
        if let Some(key) = untrack(|| teaching.work_key(StepWork::Scene)) {
            teaching.keep(&key, link);
        }
    }

    /// Returns what the user has made.
    fn made(self) -> Made {
        Made {
            scenario: self.page.state.scenario().get_untracked(),
            code: self.page.written.text.get_untracked(),
        }
    }

    /// Returns what the scenario and the editor hold, if the user has made it.
    fn own(self) -> Option<Made> {
        let page = self.page;
        let has_code = || {
            let key = untrack(|| page.code_key());
            key.and_then(|key| recall(&key))
                .is_some_and(|code| !code.is_empty())
        };
        let is_shown = page.teaching.solution.read_untracked().is_some();
        let is_changed = *page.state.scenario().read_untracked() != *self.given.read_value();
        let is_own = !is_shown && (is_changed || has_code());
        is_own.then(|| self.made())
    }

    /// Keeps what is about to be replaced for *Undo*, if the user has made it.
    fn replace(self) {
        if let Some(own) = self.own() {
            self.replaced.set(Some(own));
        }
    }

    /// Brings back what a button has replaced, and lets *Undo* bring back what is there now.
    fn undo(self) {
        let page = self.page;
        let Some(Made { scenario, code }) = self.replaced.get_untracked() else {
            return;
        };
        self.replaced.set(self.own());
        self.page.teaching.asks_check.set(false);
        page.teaching.attempt.set(None);
        page.teaching.solution.set(None);
        self.checked.set_value(String::new());
        page.act(Action::Show(Box::new(scenario), "your changes".to_owned()));
        if untrack(|| page.code_key()).is_some() {
            page.keep_code(&code);
            page.written.text.set(code);
        }
    }

    /// Restarts the step from its scene.
    fn start_over(self, scene: &str) {
        self.replace();
        self.page.act(Action::Problems(Vec::new()));
        self.page.teaching.is_left.set(false);
        self.page.keep_code("");
        self.keep_scene("");
        let opened = Box::new(self.page.read_query(scene));
        self.page.act(Action::Open(opened, Asked::ByUser));
        self.page.teaching.asks_check.set(false);
        self.checked.set_value(String::new());
        self.page.teaching.attempt.set(None);
        // The text may have been changed without being applied.
        if let Some(script) = untrack(|| self.page.used_script()) {
            self.page.written.text.set(script);
        }
    }
}

#[component]
pub fn Challenge(shown: Arc<StepShown>, goal: GoalShown) -> impl IntoView {
    let page = expect_context::<Page>();
    let back = shown.scene.clone();
    let text = goal.text.clone();
    let given = page.read_query(&back).address.scenario;
    let checking = Checking::new(page, given.clone());
    checking.keep();
    let solution = goal.solution.clone();
    let solve = move |_| {
        checking.replace();
        page.act(Action::Problems(Vec::new()));
        show_solution(page, &shown.scene, &solution);
    };
    // Nothing is lost where the button has changed nothing.
    let is_replaced = move || {
        page.state.scenario().track();
        page.written.text.track();
        let replaced = checking.replaced.read();
        let is_changed = |replaced: &Made| *replaced != checking.made();
        // What was replaced is of no use after a success of one's own.
        replaced.as_ref().is_some_and(is_changed) && !page.has_solved()
    };
    let is_left = page.teaching.is_left;
    let reply = NodeRef::new();
    view! {
        <div class="challenge" data-kind="challenge">
            <p class="help">"Challenge"</p>
            <Words html=text class="asked" />
            <ChipsToChange />
            <ByHand given />
            <p class="help" role="status" hidden=move || !is_left.get()>"The network is as you left it here."</p>
            <div node_ref=reply class="reply">
                <Verdict checking goal reply />
                <p class="replaced" role="status">
                    <Show when=is_replaced>"Your own changes were replaced. "<button id="undo-replaced" class="link" type="button" on:click=move |_| checking.undo()>"Undo"</button></Show>
                </p>
                <p class="actions">
                    <button id="start-over" type="button" on:click=move |_| checking.start_over(&back)>"Start over"</button>
                    <Show when=move || !page.teaching.hides_answers()><button id="solution" type="button" on:click=solve.clone()>"Show a solution"</button></Show>
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
fn Verdict(checking: Checking, goal: GoalShown, reply: NodeRef<html::Div>) -> impl IntoView {
    let page = checking.page;
    let teaching = page.teaching;
    let attempt = Memo::new(move |_| teaching.attempt.get());
    let hindrance = Memo::new(move |_| page.check_hindrance());
    let is_hindered = move || hindrance.read().is_some();
    let is_met = move || attempt.read().as_ref().is_some_and(|told| told.met);
    let is_met = move || is_met() && !is_hindered();
    let is_missed = move || {
        teaching.asks_check.get() && attempt.read().is_some() && !is_met() && !is_hindered()
    };
    // The result may be out of view.
    Effect::new(move |_| {
        let is_told = is_met() || is_missed() || is_hindered();
        if let Some(told) = reply.get().filter(|_| is_told) {
            bring_into_view(told);
        }
    });
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
    let met = move || {
        let is_shown = teaching.solution.get() == Some(page.state.scenario().read().to_link());
        let score = attempt.read().as_ref().and_then(|told| told.score);
        how_reached(&goal, score.filter(|_| !is_shown))
    };
    view! {
        <div role="status">
            <Show when=is_hindered><p class="verdict-box">{hindrance}</p></Show>
            <Show when=is_met><div class="verdict-box right"><p><b>{met.clone()}</b></p><Words html=says /></div></Show>
            <Show when=is_missed><Words html=says class="verdict-box" /></Show>
        </div>
    }
}

/// Returns the headline of a reached goal, with the score and par where changes are counted; without a score,
/// a shown solution reached it.
fn how_reached(goal: &GoalShown, score: Option<f64>) -> String {
    let Some(score) = score else {
        return "This is one solution.".to_owned();
    };
    if goal.solution.iter().any(|change| is_script(change)) {
        return "Reached.".to_owned();
    }
    let (par, counts) = (goal.par, &*goal.counts);
    // Singular: "1 change".
    let counted = if (score - 1.0).abs() < f64::EPSILON {
        counts.trim_end_matches('s')
    } else {
        counts
    };
    if score < par {
        format!("Reached with {score} {counted}, fewer than in the solution.")
    } else if score <= par {
        format!("Reached with {score} {counted}, as few as in the solution.")
    } else {
        format!("Reached with {score} {counted}. The solution needs {par}.")
    }
}

/// Applies the changes of the solution to the scene and runs it.
fn show_solution(page: Page, scene: &str, solution: &[String]) {
    let scene = page.read_query(scene).address.scenario;
    // The action compiles a script before it shows the scenario.
    let changes = solution.iter().map(String::as_str);
    let (scripts, others): (Vec<_>, Vec<_>) = changes.partition(|change| is_script(change));
    if let Ok(mut solved) = changed(&scene, others) {
        if let Some(script) = scripts.last() {
            script["r=".len()..].clone_into(&mut solved.routing);
        }
        page.teaching.solution.set(Some(solved.to_link()));
        page.act(Action::Show(Box::new(solved), "a solution".to_owned()));
        page.begin_at(0);
    }
}

/// Returns whether a change of a scene sets a script as its routing function.
fn is_script(change: &str) -> bool {
    change.starts_with("r=script:")
}
