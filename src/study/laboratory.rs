//! The page of the laboratory.

use leptos::prelude::*;

use super::place::Place;

/// Models over their parameters.
#[component]
pub fn LaboratoryPage(place: RwSignal<Place>) -> impl IntoView {
    view! { <h2>{move || place.read().query.clone()}</h2> }
}
