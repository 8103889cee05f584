//! The lesson worker, which receives requests and replies to them in order.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::future::ready;
use std::rc::Rc;

use flitscope::lesson::{Reply, Request};
use leptos::task::spawn_local;
use wasm_bindgen::prelude::*;
use web_sys::Worker;

use super::messages::{Handlers, listen, reply, sent};
use crate::programs;

/// A running lesson worker; dropping it terminates it at once.
pub struct LessonWorker {
    connection: Rc<Connection>,
    _handlers: Handlers,
}

struct Connection {
    worker: Worker,
    is_ready: Cell<bool>,
    has_failed: Cell<bool>,
    /// Encoded requests to send once the worker is ready.
    queued: RefCell<VecDeque<JsValue>>,
    awaited: Cell<usize>,
    on_reply: Box<dyn Fn(Reply)>,
    purpose: &'static str,
    remedy: &'static str,
}

impl std::fmt::Debug for LessonWorker {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.debug_tuple("LessonWorker")
            .field(&self.connection.worker)
            .finish()
    }
}

impl LessonWorker {
    /// Starts a worker. Calls `on_reply` with [`Reply::Ready`], with every reply, and with
    /// [`Reply::Failed`] once the worker has stopped; the reason names the `purpose` of the program
    /// and the `remedy` for the user.
    ///
    /// # Errors
    /// Returns the exception of the browser if the worker cannot be created.
    pub fn start(
        purpose: &'static str,
        remedy: &'static str,
        on_reply: impl Fn(Reply) + 'static,
    ) -> Result<Self, JsValue> {
        let connection = Rc::new(Connection {
            worker: programs::lesson_worker()?,
            is_ready: Cell::new(false),
            has_failed: Cell::new(false),
            queued: RefCell::default(),
            awaited: Cell::new(0),
            on_reply: Box::new(on_reply),
            purpose,
            remedy,
        });
        let handlers = listen(
            &connection.worker,
            &connection,
            |connection, data| match reply(data) {
                Ok(reply) => connection.receive(reply),
                Err(error) => connection.give_up(ready(error.to_string())),
            },
            Connection::fail,
        );
        Ok(Self {
            connection,
            _handlers: handlers,
        })
    }

    /// Whether a reply is outstanding.
    pub fn is_busy(&self) -> bool {
        self.connection.awaited.get() > 0
    }

    /// Sends a request, as soon as the worker is ready.
    pub fn ask(&self, request: &Request) {
        let connection = &self.connection;
        connection.awaited.set(connection.awaited.get() + 1);
        let message = sent(request);
        if connection.is_ready.get() {
            connection.send(&message);
        } else {
            connection.queued.borrow_mut().push_back(message);
        }
    }
}

impl Connection {
    fn send(&self, message: &JsValue) {
        // Posting bytes does not fail, even to a worker that has ended.
        let _ = self.worker.post_message(message);
    }

    fn receive(self: &Rc<Self>, reply: Reply) {
        match reply {
            Reply::Ready => {
                self.is_ready.set(true);
                let queued = self.queued.take();
                for message in queued {
                    self.send(&message);
                }
                (self.on_reply)(Reply::Ready);
            }
            Reply::Failed { why } => self.fail(why),
            reply => {
                self.awaited.set(self.awaited.get().saturating_sub(1));
                (self.on_reply)(reply);
            }
        }
    }

    /// Reports that the worker did not start or has stopped.
    fn fail(self: &Rc<Self>, error: String) {
        let had_started = self.is_ready.get();
        let (purpose, remedy) = (self.purpose, self.remedy);
        self.give_up(async move {
            if had_started {
                format!("the program {purpose} stopped unexpectedly ({error}); {remedy}")
            } else {
                programs::why_no_worker("lesson", error).await
            }
        });
    }

    /// Reports, once, the reason why the worker cannot be used. The receiver may drop the worker, so
    /// it is called outside of the handlers of its events.
    fn give_up(self: &Rc<Self>, why: impl Future<Output = String> + 'static) {
        if self.has_failed.replace(true) {
            return;
        }
        let weak = Rc::downgrade(self);
        spawn_local(async move {
            let why = why.await;
            if let Some(connection) = weak.upgrade() {
                (connection.on_reply)(Reply::Failed { why });
            }
        });
    }
}

impl Drop for LessonWorker {
    fn drop(&mut self) {
        programs::release(&self.connection.worker);
    }
}
