//! A running simulation worker.

use std::cell::Cell;
use std::rc::{Rc, Weak};

use flitscope::sweep::{Event, Task, WorkerReply};
use leptos::prelude::queue_microtask;
use leptos::task::spawn_local;
use wasm_bindgen::prelude::*;
use web_sys::{File, MessageEvent, Worker};

use super::messages::{answer, sent};
use super::waiting::{self, Waiting};
use crate::programs;

/// A running worker; dropping it terminates it at once, unless it is idle: then it is kept for later
/// use.
pub struct RunningWorker {
    listener: Rc<Listener>,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Closure<dyn FnMut(web_sys::Event)>,
}

/// Receives the messages of a worker, and passes its answers on.
struct Listener {
    connection: Connection,
    is_ready: Cell<bool>,
    has_failed: Cell<bool>,
    on_answer: Box<OnAnswer>,
}

/// The sending side of the connection to a worker.
#[derive(Debug)]
pub struct Connection {
    worker: Worker,
    is_idle: Cell<bool>,
}

/// Handler of answers; `None` is an answer that cannot be decoded.
type OnAnswer = dyn Fn(&Connection, Option<WorkerReply>);

/// The error for an answer that cannot be decoded.
pub const OTHER_VERSION: &str = "a worker has a different version; reload the page";

/// Returns the message that a worker could not start.
pub fn no_start(error: &JsValue) -> String {
    format!("a worker could not start: {error:?}")
}

impl std::fmt::Debug for RunningWorker {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.debug_tuple("RunningWorker")
            .field(&self.listener.connection.worker)
            .finish()
    }
}

impl Connection {
    /// Sends a task to the worker.
    ///
    /// # Errors
    /// Returns the exception of `postMessage`.
    pub fn send(&self, task: &Task) -> Result<(), JsValue> {
        self.is_idle.set(false);
        self.worker.post_message(&sent(task))
    }

    /// Sends a file of reports to the worker.
    ///
    /// # Errors
    /// Returns the exception of `postMessage`.
    pub(super) fn send_reports(&self, file: &File) -> Result<(), JsValue> {
        self.is_idle.set(false);
        self.worker.post_message(file)
    }
}

impl RunningWorker {
    /// Starts a worker, or takes an idle one. Calls `on_answer` for each answer, with `None` for one
    /// that cannot be decoded.
    ///
    /// # Errors
    /// Returns the exception of the browser if the worker cannot be created.
    pub fn start(
        on_answer: impl Fn(&Connection, Option<WorkerReply>) + 'static,
    ) -> Result<Self, JsValue> {
        let Waiting { worker, is_ready } = match waiting::take() {
            Some(waiting) => waiting,
            None => Waiting::start()?,
        };
        let listener = Rc::new(Listener {
            connection: Connection {
                worker,
                is_idle: Cell::new(false),
            },
            is_ready: Cell::new(false),
            has_failed: Cell::new(false),
            on_answer: Box::new(on_answer),
        });
        let weak = Rc::downgrade(&listener);
        let on_message = Closure::new(move |message: MessageEvent| {
            if let Some(listener) = weak.upgrade() {
                listener.receive(answer(&message.data()));
            }
        });
        let weak = Rc::downgrade(&listener);
        let on_error = Closure::new(move |error: web_sys::Event| {
            if let Some(listener) = weak.upgrade() {
                // The event of a script that could not be fetched has no message.
                let message = js_sys::Reflect::get(&error, &"message".into());
                let message = message.ok().and_then(|message| message.as_string());
                listener.fail(message.unwrap_or_else(|| "unknown reason".to_owned()));
            }
        });
        let worker = &listener.connection.worker;
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        if is_ready {
            // The worker reported that before it was taken, so the message is repeated here.
            let weak = Rc::downgrade(&listener);
            queue_microtask(move || {
                if let Some(listener) = weak.upgrade() {
                    listener.receive(Some(WorkerReply {
                        run: None,
                        event: Event::Ready,
                    }));
                }
            });
        }
        Ok(Self {
            listener,
            _on_message: on_message,
            _on_error: on_error,
        })
    }
}

impl Listener {
    fn receive(self: &Rc<Self>, answer: Option<WorkerReply>) {
        match answer {
            Some(WorkerReply {
                run: None,
                event: Event::Failed(reason),
            }) => {
                if !self.is_ready.get() {
                    self.fail(reason);
                } else if !self.has_failed.replace(true) {
                    self.report(reason);
                }
            }
            answer => {
                self.is_ready.set(true);
                let is_idle =
                    |answer: &WorkerReply| matches!(answer.event, Event::Ready | Event::Done);
                self.connection
                    .is_idle
                    .set(answer.as_ref().is_some_and(is_idle));
                (self.on_answer)(&self.connection, answer);
            }
        }
    }

    /// Reports, once, that the worker did not start or has stopped.
    fn fail(self: &Rc<Self>, error: String) {
        if self.has_failed.replace(true) {
            return;
        }
        if self.is_ready.get() {
            return self.report(format!(
                "a worker stopped unexpectedly ({error}); try again"
            ));
        }
        // A worker that is dropped meanwhile needs no report.
        let weak: Weak<Self> = Rc::downgrade(self);
        spawn_local(async move {
            let reason = programs::why_no_worker("worker", error).await;
            if let Some(listener) = weak.upgrade() {
                listener.report(reason);
            }
        });
    }

    fn report(&self, reason: String) {
        let event = Event::Failed(reason);
        (self.on_answer)(&self.connection, Some(WorkerReply { run: None, event }));
    }
}

impl Drop for RunningWorker {
    fn drop(&mut self) {
        let Connection { worker, is_idle } = &self.listener.connection;
        if is_idle.get() && !self.listener.has_failed.get() {
            waiting::keep(worker);
        } else {
            programs::release(worker);
        }
    }
}
