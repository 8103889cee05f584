//! A challenge: change the scene until something holds.

use std::sync::Arc;
use std::time::Duration;

use flitscope::lesson::{Note, changed};
use flitscope::page::PageState;
use leptos::prelude::*;

use super::by_hand::ByHand;
use super::words::Words;
use crate::ui::state::page::Page;

/// After so long a pause in changing, it is seen whether the goal is met.
const PAUSE: Duration = Duration::from_millis(400);

/// The challenge of a step.
#[component]
pub fn Challenge(note: Arc<Note>) -> impl IntoView {
    let page = expect_context::<Page>();
    let teaching = page.teaching;
    // Hints are for who asks; that it is met is said by itself.
    let asked = RwSignal::new(false);
    let pending = StoredValue::new(None::<TimeoutHandle>);
    Effect::new(move |before: Option<String>| {
        let link = page.scenario.read().to_link();
        if before.as_ref().is_some_and(|before| *before != link) {
            asked.set(false);
            if let Some(handle) = pending.get_value() {
                handle.clear();
            }
            pending.set_value(set_timeout_with_handle(move || page.attempt(), PAUSE).ok());
        }
        link
    });
    on_cleanup(move || {
        if let Some(handle) = pending.get_value() {
            handle.clear();
        }
    });
    let attempt = Memo::new(move |_| teaching.attempt.get());
    let is_met = move || attempt.read().as_ref().is_some_and(|told| told.says("met"));
    // It may lie below what is seen.
    let told = NodeRef::<leptos::html::Div>::new();
    Effect::new(move |_| {
        let is_told = is_met() || asked.get() && attempt.read().is_some();
        if let Some(told) = told.get().filter(|_| is_told) {
            request_animation_frame(move || told.scroll_into_view_with_bool(false));
        }
    });
    let par = note.number::<f64>("par").unwrap_or(0.0);
    let counts = note.get("counts").to_owned();
    let met = move || {
        let score = attempt
            .read()
            .as_ref()
            .and_then(|told| told.number::<f64>("score"))
            .unwrap_or(par);
        // One change, two changes.
        let counted = if (score - 1.0).abs() < f64::EPSILON {
            counts.trim_end_matches('s')
        } else {
            &*counts
        };
        if score <= par {
            format!("Reached with {score} {counted}, as few as in the solution.")
        } else {
            format!("Reached with {score} {counted}. It can be done with {par}.")
        }
    };
    let then = note.get("then").to_owned();
    let hint = Signal::derive(move || {
        let says = attempt
            .get()
            .map(|told| told.get("says").to_owned())
            .unwrap_or_default();
        if says.is_empty() {
            "<p>Not reached yet.</p>".to_owned()
        } else {
            says
        }
    });
    let check = move |_| {
        asked.set(true);
        // Who asks whether it is right means what stands there.
        page.use_script();
        page.attempt();
    };
    let scene = note.get("scene").to_owned();
    let back = scene.clone();
    let start_over = move |_| {
        page.open(PageState::read(&back));
        asked.set(false);
        teaching.attempt.set(None);
    };
    let goal = note.get("goal").to_owned();
    let given = PageState::read(&scene).state.scenario;
    let solve = move |_| show_solution(page, &scene, &note);
    view! {
        <div class="challenge" data-kind="challenge">
            <p class="help">"Challenge"</p>
            <Words html=goal class="asked" />
            <ByHand given />
            <div node_ref=told role="status">
                <Show when=is_met><div class="verdict-box right"><p><b>{met.clone()}</b></p><Words html=then.clone() /></div></Show>
                <Show when=move || !is_met() && asked.get() && attempt.read().is_some()><Words html=hint class="verdict-box" /></Show>
            </div>
            <p class="actions">
                <button id="check" class="primary" type="button" on:click=check>"Check"</button>
                <button id="start-over" type="button" on:click=start_over>"Start over"</button>
                <button id="solution" class="quiet" type="button" on:click=solve>"Show a solution"</button>
            </p>
        </div>
    }
}

/// Shows the scene with the changes of the solution.
fn show_solution(page: Page, scene: &str, note: &Note) {
    let scene = PageState::read(scene).state.scenario;
    // A script is compiled when it is shown.
    let script = |change: &&str| change.starts_with("r=script:");
    let (scripts, others): (Vec<_>, Vec<_>) = note.all("solution").partition(script);
    if let Ok(mut solved) = changed(&scene, others) {
        if let Some(script) = scripts.last() {
            script["r=".len()..].clone_into(&mut solved.routing);
        }
        page.show(solved, "a solution");
        page.begin_at(0);
    }
}
