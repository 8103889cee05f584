//! An example as a link to it, with its picture.

use flitscope::scenario::Preset;
use leptos::prelude::*;

/// A picture that was drawn when the page was built, by its name, as SVG.
pub fn picture(name: &str) -> String {
    let folder = document().document_element();
    let folder = folder.and_then(|root| root.get_attribute("data-examples"));
    let folder = folder.unwrap_or_default();
    format!(
        "<svg class='thumbnail' viewBox='0 0 160 100' aria-hidden='true'><use href='{folder}/{name}.svg#picture'/></svg>"
    )
}

/// The picture, with name and summary.
#[component]
pub fn ExampleCard(preset: &'static Preset) -> impl IntoView {
    view! {
        <li><a class="card" href=format!("#/lab?{}", preset.query())>
            <span inner_html=picture(preset.id)></span>
            <b>{preset.name}</b>
            <span class="help">{preset.summary}</span>
        </a></li>
    }
}
