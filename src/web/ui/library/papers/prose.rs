//! Sentences with typeset symbols.

use flitscope::paper::{Piece, pieces};
use leptos::prelude::*;

/// Typesets the subscripts and superscripts in a sentence.
pub fn prose(text: &str) -> AnyView {
    let pieces = pieces(text).into_iter().map(|piece| match piece {
        Piece::Plain(text) => text.to_owned().into_any(),
        Piece::Sub(text) => view! { <sub>{text.to_owned()}</sub> }.into_any(),
        Piece::Sup(text) => view! { <sup>{text.to_owned()}</sup> }.into_any(),
    });
    pieces.collect_view().into_any()
}
