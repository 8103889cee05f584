//! A worker of our own: requests wait until it is ready, answers of other runs are dropped.

use std::cell::RefCell;
use std::rc::Rc;

use flitscope::sweep::{Answer, Event, Request};
use wasm_bindgen::prelude::*;
use web_sys::{MessageEvent, Worker, WorkerOptions, WorkerType};

/// A running worker; dropping it ends it at once, whatever it was doing.
pub struct RunningWorker {
    worker: Worker,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Closure<dyn FnMut(web_sys::Event)>,
}

impl RunningWorker {
    /// Starts a worker on a request. `told` hears what happens until the worker is dropped.
    pub fn start(request: Request, told: impl Fn(Event) + 'static) -> Result<Self, String> {
        // Worker files carry no hash in their names: the version keeps old ones out of caches.
        let url = concat!("./worker_loader.js?v=", env!("CARGO_PKG_VERSION"));
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let worker = Worker::new_with_options(url, &options)
            .map_err(|error| format!("the worker could not start: {error:?}"))?;
        let told = Rc::new(told);
        let run = request.run;
        let pending = RefCell::new(Some(request));
        let (sender, hears) = (worker.clone(), told.clone());
        let on_message = Closure::new(move |message: MessageEvent| {
            let answer: Answer = match serde_wasm_bindgen::from_value(message.data()) {
                Ok(answer) => answer,
                Err(error) => return hears(Event::Failed(error.to_string())),
            };
            if matches!(answer.event, Event::Ready) {
                if let Some(request) = pending.borrow_mut().take() {
                    let value = serde_wasm_bindgen::to_value(&request);
                    let posted = value
                        .map_err(JsValue::from)
                        .and_then(|v| sender.post_message(&v));
                    if posted.is_err() {
                        hears(Event::Failed(
                            "the worker did not take the request".to_owned(),
                        ));
                    }
                }
            } else if answer.run.is_none_or(|of| of == run) {
                hears(answer.event);
            }
        });
        let on_error = Closure::new(move |_: web_sys::Event| {
            told(Event::Failed("the worker stopped unexpectedly".to_owned()));
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
