//! Exports of a table or figure as a file or a link.

use browser::exports::{self, Exports, Format};
use flitscope::paper::{csv, json};
use flitscope::plot::Diagram;
use leptos::prelude::*;

use super::super::diagram_view::SAVED;
use super::links;
use super::results::Reproduced;
use crate::ui::state::theme::CurrentPalette;

/// The export buttons under a table, including pictures if it has a diagram.
#[component]
pub fn Downloads(made: Reproduced, diagram: Signal<Option<Diagram>>) -> impl IntoView {
    let palette = expect_context::<CurrentPalette>().0;
    let make = Callback::new(move |format| match format {
        Format::Csv => Some(csv(&[made.sheet()])),
        Format::Json => serde_json::to_string_pretty(&json(&[made.sheet()])).ok(),
        _ => exports::diagram(
            diagram.read_untracked().as_ref()?,
            format,
            SAVED,
            palette.read_untracked().id,
        ),
    });
    let formats = Signal::derive(move || match *diagram.read() {
        Some(_) => Format::ALL,
        None => Format::NUMBERS,
    });
    let (paper, item) = (made.paper.id, made.item.id);
    let stem = Callback::new(move |()| format!("{paper}-{item}"));
    let link = Callback::new(move |()| links::to(paper, item));
    view! { <Exports of=made.item.name formats make stem link /> }
}
