//! A worker of our own.

use std::rc::Rc;

use flitscope::sweep::{Answer, Event};
use leptos::prelude::window;
use wasm_bindgen::prelude::*;
use web_sys::{MessageEvent, Worker, WorkerOptions, WorkerType};

/// A worker that runs; dropping it ends it at once, whatever it was doing.
pub struct RunningWorker {
    worker: Worker,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Closure<dyn FnMut(web_sys::Event)>,
}

/// How many workers the machine runs beside the page, which keeps a core so that it answers.
pub fn at_once() -> usize {
    let cores = window().navigator().hardware_concurrency() as usize;
    cores.saturating_sub(1).max(1)
}

/// Why an answer is not understood.
pub const OTHER_VERSION: &str = "a worker is of another version";

/// Why there is no worker, in words.
pub fn no_start(error: &JsValue) -> String {
    format!("a worker could not start: {error:?}")
}

impl RunningWorker {
    /// Starts a worker, to which `hear` listens; none: an answer that it does not know.
    pub fn start(hear: impl Fn(&Worker, Option<Answer>) + 'static) -> Result<Self, JsValue> {
        // Worker files carry no hash in their names: the version keeps old ones out of caches.
        let url = concat!("./worker_loader.js?v=", env!("CARGO_PKG_VERSION"));
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let worker = Worker::new_with_options(url, &options)?;
        let hear = Rc::new(hear);
        let (sender, hears) = (worker.clone(), hear.clone());
        let on_message = Closure::new(move |message: MessageEvent| {
            let text = message.data().as_string().unwrap_or_default();
            hears(&sender, Answer::from_text(&text));
        });
        let sender = worker.clone();
        let on_error = Closure::new(move |_: web_sys::Event| {
            let event = Event::Failed("a worker stopped unexpectedly".to_owned());
            hear(&sender, Some(Answer { run: None, event }));
        });
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        Ok(Self {
            worker,
            _on_message: on_message,
            _on_error: on_error,
        })
    }
}

impl Drop for RunningWorker {
    fn drop(&mut self) {
        self.worker.terminate();
    }
}
