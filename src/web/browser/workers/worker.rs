//! A running simulation worker.

use std::cell::Cell;
use std::rc::{Rc, Weak};

use flitscope::scenario::Scenario;
use flitscope::sweep::{Message, Question, Reply, ReplyTo, Task};
use leptos::prelude::queue_microtask;
use leptos::task::spawn_local;
use wasm_bindgen::prelude::*;
use web_sys::{File, Worker};

use super::messages::{Handlers, listen, message, sent};
use super::waiting::{self, Waiting};
use crate::programs;

/// A running worker; dropping it terminates it at once, unless it is idle: then it is kept for later
/// use.
pub struct RunningWorker {
    listener: Rc<Listener>,
    _handlers: Handlers,
}

/// Receives the messages of a worker, and passes them on.
struct Listener {
    connection: Connection,
    is_ready: Cell<bool>,
    has_failed: Cell<bool>,
    on_message: Box<OnMessage>,
}

/// The sending side of the connection to a worker.
#[derive(Debug)]
pub struct Connection {
    worker: Worker,
    is_idle: Cell<bool>,
}

type OnMessage = dyn Fn(&Connection, Message);

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
    /// Asks a worker a question about a scenario. Calls `on_reply` for each reply until the worker is dropped.
    ///
    /// # Errors
    /// Returns the reason in words if the worker cannot be started.
    pub fn ask<Q: Question>(
        scenario: &Scenario,
        question: &Q,
        on_reply: impl Fn(ReplyTo<Q>) + 'static,
    ) -> Result<Self, String> {
        let task = Task::new(scenario, question);
        Self::start(move |worker, message| {
            if message == Message::Ready && worker.send(&task).is_err() {
                return on_reply(Reply::Failed("a worker did not accept its task".to_owned()));
            }
            if let Some(reply) = message.reply() {
                on_reply(reply);
            }
        })
    }

    /// Starts a worker, or takes an idle one. Calls `on_message` for each of its messages.
    ///
    /// # Errors
    /// Returns the reason in words if the worker cannot be started.
    pub(super) fn start(
        on_message: impl Fn(&Connection, Message) + 'static,
    ) -> Result<Self, String> {
        let waiting = waiting::take().map_or_else(Waiting::start, Ok);
        let waiting = waiting.map_err(|error| format!("a worker could not start: {error:?}"));
        let Waiting { worker, is_ready } = waiting?;
        let listener = Rc::new(Listener {
            connection: Connection {
                worker,
                is_idle: Cell::new(false),
            },
            is_ready: Cell::new(false),
            has_failed: Cell::new(false),
            on_message: Box::new(on_message),
        });
        let worker = &listener.connection.worker;
        let handlers = listen(
            worker,
            &listener,
            |listener, data| listener.receive(message(data)),
            Listener::fail,
        );
        if is_ready {
            // The worker reported that before it was taken, so the message is repeated here.
            let weak = Rc::downgrade(&listener);
            queue_microtask(move || {
                if let Some(listener) = weak.upgrade() {
                    listener.receive(Message::Ready);
                }
            });
        }
        Ok(Self {
            listener,
            _handlers: handlers,
        })
    }
}

impl Listener {
    fn receive(self: &Rc<Self>, message: Message) {
        match message {
            Message::Failed(reason) if !self.is_ready.get() => self.fail(reason),
            Message::Failed(reason) => {
                if !self.has_failed.replace(true) {
                    self.report(reason);
                }
            }
            message => {
                self.is_ready.set(true);
                let is_idle = matches!(message, Message::Ready | Message::Answer(_));
                self.connection.is_idle.set(is_idle);
                (self.on_message)(&self.connection, message);
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
        (self.on_message)(&self.connection, Message::Failed(reason));
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
