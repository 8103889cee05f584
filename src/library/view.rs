//! Which of the two is shown.

use flitscope::browser::programs;
use leptos::ev;
use leptos::mount::mount_to;
use leptos::prelude::*;
use wasm_bindgen::prelude::*;

use super::address::Address;
use super::bookmarks::Bookmarks;
use super::laboratory::{LaboratoryPage, LaboratoryState};
use super::papers::{PapersPage, Results, title};

/// Shows papers or laboratory, as the address says, for as long as the page lives.
pub fn mount() {
    programs::tell_when_stopped(env!("CARGO_BIN_NAME"));
    let root = document().get_element_by_id("study");
    let root = root.expect("the page has a place for this program");
    mount_to(root.unchecked_into(), Library).forget();
}

#[component]
fn Library() -> impl IntoView {
    let address = RwSignal::new(Address::now());
    // What was simulated stays while one reads elsewhere.
    provide_context(Results::new());
    provide_context(LaboratoryState::new(address));
    let bookmarks = Bookmarks::new();
    provide_context(bookmarks);
    bookmarks.arrive(&address.read_untracked());
    // The title of the page before a paper gave it another.
    let usual_title = document().title();
    let heard = programs::listen(ev::hashchange, move |_| {
        let now = Address::now();
        bookmarks.arrive(&now);
        if !now.is_papers() {
            document().set_title(&usual_title);
        }
        // Elsewhere nothing of this is seen; a reader who comes back finds it as it was.
        if now.is_papers() || now.is_laboratory() {
            address.set(now);
        }
    });
    on_cleanup(move || heard.remove());
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
