//! Panels that the browser shows above the page, as a whole.

use leptos::prelude::document;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

/// Closes a panel, if it is open.
pub fn close(id: &str) {
    close_matching(&format!("#{id}:popover-open"));
}

/// Closes the panel that is open; returns whether there was one.
pub fn close_open() -> bool {
    close_matching(".popover:popover-open")
}

fn close_matching(selector: &str) -> bool {
    // Fails only for an invalid selector.
    let panel = document().query_selector(selector).ok().flatten();
    if let Some(panel) = &panel {
        // Fails only for an element that is not a popover.
        let _ = panel.unchecked_ref::<HtmlElement>().hide_popover();
        // The next key is not for a field that is hidden now, and that the browser leaves only with the next frame.
        let focused = document().active_element();
        if let Some(focused) = focused.filter(|focused| panel.contains(Some(focused))) {
            // Fails only for an element without the focus.
            let _ = focused.unchecked_ref::<HtmlElement>().blur();
        }
    }
    panel.is_some()
}
