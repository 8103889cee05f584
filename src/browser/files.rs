//! Files that the user saves or opens.

use std::time::Duration;

use leptos::prelude::{document, set_timeout};
use leptos::task::spawn_local;
use wasm_bindgen::prelude::*;
use web_sys::{Blob, BlobPropertyBag, HtmlAnchorElement, HtmlInputElement, Url};

/// Saves a text as a file of MIME type `kind`; returns `None` if the browser refuses.
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

/// Saves the content of a URL, which may be a data URL; returns `None` if the browser refuses.
pub fn save(url: &str, name: &str) -> Option<()> {
    let link = document().create_element("a").ok()?;
    let link: HtmlAnchorElement = link.dyn_into().ok()?;
    link.set_href(url);
    link.set_download(name);
    link.click();
    Some(())
}

/// The largest file that is read \[bytes\].
const MOST_BYTES: f64 = 1e6;

/// Reads the chosen file as text, if one was chosen, and passes the text, or the reason of a failure,
/// to `on_read`. Resets the input, so that the same file can be chosen again.
pub fn read_file(input: &HtmlInputElement, on_read: impl FnOnce(Result<String, String>) + 'static) {
    let file = input.files().and_then(|files| files.get(0));
    let Some(file) = file else { return };
    input.set_value("");
    if file.size() > MOST_BYTES {
        return on_read(Err(format!(
            "the file must have at most {MOST_BYTES} bytes, not {}",
            file.size()
        )));
    }
    let text = file.text();
    spawn_local(async move {
        let text = js_sys::futures::JsFuture::from(text).await;
        on_read(match text.map(|text: JsValue| text.as_string()) {
            Ok(Some(text)) => Ok(text),
            _ => Err("the file cannot be read as text".to_owned()),
        });
    });
}
