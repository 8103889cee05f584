//! The places of the page: Home, Lessons, Explore, Experiment and Papers.
//!
//! Papers and Experiment are a part that is fetched when either is first entered. It reads the address; in Papers,
//! the query part of the address is still the scenario.

use browser::{popovers, programs};
use flitscope::page::{PageStateStoreFields, Place, in_experiment};
use js_sys::futures::JsFuture;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::ui::controls::part::part;
use crate::ui::library::view::library;
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

/// Papers and Experiment, from when either is first opened.
#[component]
pub fn LibraryPlace() -> impl IntoView {
    let page = expect_context::<Page>();
    let is_ready = RwSignal::new(false);
    let is_wanted = StoredValue::new(false);
    Effect::new(move |_| {
        let place = page.state.place().get();
        // Playback belongs to the network that is shown.
        if place == Place::Experiment || place == Place::Papers && !page.bar.has_network.get() {
            page.player.pause();
        }
        let is_of_library = matches!(place, Place::Experiment | Place::Papers);
        if !is_of_library || is_wanted.get_value() {
            return;
        }
        is_wanted.set_value(true);
        spawn_local(async move {
            // Text stays readable without its style sheet.
            let _ = JsFuture::from(programs::library_sheet()).await;
            is_ready.set(true);
        });
    });
    view! {
        <section id="library" class="library" aria-label="Papers and experiments">
            <Show when=move || is_ready.get()>{part(library)}</Show>
        </section>
    }
}
