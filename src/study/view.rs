//! Which of the two is shown.

use leptos::ev;
use leptos::mount::mount_to;
use leptos::prelude::*;
use wasm_bindgen::prelude::*;

use super::laboratory::{Bench, LaboratoryPage};
use super::papers::{PapersPage, Results};
use super::place::Place;
use super::programs;

/// Shows papers or laboratory, as the address says, for as long as the page lives.
pub fn mount() {
    programs::tell_when_stopped();
    let root = document().get_element_by_id("study");
    let root = root.expect("the page has a place for this program");
    mount_to(root.unchecked_into(), Study).forget();
}

#[component]
fn Study() -> impl IntoView {
    let place = RwSignal::new(Place::now());
    // What was simulated stays while one reads elsewhere.
    provide_context(Results::new());
    provide_context(Bench::new(place));
    let heard = programs::listen(ev::hashchange, move |_| {
        let now = Place::now();
        // Elsewhere nothing of this is seen; whoever comes back finds it as it was.
        if now.is_papers() || now.is_laboratory() {
            place.set(now);
        }
    });
    on_cleanup(move || heard.remove());
    let is_laboratory = Memo::new(move |_| place.read().is_laboratory());
    view! {
        {move || {
            if is_laboratory.get() {
                view! { <LaboratoryPage /> }.into_any()
            } else {
                view! { <PapersPage place /> }.into_any()
            }
        }}
    }
}
