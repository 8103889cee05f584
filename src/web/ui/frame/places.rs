//! The places of the page: Home, Lessons, Explore, Experiment and Papers.
//!
//! Papers and Experiment belong to a separate program, `library`, which is fetched when either is
//! first entered. It renders into the element with the id `library` and reads the address; in
//! Papers, the query part of the address is still the scenario.

use browser::{popovers, programs};
use flitscope::page::{Action, PageStateStoreFields, Place, in_experiment};
use flitscope::scene::Pointed;
use leptos::ev::Custom;
use leptos::prelude::*;
use web_sys::CustomEvent;

use crate::ui::state::page::Page;

/// Returns whether the page shows tools for a network or curves, rather than text and lists. Tracks the place.
pub fn is_work_space(page: Page) -> bool {
    match page.state.place().get() {
        Place::Explore | Place::Experiment => true,
        Place::Lessons => page.teaching.at.read().has_stage(),
        Place::Home | Place::Papers => false,
    }
}

/// Links to all places; in a page without tools the mark leads to Home.
#[component]
pub fn PlaceLinks() -> impl IntoView {
    let page = expect_context::<Page>();
    let state = page.state;
    // Experiment opens with the network that one comes from.
    let address = move |place: Place| match (state.place().get(), place) {
        (Place::Explore, Place::Experiment) => in_experiment(&state.scenario().read(), None),
        _ => format!("#/{}", place.path()),
    };
    let link = move |place: Place| {
        let is_here = move || (state.place().get() == place).then_some("page");
        view! { <a href=move || address(place) aria-current=is_here on:click=|_| { popovers::close_open(); }>{place.name()}</a> }
            .into_any()
    };
    let home = move || is_work_space(page).then(|| link(Place::Home));
    let links = Place::BAR.map(link);
    view! { <nav class="places" aria-label="Parts of the page">{home}{links.into_iter().collect_view()}</nav> }
}

/// Container of the `library` program, with a loading message until that runs.
#[component]
pub fn LibraryPlace() -> impl IntoView {
    let page = expect_context::<Page>();
    let is_wanted = StoredValue::new(false);
    Effect::new(move |_| {
        let place = page.state.place().get();
        // What plays belongs to what is read.
        if place == Place::Experiment || place == Place::Papers && !page.bar.has_network.get() {
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
