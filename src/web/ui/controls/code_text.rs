//! The text of a code area: its selection, and changes that the browser can undo.

use flitscope::page::TextChange;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{HtmlDocument, HtmlTextAreaElement};

/// The selected part of a text \[UTF-16 code units\].
pub fn selection(area: &HtmlTextAreaElement) -> std::ops::Range<usize> {
    let place = |at: Result<Option<u32>, _>| at.ok().flatten().unwrap_or_default() as usize;
    place(area.selection_start())..place(area.selection_end())
}

/// Applies a change as if it were typed, so that the browser can undo it.
pub fn put(area: &HtmlTextAreaElement, change: &TextChange) {
    let (from, to) = (change.part.start as u32, change.part.end as u32);
    // Fails only for a range outside the text, and this range is from the same text.
    let _ = area.set_selection_range(from, to);
    let page = document().dyn_into::<HtmlDocument>();
    let is_typed = page.is_ok_and(|page| {
        let typed = page.exec_command_with_show_ui_and_value("insertText", false, &change.text);
        typed.unwrap_or(false)
    });
    if !is_typed {
        let _ = area.set_range_text_with_start_and_end(&change.text, from, to);
    }
    let (from, to) = (change.selected.start as u32, change.selected.end as u32);
    let _ = area.set_selection_range(from, to);
}
