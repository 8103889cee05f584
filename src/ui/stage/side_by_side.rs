//! Two or four multicast algorithms on one clock: panes side by side with the same scenario and
//! seed, each with a different algorithm.

use flitscope::multicast;
use flitscope::page::{MOST_PANES, Overlay, parse_panes, split_into};
use flitscope::scenario::Scenario;
use leptos::prelude::*;
use leptos::wasm_split::wasm_split;

use super::pane::Pane;
use crate::ui::controls::part::Fetched;
use crate::ui::state::page::Page;

impl Page {
    /// Whether the picture is split into panes.
    pub fn is_split(self) -> bool {
        let is_over = matches!(self.over.overlay.get(), Overlay::Routes | Overlay::Deadlock);
        !self.beside.read().is_empty() && !is_over
    }

    /// Splits the picture into `panes` panes, or fewer if there are not that many algorithms: first
    /// those already shown, then the scenario's own, then others.
    pub fn split(self, panes: usize) {
        let study = self.study.get_untracked();
        let known = multicast::defined_on(&*study.topology);
        let shown = self.beside.get_untracked();
        let specs = split_into(panes, &shown, study.multicast.as_deref(), &known);
        if matches!(
            self.over.overlay.get_untracked(),
            Overlay::Routes | Overlay::Deadlock
        ) {
            self.over.overlay.set(Overlay::Traffic);
        }
        self.beside.set(specs);
    }

    /// Switches between two panes and a single picture. Shows a notice instead of splitting if no
    /// message goes to several nodes.
    pub fn toggle_beside(self) {
        if untrack(move || self.is_split()) {
            self.beside.set(Vec::new());
        } else if self.scenario.read_untracked().sends_to_several() {
            self.split(2);
        } else {
            let hint = "Nothing to compare side by side: no message goes to several nodes.";
            self.notice.set(Some(hint.to_owned()));
        }
    }

    /// Closes the panes if a scenario cannot show them.
    pub fn keep_beside(self, scenario: &Scenario) {
        let specs = self.beside.get_untracked();
        if !specs.is_empty() && parse_panes(scenario, &specs.join(";")).is_err() {
            self.beside.set(Vec::new());
        }
    }
}

/// [`Beside`], fetched when it is first shown.
#[wasm_split(explore, fallible, wasm_split_path = leptos::wasm_split)]
pub fn beside() -> Fetched {
    Ok(|| view! { <Beside /> }.into_any())
}

/// The panes side by side.
#[component]
fn Beside() -> impl IntoView {
    let page = expect_context::<Page>();
    let count = Memo::new(move |_| page.beside.read().len());
    let panes = move || {
        let panes = (0..count.get()).map(|place| view! { <Pane place /> });
        panes.collect_view()
    };
    view! { <div class="panes" class:four=move || { count.get() > 2 }>{panes}</div> }
}

/// The choice of the number of panes.
#[component]
pub fn PaneCount() -> impl IntoView {
    let page = expect_context::<Page>();
    let choice = move |number: usize, name: &'static str| {
        let is_chosen = move || page.beside.read().len() == number;
        view! {
            <button class="count" title=name aria-label=name aria-pressed=move || is_chosen().to_string() on:click=move |_| page.split(number)>{number}</button>
        }
    };
    view! {
        <Show when=move || page.is_split()>
            {[choice(2, "2 algorithms").into_any(), choice(MOST_PANES, "4 algorithms").into_any()]}
        </Show>
    }
}
