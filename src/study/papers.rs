//! The pages of the papers.

use leptos::prelude::*;

use super::place::Place;

/// One paper, or the list of them.
#[component]
pub fn PapersPage(place: RwSignal<Place>) -> impl IntoView {
    view! { <h2>{move || place.read().part(1).to_owned()}</h2> }
}
