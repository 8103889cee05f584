//! The page in one file: the file that is open, or the one beside this page.

use js_sys::futures::JsFuture;
use js_sys::{Function, Reflect, Uint8Array};
use leptos::prelude::window;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::Response;

const NAME: &str = "flitscope.html";

/// The function by which the open file tells what it is (`start/one_file.js`).
const WHOLE: &str = "flitscopeFile";

/// Returns the file; `None` if there is none, which a server may also answer by another page.
pub async fn bytes() -> Option<Vec<u8>> {
    if let Some(text) = open_file() {
        return Some(text.into_bytes());
    }
    let answer = JsFuture::from(window().fetch_with_str(NAME)).await.ok()?;
    let answer: Response = answer.dyn_into().ok()?;
    if !answer.ok() {
        return None;
    }
    let content = JsFuture::from(answer.array_buffer().ok()?).await.ok()?;
    Some(Uint8Array::new(&content).to_vec())
}

/// Returns the text of the file that is open, if this is the page in one file: a page on disk cannot read it again.
fn open_file() -> Option<String> {
    let whole = Reflect::get(&window(), &WHOLE.into()).ok()?;
    let whole: Function = whole.dyn_into().ok()?;
    whole.call0(&JsValue::NULL).ok()?.as_string()
}
