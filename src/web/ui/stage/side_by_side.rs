//! Two or four multicast algorithms on one clock: panes side by side with the same scenario and
//! seed, each with a different algorithm.

use flitscope::page::{Action, MOST_PANES, PageState, PageStateStoreFields, ViewStoreFields};
use leptos::prelude::*;
use leptos::wasm_split::wasm_split;
use reactive_stores::Store;

use super::pane::Pane;
use crate::ui::controls::part::Fetched;
use crate::ui::state::page::Page;

impl Page {
    /// Whether the picture is split into panes. Tracks it.
    pub fn is_split(self) -> bool {
        self.state.view().side_by_side().track();
        self.state.view().overlay().track();
        self.state.with_untracked(PageState::is_split)
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
    let state = expect_context::<Store<PageState>>();
    let count = Memo::new(move |_| state.view().side_by_side().read().len());
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
        let is_chosen = move || page.state.view().side_by_side().read().len() == number;
        view! {
            <button class="count" title=name aria-label=name aria-pressed=move || is_chosen().to_string() on:click=move |_| page.act(Action::Split(number))>{number}</button>
        }
    };
    view! {
        <Show when=move || page.is_split()>
            {[choice(2, "2 algorithms").into_any(), choice(MOST_PANES, "4 algorithms").into_any()]}
        </Show>
    }
}
