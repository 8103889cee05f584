//! Typesetting of curve names, with symbols in italics and subscripts.

use flitscope::plot::{TextRun, runs};
use leptos::prelude::*;

pub fn typeset(text: &str) -> AnyView {
    let pieces = runs(text).into_iter().map(|run| match run {
        TextRun::Roman(text) => view! { <span>{text.to_owned()}</span> }.into_any(),
        TextRun::Symbol(text) => view! { <i class="symbol">{text.to_owned()}</i> }.into_any(),
        TextRun::Subscript(text) => view! { <sub>{text.to_owned()}</sub> }.into_any(),
    });
    pieces.collect_view().into_any()
}
