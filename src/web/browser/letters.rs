//! Letters by the tables of the browser: those of the standard library would take 25 kB of the page's start.

use js_sys::JsString;

/// The text in lower case.
pub fn lowercase(text: &str) -> String {
    JsString::from(text).to_lower_case().into()
}
