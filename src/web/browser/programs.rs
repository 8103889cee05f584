//! Starting the programs of the page, and reporting that one has stopped. Both are done by
//! `src/web/start/start.js`, which works without any program.

use js_sys::Promise;
use js_sys::futures::JsFuture;
use leptos::ev::EventDescriptor;
use leptos::prelude::{WindowListenerHandle, window_event_listener};
use wasm_bindgen::prelude::*;
use web_sys::Worker;

#[wasm_bindgen]
extern "C" {
    /// Fetches the style sheet of Papers and Experiment; resolves also if that fails.
    #[wasm_bindgen(js_namespace = flitscope, js_name = librarySheet)]
    pub fn library_sheet() -> Promise;

    #[wasm_bindgen(js_namespace = flitscope, js_name = isRunning)]
    fn is_running() -> bool;

    #[wasm_bindgen(js_namespace = flitscope)]
    fn why(name: &str, error: &str) -> Promise;

    #[wasm_bindgen(js_namespace = flitscope)]
    fn stopped(reason: &str);

    #[wasm_bindgen(js_namespace = flitscope, js_name = worker, catch)]
    fn new_worker(kind: &str) -> Result<Worker, JsValue>;

    /// Terminates a worker at once.
    #[wasm_bindgen(js_namespace = flitscope)]
    pub fn release(worker: &Worker);
}

/// Beginning of the message of `start.js` that a file cannot be fetched.
const GONE: &str = "the server cannot be reached";

/// Installs a panic hook that reports on the page that its program has stopped, which must not be used after a panic.
pub fn report_panics() {
    std::panic::set_hook(Box::new(|info| {
        console_error_panic_hook::hook(info);
        stopped(&info.to_string());
    }));
}

/// Adds a window event listener that is active until the program stops.
pub fn listen<E>(event: E, act: impl Fn(E::EventType) + 'static) -> WindowListenerHandle
where
    E: EventDescriptor + 'static,
    E::EventType: JsCast,
{
    window_event_listener(event, move |event| {
        if is_running() {
            act(event);
        }
    })
}

/// Starts a simulation worker, which is terminated when this program stops.
pub fn worker() -> Result<Worker, JsValue> {
    new_worker("worker")
}

/// Starts a lesson worker, which is terminated when this program stops.
pub fn lesson_worker() -> Result<Worker, JsValue> {
    new_worker("lesson")
}

/// Explains why workers of a kind do not start, and what to do about it.
pub async fn why_no_worker(kind: &str, error: String) -> String {
    let told = JsFuture::from(why(kind, &error)).await;
    let told = told.ok().and_then(|told| told.as_string());
    match told {
        // The message is complete: the failure is not that of a worker.
        Some(told) if told.starts_with(GONE) => told,
        told => format!("workers cannot start: {}", told.unwrap_or(error)),
    }
}
