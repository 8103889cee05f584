//! A worker of our own.

use std::cell::Cell;
use std::rc::{Rc, Weak};

use crate::sweep::{Answer, Event};
use leptos::prelude::window;
use leptos::task::spawn_local;
use wasm_bindgen::prelude::*;
use web_sys::{MessageEvent, Worker};

use super::programs;

/// A worker that runs; dropping it ends it at once, whatever it was doing.
pub struct RunningWorker {
    heard: Rc<Ear>,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Closure<dyn FnMut(web_sys::Event)>,
}

/// What is heard of a worker, and who listens.
struct Ear {
    worker: Worker,
    is_ready: Cell<bool>,
    has_failed: Cell<bool>,
    told: Box<Told>,
}

/// Takes note of an answer; none: one that it does not know.
type Told = dyn Fn(&Worker, Option<Answer>);

/// How many workers the machine runs beside the page, which keeps a core so that it answers.
pub fn at_once() -> usize {
    let cores = window().navigator().hardware_concurrency() as usize;
    cores.saturating_sub(1).max(1)
}

/// Why an answer is not understood.
pub const OTHER_VERSION: &str = "a worker is of another version; reload the page";

/// Why there is no worker, in words.
pub fn no_start(error: &JsValue) -> String {
    format!("a worker could not start: {error:?}")
}

impl std::fmt::Debug for RunningWorker {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.debug_tuple("RunningWorker")
            .field(&self.heard.worker)
            .finish()
    }
}

impl RunningWorker {
    /// Starts a worker, to which `told` listens; none: an answer that it does not know.
    pub fn start(told: impl Fn(&Worker, Option<Answer>) + 'static) -> Result<Self, JsValue> {
        let ear = Rc::new(Ear {
            worker: programs::worker()?,
            is_ready: Cell::new(false),
            has_failed: Cell::new(false),
            told: Box::new(told),
        });
        let hears = Rc::downgrade(&ear);
        let on_message = Closure::new(move |message: MessageEvent| {
            if let Some(ear) = hears.upgrade() {
                let text = message.data().as_string().unwrap_or_default();
                ear.hear(Answer::from_text(&text));
            }
        });
        let hears = Rc::downgrade(&ear);
        let on_error = Closure::new(move |error: web_sys::Event| {
            if let Some(ear) = hears.upgrade() {
                // A file that did not arrive is an event without a message.
                let message = js_sys::Reflect::get(&error, &"message".into());
                let message = message.ok().and_then(|message| message.as_string());
                ear.fail(message.unwrap_or_else(|| "no reason is known".to_owned()));
            }
        });
        ear.worker
            .set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        ear.worker
            .set_onerror(Some(on_error.as_ref().unchecked_ref()));
        Ok(Self {
            heard: ear,
            _on_message: on_message,
            _on_error: on_error,
        })
    }
}

impl Ear {
    fn hear(self: &Rc<Self>, answer: Option<Answer>) {
        match answer {
            Some(Answer {
                run: None,
                event: Event::Failed(reason),
            }) => {
                if !self.is_ready.get() {
                    self.fail(reason);
                } else if !self.has_failed.replace(true) {
                    self.say(reason);
                }
            }
            answer => {
                self.is_ready.set(true);
                (self.told)(&self.worker, answer);
            }
        }
    }

    /// Tells, once, that the worker did not start or has stopped.
    fn fail(self: &Rc<Self>, error: String) {
        if self.has_failed.replace(true) {
            return;
        }
        if self.is_ready.get() {
            return self.say(format!(
                "a worker stopped unexpectedly ({error}); try again"
            ));
        }
        // A worker that was dropped meanwhile has nobody left to tell.
        let hears: Weak<Self> = Rc::downgrade(self);
        spawn_local(async move {
            let reason = programs::why_no_worker(error).await;
            if let Some(ear) = hears.upgrade() {
                ear.say(reason);
            }
        });
    }

    fn say(&self, reason: String) {
        let event = Event::Failed(reason);
        (self.told)(&self.worker, Some(Answer { run: None, event }));
    }
}

impl Drop for RunningWorker {
    fn drop(&mut self) {
        programs::release(&self.heard.worker);
    }
}
