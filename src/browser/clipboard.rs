//! The clipboard, which a browser may refuse, and does not have at all where a page comes
//! without encryption from another machine.

use js_sys::futures::JsFuture;
use leptos::prelude::window;
use leptos::task::spawn_local;

/// What to do without it.
pub const REFUSED: &str =
    "The browser lets nothing be copied here: take the link from the address bar.";

/// Copies a text, and tells whether that was possible.
pub fn copy(text: &str, told: impl FnOnce(bool) + 'static) {
    let clipboard = window().navigator().clipboard();
    if clipboard.is_undefined() {
        return told(false);
    }
    let written = clipboard.write_text(text);
    spawn_local(async move { told(JsFuture::from(written).await.is_ok()) });
}
