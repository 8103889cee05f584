//! The clipboard, to which a browser may refuse access, and which is unavailable on a page that
//! another machine serves without encryption.

use js_sys::futures::JsFuture;
use leptos::prelude::window;
use leptos::task::spawn_local;

/// The message shown when the clipboard is unavailable.
pub const REFUSED: &str = "The browser blocks copying here; copy the link from the address bar.";

/// Copies the address of the page with `hash`, and passes a sentence about the outcome to `on_done`.
pub fn copy_link(hash: &str, on_done: impl FnOnce(&'static str) + 'static) {
    copy(&whole_address(hash), move |is_copied| {
        on_done(if is_copied { "Link copied." } else { REFUSED });
    });
}

/// Returns the address of the page with `hash` in place of its part from `#` on.
pub fn whole_address(hash: &str) -> String {
    let href = window().location().href().unwrap_or_default();
    format!("{}{hash}", href.split('#').next().unwrap_or_default())
}

/// Copies a text, and passes to `on_done` whether that succeeded.
pub fn copy(text: &str, on_done: impl FnOnce(bool) + 'static) {
    let clipboard = window().navigator().clipboard();
    if clipboard.is_undefined() {
        return on_done(false);
    }
    let written = clipboard.write_text(text);
    spawn_local(async move { on_done(JsFuture::from(written).await.is_ok()) });
}
