//! The clipboard, which a browser may refuse, and does not have at all where a page comes
//! without encryption from another machine.

use js_sys::futures::JsFuture;
use leptos::prelude::window;
use leptos::task::spawn_local;

/// What to do without it.
pub const REFUSED: &str =
    "The browser lets nothing be copied here: take the link from the address bar.";

/// Copies the address of a place of the page, which `hash` names, and tells what came of it in a
/// sentence.
pub fn copy_link(hash: &str, told: impl FnOnce(&'static str) + 'static) {
    copy(&whole_address(hash), move |is_copied| {
        told(if is_copied { "Link copied." } else { REFUSED });
    });
}

/// The address of the page with `hash` in place of its own part from `#` on.
pub fn whole_address(hash: &str) -> String {
    let href = window().location().href().unwrap_or_default();
    format!("{}{hash}", href.split('#').next().unwrap_or_default())
}

/// Copies a text, and tells whether that was possible.
pub fn copy(text: &str, told: impl FnOnce(bool) + 'static) {
    let clipboard = window().navigator().clipboard();
    if clipboard.is_undefined() {
        return told(false);
    }
    let written = clipboard.write_text(text);
    spawn_local(async move { told(JsFuture::from(written).await.is_ok()) });
}
