//! An example as a link to it, with its picture.

use flitscope::scenario::Preset;
use leptos::prelude::*;

/// The picture, drawn when the page was built, with name and summary.
#[component]
pub fn ExampleCard(preset: &'static Preset) -> impl IntoView {
    let folder = document().document_element();
    let folder = folder.and_then(|root| root.get_attribute("data-examples"));
    let svg = format!(
        "<svg class='thumbnail' viewBox='0 0 160 100' aria-hidden='true'><use href='{}/{}.svg#picture'/></svg>",
        folder.unwrap_or_default(),
        preset.id
    );
    view! {
        <li><a class="card" href=format!("#/lab?{}", preset.query())>
            <span inner_html=svg></span>
            <b>{preset.name}</b>
            <span class="help">{preset.summary}</span>
        </a></li>
    }
}
