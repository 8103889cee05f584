//! The errata of a model.

use flitscope::model::Erratum;
use leptos::prelude::*;

#[component]
pub fn ErrataList(errata: Vec<Erratum>) -> impl IntoView {
    let items = errata.into_iter().map(|erratum| {
        view! {
            <li>
                <b>{erratum.place}</b>": printed "<i>{erratum.printed}</i>", used here "<i>{erratum.used}</i>
                ", because "{erratum.why}"."
            </li>
        }
    });
    view! { <ul>{items.collect_view()}</ul> }
}
