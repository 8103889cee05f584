//! A worker of our own.

use std::cell::Cell;
use std::rc::{Rc, Weak};

use crate::sweep::{Answer, Event, Task};
use leptos::prelude::queue_microtask;
use leptos::task::spawn_local;
use wasm_bindgen::prelude::*;
use web_sys::{MessageEvent, Worker};

use super::messages::{answer, sent};
use super::programs;
use super::waiting::{self, Waiting};

/// A worker that runs; dropping it ends it at once, whatever it was doing. One that has nothing
/// to do waits for the next who wants one.
pub struct RunningWorker {
    heard: Rc<Ear>,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Closure<dyn FnMut(web_sys::Event)>,
}

/// What is heard of a worker, and who listens.
struct Ear {
    line: Line,
    is_ready: Cell<bool>,
    has_failed: Cell<bool>,
    told: Box<Told>,
}

/// The way to a worker.
#[derive(Debug)]
pub struct Line {
    worker: Worker,
    is_idle: Cell<bool>,
}

/// Takes note of an answer; none: one that it does not know.
type Told = dyn Fn(&Line, Option<Answer>);

/// Why an answer is not understood.
pub const OTHER_VERSION: &str = "a worker is of another version; reload the page";

/// Why there is no worker, in words.
pub fn no_start(error: &JsValue) -> String {
    format!("a worker could not start: {error:?}")
}

impl std::fmt::Debug for RunningWorker {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.debug_tuple("RunningWorker")
            .field(&self.heard.line.worker)
            .finish()
    }
}

impl Line {
    /// Gives the worker a task, unless it takes none.
    pub fn send(&self, task: &Task) -> Result<(), JsValue> {
        self.is_idle.set(false);
        self.worker.post_message(&sent(task))
    }
}

impl RunningWorker {
    /// Starts a worker, or takes one that waits; `told` listens to it. None: an answer that it
    /// does not know.
    pub fn start(told: impl Fn(&Line, Option<Answer>) + 'static) -> Result<Self, JsValue> {
        let Waiting { worker, is_ready } = match waiting::take() {
            Some(waiting) => waiting,
            None => Waiting::start()?,
        };
        let ear = Rc::new(Ear {
            line: Line {
                worker,
                is_idle: Cell::new(false),
            },
            is_ready: Cell::new(false),
            has_failed: Cell::new(false),
            told: Box::new(told),
        });
        let hears = Rc::downgrade(&ear);
        let on_message = Closure::new(move |message: MessageEvent| {
            if let Some(ear) = hears.upgrade() {
                ear.hear(answer(&message.data()));
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
        let worker = &ear.line.worker;
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        if is_ready {
            // It has said so to somebody else.
            let hears = Rc::downgrade(&ear);
            queue_microtask(move || {
                if let Some(ear) = hears.upgrade() {
                    ear.hear(Some(Answer {
                        run: None,
                        event: Event::Ready,
                    }));
                }
            });
        }
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
                let rests = |answer: &Answer| matches!(answer.event, Event::Ready | Event::Done);
                self.line.is_idle.set(answer.as_ref().is_some_and(rests));
                (self.told)(&self.line, answer);
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
            let reason = programs::why_no_worker("worker", error).await;
            if let Some(ear) = hears.upgrade() {
                ear.say(reason);
            }
        });
    }

    fn say(&self, reason: String) {
        let event = Event::Failed(reason);
        (self.told)(&self.line, Some(Answer { run: None, event }));
    }
}

impl Drop for RunningWorker {
    fn drop(&mut self) {
        let Line { worker, is_idle } = &self.heard.line;
        if is_idle.get() && !self.heard.has_failed.get() {
            waiting::keep(worker);
        } else {
            programs::release(worker);
        }
    }
}
