//! Moving the keyboard focus, on request or when the focused element has been removed.

use leptos::prelude::request_animation_frame;
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

/// Moves the focus to the first element that matches a CSS selector as soon as there is one: its part of the page may
/// still be fetched. Gives up after five seconds of frames.
pub fn focus_when_there(selector: String) {
    /// The number of frames within which the element is expected.
    const PATIENCE: u32 = 300;
    fn look(selector: String, frames: u32) {
        request_animation_frame(move || {
            let document = web_sys::window().and_then(|window| window.document());
            let is_there = document
                .and_then(|document| document.query_selector(&selector).ok().flatten())
                .is_some();
            if is_there {
                focus_on(&selector);
            } else if frames > 0 {
                look(selector, frames - 1);
            }
        });
    }
    look(selector, PATIENCE);
}
