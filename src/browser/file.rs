//! Files that a person opens.

use leptos::task::spawn_local;
use wasm_bindgen::prelude::*;
use web_sys::HtmlInputElement;

/// The largest file that is read \[bytes\].
const MOST_BYTES: f64 = 1e6;

/// Reads the file that was chosen as text, if one was; the same can be chosen again afterwards.
pub fn read_file(input: &HtmlInputElement, told: impl FnOnce(Result<String, String>) + 'static) {
    let file = input.files().and_then(|files| files.get(0));
    let Some(file) = file else { return };
    input.set_value("");
    if file.size() > MOST_BYTES {
        return told(Err(format!(
            "the file must have at most {MOST_BYTES} bytes, not {}",
            file.size()
        )));
    }
    let text = file.text();
    spawn_local(async move {
        let text = js_sys::futures::JsFuture::from(text).await;
        told(match text.map(|text: JsValue| text.as_string()) {
            Ok(Some(text)) => Ok(text),
            _ => Err("the file cannot be read as text".to_owned()),
        });
    });
}
