//! Moving the keyboard focus, on request or when the focused element has been removed.

use wasm_bindgen::JsCast;

/// CSS selector of the picture of the network.
pub const STAGE: &str = ".stage";

/// Moves the focus to the first element that matches a CSS selector; does nothing if none matches.
pub fn focus_on(selector: &str) {
    let document = web_sys::window().and_then(|window| window.document());
    let found = document.and_then(|document| document.query_selector(selector).ok().flatten());
    if let Some(found) = found.and_then(|found| found.dyn_into::<web_sys::HtmlElement>().ok()) {
        // Has no effect only on hidden elements.
        let _ = found.focus();
    }
}
