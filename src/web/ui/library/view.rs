//! The papers or Experiment, as the address says.

use browser::programs;
use leptos::ev;
use leptos::prelude::*;
use leptos::wasm_split::wasm_split;

use super::address::Address;
use super::bookmarks::Bookmarks;
use super::laboratory::{LaboratoryPage, LaboratoryState, ReportsState};
use super::papers::{PapersPage, Results, title};
use crate::ui::controls::part::Fetched;

/// [`Library`], fetched when it is first shown.
#[wasm_split(library, fallible, wasm_split_path = leptos::wasm_split)]
pub fn library() -> Fetched {
    Ok(|| view! { <Library /> }.into_any())
}

/// Papers or Experiment, of which the address selects one.
#[component]
fn Library() -> impl IntoView {
    let address = RwSignal::new(Address::now());
    // Simulation results outlive the pages that show them.
    provide_context(Results::new());
    provide_context(LaboratoryState::new(address));
    provide_context(ReportsState::new());
    let bookmarks = Bookmarks::new();
    provide_context(bookmarks);
    bookmarks.arrive(&address.read_untracked());
    // The page title before a paper changes it.
    let usual_title = document().title();
    let listener = programs::listen(ev::hashchange, move |_| {
        let now = Address::now();
        bookmarks.arrive(&now);
        if !now.is_papers() {
            document().set_title(&usual_title);
        }
        // At other places this part is hidden, and keeps its state for the reader's return.
        if now.is_papers() || now.is_laboratory() {
            address.set(now);
        }
    });
    on_cleanup(move || listener.remove());
    Effect::new(move |_| {
        if address.read().is_papers() {
            document().set_title(&title(&address.read()));
        }
    });
    let is_laboratory = Memo::new(move |_| address.read().is_laboratory());
    view! {
        {move || {
            if is_laboratory.get() {
                view! { <LaboratoryPage /> }.into_any()
            } else {
                view! { <PapersPage address /> }.into_any()
            }
        }}
    }
}
