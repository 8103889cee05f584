//! What a register line says of itself: help and where it was published.

use flitscope::catalog::Entry;
use flitscope::model::Erratum;
use leptos::prelude::*;

/// Help and sources of an entry, folded away.
#[component]
pub fn About(#[prop(into)] entry: Signal<&'static Entry>) -> impl IntoView {
    let sources = move || {
        let sources = entry.get().sources.iter();
        let lines =
            sources.map(|source| view! { <li>{source.cite}": "<cite>{source.work}</cite></li> });
        lines.collect_view()
    };
    view! {
        <details class="about">
            <summary>"About " {move || entry.get().name}</summary>
            <p>{move || entry.get().help}</p>
            <ul>{sources}</ul>
        </details>
    }
}

/// Where a model departs from its paper, folded away.
#[component]
pub fn Errata(errata: &'static [Erratum]) -> impl IntoView {
    let rows = errata.iter().map(|erratum| {
        view! {
            <li>
                <b>{erratum.place}</b>": printed "<i>{erratum.printed}</i>", used "<i>{erratum.used}</i>
                ", because "{erratum.why}"."
            </li>
        }
    });
    view! {
        <details class="about">
            <summary>{format!("Errata of the paper ({})", errata.len())}</summary>
            <ul>{rows.collect_view()}</ul>
        </details>
    }
}
