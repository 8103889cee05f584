//! The places of the page: Home, Lessons, Explore, Experiment and Papers.
//!
//! Papers and Experiment belong to a separate program, `library`, which is fetched when either is
//! first entered. It renders into the element with the id `library` and reads the address; in
//! Papers, the query part of the address is still the scenario.

use browser::programs;
use flitscope::page::{Action, PageState, PageStateStoreFields, Place};
use flitscope::scene::Pointed;
use leptos::ev::Custom;
use leptos::prelude::*;
use reactive_stores::Store;
use web_sys::CustomEvent;

use crate::ui::state::page::Page;

/// Links to all places except Home, which the logo links to.
#[component]
pub fn Places() -> impl IntoView {
    let state = expect_context::<Store<PageState>>();
    let links = Place::BAR.iter().map(|&place| {
        let is_here = move || (state.place().get() == place).then_some("page");
        view! { <a href=format!("#/{}", place.path()) aria-current=is_here>{place.name()}</a> }
            .into_any()
    });
    view! { <nav class="places" aria-label="Parts of the page">{links.collect_view()}</nav> }
}

/// Container of the `library` program, with a loading message until that runs.
#[component]
pub fn LibraryPlace() -> impl IntoView {
    let page = expect_context::<Page>();
    let is_wanted = StoredValue::new(false);
    Effect::new(move |_| {
        let place = page.state.place().get();
        if place == Place::Experiment {
            page.player.pause();
        }
        let is_of_library = matches!(place, Place::Experiment | Place::Papers);
        if !is_of_library || is_wanted.get_value() {
            return;
        }
        is_wanted.set_value(true);
        programs::start_library();
    });
    let pointed = programs::listen(Custom::<CustomEvent>::new("flitscope:place"), move |e| {
        let name = e.detail().as_string().unwrap_or_default();
        page.act(Action::Refer(Pointed::named(&name)));
    });
    on_cleanup(move || pointed.remove());
    view! {
        <section id="library" class="library" aria-label="Papers and experiments">
            <p class="muted" role="status">"Loading papers and experiments …"</p>
        </section>
    }
}
