//! Files that a person saves.

use std::time::Duration;

use leptos::prelude::{document, set_timeout};
use wasm_bindgen::prelude::*;
use web_sys::{Blob, BlobPropertyBag, HtmlAnchorElement, Url};

/// Saves a text; none if the browser cannot.
pub fn save_text(text: &str, kind: &str, name: &str) -> Option<()> {
    let options = BlobPropertyBag::new();
    options.set_type(kind);
    let parts = js_sys::Array::of1(&text.into());
    let blob = Blob::new_with_str_sequence_and_options(&parts, &options).ok()?;
    let url = Url::create_object_url_with_blob(&blob).ok()?;
    let saved = save(&url, name);
    // Not at once: the download may not have begun.
    let free = move || drop(Url::revoke_object_url(&url));
    set_timeout(free, Duration::from_mins(1));
    saved
}

/// Saves what is at an address, which may have it in itself.
pub fn save(url: &str, name: &str) -> Option<()> {
    let link = document().create_element("a").ok()?;
    let link: HtmlAnchorElement = link.dyn_into().ok()?;
    link.set_href(url);
    link.set_download(name);
    link.click();
    Some(())
}
