//! The programs of the page: how one is started, and how it is told that one has stopped. Both
//! is done by `src/start/start.js`, which needs no program to work.

use std::sync::OnceLock;

use js_sys::Promise;
use js_sys::futures::JsFuture;
use leptos::ev::EventDescriptor;
use leptos::prelude::{WindowListenerHandle, window_event_listener};
use wasm_bindgen::prelude::*;
use web_sys::Worker;

#[wasm_bindgen]
extern "C" {
    /// Fetches a program and runs it; fails with the reason in words.
    #[wasm_bindgen(js_namespace = flitscope, js_name = start)]
    pub fn start(name: &str) -> Promise;

    /// Starts papers and laboratory in their place, and says there if that fails.
    #[wasm_bindgen(js_namespace = flitscope, js_name = study)]
    pub fn start_study();

    #[wasm_bindgen(js_namespace = flitscope)]
    fn turn(name: &str) -> u32;

    #[wasm_bindgen(js_namespace = flitscope)]
    fn why(name: &str, error: &str) -> Promise;

    #[wasm_bindgen(js_namespace = flitscope)]
    fn stopped(name: &str, reason: &str);

    #[wasm_bindgen(js_namespace = flitscope, js_name = worker, catch)]
    fn new_worker(of: &str, kind: &str) -> Result<Worker, JsValue>;

    /// Ends a worker at once.
    #[wasm_bindgen(js_namespace = flitscope)]
    pub fn release(worker: &Worker);
}

/// How `start.js` begins to tell that a file cannot be fetched.
const GONE: &str = "the server cannot be reached";

/// The program in whose memory this is, from when it started.
static NAME: OnceLock<&str> = OnceLock::new();

fn name() -> &'static str {
    NAME.get().copied().unwrap_or_default()
}

/// Has the page say so when this program, of the given name, panics. Nothing of it can be used
/// afterwards.
pub fn tell_when_stopped(name: &'static str) {
    let name = NAME.get_or_init(|| name);
    let own = turn(name);
    std::panic::set_hook(Box::new(move |info| {
        console_error_panic_hook::hook(info);
        // It may have been started again already, in memory of its own.
        if turn(name) == own {
            stopped(name, &info.to_string());
        }
    }));
}

/// Hears an event of the window until this program has stopped.
pub fn listen<E>(event: E, act: impl Fn(E::EventType) + 'static) -> WindowListenerHandle
where
    E: EventDescriptor + 'static,
    E::EventType: JsCast,
{
    let own = turn(name());
    window_event_listener(event, move |event| {
        if turn(name()) == own {
            act(event);
        }
    })
}

/// A worker of this program that simulates, which ends when the program stops.
pub fn worker() -> Result<Worker, JsValue> {
    new_worker(name(), "worker")
}

/// The worker of lessons, which ends when this program stops.
pub fn lesson_worker() -> Result<Worker, JsValue> {
    new_worker(name(), "lesson")
}

/// Why workers of a kind do not start, and what to do about it.
pub async fn why_no_worker(kind: &str, error: String) -> String {
    let told = JsFuture::from(why(kind, &error)).await;
    let told = told.ok().and_then(|told| told.as_string());
    match told {
        // Then it is no worker's fault, nor has one stopped.
        Some(told) if told.starts_with(GONE) => told,
        told => format!("workers cannot start: {}", told.unwrap_or(error)),
    }
}
