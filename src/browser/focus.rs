//! Where the keyboard's focus is put when what had it is gone, or on request.

use wasm_bindgen::JsCast;

/// The picture of the network.
pub const STAGE: &str = ".stage";

/// Puts the focus on the first element that a CSS selector finds; where none is found, it stays.
pub fn focus_on(selector: &str) {
    let document = web_sys::window().and_then(|window| window.document());
    let found = document.and_then(|document| document.query_selector(selector).ok().flatten());
    if let Some(found) = found.and_then(|found| found.dyn_into::<web_sys::HtmlElement>().ok()) {
        // Refused only to what cannot be seen.
        let _ = found.focus();
    }
}
