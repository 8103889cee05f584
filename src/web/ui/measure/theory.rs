//! The models beside a measurement, in words.

use flitscope::scenario::Theory;
use leptos::prelude::*;

use super::shown::Shown;
use crate::ui::controls::about::About;
use crate::ui::controls::errata::ErrataList;

#[component]
pub fn TheoryInWords(shown: Shown) -> impl IntoView {
    let sentence = move || {
        let saturation = shown.models.read().saturation();
        shown.theories.read().in_words(saturation)
    };
    let more = move || {
        let theories = shown.theories.get();
        let own = theories.own?;
        let lines = own.differences.iter();
        let lines: Vec<_> = lines
            .map(|line| view! { <li>{line.clone()}</li> })
            .collect();
        let models = std::iter::once(own).chain(theories.beside);
        let models: Vec<_> = models.map(|theory| about(&theory)).collect();
        Some(view! { <ul class="help">{lines}</ul> {models} })
    };
    view! { <div class="theory"><p class="help">{sentence}</p>{more}</div> }
}

fn about(theory: &Theory) -> impl IntoView + use<> {
    let family = theory.family();
    let errata = family.errata();
    let errata = (!errata.is_empty()).then(|| {
        let count = errata.len();
        view! {
            <details class="about">
                <summary>{format!("Errata of the paper ({count})")}</summary>
                <ErrataList errata />
            </details>
        }
    });
    view! { <About kind="model" entry=&family.entry /> {errata} }
}
